import type { Actor } from '../../schedule/types.ts';

/** Who a credential is, and what that one may hear. */
export interface Checks {
  /** Throws when the credential is none (any more). */
  readonly authenticate: (credential: string) => Promise<Actor>;
  /** Throws as soon as the actor may not listen to the planning any more. */
  readonly authorize: (actor: Actor, planning: string) => Promise<unknown>;
}

/** Asked again and again by many sockets for few credentials and plannings: one answer serves all who ask within `maxAgeMs`. */
export const shareChecks = (checks: Checks, maxAgeMs: number, clock: () => number): Checks => {
  const actors = new Shared<string, Actor>(maxAgeMs, clock);
  // Of an actor that is shared itself, so that nothing outlives who it is about.
  const rights = new WeakMap<Actor, Shared<string, unknown>>();
  return {
    authenticate: (credential) => actors.get(credential, () => checks.authenticate(credential)),
    authorize(actor, planning) {
      let own = rights.get(actor);
      if (own === undefined) rights.set(actor, (own = new Shared(maxAgeMs, clock)));
      return own.get(planning, () => checks.authorize(actor, planning));
    },
  };
};

/** Answers by key, each asked for once an age; what failed is asked for again. */
class Shared<K, V> {
  private readonly maxAgeMs: number;
  private readonly clock: () => number;
  /** Oldest first. */
  private readonly answers = new Map<K, { readonly at: number; readonly answer: Promise<V> }>();

  constructor(maxAgeMs: number, clock: () => number) {
    this.maxAgeMs = maxAgeMs;
    this.clock = clock;
  }

  get(key: K, ask: () => Promise<V>): Promise<V> {
    const now = this.clock();
    for (const [old, { at }] of this.answers) {
      if (now - at < this.maxAgeMs) break;
      this.answers.delete(old);
    }
    const known = this.answers.get(key);
    if (known !== undefined) return known.answer;
    const entry = { at: now, answer: ask() };
    this.answers.set(key, entry);
    entry.answer.catch(() => {
      if (this.answers.get(key) === entry) this.answers.delete(key);
    });
    return entry.answer;
  }
}
