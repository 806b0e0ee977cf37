import type { TransactionSql } from '../connection/database.ts';
import type { Json, JsonObject } from '../versions/entities.ts';
import type { PlanningRef } from '../versions/planningState.ts';

export type RepairState = 'open' | 'applied' | 'refused' | 'stale' | 'withdrawn';

/** A repair that was proposed. Times are epoch milliseconds; members of type `Json` have the contract's shape. */
export interface Repair {
  readonly id: string;
  readonly planning: PlanningRef;
  /** Number of the change at which it was computed. */
  readonly change: number;
  readonly moves: Json;
  readonly score: Json;
  readonly explanation: string;
  readonly state: RepairState;
  /** Why it was refused, went stale or was withdrawn. */
  readonly reason: string | null;
  readonly createdAt: number;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  /** Id of the changeset that applied it; null until then. */
  readonly changeset: string | null;
  readonly details: JsonObject;
}

export type NewRepair = Pick<Repair, 'id' | 'moves' | 'score' | 'explanation' | 'createdAt' | 'details'>;

export interface Decision {
  readonly state: Exclude<RepairState, 'open'>;
  readonly reason: string | null;
  /** User id; null if the service decided. */
  readonly by: string | null;
  readonly at: number;
  readonly changeset?: string;
  /** Members that are added to the repair's details. */
  readonly details?: JsonObject;
}

/** A planning that this node has claimed. */
export interface RepairWork {
  readonly planning: PlanningRef;
  readonly handled: number;
  readonly head: number;
  readonly lease: number;
  /** When operations were last delayed, by id. */
  readonly delayed: Readonly<Record<string, number>>;
}

export interface Handled {
  /** The last change that was taken into account. */
  readonly change: number;
  /** In how many milliseconds the planning is looked at again even without a change; null: not at all. */
  readonly againInMs: number | null;
  readonly delayed: Readonly<Record<string, number>>;
  readonly decided: readonly (Decision & { readonly id: string })[];
  readonly proposed: readonly NewRepair[];
  /** Applied repairs that a person reverted, with what to keep as their reason. */
  readonly undone: readonly { readonly id: string; readonly reason: string }[];
}

export interface RepairFilter {
  readonly state?: RepairState | undefined;
  /** Proposed or decided at or after this time. */
  readonly since?: number | undefined;
  /** Id of the last repair on the previous page. */
  readonly before?: string | null;
  readonly limit: number;
}

/** Repairs and the work on them. Whatever changes a repair signals it. */
export interface Repairs {
  get(id: string): Promise<Repair | undefined>;
  /** Newest first. */
  list(planning: PlanningRef, filter: RepairFilter): Promise<Repair[]>;
  /** Locks the row in the transaction that decides on the repair. Undefined if it is gone. */
  lock(sql: TransactionSql, id: string): Promise<Repair | undefined>;
  /** Decides on a repair that is open; returns whether it was. */
  decide(id: string, decision: Decision, sql?: TransactionSql): Promise<boolean>;
  /** Keys of the plannings that are worked on. */
  watched(): Promise<number[]>;
  /** Adds the plannings whose policy is on and that are not worked on yet. */
  watchAll(): Promise<void>;
  /** Makes the planning due, and adds it if it is not worked on yet; in the caller's transaction, if given. */
  wake(planning: PlanningRef, sql?: TransactionSql): Promise<void>;
  /** Claims, of the plannings that are due, the one that was claimed longest ago, for `leaseMs`; undefined if none is. */
  claim(leaseMs: number): Promise<RepairWork | undefined>;
  /** Stores the outcome and releases the planning, in one transaction. False if another node has taken it over: then nothing is stored. */
  finish(work: RepairWork, handled: Handled): Promise<boolean>;
  /** Whether all changes of a planning have been handled and nothing about it is under way; true if its policy is off. */
  hasHandledAll(planning: PlanningRef): Promise<boolean>;
  /** Forgets a planning whose policy is off. */
  unwatch(work: RepairWork): Promise<void>;
  /** Number of plannings whose standing repair paused. */
  paused(): Promise<number>;
  /** Deletes decided repairs that were proposed before a time; returns how many. */
  prune(before: number): Promise<number>;
}
