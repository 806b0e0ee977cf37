import type { PlanningRef } from '../versions/planningState.ts';

export type MarkState = 'seen' | 'accepted';

/** What a planner says of a conflict, to all who work on the planning. */
export interface ConflictMark {
  /** Conflict id. */
  readonly conflict: string;
  readonly state: MarkState;
  readonly note: string | null;
  /** Epoch ms from when on it no longer counts; null: for good. */
  readonly until: number | null;
  /** User id. */
  readonly author: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface Marks {
  /** Those that count at a time (epoch ms), by conflict id. */
  all(planning: PlanningRef, now: number): Promise<ReadonlyMap<string, ConflictMark>>;
  /** Replaces what was said of the conflict; signals. False when the planning has as many as it may have. */
  put(planning: PlanningRef, mark: ConflictMark): Promise<boolean>;
  remove(planning: PlanningRef, conflict: string): Promise<void>;
}
