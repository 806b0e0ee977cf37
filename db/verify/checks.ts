/**
 * An invariant of a sound database, as a query for whatever violates it. The queries are written from the schema alone and share nothing with the
 * store, whose bugs they are meant to find.
 */
export interface Check {
  readonly name: string;
  /** The invariant, as a sentence. */
  readonly promise: string;
  /** Returns rows of `planning` (its key, or null) and `problem` (a sentence); none if the invariant holds. */
  readonly sql: string;
  /** Like `sql`, for remarks that are worth reporting but are no problems. */
  readonly remarks?: string;
}

/** In the order of the bits in `changesets.kinds` and of `identities.kind`. */
const ENTITIES = [
  ['planning', 'planning_versions'],
  ['location', 'locations'],
  ['resource', 'resources'],
  ['tag', 'tags'],
  ['rule', 'rules'],
  ['group', 'operation_groups'],
  ['operation', 'operations'],
  ['task', 'tasks'],
  ['assignment', 'assignments'],
  ['workspace', 'workspaces'],
] as const;

/** All versions. The versions of an assignment are chained by its operation. */
const VERSIONS = ENTITIES.map(
  ([entity, table], kind) => `
    select ${kind} as kind, '${entity}' as entity, planning, workspace, ${entity === 'assignment' ? 'operation' : 'id'} as key, id, version_id,
      base_version, from_change, to_change, tombstone, released, valid_from, valid_to from ${table}`,
).join(' union all');

/** Changes that are partly written beyond the head, or before their planning exists. The next start removes them. */
const AHEAD = `
  select s.planning, s.change from staged_changes s left join plannings p on p.key = s.planning where p.key is null or s.change = p.head + 1`;

export const STAGED = `select exists (${AHEAD}) as "isStaged"`;

/** The version tables and their columns. */
export const COLUMNS = `
  select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns from information_schema.columns
  where table_schema = 'public' and table_name in (${ENTITIES.map(([, table]) => `'${table}'`).join(', ')}) group by table_name`;

/**
 * A prefix for a check's query that replaces each version table by what it will be once the partly written changes are removed: the rows that they
 * begin are left out, and the rows that they close are open.
 */
export const withoutStaged = (
  tables: readonly { readonly table: string; readonly columns: readonly string[] }[],
): string => {
  const isAhead = (change: string) => `(t.planning, t.${change}) in (select planning, change from ahead)`;
  const layers = tables.map(({ table, columns }) => {
    const read = columns.map((column) =>
      column === 'to_change' || column === 'valid_to'
        ? `case when ${isAhead('to_change')} then null else t.${column} end as ${column}`
        : `t."${column}"`,
    );
    return `${table} as (select ${read.join(', ')} from ${table} t where not ${isAhead('from_change')})`;
  });
  return `with ahead as (${AHEAD}), ${layers.join(', ')}`;
};

/** SQL for a name such as `operation o1` or `task t1 of workspace 3`. */
const NAMED = (v: string): string =>
  `${v}.entity || ' ' || ${v}.key || case when ${v}.workspace = 0 then '' else ' of workspace ' || ${v}.workspace end`;

/** The live rows of the mainline. */
const LIVE = (table: string): string =>
  `(select * from ${table} where workspace = 0 and to_change is null and not tombstone)`;

/** Live records of `from` whose `member` refers to no live record of `to` in the same planning. */
const reference = (entity: string, from: string, member: string, target: string, to: string): string => `
  select r.planning, format('The ${target} %s of ${entity} %s does not exist.', r.target, r.id) as problem
  from (select planning, id, ${member} as target from ${LIVE(from)} f) r
  where r.target is not null and not exists (select 1 from ${LIVE(to)} t where t.planning = r.planning and t.id = r.target)`;

const cycle = (entity: string, table: string): string => `
  select planning, format('The ${entity} %s is its own ancestor.', id) as problem from (
    with recursive above as (
      select planning, id, parent as ancestor from ${LIVE(table)} first where parent is not null
      union
      select a.planning, a.id, p.parent from above a join ${LIVE(table)} p on p.planning = a.planning and p.id = a.ancestor
      where p.parent is not null)
    select planning, id from above where id = ancestor) circle`;

const all = (...queries: readonly string[]): string => queries.join('\nunion all\n');

export const CHECKS: readonly Check[] = [
  {
    name: 'chains',
    promise: 'Each version ends where and when its successor begins, and the last one has no end.',
    sql: `
      with v as (${VERSIONS}),
      linked as (
        select v.*, lead(from_change) over chain as next_change, lead(valid_from) over chain as next_time from v
        window chain as (partition by kind, planning, workspace, key order by from_change))
      select planning, ${NAMED('v')} || ' ' || problem || '.' as problem from (
        select v.*, case
          when to_change <= from_change then format('begins at change %s and ends at %s', from_change, to_change)
          when valid_to < valid_from then format('ends before the time at which it begins, at change %s', from_change)
          when (to_change is null) <> (valid_to is null) then format('of change %s has only one of the two ends', from_change)
          when next_change is null and to_change is not null then format('ended at change %s, and nothing followed', to_change)
          when next_change is not null and to_change is null
            then format('of change %s has no end, though another version begins at change %s', from_change, next_change)
          when to_change > next_change
            then format('has two versions at once: of change %s until %s, and from %s on', from_change, to_change, next_change)
          when to_change < next_change and to_change > p.kept_from
            then format('has a hole in its history, from change %s to %s', to_change, next_change)
          when to_change = next_change and valid_to <> next_time
            then format('ends at another time than its successor begins, at change %s', to_change)
        end as problem
        from linked v left join plannings p on p.key = v.planning) v
      where problem is not null
      union all
      select min(planning), format('The version %s occurs %s times.', version_id, count(*)) from v group by version_id having count(*) > 1`,
  },
  {
    name: 'changes',
    promise: 'The changes of a planning are numbered without a gap, in order of time, up to its last.',
    sql: `
      select p.key as planning, format('It is at change %s and keeps those after %s, but has %s changesets.', head, kept_from, count(c.change)) as problem
      from plannings p left join changesets c on c.planning = p.key and c.change > p.kept_from
      group by p.key having count(c.change) <> p.head - p.kept_from or coalesce(max(c.change), p.kept_from) > p.head
      union all
      select planning, format('Change %s is of an earlier time than change %s.', change, before) from (
        select planning, change, at, lag(change) over w as before, lag(at) over w as earlier from changesets
        window w as (partition by planning order by change)) c where at < earlier
      union all
      select c.planning, format('Its last change %s is not of the time that the planning says.', c.change)
      from plannings p join changesets c on c.planning = p.key and c.change = p.head where c.at <> p.changed_at
      union all
      select c.planning, format('Change %s belongs to no planning.', c.change)
      from changesets c where not exists (select 1 from plannings p where p.key = c.planning)
      union all
      select s.planning, format('Change %s is said to be half written, which is not the one after its last, %s; a start would take it back.', s.change, p.head)
      from staged_changes s join plannings p on p.key = s.planning where s.change <> p.head + 1`,
    remarks: `
      with v as (${VERSIONS}), ahead as (${AHEAD})
      select a.planning, format('Change %s%s is half written: %s rows of it are there, which nobody reads. Unless a server is writing it now, the next start takes them back.',
        a.change, case when p.key is null then ' of a planning that was not made yet' else '' end,
        (select count(*) from v where v.planning = a.planning and v.from_change = a.change)) as problem
      from ahead a left join plannings p on p.key = a.planning`,
  },
  {
    name: 'changesets',
    promise: 'Each version belongs to a changeset of its layer and time, and each changeset has what it counts.',
    sql: `
      with v as (${VERSIONS}),
      begun as (
        select planning, from_change as change, kind, count(*) as rows from v group by planning, from_change, kind),
      counted as (
        select c.planning, c.change, k.kind, k.entity,
          coalesce((c.counts -> k.entity ->> 'created')::int, 0) as created,
          coalesce((c.counts -> k.entity ->> 'updated')::int, 0) as updated,
          coalesce((c.counts -> k.entity ->> 'deleted')::int, 0) as deleted
        from changesets c cross join (values ${ENTITIES.map(([entity], kind) => `(${kind}, '${entity}')`).join(', ')}) as k (kind, entity)
        where c.counts ? k.entity)
      select v.planning, ${NAMED('v')} || ' ' || case
          when p.key is null then format('of change %s belongs to no planning.', v.from_change)
          when v.from_change > p.head or v.to_change > p.head then format('refers to change %s, which does not exist.', greatest(v.from_change, v.to_change))
          when c.change is null then format('begins at change %s, which has no changeset.', v.from_change)
          when c.at <> v.valid_from then format('begins at another time than its change %s was made.', v.from_change)
          else format('was written by change %s, which is of workspace %s.', v.from_change, c.workspace)
        end as problem
      from v left join plannings p on p.key = v.planning left join changesets c on c.planning = v.planning and c.change = v.from_change
      where p.key is null or v.from_change > p.head or v.to_change > p.head or (v.from_change > p.kept_from
        and (c.change is null or c.at <> v.valid_from or (v.kind <> 9 and c.workspace <> v.workspace)))
      union all
      select c.planning, format('Change %s lists other kinds of records than it has written.', c.change)
      from changesets c join plannings p on p.key = c.planning
      where c.change > p.kept_from
        and c.kinds <> coalesce((select bit_or(1 << b.kind) from begun b where b.planning = c.planning and b.change = c.change), 0)
      union all
      select n.planning, format('Change %s counts more rows of %s than the %s that exist.', n.change, n.entity, coalesce(b.rows, 0))
      from counted n join plannings p on p.key = n.planning
      left join begun b on b.planning = n.planning and b.change = n.change and b.kind = n.kind
      where n.change > p.kept_from and greatest(n.created, n.deleted) + n.updated > coalesce(b.rows, 0)`,
  },
  {
    name: 'layers',
    promise: 'Versions belong to the mainline or a known draft, and drafts branched from existing versions.',
    sql: `
      with v as (${VERSIONS})
      select v.planning, ${NAMED('v')} || ' is on the mainline but is marked as branched or released.' as problem
      from v where workspace = 0 and (base_version is not null or released)
      union all
      select v.planning, ${NAMED('v')} || case when kind = 9 then ' is a workspace inside a workspace.' else ' belongs to an unknown workspace.' end
      from v where workspace <> 0 and (kind = 9
        or not exists (select 1 from workspace_keys w where w.planning = v.planning and w.key = v.workspace))
      union all
      select w.planning, format('The workspace %s has a key and no record.', w.id)
      from workspace_keys w where not exists (select 1 from workspaces r where r.planning = w.planning and r.id = w.id)
      union all
      select r.planning, format('The workspace %s has a record and no key.', r.id)
      from workspaces r where r.to_change is null
        and not exists (select 1 from workspace_keys w where w.planning = r.planning and w.id = r.id)
      union all
      select w.planning, format('The workspace %s is %s, and says that it was published as change %s of %s.', w.id, w.state,
        coalesce(w.published_change::text, 'none'), p.head)
      from workspaces w join plannings p on p.key = w.planning
      where w.state not in ('DRAFT', 'PUBLISHED', 'ARCHIVED') or (w.state = 'PUBLISHED' and w.published_change is null) or (w.state = 'DRAFT' and w.published_change is not null)
        or w.published_change > p.head or w.base_change > p.head
      union all
      select v.planning, ${NAMED('v')} || format(' of change %s branched from a version of the mainline that does not exist.', v.from_change)
      from v join plannings p on p.key = v.planning
      where v.workspace <> 0 and v.base_version is not null and (v.to_change is null or p.kept_from = 0)
        and not exists (select 1 from v m where m.kind = v.kind and m.planning = v.planning and m.workspace = 0 and m.key = v.key
          and m.version_id = v.base_version and m.from_change <= v.from_change)`,
  },
  {
    name: 'identities',
    promise: 'Each record has its id registered for its planning, and each planning has one record of itself.',
    sql: `
      with v as (select distinct kind, entity, planning, id from (${VERSIONS}) v)
      select v.planning, format('The id of %s %s is not registered, or for another planning.', v.entity, v.id) as problem
      from v join plannings p on p.key = v.planning
      where not exists (select 1 from identities i
        where i.organization = p.organization and i.kind = v.kind and i.id = v.id and i.planning = v.planning)
      union all
      select p.key, 'The planning has no record of itself.' from plannings p
      where (select count(*) from ${LIVE('planning_versions')} r where r.planning = p.key and r.id = p.id) <> 1
      union all
      select null, format('The planning %s belongs to no organization.', p.id)
      from plannings p where not exists (select 1 from organizations o where o.id = p.organization)`,
  },
  {
    name: 'assignments',
    promise: 'An operation has at most one assignment at any time, and an assignment one operation.',
    sql: `
      select a.planning, format('Assignment %s belongs to operations %s and %s at change %s.', a.id, a.operation, b.operation, greatest(a.from_change, b.from_change)) as problem
      from assignments a join assignments b on b.planning = a.planning and b.workspace = a.workspace and b.id = a.id and b.operation > a.operation
        and int8range(a.from_change, a.to_change) && int8range(b.from_change, b.to_change)
      where not a.tombstone and not b.tombstone
      union all
      select planning, format('Operation %s has %s assignments at once.', operation, count(*))
      from assignments where to_change is null group by planning, workspace, operation having count(*) > 1
      union all
      select planning, format('The assignment of operation %s has no parts.', operation) from assignments
      where case when jsonb_typeof(parts) = 'array' then jsonb_array_length(parts) = 0 else true end`,
  },
  {
    name: 'references',
    promise: 'References between records of the mainline lead to existing records.',
    sql: all(
      reference('location', 'locations', 'parent', 'location', 'locations'),
      reference('resource', 'resources', 'location', 'location', 'locations'),
      reference('resource', 'resources', 'parent', 'resource', 'resources'),
      reference('operation', 'operations', 'group_id', 'group', 'operation_groups'),
      reference('task', 'tasks', 'operation', 'operation', 'operations'),
      reference('assignment', 'assignments', 'operation', 'operation', 'operations'),
      `select a.planning, format('The resource %s of assignment %s does not exist.', part ->> 'resource', a.id)
       from ${LIVE('assignments')} a, jsonb_array_elements(case when jsonb_typeof(a.parts) = 'array' then a.parts else '[]' end) part
       where part ->> 'resource' is not null
         and not exists (select 1 from ${LIVE('resources')} r where r.planning = a.planning and r.id = part ->> 'resource')`,
      cycle('location', 'locations'),
      cycle('resource', 'resources'),
      `select planning, format('Operation %s has %s %s tasks.', operation, count(*), role) from ${LIVE('tasks')} t
       where operation is not null group by planning, operation, role having count(*) > 1`,
      `select planning, format('Task %s has only one of operation and role.', id) from ${LIVE('tasks')} t
       where (operation is null) <> (role is null)`,
      `select planning, format('%s tags have the category %s and the value %s.', count(*), category, value) from ${LIVE('tags')} t
       group by planning, category, value having count(*) > 1`,
    ),
  },
  {
    name: 'windows',
    promise: 'An operation is indexed by the times of the last versions of its two tasks.',
    sql: `
      select o.planning, format('Operation %s is indexed by times that its tasks do not have.', o.id) as problem
      from ${LIVE('operations')} o
      left join ${LIVE('tasks')} i on i.planning = o.planning and i.operation = o.id and i.role = 'inbound'
      left join ${LIVE('tasks')} u on u.planning = o.planning and u.operation = o.id and u.role = 'outbound'
      where (o.scheduled_in, o.scheduled_out, o.expected_in, o.expected_out, o.p10_in, o.p90_out, o.p05_in, o.p95_out) is distinct from (
        case when u.id is not null then i.scheduled_time end, case when i.id is not null then u.scheduled_time end,
        case when u.id is not null then i.expected_time end, case when i.id is not null then u.expected_time end,
        case when u.id is not null then coalesce(i.expected_time_p10, i.expected_time) end,
        case when i.id is not null then coalesce(u.expected_time_p90, u.expected_time) end,
        case when u.id is not null then coalesce(i.expected_time_p05, i.expected_time) end,
        case when i.id is not null then coalesce(u.expected_time_p95, u.expected_time) end)`,
  },
  {
    name: 'runs',
    promise:
      'An ended optimization has an end time, and the changeset that it or a proposal applied refers back to it.',
    sql: `
      select r.planning, format('The optimization %s is %s, and says that it %s.', r.id, r.status,
        case when r.finished_at is null then 'has not ended' else 'has ended' end) as problem
      from runs r where (r.status in ('SUCCEEDED', 'FAILED', 'CANCELLED')) <> (r.finished_at is not null)
        or r.status not in ('PENDING', 'STARTING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED')
      union all
      select a.planning, format('The %s %s was applied as changeset %s, which does not exist or belongs to something else.', a.what, a.id, a.changeset)
      from (
        select planning, 'optimization' as what, 'task' as member, id, changeset, finished_at as at from runs
        union all select planning, case source when 'repair' then 'repair' else 'proposal' end, case source when 'repair' then 'repair' else 'proposal' end,
          id, changeset, coalesce(decided_at, created_at) from proposals) a
      join plannings p on p.key = a.planning
      where a.changeset is not null
        and not exists (select 1 from changesets c where c.id::text = a.changeset and c.planning = a.planning and c.details ->> a.member = a.id)
        and (p.kept_from = 0 or a.at > (select min(c.at) from changesets c where c.planning = a.planning and c.change > p.kept_from))
      union all
      select c.planning, format('Change %s applied the optimization %s, which says that nothing was applied.', c.change, r.id)
      from changesets c join runs r on r.planning = c.planning and r.id = c.details ->> 'task'
      where c.source = 'solver' and r.changeset is null
      union all
      select planning, format('The repair %s is %s, and says that it %s.', id, state, case when changeset is null then 'wrote nothing' else 'was written' end)
      from proposals where source = 'repair'
        and (state not in ('open', 'applied', 'refused', 'stale', 'withdrawn') or (state = 'applied') <> (changeset is not null))`,
  },
  {
    name: 'answers',
    promise: 'The answers stored for Idempotency-Keys refer to existing changes correctly.',
    sql: `
      with kept as (
        select key, body, body_hash, left(body, 1) = '{' and right(body, 1) = '}' as whole from idempotency_records where status <> -1),
      named as (
        select a.key, i.id, a.body -> 'changes' ->> (i.at - 1)::int as change
        from (select key, body::jsonb as body from kept where whole) a
        cross join lateral jsonb_array_elements_text(coalesce(a.body -> 'changesets', '[]')) with ordinality as i (id, at))
      select null::int as planning, format('The stored answer for the Idempotency-Key %s is invalid.', key) as problem
      from kept where not whole or body_hash = ''
      union all
      select c.planning, format('The answer to the Idempotency-Key %s calls changeset %s change %s, which is change %s.', n.key, n.id, n.change, c.change)
      from named n join changesets c on c.id::text = n.id where n.change <> c.change::text`,
  },
];

/** Unique indexes that prevent a second current version. A restored database that lacks one is not sound. */
export const GUARDS: readonly string[] = ENTITIES.flatMap(([, table]) => [`${table}_current`, `${table}_key`]);
