import type { TransactionSql } from '../connection/database.ts';
import type { Fields, JsonObject, Kind, Version } from './entities.ts';
import type { PlanningRef, PlanningState } from './planningState.ts';

export type ChangeSource = 'api' | 'upload' | 'solver' | 'resolution' | 'agent' | 'publish' | 'revert';

/**
 * One entity as it shall be. `fields: null` deletes (deactivates, for an assignment). A write equal to what is there is dropped.
 * Assignments: whatever the operation had is replaced; a new `id` deactivates the old one and activates this one.
 * Operations' derived window columns, and the operation versions that task writes entail, are the store's own business.
 */
export type EntityWrite = { [K in Kind]: WriteOf<K> }[Kind];

export interface WriteOf<K extends Kind> {
  readonly entity: K;
  readonly id: string;
  readonly fields: Fields[K] | null;
  /** The id may exist in this planning already though the state does not show it (revert, publish, rebase). Default: `id_taken`. */
  readonly reuse?: boolean;
  /** Of what comes back: when it was first created, epoch ms. The write's own time when absent. */
  readonly createdAt?: number;
  /** In a workspace: sets `base` to this mainline version (rebase), and counts as a difference when it moves. */
  readonly base?: string | null;
  /** Of an assignment that the state may not show (a tombstone's, one whose operation is gone): its operation. */
  readonly operation?: string;
  /** In a workspace: drop the workspace's row, so that the mainline shows through again. `fields` is ignored. */
  readonly release?: boolean;
}

/** What a writer knows inside its transaction. Await nothing but its own `sql` there. */
export interface WriteContext {
  /** For what the decision needs; what only has to be written with it is `also`, since whoever uses this writes in one long transaction. */
  readonly sql: TransactionSql;
  /** The same, for what is only read. */
  readonly reading: TransactionSql;
  /** The number that this changeset will have when anything is written. */
  readonly change: number;
  /** Its wire id. */
  readonly changeset: string;
  /** Its time (database clock, never before the previous change's), epoch ms. */
  readonly at: number;
  /** Another layer of the same planning, as it is before this change: of a workspace, or of the mainline (null). */
  readonly state: (workspace: string | null) => Promise<PlanningState>;
}

/** What is known to one that only previews: there is no transaction. */
export type PreviewContext = Omit<WriteContext, 'sql' | 'reading'>;

/** What a writer knows that decides on the state alone. */
export type EditContext = Pick<WriteContext, 'change' | 'changeset' | 'at'>;

export interface WriteTarget {
  readonly planning: PlanningRef;
  readonly workspace: string | null;
  readonly source: ChangeSource;
  /** User id or null. */
  readonly author: string | null;
  readonly message: string | null;
  /** Kept with the changeset, for whoever wrote it: `{ reverts: id }`, `{ publishes: id }`, … */
  readonly details?: JsonObject;
}

/** What the writer answers: the writes, and anything it wants handed back. */
export interface Written<T> {
  readonly writes: readonly EntityWrite[];
  readonly result: T;
  /** What else is written in the same transaction. May run twice, and is kept once. */
  readonly also?: (sql: TransactionSql) => Promise<void>;
  /** Replaces the target's, for what is only known inside. */
  readonly message?: string | null;
  readonly details?: JsonObject;
}

export interface WriteOutcome<T> {
  readonly result: T;
  /** Null when nothing differed: then no change number was drawn. */
  readonly changeset: Changeset | null;
  readonly diffs: readonly Diff[];
  /** The state just after: read your answer from here. */
  readonly state: PlanningState;
}

/** What a write would have led to. Versions in it, and the state's change, are nowhere else: keep nothing by their ids and numbers. */
export interface Preview<T> {
  readonly result: T;
  /** Empty when nothing differs. */
  readonly diffs: readonly Diff[];
  readonly counts: Counts;
  /** Ids of new entities that are in use in the organization: because of them the write would be refused (`id_taken`). */
  readonly taken: readonly { readonly kind: Kind; readonly id: string }[];
  /** The state as it is, and as it would be. */
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
  /** Names of the fields that differ; all of them for created and deleted. */
  readonly changed: readonly string[];
}

export type Counts = {
  readonly [K in Kind]?: { readonly created: number; readonly updated: number; readonly deleted: number };
};

export interface Changeset {
  /** Wire id, UUIDv7. */
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

/** A planning's layer (null: the mainline) at one change. Throws `change_not_found` when that is kept no longer. */
export type LayerAt = (workspace: string | null) => Promise<PlanningState>;

/** A changeset and what it did. */
export interface CommittedChange {
  readonly changeset: Changeset;
  /** Null: not known here; `diff` reads it. */
  readonly diffs: readonly Diff[] | null;
  /** The planning just before it and just after. A workspace that did not exist yet reads as the mainline. */
  readonly before: LayerAt;
  readonly after: LayerAt;
}

/** What was committed after some change. */
export interface News {
  /** Number of the latest change. */
  readonly head: number;
  /** Oldest first, without a gap. The last one is the head's, unless there are more than were asked for. */
  readonly changes: readonly CommittedChange[];
  /** The layer at `head`. */
  state(workspace: string | null): Promise<PlanningState>;
}

export type RangeField = 'expectedTime95Interval' | 'expectedTime90Interval' | 'expectedTime' | 'scheduledTime';

export interface StatePoint {
  readonly planning: PlanningRef;
  /** Default null: mainline. */
  readonly workspace?: string | null;
  /** Default: the head. Beyond it, or below 0: `change_not_found`. */
  readonly change?: number;
}

export interface AssignmentFilter {
  readonly operation?: string | undefined;
  readonly id?: string | undefined;
}

export interface EndedAssignment {
  /** As it was last. */
  readonly version: Version<'assignment'>;
  /** Epoch ms. */
  readonly endedAt: number;
  /** Where it ended: deactivated or replaced. */
  readonly workspace: string | null;
}

export type Located =
  | { readonly found: 'one'; readonly planning: PlanningRef }
  | { readonly found: 'none' }
  /** Organization ids in which the id exists. */
  | { readonly found: 'ambiguous'; readonly organizations: readonly string[] };

export interface NewPlanning {
  readonly id: string;
  /** Organization id. */
  readonly organization: string;
  readonly fields: Fields['planning'];
  readonly author: string | null;
  readonly source?: ChangeSource;
  readonly message?: string | null;
  /** Written in the same first changeset (import). */
  readonly writes?: readonly EntityWrite[];
  /** What else is written in the same transaction. May run twice, and is kept once. */
  readonly also?: (sql: TransactionSql, outcome: WriteOutcome<PlanningRef>) => Promise<void>;
}

/** Which changesets to list; all of what is given must hold. */
export interface ChangesetFilter {
  /** Epoch ms: from `from` on, before `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** User id. */
  readonly author?: string | undefined;
  readonly source?: ChangeSource | undefined;
  /** Operation id: those that wrote it, a task of it, or its assignment. */
  readonly operation?: string | undefined;
}

/** The state of a layer at a point in time. */
export interface StateInTime {
  /** The time asked for, epoch ms. */
  readonly at: number;
  /** The last changeset that the layer shows then. */
  readonly changeset: { readonly id: string; readonly change: number; readonly at: number };
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Pass as `before` to go on; null at the end. */
  readonly next: number | null;
}

export interface Store {
  /** Current change number, from the database. Throws planning_not_found. */
  head(planning: PlanningRef): Promise<number>;
  /** Always checks the head in the database; serves what is cached only when it matches. */
  state(point: StatePoint): Promise<PlanningState>;

  /**
   * One changeset in one transaction: locks the planning, brings the state to the head, calls `fn`, writes what differs, signals.
   * `fn` may be called for a state that another write just made; it must not have side effects outside its `sql`.
   */
  write<T>(
    target: WriteTarget,
    fn: (state: PlanningState, context: WriteContext) => Written<T> | Promise<Written<T>>,
  ): Promise<WriteOutcome<T>>;
  /**
   * The same for one that decides on the state alone: one statement and no lock when what is cached is the head, as the database confirms. So
   * `fn` may be called more than once.
   */
  edit<T>(
    target: WriteTarget,
    fn: (state: PlanningState, context: EditContext) => Written<T> | Promise<Written<T>>,
  ): Promise<WriteOutcome<T>>;
  /** The same over several plannings: one changeset each, one transaction. Answers in the order given. */
  editAll<T>(
    targets: readonly WriteTarget[],
    fn: (
      states: readonly PlanningState[],
      contexts: readonly EditContext[],
    ) => readonly Written<T>[] | Promise<readonly Written<T>[]>,
  ): Promise<WriteOutcome<T>[]>;

  /**
   * What `write` would do now: decided on the head by the same code, and then neither written nor told; no change number is drawn and no lock
   * taken.
   */
  preview<T>(
    target: Pick<WriteTarget, 'planning' | 'workspace'>,
    fn: (state: PlanningState, context: PreviewContext) => Written<T> | Promise<Written<T>>,
  ): Promise<Preview<T>>;

  /** Creates planning, counter and first changeset. `id_taken` when any id is. */
  createPlanning(planning: NewPlanning): Promise<WriteOutcome<PlanningRef>>;
  /** Everything under it. The rows of running optimization tasks go too, which fences late workers. */
  deletePlanning(planning: PlanningRef): Promise<void>;
  /**
   * Deletes history that was over before a time (epoch ms), in every planning; answers how many rows. States before it throw `change_not_found` from
   * then on, its changesets are gone, the latest stays.
   */
  forget(before: number): Promise<number>;
  plannings(organization: string): Promise<PlanningRef[]>;
  /** Of all organizations' the one that was written last. */
  lastChanged(): Promise<PlanningRef | undefined>;

  /**
   * Which planning, among those of the organizations, has this entity (deleted and draft ones included: look in its state). What is cached
   * answers for all but plannings: when the next look finds `planning_not_found`, ask again.
   */
  locate(organizations: readonly string[], kind: Kind, id: string): Promise<Located>;
  /** Which of these ids are in use in the organization (deleted ones included). */
  taken(organization: string, kind: Kind, ids: readonly string[]): Promise<string[]>;

  /** Newest first; of the workspace or the mainline. `before`: change number, exclusive. */
  changesets(
    planning: PlanningRef,
    page: { readonly workspace: string | null; readonly limit: number; readonly before?: number } & ChangesetFilter,
  ): Promise<Page<Changeset>>;
  /** What each of these did, by change number. */
  diffs(planning: PlanningRef, changesets: readonly Changeset[]): Promise<ReadonlyMap<number, readonly Diff[]>>;
  /**
   * What the layer showed last at each of these times (epoch ms, ascending), a draft's mainline included. Times before everything that is kept are
   * left out.
   */
  changesAt(planning: PlanningRef, workspace: string | null, times: readonly number[]): Promise<StateInTime[]>;
  /**
   * States of past changes (ascending) one after another, each made of the one before by what was written between: many cost little more than one.
   * Each comes with the mainline's of the same change.
   */
  statesAt(
    planning: PlanningRef,
    workspace: string | null,
    changes: readonly number[],
  ): AsyncIterable<{ readonly state: PlanningState; readonly mainline: PlanningState }>;
  /** By wire id; undefined when this planning has none such. */
  changeset(planning: PlanningRef, id: string): Promise<Changeset | undefined>;
  /** Oldest first, mainline and drafts together, `after` exclusive. */
  changesetsAfter(planning: PlanningRef, after: number, limit: number): Promise<Changeset[]>;
  /**
   * Changes of mainline and drafts after this number, about `limit` of them: what events tell. What this process wrote or has taken in lately
   * costs one look at the head.
   */
  news(planning: PlanningRef, after: number, limit: number): Promise<News>;
  /** What a change ended against what it began. */
  diff(planning: PlanningRef, change: number): Promise<Diff[]>;

  /** Versions of an operation's tasks, oldest first. In a draft: the mainline's up to the base, then its own. Tombstones excluded. */
  taskHistory(planning: PlanningRef, workspace: string | null, operation: string): Promise<Version<'task'>[]>;
  /** Every version of one entity in one layer, oldest first, tombstones included. Assignments by their own id. */
  history<K extends Kind>(planning: PlanningRef, workspace: string | null, kind: K, id: string): Promise<Version<K>[]>;
  /** Versions by their versionIds, whatever their age (drafts' bases). `key`: the entity's id, an assignment's operation. */
  versions<K extends Kind>(
    planning: PlanningRef,
    kind: K,
    wanted: readonly { readonly key: string; readonly versionId: string }[],
  ): Promise<Version<K>[]>;
  /** The assignments that are not active any more, the latest that ended first. */
  inactiveAssignments(point: StatePoint, filter: AssignmentFilter): Promise<EndedAssignment[]>;
  /** First task version of each operation, by operation id then role; for `version=first`. */
  firstTasks(
    planning: PlanningRef,
    workspace: string | null,
    operations: readonly string[],
  ): Promise<Version<'task'>[]>;

  /**
   * Operation ids whose `rangeField` window meets [from, to] (both ends included, as specified), epoch ms, ordered by id.
   * Reads by index, at any change, without building a state.
   */
  operationsInWindow(
    point: StatePoint,
    window: { readonly rangeField: RangeField; readonly from: number; readonly to: number },
  ): Promise<string[]>;
  /** The same in a state that this store gave: its operations, in no order. */
  operationsIn(
    state: PlanningState,
    window: { readonly rangeField: RangeField; readonly from: number; readonly to: number },
  ): Promise<Version<'operation'>[]>;
}
