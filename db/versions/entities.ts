import type { PgTable } from 'drizzle-orm/pg-core';
import type { VERSION_TABLES, VersionMeta, Windows } from '../schema/versions.ts';

export type { AssignmentPart, Json, JsonObject, TaskRole, WorkspaceState } from '../schema/values.ts';

/**
 * Everything that a planner can edit, as the store keeps it. Times are epoch milliseconds (UTC); ids are the API's. Nothing is derived: what can be
 * computed from other records (windows, names, tagsDetails) is not a field.
 */

/** The columns of a table, except those that every version row has and the derived ones of operations. */
type FieldsOf<T extends PgTable> = {
  readonly [K in Exclude<keyof T['$inferSelect'], keyof VersionMeta | keyof Windows>]: T['$inferSelect'][K];
};

/** The fields of each entity, as defined in `db/schema/versions.ts`. */
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

/** The bits of `Changeset.kinds` are indices of this list, so only append to it. */
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

/** One version of one entity. Immutable; every state in which it is current shares the same object. */
interface VersionOf<K extends Kind> {
  readonly kind: K;
  readonly id: string;
  /** UUIDv7; also the record's ETag. */
  readonly versionId: string;
  /** Id of the workspace that the row belongs to; null for the mainline. */
  readonly workspace: string | null;
  /** Number of the change that began it. */
  readonly change: number;
  /** Only in a workspace: the mainline version from which it branched. Null if it was created in the workspace, and on the mainline. */
  readonly base: string | null;
  readonly tombstone: boolean;
  readonly validFrom: number;
  /** Null while current. Only history reads fill it in: versions in a state always have null. */
  readonly validTo: number | null;
  /** When the id was created, in epoch milliseconds. */
  readonly createdAt: number;
  readonly fields: Fields[K];
}

/** A version of the kind K. When K is several kinds, `kind` tells which one it is, and thereby which fields it has. */
export type Version<K extends Kind = Kind> = VersionOf<K> & { [P in Kind]: VersionOf<P> }[Kind];

/** The compiler does not see that a member of `VersionOf<K>` is one of the union's; this is the only place that has to say so. */
export const asVersion = <K extends Kind>(version: VersionOf<K>): Version<K> => version as Version<K>;

const isOfKind = <K extends Kind>(kind: K, version: Version): version is Version<K> => version.kind === kind;

/** The version, if it is one of the kind. */
export const ofKind = <K extends Kind>(kind: K, version: Version | undefined): Version<K> | undefined =>
  version !== undefined && isOfKind(kind, version) ? version : undefined;
