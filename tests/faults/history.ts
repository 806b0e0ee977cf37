/** What clients requested of a planning and what they received. Besides the planning's own history, the checker knows nothing else. */

/** Milliseconds of one monotonic clock, the test's. */
export interface Asked {
  readonly client: string;
  readonly from: number;
  /** When the response arrived. */
  readonly until: number;
}

/** A write gives each key a value that is never used again. */
export interface Write extends Asked {
  readonly kind: 'write';
  /** What the write was, for people to read: `publish`, `edits` and so on. */
  readonly verb: string;
  /** By key; empty if the values cannot be known in advance (what a revert restores). */
  readonly values: Readonly<Record<string, string>>;
  /**
   * acknowledged: the write is there; it names its changeset. refused: it is not there, and never will be. unknown: there was no answer, so it may be
   * there, but at most once.
   */
  readonly outcome:
    | { readonly kind: 'acknowledged'; readonly changeset: string }
    | { readonly kind: 'refused' | 'unknown' };
}

/** The value of one key; null if there is no such record, or it has no value yet. */
export interface Read extends Asked {
  readonly kind: 'read';
  readonly key: string;
  readonly value: string | null;
}

export type Event = Write | Read;

/** One changeset of the planning's final history. */
export interface Change {
  readonly id: string;
  /** A revert restores old values; no other write repeats a value. */
  readonly isRevert?: boolean;
  /** The value that it gave to each key that it touched. */
  readonly values: Readonly<Record<string, string | null>>;
}

export class History {
  readonly events: Event[] = [];

  add(event: Event): void {
    this.events.push(event);
  }

  /** Number of acknowledged writes. */
  get acknowledged(): number {
    return this.events.filter((event) => event.kind === 'write' && event.outcome.kind === 'acknowledged').length;
  }
}
