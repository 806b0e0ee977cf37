-- Organizations, users and what identifies them; plannings with their versions, changesets and runs.
-- Times are epoch milliseconds, UTC.

create table api_keys (
  id text collate "C" primary key,
  name text not null,
  user_id text collate "C" not null,
  organization text collate "C" not null,
  role text not null,
  secret_hash text not null,
  expires_at bigint,
  last_used_at bigint,
  created_at bigint not null
);

create table idempotency_records (
  scope text not null,
  key text not null,
  body_hash text not null,
  status integer not null,
  headers jsonb not null,
  body text not null,
  created_at bigint not null
);

create table login_grants (
  code_hash text primary key,
  user_id text collate "C" not null,
  expires_at bigint not null
);

create table members (
  organization text collate "C" not null,
  user_id text collate "C" not null,
  role text not null
);

create table organizations (
  id text collate "C" primary key,
  name text not null,
  created_at bigint not null
);

create table preferences (
  planning integer not null,
  user_id text collate "C" not null,
  data jsonb not null,
  updated_at bigint not null
);

create table refresh_tokens (
  token_hash text primary key,
  family text not null,
  user_id text collate "C" not null,
  expires_at bigint not null,
  used_at bigint,
  revoked_at bigint
);

create table signing_keys (
  id text collate "C" primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at bigint not null,
  retired_at bigint
);

create table users (
  id text collate "C" primary key,
  email text not null,
  name text not null,
  password_hash text,
  subject text,
  created_at bigint not null
);

create table changesets (
  planning integer not null,
  change bigint not null,
  id uuid not null,
  workspace integer not null,
  at bigint not null,
  source text not null,
  author text,
  message text,
  details jsonb not null,
  counts jsonb not null,
  kinds integer not null
);

create table identities (
  organization text collate "C" not null,
  kind smallint not null,
  id text collate "C" not null,
  planning integer not null
);

create table plannings (
  key serial primary key,
  organization text collate "C" not null,
  id text collate "C" not null,
  head bigint not null,
  changed_at bigint not null,
  created_at bigint not null
);

create table workspace_keys (
  planning integer not null,
  key integer not null,
  id text collate "C" not null
);

create table assignments (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  operation text collate "C" not null,
  parts jsonb not null,
  metadata jsonb,
  assigned_at bigint not null,
  assigned_by text
);

create table locations (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  name text not null,
  external_id text,
  ordering double precision,
  parent text collate "C",
  metadata jsonb
);

create table operation_groups (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  name text,
  external_id text,
  metadata jsonb
);

create table operations (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  external_id text,
  description text,
  metadata jsonb,
  is_blocker boolean not null,
  is_fixed_to_resource boolean not null,
  group_id text collate "C",
  tags jsonb not null,
  scheduled_in bigint,
  scheduled_out bigint,
  expected_in bigint,
  expected_out bigint,
  p10_in bigint,
  p90_out bigint,
  p05_in bigint,
  p95_out bigint,
  window_from bigint,
  window_to bigint
);

create table planning_versions (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  name text not null,
  description text,
  timezone text not null,
  weights jsonb not null,
  minimum_stay_seconds integer not null,
  metadata jsonb
);

create table resources (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  name text not null,
  external_id text,
  ordering double precision,
  adjacent jsonb not null,
  tags jsonb not null,
  location text collate "C" not null,
  parent text collate "C",
  metadata jsonb
);

create table rules (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  name text not null,
  kind text not null,
  enabled boolean not null,
  hard boolean not null,
  weight double precision not null,
  operation_tags jsonb not null,
  resource_tags jsonb not null,
  parameters jsonb not null
);

create table tags (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  category text not null,
  value text not null,
  required boolean not null,
  color text
);

create table tasks (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  operation text collate "C",
  role text,
  external_id text,
  task_name text not null,
  scheduled_time bigint not null,
  expected_time bigint not null,
  expected_time_p05 bigint,
  expected_time_p10 bigint,
  expected_time_p90 bigint,
  expected_time_p95 bigint,
  expected_times_source text not null,
  actual_time bigint,
  sigma double precision,
  skew_factor double precision,
  distribution_mean bigint,
  imposed_delay_in_seconds bigint not null,
  tags jsonb not null,
  is_mock boolean not null,
  metadata jsonb
);

create table workspaces (
  planning integer not null,
  workspace integer not null,
  id text collate "C" not null,
  version_id uuid not null,
  base_version uuid,
  from_change bigint not null,
  to_change bigint,
  tombstone boolean not null,
  released boolean not null,
  valid_from bigint not null,
  valid_to bigint,
  created_at bigint not null,
  name text not null,
  description text,
  state text not null,
  base_change bigint not null,
  published_change bigint,
  created_by text
);

create table proposals (
  id text collate "C" primary key,
  planning integer not null,
  workspace text,
  change bigint not null,
  moves jsonb,
  score jsonb,
  explanation text not null,
  created_by text,
  created_at bigint not null,
  changeset text
);

create table runs (
  id text collate "C" primary key,
  planning integer not null,
  workspace text,
  name text,
  status text not null,
  solver text not null,
  parameters jsonb not null,
  dry_run boolean not null,
  snapshot_change bigint,
  progress jsonb,
  before jsonb,
  after jsonb,
  incumbent jsonb,
  result jsonb,
  applied jsonb,
  changeset text,
  error text,
  created_by text,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  cancel_requested_at bigint,
  cancel_apply boolean not null,
  attempt integer not null,
  worker text,
  heartbeat_at bigint,
  webhook_secret text,
  webhook_id text
);

alter table members add primary key (organization, user_id);
alter table members add foreign key (organization) references organizations (id) on delete cascade;
alter table members add foreign key (user_id) references users (id) on delete cascade;
create index members_user on members (user_id);
create unique index users_email on users (lower(email));
create unique index users_subject on users (subject) where subject is not null;
-- A key dies with the membership it acts under.
alter table api_keys add foreign key (organization, user_id) references members (organization, user_id) on delete cascade;
create index api_keys_user on api_keys (user_id);
alter table refresh_tokens add foreign key (user_id) references users (id) on delete cascade;
create index refresh_tokens_family on refresh_tokens (family);
alter table login_grants add foreign key (user_id) references users (id) on delete cascade;
alter table idempotency_records add primary key (scope, key);
create index idempotency_records_age on idempotency_records (created_at);

alter table plannings add foreign key (organization) references organizations (id);
create unique index plannings_id on plannings (organization, id);
-- Its head changes in place with every write: room for that on each page.
alter table plannings set (fillfactor = 50);
alter table identities add primary key (organization, kind, id);
alter table workspace_keys add primary key (planning, key);
alter table workspace_keys add foreign key (planning) references plannings (key) on delete cascade;
alter table changesets add primary key (planning, change);
create unique index changesets_id on changesets (id);
create index changesets_workspace on changesets (planning, workspace, change);
alter table preferences add primary key (planning, user_id);
alter table preferences add foreign key (planning) references plannings (key) on delete cascade;
alter table preferences add foreign key (user_id) references users (id) on delete cascade;
alter table runs add foreign key (planning) references plannings (key) on delete cascade;
create index runs_planning on runs (planning, created_at);
create index runs_live on runs (planning) where status in ('STARTING', 'RUNNING');
alter table proposals add foreign key (planning) references plannings (key) on delete cascade;
create index proposals_age on proposals (created_at);

-- The same indexes for every version table:
--   key       an entity's versions in order
--   current   at most one current version of an entity in a layer; the current state of a layer
--   begun     what a change wrote: catching up, diffs, events
--   closed    what was alive at a past change, so that a past state costs what it holds, not how long ago it was.
--             Current rows are not in it.
-- (planning, change) is one number in the last two, and only `current` begins with the planning: no query can be tempted, for want of statistics,
-- to walk a whole planning where it asks for one entity. An assignment's key is its operation.
do $$
declare
  name text;
  entity text;
begin
  foreach name in array array['planning_versions', 'locations', 'resources', 'tags', 'rules', 'operation_groups', 'tasks',
    'workspaces', 'operations', 'assignments']
  loop
    entity := case name when 'assignments' then 'operation' else 'id' end;
    execute format('alter table %I add constraint %I primary key (%I, planning, from_change, workspace)', name, name || '_key', entity);
    execute format('create unique index %I on %I (planning, workspace, %I) where to_change is null', name || '_current', name, entity);
    execute format('create index %I on %I (((planning::bigint << 40) | from_change))', name || '_begun', name);
    if name <> 'operations' then
      execute format('create index %I on %I using gist (int8range((planning::bigint << 40) | from_change,
        (planning::bigint << 40) | to_change)) where to_change is not null', name || '_closed', name);
    end if;
  end loop;
end
$$;

-- Operations are also found by time: (planning, second) as one number, past and present.
create index operations_window on operations using gist (
  int8range((planning::bigint << 34) | window_from, (planning::bigint << 34) | window_to, '[]')
) where to_change is null and workspace = 0;
create index operations_closed on operations using gist (
  int8range((planning::bigint << 40) | from_change, (planning::bigint << 40) | to_change),
  int8range((planning::bigint << 34) | window_from, (planning::bigint << 34) | window_to, '[]')
) where to_change is not null;

create index tasks_operation on tasks (operation, planning, from_change) where operation is not null;
create index assignments_id on assignments (id, planning, from_change);
