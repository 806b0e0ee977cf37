import type { TransactionSql } from '../connection/database.ts';
import type { Fields, JsonObject, Kind, Version } from './entities.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';

export type ChangeSource = 'api' | 'upload' | 'solver' | 'resolution' | 'agent' | 'publish' | 'revert' | 'repair';

/**
 * The desired content of one entity. `fields: null` deletes it (deactivates, for an assignment). A write that changes nothing is dropped. A new
 * assignment replaces the operation's current one, which is deactivated. Operations' derived window columns, and the operation versions that writing
 * a task requires, are added by the store.
 */
export type EntityWrite = { [K in Kind]: WriteOf<K> }[Kind];

export interface WriteOf<K extends Kind> {
  readonly entity: K;
  readonly id: string;
  readonly fields: Fields[K] | null;
  /** Allows an id that exists in this planning although the state does not show it (revert, publish, rebase). Otherwise, such an id is `id_taken`. */
  readonly reuse?: boolean;
  /** When a restored entity was first created, in epoch milliseconds. Default: the time of the write. */
  readonly createdAt?: number;
  /** Only in a workspace: sets `base` to this mainline version (rebase); a changed base counts as a difference. */
  readonly base?: string | null;
  /** The operation of an assignment that the state may not show (a tombstone, or one whose operation was deleted). */
  readonly operation?: string;
  /** Only in a workspace: drops the workspace's row, so that the mainline's shows through again. `fields` is ignored. */
  readonly release?: boolean;
}

/** The compiler does not see that a `WriteOf<K>` is a member of the union; this is the only place that has to say so. */
export const asWrite = <K extends Kind>(write: WriteOf<K>): EntityWrite => write as EntityWrite;

export const isWriteOf = <K extends Kind>(kind: K, write: EntityWrite): write is EntityWrite & WriteOf<K> =>
  write.entity === kind;

/** What a writer gets inside its transaction. It must await nothing but its own `sql` there. */
export interface WriteContext {
  /** For statements that the decision needs. Using it forces one long transaction; put writes that merely accompany the changeset into `also`. */
  readonly sql: TransactionSql;
  /** The same connection, for reads only. */
  readonly reading: TransactionSql;
  /** The number of this changeset, if anything is written. */
  readonly change: number;
  /** Its id in the API. */
  readonly changeset: string;
  /** Its time by the database's clock, never before the previous change's; epoch milliseconds. */
  readonly at: number;
  /** Another layer of the same planning, before this change: a workspace, or the mainline (null). */
  readonly state: (workspace: string | null) => Promise<PlanningState>;
}

/** The context of a preview, which has no transaction. */
export type PreviewContext = Omit<WriteContext, 'sql' | 'reading'>;

/** The context of a writer that decides on the state alone. */
export type EditContext = Pick<WriteContext, 'change' | 'changeset' | 'at'>;

export interface WriteTarget {
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  readonly source: ChangeSource;
  /** User id; null for none. */
  readonly author: string | null;
  readonly message: string | null;
  /** Stored with the changeset, such as `{ reverts: id }` or `{ publishes: id }`. */
  readonly details?: JsonObject;
}

/** What a writer decides: the writes, and a result to return. */
export interface Written<T> {
  readonly writes: readonly EntityWrite[];
  readonly result: T;
  /** What else is written in the same transaction. It may run twice, but takes effect once. */
  readonly also?: (sql: TransactionSql) => Promise<void>;
  /** Replaces the target's message, if it is known only inside the transaction. */
  readonly message?: string | null;
  readonly details?: JsonObject;
}

export interface WriteOutcome<T> {
  readonly result: T;
  /** Null if nothing differed; no change number was drawn then. */
  readonly changeset: Changeset | null;
  readonly diffs: readonly Diff[];
  /** The state after the write; render the response from it. */
  readonly state: PlanningState;
}

/** The outcome of a hypothetical write. Its versions and change number exist nowhere else, so do not cache anything by them. */
export interface Preview<T> {
  readonly result: T;
  /** Empty if nothing differs. */
  readonly diffs: readonly Diff[];
  readonly counts: Counts;
  /** Ids of new entities that are already in use in the organization, for which the write would be refused (`id_taken`). */
  readonly taken: readonly { readonly kind: Kind; readonly id: string }[];
  /** The current state, and the state after the write. */
  readonly before: PlanningState;
  readonly state: PlanningState;
}

export type DiffAction = 'created' | 'updated' | 'deleted';

export interface Diff<K extends Kind = Kind> {
  readonly entity: K;
  readonly id: string;
  readonly action: DiffAction;
  readonly before: Version<K> | null;
  readonly after: Version<K> | null;
  /** Names of the fields that differ; all fields for created and deleted. */
  readonly changed: readonly string[];
}

export const isDiffOf = <K extends Kind>(diff: Diff, kind: K): diff is Diff<K> => diff.entity === kind;

export type Counts = {
  readonly [K in Kind]?: { readonly created: number; readonly updated: number; readonly deleted: number };
};

export interface Changeset {
  /** Id in the API, UUIDv7. */
  readonly id: string;
  readonly change: number;
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  readonly at: number;
  readonly source: ChangeSource;
  readonly author: string | null;
  readonly message: string | null;
  readonly details: JsonObject;
  readonly counts: Counts;
}

/** Reads a layer of a planning (null is the mainline) at one change. Throws `change_not_found` if that is no longer stored. */
export type LayerAt = (workspace: string | null) => Promise<PlanningState>;

/** A changeset and its diffs. */
export interface CommittedChange {
  readonly changeset: Changeset;
  /** Null if they are not cached; read them with `diff`. */
  readonly diffs: readonly Diff[] | null;
  /** The planning just before and just after. A workspace that did not exist yet reads as the mainline. */
  readonly before: LayerAt;
  readonly after: LayerAt;
}

/** What was committed after a change. */
export interface News {
  /** Number of the latest change. */
  readonly head: number;
  /** Oldest first, without a gap. The last one is the head's, unless there are more than the limit. */
  readonly changes: readonly CommittedChange[];
  /** The state of a layer at `head`. */
  state(workspace: string | null): Promise<PlanningState>;
}

export type RangeField = 'expectedTime95Interval' | 'expectedTime90Interval' | 'expectedTime' | 'scheduledTime';

export interface StatePoint {
  readonly planning: PlanningRef;
  /** Default: null, the mainline. */
  readonly workspace?: string | null;
  /** Default: the head. Throws `change_not_found` if it is beyond the head or below 0. */
  readonly change?: number;
}

export interface AssignmentFilter {
  readonly operation?: string | undefined;
  readonly id?: string | undefined;
}

export interface EndedAssignment {
  /** Its last version. */
  readonly version: Version<'assignment'>;
  /** Epoch milliseconds. */
  readonly endedAt: number;
  /** The workspace in which it was deactivated or replaced; null for the mainline. */
  readonly workspace: string | null;
}

export type Located =
  | { readonly found: 'one'; readonly planning: PlanningRef }
  | { readonly found: 'none' }
  /** Ids of the organizations in which the id exists. */
  | { readonly found: 'ambiguous'; readonly organizations: readonly string[] };

export interface NewPlanning {
  readonly id: string;
  /** Organization id. */
  readonly organization: string;
  readonly fields: Fields['planning'];
  readonly author: string | null;
  readonly source?: ChangeSource;
  readonly message?: string | null;
  /** Written in the same changeset, as by an import. */
  readonly writes?: readonly EntityWrite[];
  /** What else is written in the same transaction. It may run twice, but takes effect once. */
  readonly also?: (sql: TransactionSql, outcome: WriteOutcome<PlanningRef>) => Promise<void>;
}

/** Filters for changesets; all given ones must match. */
export interface ChangesetFilter {
  /** Epoch milliseconds; `from` is inclusive, `to` exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** User id. */
  readonly author?: string | undefined;
  readonly source?: ChangeSource | undefined;
  /** Operation id: matches changesets that wrote the operation, one of its tasks, or its assignment. */
  readonly operation?: string | undefined;
}

/** The state of a layer at a point in time. */
export interface StateInTime {
  /** The requested time, in epoch milliseconds. */
  readonly at: number;
  /** The last changeset that the layer shows at that time. */
  readonly changeset: { readonly id: string; readonly change: number; readonly at: number };
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Pass it as `before` for the next page; null on the last page. */
  readonly next: number | null;
}

export interface Store {
  /** The current change number, read from the database. Throws planning_not_found. */
  head(planning: PlanningRef): Promise<number>;
  /** Reads a state. Always checks the head in the database; a cached state is used only if it matches. */
  state(point: StatePoint): Promise<PlanningState>;

  /**
   * Writes one changeset in one transaction: locks the planning, brings the state to the head, calls `fn`, writes what differs, and signals. `fn` may
   * be called for a state that another write just made; it must have no side effects except through its `sql`.
   */
  write<T>(
    target: WriteTarget,
    fn: (state: PlanningState, context: WriteContext) => Written<T> | Promise<Written<T>>,
  ): Promise<WriteOutcome<T>>;
  /**
   * Like `write`, for a writer that decides on the state alone: takes one statement and no lock if the cached state is the head, which the database
   * confirms. Therefore `fn` may be called more than once.
   */
  edit<T>(
    target: WriteTarget,
    fn: (state: PlanningState, context: EditContext) => Written<T> | Promise<Written<T>>,
  ): Promise<WriteOutcome<T>>;
  /** Like `edit`, for several plannings: one changeset each, in one transaction. Results are in the given order. */
  editAll<T>(
    targets: readonly WriteTarget[],
    fn: (
      states: readonly PlanningState[],
      contexts: readonly EditContext[],
    ) => readonly Written<T>[] | Promise<readonly Written<T>[]>,
  ): Promise<WriteOutcome<T>[]>;

  /** Decides what `write` would do now, on the head and by the same code, without writing or signaling. Draws no change number and takes no lock. */
  preview<T>(
    target: Pick<WriteTarget, 'planning' | 'workspace'>,
    fn: (state: PlanningState, context: PreviewContext) => Written<T> | Promise<Written<T>>,
  ): Promise<Preview<T>>;

  /** Creates a planning with its counter and first changeset. Throws `id_taken` if any id is in use. */
  createPlanning(planning: NewPlanning): Promise<WriteOutcome<PlanningRef>>;
  /**
   * Deletes a planning and everything in it, including the rows of running optimization tasks, which fences their workers and ends them. `check` sees
   * the state that is deleted; nothing is deleted if it throws.
   */
  deletePlanning(planning: PlanningRef, check?: (state: PlanningState) => void): Promise<void>;
  /**
   * Deletes history that ended before a time (epoch ms), in every planning, and returns the number of rows. Earlier states then throw
   * `change_not_found`, and their changesets are gone; the latest change is kept.
   */
  forget(before: number): Promise<number>;
  plannings(organization: string): Promise<PlanningRef[]>;
  /** The planning that was written last, in any organization. */
  lastChanged(): Promise<PlanningRef | undefined>;

  /**
   * Finds the planning that has this entity among those of the organizations. Deleted entities and those of drafts are included, so check the state.
   * Uses the cache except for plannings, so on `planning_not_found`, call it again.
   */
  locate(organizations: readonly string[], kind: Kind, id: string): Promise<Located>;
  /** Those of the ids that are in use in the organization, including deleted entities. */
  taken(organization: string, kind: Kind, ids: readonly string[]): Promise<string[]>;

  /** Changesets of a workspace or the mainline, newest first. `before` is an exclusive change number. */
  changesets(
    planning: PlanningRef,
    page: { readonly workspace: string | null; readonly limit: number; readonly before?: number } & ChangesetFilter,
  ): Promise<Page<Changeset>>;
  /** The diffs of these changesets, by change number. */
  diffs(planning: PlanningRef, changesets: readonly Changeset[]): Promise<ReadonlyMap<number, readonly Diff[]>>;
  /**
   * The last changeset that the layer shows at each of these times (epoch ms, ascending); a draft also shows the mainline's. Times before all stored
   * history are left out.
   */
  changesAt(planning: PlanningRef, workspace: string | null, times: readonly number[]): Promise<StateInTime[]>;
  /**
   * Yields the states at past changes (ascending), each derived from the previous one, so that many cost little more than one. Each comes with the
   * mainline's state at the same change.
   */
  statesAt(
    planning: PlanningRef,
    workspace: string | null,
    changes: readonly number[],
  ): AsyncIterable<{ readonly state: PlanningState; readonly mainline: PlanningState }>;
  /** Finds a changeset by its id in the API; undefined if this planning has none. */
  changeset(planning: PlanningRef, id: string): Promise<Changeset | undefined>;
  /** Changesets of the mainline and all drafts, oldest first; `after` is exclusive. */
  changesetsAfter(planning: PlanningRef, after: number, limit: number): Promise<Changeset[]>;
  /**
   * Changes of the mainline and drafts after this number, about `limit` of them, for events. If this process wrote or read them recently, this only
   * reads the head.
   */
  news(planning: PlanningRef, after: number, limit: number): Promise<News>;
  /** The diffs of a change. Throws change_not_found. */
  diff(planning: PlanningRef, change: number): Promise<Diff[]>;

  /** Versions of an operation's tasks, oldest first, without tombstones. In a draft: the mainline's up to the base, then its own. */
  taskHistory(planning: PlanningRef, workspace: string | null, operation: string): Promise<Version<'task'>[]>;
  /** Every version of an entity in one layer, oldest first, with tombstones. Finds assignments by their own id. */
  history<K extends Kind>(planning: PlanningRef, workspace: string | null, kind: K, id: string): Promise<Version<K>[]>;
  /**
   * The last versions of an operation that the mainline deleted, of its tasks and of its assignment, just before; none if it is not deleted. They are stored for as
   * long as an open draft has the operation.
   */
  beforeDeletion(planning: PlanningRef, operation: string): Promise<Version[]>;
  /** Versions by their versionIds, such as the bases of drafts. `key` is the entity's id, or an assignment's operation. */
  versions<K extends Kind>(
    planning: PlanningRef,
    kind: K,
    wanted: readonly { readonly key: string; readonly versionId: string }[],
  ): Promise<Version<K>[]>;
  /** Assignments that have ended, the latest first. */
  inactiveAssignments(point: StatePoint, filter: AssignmentFilter): Promise<EndedAssignment[]>;
  /** The first version of each operation's tasks, ordered by operation id and role; for `version=first`. */
  firstTasks(
    planning: PlanningRef,
    workspace: string | null,
    operations: readonly string[],
  ): Promise<Version<'task'>[]>;

  /**
   * Ids of the operations whose `rangeField` window overlaps [from, to] (epoch ms, both inclusive), ordered by id. Uses an index at any change,
   * without building a state.
   */
  operationsInWindow(
    point: StatePoint,
    window: { readonly rangeField: RangeField; readonly from: number; readonly to: number },
  ): Promise<string[]>;
  /** The operations of a state of this store that the window selects, in no particular order. */
  operationsIn(
    state: PlanningState,
    window: { readonly rangeField: RangeField; readonly from: number; readonly to: number },
  ): Promise<Version<'operation'>[]>;
}
