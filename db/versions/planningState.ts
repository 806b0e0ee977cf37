import type { Kind, TaskRole, Version } from './entities.ts';

/** A planning as every call names it: looked up once by id, passed on. */
export interface PlanningRef {
  readonly key: number;
  readonly id: string;
  /** Organization id. */
  readonly organization: string;
}

/** A draft row and what the mainline had below it. */
export interface DraftRow {
  /** The workspace's own row; may be a tombstone. */
  readonly draft: Version;
  /** What the mainline has for that key now; undefined when nothing, or deleted. */
  readonly mainline: Version | undefined;
}

/**
 * The whole planning at one (workspace, change). Immutable, shared, never stale by itself: the store hands out the right one.
 * In a workspace it is the mainline of that change with the workspace's rows laid over it.
 * Two states that follow each other share every `Version` object that did not change: compare by identity.
 */
export interface PlanningState {
  readonly planning: PlanningRef;
  /** Workspace id; null = mainline. A PUBLISHED workspace's state has the id, and the mainline's content. */
  readonly workspace: string | null;
  /** Change number of which this is the state; counts over mainline and drafts together. */
  readonly change: number;

  /** The live version, undefined when there is none or it is deleted. Assignments by their own id. */
  get<K extends Kind>(kind: K, id: string): Version<K> | undefined;
  /** Live versions, in no order that may be relied on. */
  all<K extends Kind>(kind: K): IterableIterator<Version<K>>;
  count(kind: Kind): number;
  /** The planning's own fields (weights, timezone, …) at this point. */
  readonly record: Version<'planning'>;

  assignmentOf(operation: string): Version<'assignment'> | undefined;
  /**
   * The task on a side. A draft whose own task was linked to a side that the mainline has linked to another since shows its own there until it is
   * rebased; of two of its own, the later written, then the larger id.
   */
  taskOf(operation: string, role: TaskRole): Version<'task'> | undefined;
  operationsOf(group: string): Version<'operation'>[];
  /** Assignments with a part on the resource; one pass over all assignments. */
  assignmentsOn(resource: string): Version<'assignment'>[];

  /** The workspace's own rows (empty on the mainline), for diff, rebase and publish. */
  draftRows(): IterableIterator<DraftRow>;
  has(kind: Kind, id: string): boolean;
  /**
   * Keys of a kind (assignments: their operations) under which an earlier state of the same planning and workspace may show something else: few,
   * where little was written in between. A key may come twice.
   */
  keysApart(kind: Kind, before: PlanningState): Iterable<string>;
}
