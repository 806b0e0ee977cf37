import type { Conflict } from '../conflicts/findConflicts.ts';
import type { CostLevels } from '../objective/score.ts';

/** Limits of a search for strategies. */
export interface ResolveOptions {
  /** The largest number of strategies to list. */
  readonly maxStrategies: number;
  readonly maxMoves: number;
  readonly allowDelay: boolean;
  readonly maxDelaySeconds: number;
  readonly allowUnassign: boolean;
  /** Only parts that overlap the part's window, widened by this many seconds on both sides, may move. */
  readonly windowPaddingSeconds: number;
  /**
   * Whether a move may push a part that is already in a conflict of its own. Such chains end several conflicts at once, but where many
   * parts are in conflict there are far too many of them to prove anything, and each conflict has its own strategies.
   */
  readonly throughConflicts: boolean;
  /** The largest number of states to expand; the same limit gives the same result on every machine. */
  readonly stepLimit: number;
}

export const DEFAULT_RESOLVE_OPTIONS: ResolveOptions = {
  maxStrategies: 5,
  maxMoves: 4,
  allowDelay: true,
  maxDelaySeconds: 3600,
  allowUnassign: false,
  windowPaddingSeconds: 14_400,
  throughConflicts: false,
  stepLimit: 1_000_000,
};

/** Callbacks of a search. A search that is never stopped depends on nothing else. */
export interface ResolveRun {
  /** Returns true when the search must end with what it has. Called often, so it must be cheap. */
  stop(): boolean;
  /** Receives strategies as they enter the list; `best` says that none before was better. */
  report(strategy: Strategy, best: boolean): void;
}

export const MOVE_KINDS = ['reassign', 'swap', 'unassign', 'delay'] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

/** One move of a strategy. Indices are the instance's; times are seconds since its origin. */
export interface StrategyMove {
  readonly kind: MoveKind;
  readonly part: number;
  readonly operation: number;
  /** Resources; −1: none. A delayed part stays where it is, so both members are equal. */
  readonly from: number;
  readonly to: number;
  /** The part's window once the whole strategy is applied. */
  readonly start: number;
  readonly end: number;
  /** The seconds added to the imposed delay of both tasks; 0 for other moves. */
  readonly delaySeconds: number;
}

/** Moves that lower the number of conflicts and end at least one of the part's conflicts. Costs are in hundredths. */
export interface Strategy {
  /** Moves that exchange the places of two parts are both of kind `swap`. */
  readonly moves: readonly StrategyMove[];
  /** The ids of the conflicts that end. */
  readonly resolves: readonly string[];
  /** The new conflicts. */
  readonly creates: readonly Conflict[];
  readonly before: CostLevels;
  readonly after: CostLevels;
  /** after.total − before.total */
  readonly delta: number;
  /** The probability that some conflict among the touched operations remains, given their uncertain times. */
  readonly residualProbability: number;
  /** The number of parts that change their resource. */
  readonly reassigned: number;
  readonly delayed: number;
  /** The earliest start among the touched parts, before any delay. */
  readonly soonestStart: number;
  readonly explanation: string;
}

/** The result: the part's conflicts, and the best strategies, best first (by delta, then by number of moves). */
export interface Resolution {
  readonly conflicts: readonly Conflict[];
  readonly strategies: readonly Strategy[];
  /** Whether it is proven that no better strategy exists within the limits. */
  readonly complete: boolean;
  /** The number of expanded states. */
  readonly steps: number;
}
