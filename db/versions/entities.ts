import type { PgTable } from 'drizzle-orm/pg-core';
import type { VERSION_TABLES, VersionMeta, Windows } from '../schema/versions.ts';

export type { AssignmentPart, Json, JsonObject, TaskRole, WorkspaceState } from '../schema/values.ts';

/**
 * Everything a planner can edit, as the store keeps it. Times are epoch milliseconds (UTC), ids are wire ids.
 * Nothing here is derived: what can be computed from other records (windows, names, tagsDetails) is not a field.
 */

/** A table's columns but for those that every version row has, and those of operations that are derived. */
type FieldsOf<T extends PgTable> = {
  readonly [K in Exclude<keyof T['$inferSelect'], keyof VersionMeta | keyof Windows>]: T['$inferSelect'][K];
};

/** Each entity's fields, as `db/schema/versions.ts` has them. */
export type Fields = { readonly [K in keyof typeof VERSION_TABLES]: FieldsOf<(typeof VERSION_TABLES)[K]> };
export type PlanningFields = Fields['planning'];
export type LocationFields = Fields['location'];
export type ResourceFields = Fields['resource'];
export type TagFields = Fields['tag'];
export type RuleFields = Fields['rule'];
export type OperationFields = Fields['operation'];
export type TaskFields = Fields['task'];
export type AssignmentFields = Fields['assignment'];

export type Kind = keyof Fields;

/** Order matters to nobody but `Changeset.kinds`, whose bits are positions here: append only. */
export const KINDS = [
  'planning',
  'location',
  'resource',
  'tag',
  'rule',
  'group',
  'operation',
  'task',
  'assignment',
  'workspace',
] as const satisfies readonly Kind[];

/** One version of one entity. Immutable; the same object is shared by every state in which it is current. */
export interface Version<K extends Kind = Kind> {
  readonly kind: K;
  readonly id: string;
  /** UUIDv7; the record's ETag. */
  readonly versionId: string;
  /** Workspace id whose row this is; null = mainline. */
  readonly workspace: string | null;
  /** Change number that began it. */
  readonly change: number;
  /** In a workspace: the mainline version that it branched from; null = made in the workspace, or a mainline row. */
  readonly base: string | null;
  readonly tombstone: boolean;
  readonly validFrom: number;
  /** Null while current. Only history reads fill it in: rows of a state always have null. */
  readonly validTo: number | null;
  /** When the id first appeared. */
  readonly createdAt: number;
  readonly fields: Fields[K];
}
