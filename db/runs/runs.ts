import type { TransactionSql } from '../connection/database.ts';
import type { Json, JsonObject } from '../versions/entities.ts';
import type { PlanningRef } from '../versions/planningState.ts';

export type RunStatus = 'PENDING' | 'STARTING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

/** One optimization task. Times are epoch milliseconds. Members of type `Json` have the contract's shape and are stored as they are. */
export interface Run {
  readonly id: string;
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  readonly name: string | null;
  readonly status: RunStatus;
  readonly solver: string;
  readonly parameters: JsonObject;
  readonly dryRun: boolean;
  /** Number of the change whose state is solved; set when the task starts. */
  readonly snapshotChange: number | null;
  readonly progress: JsonObject | null;
  readonly before: Json;
  readonly after: Json;
  /**
   * Whether an intermediate plan (`incumbent`) or a final one (`result`) is stored. Each may take megabytes, and most readers of a task do not need
   * it.
   */
  readonly hasIncumbent: boolean;
  readonly hasResult: boolean;
  readonly applied: Json;
  /** Changeset id. */
  readonly changeset: string | null;
  readonly error: string | null;
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly cancelRequestedAt: number | null;
  /** When the task is canceled: whether the best plan found so far is applied. */
  readonly cancelApply: boolean;
  /** Incremented by each claim. A worker whose attempt is no longer current is fenced: its writes have no effect. */
  readonly attempt: number;
  readonly worker: string | null;
  readonly heartbeatAt: number | null;
  /** Only for an external solver: the HMAC secret, and the `webhook-id` of the accepted result. */
  readonly webhookSecret: string | null;
  readonly webhookId: string | null;
}

export type NewRun = Pick<
  Run,
  | 'id'
  | 'planning'
  | 'workspace'
  | 'name'
  | 'status'
  | 'solver'
  | 'parameters'
  | 'dryRun'
  | 'snapshotChange'
  | 'createdBy'
  | 'startedAt'
  | 'webhookSecret'
>;

/** The columns that an update or a transition may change. */
export type RunChange = Partial<
  Pick<
    Run,
    | 'name'
    | 'solver'
    | 'parameters'
    | 'snapshotChange'
    | 'progress'
    | 'before'
    | 'after'
    | 'applied'
    | 'changeset'
    | 'error'
    | 'startedAt'
    | 'finishedAt'
    | 'cancelRequestedAt'
    | 'cancelApply'
    | 'webhookId'
  >
> & {
  /** Both are JSON text. */
  readonly incumbent?: string;
  readonly result?: string;
};

/** The final plan as JSON text, with its longest members separate. */
export interface RunResultText {
  /** All other members. */
  readonly summary: string;
  readonly assignments: string;
  readonly moves: string;
}

export interface RunGuard {
  /** The statuses in which the change is allowed. */
  readonly from: readonly RunStatus[];
  /** If given, the change is allowed only while this attempt holds the task. */
  readonly attempt?: number;
  /** If given, the change is allowed only while the task has this solver and these parameters. */
  readonly solves?: Pick<Run, 'solver' | 'parameters'>;
}

/**
 * Optimization tasks. Every change is a compare-and-set that signals the task; it returns undefined if the guard did not hold or the row is gone.
 * Pass the transaction whenever one is open.
 */
export interface Runs {
  create(run: NewRun, sql?: TransactionSql): Promise<Run>;
  get(id: string, sql?: TransactionSql): Promise<Run | undefined>;
  /** JSON text of the best plan reported so far, for the next worker or for a cancel; null if there is none. */
  incumbent(id: string): Promise<string | null>;
  /** The plan that the task ended with; null if there is none. */
  result(id: string): Promise<RunResultText | null>;
  /** The same, without the two long lists. */
  resultSummary(id: string): Promise<string | null>;
  /** Newest first; `before` is the last task of the previous page, which may be gone. Without `workspace`, those of the mainline and of every workspace. */
  list(
    planning: PlanningRef,
    page: { readonly limit: number; readonly before?: Pick<Run, 'createdAt' | 'id'>; readonly workspace?: string },
  ): Promise<Run[]>;
  /** All tasks that are STARTING or RUNNING, in every planning. */
  live(): Promise<Run[]>;
  update(id: string, guard: RunGuard, change: RunChange, sql?: TransactionSql): Promise<Run | undefined>;
  transition(
    id: string,
    guard: RunGuard,
    to: RunStatus,
    change?: RunChange,
    sql?: TransactionSql,
  ): Promise<Run | undefined>;
  /**
   * Claims a task for a worker, unless it is solved externally. It must be STARTING, or RUNNING with a heartbeat older than `staleMs`. Increments
   * `attempt` and sets RUNNING, worker and heartbeat.
   */
  claim(id: string, worker: string, staleMs: number): Promise<Run | undefined>;
  /** Returns false if the worker is fenced and must stop. */
  heartbeat(id: string, attempt: number): Promise<boolean>;
  /** Releases a task, so that another worker can claim it at once. */
  release(id: string, attempt: number, sql?: TransactionSql): Promise<void>;
  /**
   * Locks the row until the transaction ends, and returns the task if this attempt may still finish it. This ensures that exactly one result is
   * applied.
   */
  lockForFinish(sql: TransactionSql, id: string, attempt: number): Promise<Run | undefined>;
  delete(id: string): Promise<boolean>;
}

export interface Proposal {
  readonly id: string;
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  /** Number of the change at which it was judged. */
  readonly change: number;
  readonly moves: Json;
  readonly score: Json;
  readonly explanation: string;
  readonly createdBy: string | null;
  readonly createdAt: number;
  /** Id of the changeset that applied it; null until then. */
  readonly changeset: string | null;
}

/** The assistant's proposals. */
export interface Proposals {
  create(proposal: Omit<Proposal, 'createdAt' | 'changeset'>): Promise<Proposal>;
  get(planning: PlanningRef, id: string): Promise<Proposal | undefined>;
  /** Locks the row in the transaction that applies it. Undefined if it is gone. */
  lock(sql: TransactionSql, id: string): Promise<Proposal | undefined>;
  markApplied(sql: TransactionSql, id: string, changeset: string): Promise<void>;
  prune(maxAgeMs: number): Promise<number>;
}
