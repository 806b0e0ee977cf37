/** Makes what an import must not take over. */
export interface FreshValues {
  readonly secret: () => string;
}

export interface ArchivedTable {
  readonly table: string;
  /** Condition that selects the rows of one organization; `t` is the table, `$1` the organization's id. */
  readonly rows: string;
  /** Columns that refer to users. */
  readonly users?: readonly string[];
  /** Columns with an object, and its member that refers to a user. */
  readonly usersIn?: Readonly<Record<string, string>>;
  /** Columns with secrets, or of the node at work, which are not exported. */
  readonly without?: readonly string[];
  /** Columns whose values are replaced at the import, because the exported ones must not be used again. */
  readonly anew?: Readonly<Record<string, (fresh: FreshValues) => unknown>>;
}

const OF_PLANNINGS = 't.planning in (select key from plannings where organization = $1)';
const ofPlannings = (table: string, ...users: readonly string[]): ArchivedTable => ({
  table,
  rows: OF_PLANNINGS,
  users,
});

/** The archived tables, in the order in which they are written: referenced tables first. Users are written before them. */
export const ARCHIVED: readonly ArchivedTable[] = [
  { table: 'organizations', rows: 't.id = $1' },
  { table: 'members', rows: 't.organization = $1', users: ['user_id'] },
  { table: 'upload_mappings', rows: 't.organization = $1', users: ['created_by', 'updated_by'] },
  { table: 'plannings', rows: 't.organization = $1' },
  { table: 'identities', rows: 't.organization = $1' },
  ofPlannings('workspace_keys'),
  ofPlannings('changesets', 'author'),
  { ...ofPlannings('planning_versions'), usersIn: { repair_policy: 'author' } },
  ofPlannings('locations'),
  ofPlannings('resources'),
  ofPlannings('tags'),
  ofPlannings('rules'),
  ofPlannings('operation_groups'),
  ofPlannings('operations'),
  ofPlannings('tasks'),
  ofPlannings('assignments', 'assigned_by'),
  ofPlannings('workspaces', 'created_by'),
  { ...ofPlannings('runs', 'created_by'), without: ['webhook_secret', 'worker', 'heartbeat_at'] },
  ofPlannings('proposals', 'created_by', 'decided_by'),
  ofPlannings('conflict_marks', 'author'),
  ofPlannings('preferences', 'user_id'),
  {
    ...ofPlannings('webhooks', 'created_by', 'updated_by'),
    without: ['secret', 'previous_secrets'],
    // Nobody knows the secret, and messages would be sent from two places: both are for an admin to decide.
    anew: {
      secret: ({ secret }) => secret(),
      previous_secrets: () => [],
      enabled: () => false,
      leased_until: () => 0,
      taken_at: () => 0,
      failures: () => 0,
    },
  },
];

/** Members of the organization, and other users who appear as authors in its history. */
export const ARCHIVED_USERS = `
  select t.id, t.email, t.name, t.created_at, t.disabled_at from users t
  where t.id in (select user_id from members where organization = $1)
    or t.id in (select author from changesets t where ${OF_PLANNINGS})
    or t.id in (select repair_policy ->> 'author' from planning_versions t where ${OF_PLANNINGS})`;

/** Tables that are not archived: credentials, messages on their way, short-lived data, staging data, and caches. */
export const LEFT_OUT: readonly string[] = [
  'users',
  'api_keys',
  'refresh_tokens',
  'login_grants',
  'login_attempts',
  'signing_keys',
  'used_once',
  'idempotency_records',
  'staged_changes',
  'kept_searches',
  'repair_work',
  'run_helpers',
  'run_pieces',
  'webhook_deliveries',
  'schema_migrations',
];
