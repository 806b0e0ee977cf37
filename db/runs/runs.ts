import type { TransactionSql } from '../connection/database.ts';
import type { Json, JsonObject } from '../versions/entities.ts';
import type { PlanningRef } from '../versions/planningState.ts';

export type RunStatus = 'PENDING' | 'STARTING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

/** One optimization task. Times epoch ms. What is `Json` here is the contract's shape, stored as it came. */
export interface Run {
  readonly id: string;
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  readonly name: string | null;
  readonly status: RunStatus;
  readonly solver: string;
  readonly parameters: JsonObject;
  readonly dryRun: boolean;
  /** The change whose state is solved; set when it starts. */
  readonly snapshotChange: number | null;
  readonly progress: JsonObject | null;
  readonly before: Json;
  readonly after: Json;
  /** Whether a plan was kept meanwhile (`incumbent`), and at the end (`result`): each may take megabytes, and few who read a task look at it. */
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
  /** With a requested cancel: whether the best plan found is to be applied. */
  readonly cancelApply: boolean;
  /** Raised by each claim. A worker whose attempt is not this one any more is fenced: its writes do nothing. */
  readonly attempt: number;
  readonly worker: string | null;
  readonly heartbeatAt: number | null;
  /** External solver: HMAC secret, and the `webhook-id` of the accepted result. */
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

/** What may be changed along with, or without, a transition. */
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
  /** JSON text, both. */
  readonly incumbent?: string;
  readonly result?: string;
};

/** The final plan as JSON text, its longest members apart. */
export interface RunResultText {
  /** All other members. */
  readonly summary: string;
  readonly assignments: string;
  readonly moves: string;
}

export interface RunGuard {
  /** Only from one of these. */
  readonly from: readonly RunStatus[];
  /** Only while this attempt holds it. */
  readonly attempt?: number;
}

/**
 * Optimization tasks. Every change is a compare-and-set and signals `task:id`; undefined answers mean that the guard did not hold (or the row is
 * gone). Each takes an optional transaction: pass it whenever one is open.
 */
export interface Runs {
  create(run: NewRun, sql?: TransactionSql): Promise<Run>;
  get(id: string, sql?: TransactionSql): Promise<Run | undefined>;
  /** The best plan reported so far, for the next worker or for cancel: JSON text; null while there is none. */
  incumbent(id: string): Promise<string | null>;
  /** What the task ended with; null when that is no plan. */
  result(id: string): Promise<RunResultText | null>;
  /** The same without its lists. */
  resultSummary(id: string): Promise<string | null>;
  /** Newest first; `before`: id of the last one seen. */
  list(planning: PlanningRef, page: { readonly limit: number; readonly before?: string }): Promise<Run[]>;
  /** STARTING or RUNNING, over all plannings: what a worker that starts looks at, and per-organization limits. */
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
   * A worker takes it, unless it is solved elsewhere: STARTING, or RUNNING with a heartbeat older than `staleMs`. Raises `attempt`, sets RUNNING, worker and heartbeat.
   */
  claim(id: string, worker: string, staleMs: number): Promise<Run | undefined>;
  /** False: fenced, stop. */
  heartbeat(id: string, attempt: number): Promise<boolean>;
  /** A worker that must end lets go: the task may be claimed at once. */
  release(id: string, attempt: number, sql?: TransactionSql): Promise<void>;
  /** Locks the row until the transaction ends and says whether this attempt may still finish it: exactly one result is applied. */
  lockForFinish(sql: TransactionSql, id: string, attempt: number): Promise<Run | undefined>;
  delete(id: string): Promise<boolean>;
}

export interface Proposal {
  readonly id: string;
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  /** The change it was judged at. */
  readonly change: number;
  readonly moves: Json;
  readonly score: Json;
  readonly explanation: string;
  readonly createdBy: string | null;
  readonly createdAt: number;
  /** Changeset id once applied. */
  readonly changeset: string | null;
}

/** The agent's proposals. */
export interface Proposals {
  create(proposal: Omit<Proposal, 'createdAt' | 'changeset'>): Promise<Proposal>;
  get(planning: PlanningRef, id: string): Promise<Proposal | undefined>;
  /** In the apply's transaction; locks the row first. Undefined when it is gone. */
  lock(sql: TransactionSql, id: string): Promise<Proposal | undefined>;
  markApplied(sql: TransactionSql, id: string, changeset: string): Promise<void>;
  prune(maxAgeMs: number): Promise<number>;
}
