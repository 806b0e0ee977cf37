import type { Conflict } from '../conflicts/findConflicts.ts';
import type { CostLevels } from '../objective/score.ts';

/** Limits of a search for strategies. */
export interface ResolveOptions {
  /** How many of the best are listed. */
  readonly maxStrategies: number;
  readonly maxMoves: number;
  readonly allowDelay: boolean;
  readonly maxDelaySeconds: number;
  readonly allowUnassign: boolean;
  /** Only parts that overlap the part's window, widened by this on both sides, may move. */
  readonly windowPaddingSeconds: number;
  /**
   * Whether a move may push what is in a conflict of its own already. Such chains end several conflicts at once, but there
   * are far too many of them to prove anything where much is in conflict; each conflict has its own strategies.
   */
  readonly throughConflicts: boolean;
  /** How many states may be opened; the same limit gives the same answer on every machine. */
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

/** What the caller hands in; a search that is never stopped depends on nothing else. */
export interface ResolveRun {
  /** True when the search must end with what it has. Asked often; must be cheap. */
  stop(): boolean;
  /** Strategies as they enter the list of the best; `best`: none before was better. */
  report(strategy: Strategy, best: boolean): void;
}

/** Indices of the instance; seconds since its origin. */
export interface StrategyMove {
  readonly kind: 'reassign' | 'swap' | 'unassign' | 'delay';
  readonly part: number;
  readonly operation: number;
  /** −1: none. A delayed part stays where it is then: both are the same. */
  readonly from: number;
  readonly to: number;
  /** The part's window once the whole strategy is applied. */
  readonly start: number;
  readonly end: number;
  /** 0 but for delays: what is added to the imposed delay of both tasks. */
  readonly delaySeconds: number;
}

/** Moves that lower the number of conflicts and end at least one of the part's. Costs in hundredths. */
export interface Strategy {
  /** Moves that exchange the places of two parts are both of kind `swap`. */
  readonly moves: readonly StrategyMove[];
  /** Ids of conflicts that are no more. */
  readonly resolves: readonly string[];
  /** Conflicts that were not there. */
  readonly creates: readonly Conflict[];
  readonly before: CostLevels;
  readonly after: CostLevels;
  /** after.total − before.total */
  readonly delta: number;
  /** That some conflict among the operations it touches remains, their uncertainty reckoned with. */
  readonly residualProbability: number;
  /** How many parts change their resource. */
  readonly reassigned: number;
  readonly delayed: number;
  /** Earliest start among the parts it disturbs, before any delay. */
  readonly soonestStart: number;
  readonly explanation: string;
}

/** The answer: the part's conflicts, and the best strategies, best first (by delta, then by number of moves). */
export interface Resolution {
  readonly conflicts: readonly Conflict[];
  readonly strategies: readonly Strategy[];
  /** None better exists within the limits. */
  readonly complete: boolean;
  /** States opened. */
  readonly steps: number;
}
