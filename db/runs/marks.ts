import type { PlanningRef } from '../versions/planningState.ts';

export type MarkState = 'seen' | 'accepted';

/** A planner's remark on a conflict, visible to everyone who works on the planning. */
export interface ConflictMark {
  /** Conflict id. */
  readonly conflict: string;
  readonly state: MarkState;
  readonly note: string | null;
  /** When the mark expires, in epoch milliseconds; null if never. */
  readonly until: number | null;
  /** User id. */
  readonly author: string;
  /** When it was made, in epoch milliseconds. */
  readonly at: number;
}

export interface Marks {
  /** The marks that are valid at `now` (epoch ms), by conflict id. */
  all(planning: PlanningRef, now: number): Promise<ReadonlyMap<string, ConflictMark>>;
  /**
   * Replaces the mark of the conflict, unless it is to be kept, and sends a signal. False if one is kept, or if the planning already has the maximum
   * number of marks.
   */
  put(planning: PlanningRef, mark: ConflictMark, options: { readonly keepsEarlier: boolean }): Promise<boolean>;
  remove(planning: PlanningRef, conflict: string): Promise<void>;
}
