export interface ArchivedTable {
  readonly table: string;
  /** The rows of one organization, as a condition on `t` and `$1`, its id. */
  readonly rows: string;
  /** Columns that name a user. */
  readonly users?: readonly string[];
  /** Columns that do not leave: secrets. */
  readonly without?: readonly string[];
}

const OF_PLANNINGS = 't.planning in (select key from plannings where organization = $1)';
const ofPlannings = (table: string, ...users: readonly string[]): ArchivedTable => ({
  table,
  rows: OF_PLANNINGS,
  users,
});

/** In the order in which they are written: what is referred to comes first. Users go before them. */
export const ARCHIVED: readonly ArchivedTable[] = [
  { table: 'organizations', rows: 't.id = $1' },
  { table: 'members', rows: 't.organization = $1', users: ['user_id'] },
  { table: 'plannings', rows: 't.organization = $1' },
  { table: 'identities', rows: 't.organization = $1' },
  ofPlannings('workspace_keys'),
  ofPlannings('changesets', 'author'),
  ofPlannings('planning_versions'),
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
  ofPlannings('proposals', 'created_by'),
  ofPlannings('conflict_marks', 'author'),
  ofPlannings('preferences', 'user_id'),
];

/** Whose name the history shows, members or not. */
export const ARCHIVED_USERS = `
  select t.id, t.email, t.name, t.created_at, t.disabled_at from users t
  where t.id in (select user_id from members where organization = $1)
    or t.id in (select author from changesets t where ${OF_PLANNINGS})`;

/** What stays: credentials, subscriptions with theirs, what lives for hours, and what is written while it is made. */
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
  'webhooks',
  'webhook_deliveries',
  'schema_migrations',
];
