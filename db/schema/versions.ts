import { boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { int8 } from './int8.ts';
import type { AssignmentPart, Json, JsonObject, TaskRole, TimesSource, WorkspaceState } from './values.ts';

const ids = (name: string) => jsonb(name).$type<readonly string[]>().notNull();
const metadata = () => jsonb('metadata').$type<Json>();

/**
 * The columns of every version row. A row is written once; only `toChange` and `validTo` are set later, when a successor replaces it. It is alive at
 * change n if fromChange ≤ n < toChange (null: still alive).
 */
const version = () => ({
  planning: integer('planning').notNull(),
  /** `workspace_keys.key`; 0 = mainline. */
  workspace: integer('workspace').notNull(),
  id: text('id').notNull(),
  versionId: uuid('version_id').notNull(),
  baseVersion: uuid('base_version'),
  fromChange: int8('from_change').notNull(),
  toChange: int8('to_change'),
  tombstone: boolean('tombstone').notNull(),
  /** Only in a workspace: the draft's row was dropped, and the mainline's shows through again. */
  released: boolean('released').notNull(),
  validFrom: int8('valid_from').notNull(),
  validTo: int8('valid_to'),
  createdAt: int8('created_at').notNull(),
});

export const planningVersions = pgTable('planning_versions', {
  ...version(),
  name: text('name').notNull(),
  description: text('description'),
  timezone: text('timezone').notNull(),
  weights: jsonb('weights').$type<JsonObject>().notNull(),
  minimumStaySeconds: integer('minimum_stay_seconds').notNull(),
  metadata: metadata(),
  /** What the standing repair may do; null: it was never set, and is off. */
  repairPolicy: jsonb('repair_policy').$type<JsonObject>(),
});

export const locations = pgTable('locations', {
  ...version(),
  name: text('name').notNull(),
  externalId: text('external_id'),
  ordering: doublePrecision('ordering'),
  parent: text('parent'),
  metadata: metadata(),
});

export const resources = pgTable('resources', {
  ...version(),
  name: text('name').notNull(),
  externalId: text('external_id'),
  ordering: doublePrecision('ordering'),
  adjacent: ids('adjacent'),
  tags: ids('tags'),
  location: text('location').notNull(),
  parent: text('parent'),
  metadata: metadata(),
});

export const tags = pgTable('tags', {
  ...version(),
  category: text('category').notNull(),
  value: text('value').notNull(),
  required: boolean('required').notNull(),
  color: text('color'),
});

export const rules = pgTable('rules', {
  ...version(),
  name: text('name').notNull(),
  kind: text('kind').notNull(),
  enabled: boolean('enabled').notNull(),
  hard: boolean('hard').notNull(),
  weight: doublePrecision('weight').notNull(),
  operationTags: ids('operation_tags'),
  resourceTags: ids('resource_tags'),
  parameters: jsonb('parameters').$type<JsonObject>().notNull(),
});

export const operationGroups = pgTable('operation_groups', {
  ...version(),
  name: text('name'),
  externalId: text('external_id'),
  metadata: metadata(),
});

export const operations = pgTable('operations', {
  ...version(),
  externalId: text('external_id'),
  description: text('description'),
  metadata: metadata(),
  isBlocker: boolean('is_blocker').notNull(),
  isFixedToResource: boolean('is_fixed_to_resource').notNull(),
  group: text('group_id'),
  tags: ids('tags'),
  // Derived from the operation's tasks, so that each listing by a time window is one indexed query; null if a task is missing.
  scheduledIn: int8('scheduled_in'),
  scheduledOut: int8('scheduled_out'),
  expectedIn: int8('expected_in'),
  expectedOut: int8('expected_out'),
  p10In: int8('p10_in'),
  p90Out: int8('p90_out'),
  p05In: int8('p05_in'),
  p95Out: int8('p95_out'),
  /** The earliest and the latest of the eight, in seconds, clamped to 34 bits. Rows that the index finds are rechecked. */
  windowFrom: int8('window_from'),
  windowTo: int8('window_to'),
});

export const tasks = pgTable('tasks', {
  ...version(),
  operation: text('operation'),
  role: text('role').$type<TaskRole>(),
  externalId: text('external_id'),
  taskName: text('task_name').notNull(),
  scheduledTime: int8('scheduled_time').notNull(),
  expectedTime: int8('expected_time').notNull(),
  expectedTimeP05: int8('expected_time_p05'),
  expectedTimeP10: int8('expected_time_p10'),
  expectedTimeP90: int8('expected_time_p90'),
  expectedTimeP95: int8('expected_time_p95'),
  expectedTimesSource: text('expected_times_source').$type<TimesSource>().notNull(),
  actualTime: int8('actual_time'),
  sigma: doublePrecision('sigma'),
  skewFactor: doublePrecision('skew_factor'),
  distributionMean: int8('distribution_mean'),
  imposedDelayInSeconds: int8('imposed_delay_in_seconds').notNull(),
  tags: ids('tags'),
  isMock: boolean('is_mock').notNull(),
  metadata: metadata(),
});

export const assignments = pgTable('assignments', {
  ...version(),
  operation: text('operation').notNull(),
  parts: jsonb('parts').$type<readonly AssignmentPart[]>().notNull(),
  metadata: metadata(),
  assignedAt: int8('assigned_at').notNull(),
  assignedBy: text('assigned_by'),
});

export const workspaces = pgTable('workspaces', {
  ...version(),
  name: text('name').notNull(),
  description: text('description'),
  state: text('state').$type<WorkspaceState>().notNull(),
  baseChange: int8('base_change').notNull(),
  publishedChange: int8('published_change'),
  createdBy: text('created_by'),
});

/** The version table of each kind. */
export const VERSION_TABLES = {
  planning: planningVersions,
  location: locations,
  resource: resources,
  tag: tags,
  rule: rules,
  group: operationGroups,
  operation: operations,
  task: tasks,
  assignment: assignments,
  workspace: workspaces,
} as const;

/** The columns that every version row has besides its kind's fields, as they are read. */
export interface VersionMeta {
  readonly planning: number;
  readonly workspace: number;
  readonly id: string;
  readonly versionId: string;
  readonly baseVersion: string | null;
  readonly fromChange: number;
  readonly toChange: number | null;
  readonly tombstone: boolean;
  readonly released: boolean;
  readonly validFrom: number;
  readonly validTo: number | null;
  readonly createdAt: number;
}

/** Columns of operations that are not part of any record. */
export const WINDOW_COLUMNS = [
  'scheduledIn',
  'scheduledOut',
  'expectedIn',
  'expectedOut',
  'p10In',
  'p90Out',
  'p05In',
  'p95Out',
  'windowFrom',
  'windowTo',
] as const;
export type Windows = Record<(typeof WINDOW_COLUMNS)[number], number | null>;
