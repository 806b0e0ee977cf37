/** What the schedule needs from outside. `cli/` composes the implementations and passes them in. */
import type { TransactionSql } from '../db/connection/database.ts';
import type { Accounts, Idempotency } from '../db/accounts/accounts.ts';
import type { Proposals, Runs } from '../db/runs/runs.ts';
import type { Repairs } from '../db/runs/repairs.ts';
import type { Pieces } from '../db/runs/pieces.ts';
import type { Searches } from '../db/runs/searches.ts';
import type { Marks } from '../db/runs/marks.ts';
import type { Webhooks } from '../db/webhooks/webhooks.ts';
import type { WebhookLimits } from './webhooks/limits.ts';
import type { Store } from '../db/versions/store.ts';
import type { Learned, LearningTask } from '../engine/advice/learningTask.ts';
import type { Conflict } from '../engine/conflicts/findConflicts.ts';
import type { PlanExplanation } from '../engine/explain/explainPlan.ts';
import type { PlanReasons } from '../engine/explain/planReasons.ts';
import type { CompileOptions } from '../engine/instance/compile.ts';
import type { PlanPiece } from '../engine/instance/planPieces.ts';
import type { KeptSearch } from '../engine/instance/keptSearch.ts';
import type { KeptSource } from '../engine/instance/keptPlan.ts';
import type { Instance } from '../engine/instance/instance.ts';
import type { AnswerTo, Question } from '../engine/metrics/analysis.ts';
import type { CostLevels, Placement, Solution } from '../engine/objective/score.ts';
import type { Resolution, ResolveOptions, Strategy } from '../engine/strategies/strategy.ts';
import type { StressReport } from '../engine/stress/stress.ts';

/** Returns epoch milliseconds. Changesets use the database's clock instead. */
export type Clock = () => number;

/** Returns a new UUIDv7. */
export type Ids = () => string;

export interface TaskSignals {
  /**
   * Calls the listener after each change of the optimization task, on any node. Returns a function that unsubscribes. A call is only a hint to read
   * again; it does not prove that anything changed.
   */
  onTask(id: string, listener: () => void): () => void;
}

export interface Jobs {
  /** Adds the job in the caller's transaction. */
  enqueue(sql: TransactionSql, job: { readonly run: string; readonly organization: string }): Promise<void>;
  /** Removes the waiting job of a run that has ended or is gone. */
  withdraw(run: string): Promise<void>;
  /** The number of waiting jobs in all (`total`) and of the organization (`own`), and the number of organizations that have any (`groups`). */
  waiting(
    organization: string,
    sql: TransactionSql,
  ): Promise<{ readonly total: number; readonly own: number; readonly groups: number }>;
}

/** Runs a transaction for writes that are not changesets. */
export type Transaction = <T>(run: (sql: TransactionSql) => Promise<T>) => Promise<T>;

export interface SolveRequest {
  readonly instance: Instance;
  readonly solver: string;
  readonly parameters: {
    readonly timeLimitSeconds: number;
    readonly gap: number;
    readonly seed: number;
    readonly stepLimit: number | null;
    /** Numbers of reassignments for which the best score is wanted; null means any number. */
    readonly frontier: readonly (number | null)[] | null;
  };
  /** A feasible plan to start from. Default: the current one. */
  readonly initial?: Placement;
  /** What an earlier search of the planning left; null: nothing. */
  readonly kept?: KeptSearch | null;
  /** Aborting ends the run early; it still returns its best plan. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SolveEvent) => void;
  readonly helpers?: Helpers;
}

/** Other workers that solve pieces of a run, if its solver divides it into pieces. */
export interface Helpers {
  /** The number of pieces that they can solve at a time. */
  readonly places: number;
  /** Resolves with the answer to a piece, or null when nobody solved it. */
  solve(piece: number, order: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null>;
}

/** Events of a solver run. Costs and bounds are in hundredths; `seconds` counts from the start of the run. */
export type SolveEvent =
  | { readonly kind: 'incumbent'; readonly seconds: number; readonly solution: Solution; readonly bound: number | null }
  | { readonly kind: 'bound'; readonly seconds: number; readonly bound: number }
  | { readonly kind: 'progress'; readonly seconds: number; readonly iterations: number; readonly phase: string };

export interface SolveOutcome {
  readonly solution: Solution;
  readonly bound: number | null;
  readonly iterations: number;
  readonly seconds: number;
  /** The points of the requested frontier that were computed; costs are in hundredths, and each point's plan was checked. */
  readonly frontier?: readonly FrontierPoint[] | null;
  /** Multipliers for the next search, by part; absent or null where the method has none, or was stopped before it said them. */
  readonly prices?: Float64Array | null;
}

export interface FrontierPoint {
  readonly limit: number | null;
  readonly levels: CostLevels;
  readonly reassigned: number;
  readonly bound: number | null;
}

/** Solves in a pool of worker threads; rejects with a typed error. */
export type Solve = (request: SolveRequest) => Promise<SolveOutcome>;

interface PlanJob {
  /** The organization that asks; organizations take turns. */
  readonly organization: string;
  /** Cache key of the plan, so that it is not sent again to a thread that has it; null for a plan that is used once. */
  readonly key: string | null;
  /** Aborting ends the job early: it returns what it has so far and frees its thread. */
  readonly signal?: AbortSignal;
  readonly timeLimitMs?: number;
}

interface CompiledPlan {
  readonly instance: Instance;
  readonly placement: Placement;
}

/** A plan that the worker thread compiles, from pieces that it pulls as it needs them. Its placement is the document's. */
export interface UncompiledPlan {
  readonly pieces: () => AsyncIterable<PlanPiece>;
  readonly options: Omit<CompileOptions, 'baseline'>;
  /** The same plan as one that threads keep and bring forward by edits. */
  readonly kept?: KeptSource | null;
}

type OnePlan = PlanJob & (CompiledPlan | UncompiledPlan);

export interface StrategiesRequest extends PlanJob, CompiledPlan {
  readonly part: number;
  readonly options?: Partial<ResolveOptions>;
  /** Called with the part's conflicts before the first strategy. */
  readonly onConflicts?: (conflicts: readonly Conflict[]) => void;
  /** Called with each strategy that enters the list of the best; the final answer is a subset of these. */
  readonly onStrategy?: (strategy: Strategy, best: boolean) => void;
}

export interface SamplesRequest extends PlanJob, CompiledPlan {
  readonly samples: number;
  readonly seed: number;
}

/** `timezone` is the IANA time zone for sentences. `optimal` says that the placement is proven optimal. */
export type ExplanationRequest = OnePlan & { readonly timezone?: string; readonly optimal?: boolean };

/** `part` is the index of the part to explain. */
export type ReasonsRequest = ExplanationRequest & { readonly part: number };

/** The request rejects with CompileError if the plan does not compile. */
export type AnalysisRequest<Q extends Question> = OnePlan & { readonly question: Q };

/** Interactive analyses in a separate pool of worker threads. Each method throws ScheduleError `queue_full` or `search_stuck`. */
export interface Resolutions {
  resolve(request: StrategiesRequest): Promise<Resolution>;
  stress(request: SamplesRequest): Promise<StressReport>;
  analyze<Q extends Question>(request: AnalysisRequest<Q>): Promise<AnswerTo<Q>>;
  explain(request: ExplanationRequest): Promise<PlanExplanation>;
  reasons(request: ReasonsRequest): Promise<PlanReasons>;
  /** Learns what a planner prefers from recorded choices. */
  learn(request: { readonly organization: string; readonly learning: LearningTask }): Promise<Learned>;
}

export interface SolverDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, unknown>>;
    readonly additionalProperties?: false;
  };
  readonly provesBound: boolean;
}

/** Hashes a password. Each organization has a share of the hashing queue; throws 429 if too many of its passwords are waiting. */
export type HashPassword = (password: string, organization: string) => Promise<string>;

/** Posts to addresses that users configured, with the same protection against internal addresses as all outgoing requests. */
export interface Post {
  /** Throws if there is no response. */
  send(request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }): Promise<{ readonly status: number }>;
  /** Why nothing would be sent to an address; null if it may be. */
  refusal(url: string): Promise<string | null>;
}

export interface Ports {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly idempotency: Idempotency;
  readonly runs: Runs;
  readonly proposals: Proposals;
  readonly repairs: Repairs;
  readonly searches: Searches;
  /** Null when there is only one process. */
  readonly pieces: Pieces | null;
  readonly marks: Marks;
  readonly webhooks: Webhooks;
  readonly webhookLimits: WebhookLimits;
  readonly post: Post;
  readonly transaction: Transaction;
  readonly signals: TaskSignals;
  readonly jobs: Jobs;
  readonly solve: Solve;
  readonly resolutions: Resolutions;
  /** Without `external`, which the schedule adds. */
  readonly solvers: readonly SolverDescription[];
  readonly hashPassword: HashPassword;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The limits that the API enforces, shown by `meta/`. */
  readonly limits: Readonly<Record<string, number>> & { readonly bulk: number };
}
