import type { Kind, TaskRole, Version } from './entities.ts';

/** A reference to a planning, which is looked up once by id and then passed on. */
export interface PlanningRef {
  readonly key: number;
  readonly id: string;
  /** Organization id. */
  readonly organization: string;
}

/** A draft's row, and the mainline's row below it. */
export interface DraftRow {
  /** The workspace's own row; may be a tombstone. */
  readonly draft: Version;
  /** The mainline's current row with that key; undefined if there is none or it was deleted. */
  readonly mainline: Version | undefined;
}

/**
 * The whole planning at one (workspace, change). Immutable and shared; the store ensures that callers get the current one. In a workspace, it is the
 * mainline at that change with the workspace's rows laid over it. Consecutive states share every `Version` object that did not change, so compare by
 * identity.
 */
export interface PlanningState {
  readonly planning: PlanningRef;
  /** Workspace id; null is the mainline. The state of a PUBLISHED workspace has its id and the mainline's content. */
  readonly workspace: string | null;
  /** Number of the change; numbered across the mainline and all drafts. */
  readonly change: number;

  /** The live version; undefined if there is none or it was deleted. Finds assignments by their own id. */
  get<K extends Kind>(kind: K, id: string): Version<K> | undefined;
  /** Like `get`, by the key: the id, but of an assignment its operation. */
  atKey<K extends Kind>(kind: K, key: string): Version<K> | undefined;
  /** The keys of all live versions in the order of lists; a generator that yields between pieces of work. After a change, it costs what appeared or disappeared. */
  ordering(kind: Kind): Generator<void, readonly string[]>;
  /** All live versions, in no reliable order. */
  all<K extends Kind>(kind: K): IterableIterator<Version<K>>;
  count(kind: Kind): number;
  /** The planning's own fields (weights, timezone, …). */
  readonly record: Version<'planning'>;

  assignmentOf(operation: string): Version<'assignment'> | undefined;
  /**
   * The operation's task with a role. If a draft linked its own task, and the mainline has since linked another one, the draft's task wins until it
   * is rebased. Of two tasks of the draft, the one written later wins, then the one with the larger id.
   */
  taskOf(operation: string, role: TaskRole): Version<'task'> | undefined;
  operationsOf(group: string): Version<'operation'>[];
  /** Assignments with a part on the resource. Takes one pass over all assignments. */
  assignmentsOn(resource: string): Version<'assignment'>[];

  /** The workspace's own rows, for diff, rebase and publish; empty on the mainline. */
  draftRows(): IterableIterator<DraftRow>;
  has(kind: Kind, id: string): boolean;
  /**
   * Keys of a kind (operations, for assignments) whose values may differ from an earlier state of the same planning and workspace; few if little was
   * written in between. A key may occur twice.
   */
  keysApart(kind: Kind, before: PlanningState): Iterable<string>;
}
