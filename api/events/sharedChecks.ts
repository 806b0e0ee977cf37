import type { PlanningRef } from '../../schedule/events/events.ts';
import type { Actor } from '../../schedule/types.ts';

/** Checks which actor a credential stands for, and whether that actor may subscribe to a planning. */
export interface Checks {
  /** Throws when the credential is not valid, or no longer. */
  readonly authenticate: (credential: string) => Promise<Actor>;
  /** Throws when the actor may not read the planning, or no longer. */
  readonly authorize: (actor: Actor, planning: PlanningRef) => Promise<unknown>;
}

/** Caches results for `maxAgeMs`, because many sockets repeat the checks for few credentials and plannings. */
export const shareChecks = (checks: Checks, maxAgeMs: number, clock: () => number): Checks => {
  const actors = new Shared<string, Actor>(maxAgeMs, clock);
  // The keys are the cached actors, so that rights are dropped together with the actor.
  const rights = new WeakMap<Actor, Shared<number, unknown>>();
  return {
    authenticate: (credential) => actors.get(credential, () => checks.authenticate(credential)),
    authorize(actor, planning) {
      let own = rights.get(actor);
      if (own === undefined) rights.set(actor, (own = new Shared(maxAgeMs, clock)));
      return own.get(planning.key, () => checks.authorize(actor, planning));
    },
  };
};

/** A cache of promises by key with a maximum age. A promise that rejects is removed at once. */
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
