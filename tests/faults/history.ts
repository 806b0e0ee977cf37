/** What clients asked of a planning and were told, as they saw it: all that the checker knows beside the planning's own history. */

/** Milliseconds of one clock that never goes back: the test's. */
export interface Asked {
  readonly client: string;
  readonly from: number;
  /** When the answer was there. */
  readonly until: number;
}

/** Writes give each key a value that nobody gives any key again. */
export interface Write extends Asked {
  readonly kind: 'write';
  /** For people: `publish`, `edits` … */
  readonly verb: string;
  /** By key; of what cannot be known before (what a revert brings back) nothing. */
  readonly values: Readonly<Record<string, string>>;
  /**
   * acknowledged: it is there. refused: it is not, and never will be. unknown: no answer came, so it may be there, but once. An acknowledged one
   * names its changeset.
   */
  readonly outcome:
    | { readonly kind: 'acknowledged'; readonly changeset: string }
    | { readonly kind: 'refused' | 'unknown' };
}

/** The value of one key; null: there is no such thing, or it has none yet. */
export interface Read extends Asked {
  readonly kind: 'read';
  readonly key: string;
  readonly value: string | null;
}

export type Event = Write | Read;

/** One changeset of the planning, as its history says in the end. */
export interface Change {
  readonly id: string;
  /** A revert brings back what was there before; nothing else writes a value again. */
  readonly isRevert?: boolean;
  /** What it made of each key that it touched. */
  readonly values: Readonly<Record<string, string | null>>;
}

export class History {
  readonly events: Event[] = [];

  add(event: Event): void {
    this.events.push(event);
  }

  /** Answered writes, the ones that count as acknowledged. */
  get acknowledged(): number {
    return this.events.filter((event) => event.kind === 'write' && event.outcome.kind === 'acknowledged').length;
  }
}
