/** What the schedule needs from outside. Whoever composes the process hands it in. */
import type { TransactionSql } from '../db/connection/database.ts';
import type { Accounts, Idempotency } from '../db/accounts/accounts.ts';
import type { Json } from '../db/versions/entities.ts';
import type { Proposals, Runs } from '../db/runs/runs.ts';
import type { Marks } from '../db/runs/marks.ts';
import type { Webhooks } from '../db/webhooks/webhooks.ts';
import type { WebhookLimits } from './webhooks/limits.ts';
import type { Store } from '../db/versions/store.ts';
import type { Conflict } from '../engine/conflicts/findConflicts.ts';
import type { PlanExplanation } from '../engine/explain/explainPlan.ts';
import type { PlanReasons } from '../engine/explain/planReasons.ts';
import type { CompileOptions } from '../engine/instance/compile.ts';
import type { PlanPiece } from '../engine/instance/planPieces.ts';
import type { Instance } from '../engine/instance/instance.ts';
import type { AnswerTo, Question } from '../engine/metrics/analysis.ts';
import type { CostLevels, Placement, Solution } from '../engine/objective/score.ts';
import type { Resolution, ResolveOptions, Strategy } from '../engine/strategies/strategy.ts';
import type { StressReport } from '../engine/stress/stress.ts';

/** Epoch milliseconds. Changesets take their time from the database instead. */
export type Clock = () => number;

/** Fresh ids, UUIDv7. */
export type Ids = () => string;

export interface TaskSignals {
  /** Calls back after each change of the optimization task, on any node; answers how to stop. A call wakes; it proves nothing. */
  onTask(id: string, listener: () => void): () => void;
}

export interface Jobs {
  /** In the caller's transaction. */
  enqueue(sql: TransactionSql, job: { readonly run: string; readonly organization: string }): Promise<void>;
  /** How many jobs wait in all and of the organization, and of how many organizations. */
  waiting(
    organization: string,
    sql: TransactionSql,
  ): Promise<{ readonly total: number; readonly own: number; readonly groups: number }>;
}

/** A transaction of its own, for what is not a changeset. */
export type Transaction = <T>(run: (sql: TransactionSql) => Promise<T>) => Promise<T>;

export interface SolveRequest {
  readonly instance: Instance;
  readonly solver: string;
  readonly parameters: {
    readonly timeLimitSeconds: number;
    readonly gap: number;
    readonly seed: number;
    readonly stepLimit: number | null;
    /** Limits on changes to tell the best score for; null: any number. */
    readonly frontier: readonly (number | null)[] | null;
  };
  /** Feasible plan to start from; absent: the current one. */
  readonly initial?: Placement;
  /** Aborting ends the run early; it still answers its best plan. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SolveEvent) => void;
}

/** Costs and bounds in hundredths; `seconds` since the run began. */
export type SolveEvent =
  | { readonly kind: 'incumbent'; readonly seconds: number; readonly solution: Solution; readonly bound: number | null }
  | { readonly kind: 'bound'; readonly seconds: number; readonly bound: number }
  | { readonly kind: 'progress'; readonly seconds: number; readonly iterations: number; readonly phase: string };

export interface SolveOutcome {
  readonly solution: Solution;
  readonly bound: number | null;
  readonly iterations: number;
  readonly seconds: number;
  /** Of the frontier asked for, as far as it came; costs in hundredths, each point's plan checked. */
  readonly frontier?: readonly FrontierPoint[] | null;
}

export interface FrontierPoint {
  readonly limit: number | null;
  readonly levels: CostLevels;
  readonly reassigned: number;
  readonly bound: number | null;
}

/** In a pool of threads; rejects with a typed fault. */
export type Solve = (request: SolveRequest) => Promise<SolveOutcome>;

interface PlanJob {
  /** Who asks: organizations take turns. */
  readonly organization: string;
  /** Names the plan, so that a thread that has it need not get it again; null for one that is used once. */
  readonly key: string | null;
  /** Aborting ends the job early: it answers what it has, and its thread is free. */
  readonly signal?: AbortSignal;
  readonly timeLimitMs?: number;
}

interface CompiledPlan {
  readonly instance: Instance;
  readonly placement: Placement;
}

/** A plan that the thread compiles, from pieces that are taken when it needs them; stands as its document says. */
export interface UncompiledPlan {
  readonly pieces: () => AsyncIterable<PlanPiece>;
  readonly options: Omit<CompileOptions, 'baseline'>;
}

type OnePlan = PlanJob & (CompiledPlan | UncompiledPlan);

export interface StrategiesRequest extends PlanJob, CompiledPlan {
  readonly part: number;
  readonly options?: Partial<ResolveOptions>;
  /** The part's conflicts, before any strategy. */
  readonly onConflicts?: (conflicts: readonly Conflict[]) => void;
  /** Strategies as they enter the list of the best; those of the answer are among them. */
  readonly onStrategy?: (strategy: Strategy, best: boolean) => void;
}

export interface SamplesRequest extends PlanJob, CompiledPlan {
  readonly samples: number;
  readonly seed: number;
}

/** `timezone`: of the sentences; IANA. `optimal`: the placement is proven to be the best there is. */
export type ExplanationRequest = OnePlan & { readonly timezone?: string; readonly optimal?: boolean };

/** `part`: the one that is asked about. */
export type ReasonsRequest = ExplanationRequest & { readonly part: number };

/** Rejects with CompileError where the plan does not compile. */
export type AnalysisRequest<Q extends Question> = OnePlan & { readonly question: Q };

/** In a pool of threads of its own, for what somebody waits for. Each throws ScheduleError `queue_full` or `search_stuck`. */
export interface Resolutions {
  resolve(request: StrategiesRequest): Promise<Resolution>;
  stress(request: SamplesRequest): Promise<StressReport>;
  analyze<Q extends Question>(request: AnalysisRequest<Q>): Promise<AnswerTo<Q>>;
  explain(request: ExplanationRequest): Promise<PlanExplanation>;
  reasons(request: ReasonsRequest): Promise<PlanReasons>;
}

export interface SolverDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** JSON schema. */
  readonly parameters: Json;
  readonly provesBound: boolean;
}

/** On behalf of an organization, which has its share: throws 429 when too many of its passwords wait. */
export type HashPassword = (password: string, organization: string) => Promise<string>;

/** A request to an address that people named, guarded like all others to the outside. Throws when there is no answer. */
export type Post = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}) => Promise<{ readonly status: number }>;

export interface Ports {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly idempotency: Idempotency;
  readonly runs: Runs;
  readonly proposals: Proposals;
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
  /** Shown by meta/; what the edge enforces. */
  readonly limits: Readonly<Record<string, number>> & { readonly bulk: number };
}
