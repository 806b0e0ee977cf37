import type { ConflictRecord } from '../conflicts/findConflicts.ts';
import type { CostLevels } from '../objective/score.ts';

/** What a repair may do. Plain data, so that it can be sent to a worker thread. Times are Unix seconds, costs are hundredths. */
export interface RepairLimits {
  /** Conflicts of at least this probability are to be closed. */
  readonly probabilityThreshold: number;
  /** Conflicts that end by then have happened and are left alone. */
  readonly now: number;
  /** Only conflicts that start before this time are to be closed; null: all. */
  readonly until: number | null;
  /** Parts that start before this time are not moved. */
  readonly freezeBefore: number;
  /** What a repair may cost at most, apart from what the closed conflicts cost; null: anything. */
  readonly maxLoss: number | null;
  /** The most parts that one repair moves. */
  readonly maxMoves: number;
  /** Ids of operations that repairs moved as often as they may within the hour; they are not moved again. */
  readonly atMoveLimit: readonly string[];
  /** Ids of the only operations that may be moved; null: all. */
  readonly operations: readonly string[] | null;
  /** Ids of the only resources from and to which operations are moved; null: all. */
  readonly resources: readonly string[] | null;
  /** The most places that are looked at for one group of conflicts, and in all; the same limits give the same repairs on every machine. */
  readonly stepLimit: number;
  readonly totalStepLimit: number;
  /** The most repairs of one answer. */
  readonly maxRepairs: number;
}

/** A part that is to go to another resource, by the ids that outlast a compilation. */
export interface RepairMove {
  readonly operation: string;
  readonly partIndex: number;
  readonly from: string;
  readonly to: string;
}

/** A repair that was proposed earlier and is neither applied nor refused. */
export interface StandingRepair {
  readonly id: string;
  readonly moves: readonly RepairMove[];
  /** Ids of the conflicts that it closes. */
  readonly closes: readonly string[];
}

export interface RepairQuestion {
  readonly of: 'repair';
  readonly limits: RepairLimits;
  readonly standing: readonly StandingRepair[];
  /** Moves that were refused, as `signatureOf` writes them; they are not proposed again. */
  readonly refused: readonly string[];
  /** Ids of conflicts that are left alone. */
  readonly ignored: readonly string[];
  /** Ids of conflicts for which no repair was found before: their groups come last. */
  readonly lastUnrepaired: readonly string[];
  readonly timezone: string;
}

/**
 * A repair with the fewest moves that close its conflicts without causing another; among those, with the least sum of score and tightness
 * (`tightnessOf`), and among these, with the most slack.
 */
export interface Repair {
  readonly moves: readonly (RepairMove & { readonly start: number; readonly end: number })[];
  readonly closes: readonly ConflictRecord[];
  readonly before: CostLevels;
  readonly after: CostLevels;
  /** What the moves cost in hundredths, apart from the conflicts that they close. Negative: they also save something. */
  readonly loss: number;
  /** True: within the limits, no repair has fewer moves, and none with as many moves has a lower sum of score and tightness. */
  readonly proved: boolean;
  /** A proven lower bound on the number of moves. */
  readonly movesBound: number;
  readonly steps: number;
  readonly explanation: string;
}

/** Conflicts that have no repair within the limits. */
export interface Unrepaired {
  readonly conflicts: readonly string[];
  /**
   * `none`: proven that there is none. `steps`: none was found within the step limit. `moveLimit`: the only repairs would move an operation more often
   * than allowed, `operations`.
   */
  readonly reason: 'none' | 'steps' | 'moveLimit';
  readonly operations: readonly string[];
}

export type StaleReason = 'gone' | 'moved' | 'fixed' | 'taken';

export interface RepairAnswer {
  /** The standing repairs that no longer hold, and why. */
  readonly stale: readonly { readonly id: string; readonly reason: StaleReason }[];
  readonly repairs: readonly Repair[];
  readonly unrepaired: readonly Unrepaired[];
  /** There are conflicts that were not looked at, because there were `maxRepairs` repairs before. */
  readonly truncated: boolean;
}

/** Moves as text, in an order that does not depend on how they were found. */
export const signatureOf = (moves: readonly RepairMove[]): string =>
  moves
    .map(({ operation, partIndex, to }) => `${operation}/${partIndex}>${to}`)
    .sort()
    .join(' ');
