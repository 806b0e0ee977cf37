import { CLOCK, query, queryOne } from '../query.ts';
import type { Database, Sql, TransactionSql } from '../connection/database.ts';
import { PLANNING, selectList } from '../schema/columns.ts';
import { proposals as table } from '../schema/runs.ts';
import type { Signals } from '../signals/signals.ts';
import type { PlanningRef } from '../versions/planningState.ts';
import type { Decision, Handled, Repair, Repairs, RepairWork } from './repairs.ts';

type Row = Omit<typeof table.$inferSelect, 'planning'> & Pick<Repair, 'planning' | 'state'>;
const REPAIR = `select ${selectList(table, 'r', PLANNING)} from proposals r join plannings p on p.key = r.planning`;

const repairOf = (row: Row): Repair => {
  const { id, planning, change, moves, score, explanation, createdAt, changeset } = row;
  const { state, reason, decidedBy, decidedAt, details } = row;
  return {
    id,
    planning,
    change,
    moves,
    score,
    explanation,
    state,
    reason,
    createdAt,
    decidedBy,
    decidedAt,
    changeset,
    details: details ?? {},
  };
};

export const openRepairs = (database: Database, signals: Signals): Repairs => ({
  ...stored(database.sql, signals),
  ...watching(database.sql),
  ...working(database, signals),
});

type Stored = Pick<Repairs, 'get' | 'list' | 'lock' | 'decide' | 'prune'>;

const stored = (sql: Sql, signals: Signals): Stored => {
  const find = async (on: Sql | TransactionSql, where: string, values: readonly (string | number | null)[]) =>
    (await query<Row>(on, `${REPAIR} where r.source = 'repair' and ${where}`, values)).map(repairOf);
  return {
    get: async (id) => (await find(sql, 'r.id = $1', [id]))[0],
    lock: async (tx, id) => (await find(tx, 'r.id = $1 for update of r', [id]))[0],
    list: ({ key }, { state, since, before, limit }) =>
      find(
        sql,
        `r.planning = $1::int and ($2::text is null or r.state = $2) and ($3::text is null or r.id < $3)
           and ($4::bigint is null or coalesce(r.decided_at, r.created_at) >= $4::bigint) order by r.id desc limit $5::int`,
        [key, state ?? null, before ?? null, since ?? null, limit],
      ),
    async decide(id, decision, tx) {
      const [row] = await decideOne(tx ?? sql, id, decision);
      if (row === undefined) return false;
      const signal = { kind: 'repair', planning: row.planning, repair: id } as const;
      if (tx === undefined) signals.committed([signal]);
      else await signals.announce(tx, [signal]);
      return true;
    },
    async prune(before) {
      const rows = await sql`
        delete from proposals where source = 'repair' and state <> 'open' and created_at < ${before}::bigint returning id`;
      return rows.length;
    },
  };
};

const decideOne = (on: Sql | TransactionSql, id: string, { state, reason, by, at, changeset, details }: Decision) =>
  on<{ planning: number }[]>`
    update proposals set state = ${state}, reason = ${reason}::text, decided_by = ${by}::text, decided_at = ${at}::bigint,
      changeset = ${changeset ?? null}::text, details = details || ${JSON.stringify(details ?? {})}::text::jsonb
    where id = ${id} and source = 'repair' and state = 'open' returning planning`;

type Watching = Pick<Repairs, 'paused' | 'watched' | 'watchAll' | 'wake' | 'unwatch'>;

/** The plannings that the standing repair watches. */
const watching = (sql: Sql): Watching => {
  return {
    async watched() {
      return (await sql<{ planning: number }[]>`select planning from repair_work`).map(({ planning }) => planning);
    },
    async paused() {
      const [row] = await sql<{ paused: number }[]>`
        select count(*)::int as paused from repair_work w join planning_versions v on v.planning = w.planning
        where v.to_change is null and v.workspace = 0 and v.repair_policy ->> 'mode' = 'apply' and v.repair_policy -> 'paused' <> 'null'`;
      return row?.paused ?? 0;
    },
    async watchAll() {
      await sql`
        insert into repair_work (planning, handled, next_at)
          select v.planning, p.head, 0 from planning_versions v join plannings p on p.key = v.planning
          where v.to_change is null and v.workspace = 0 and v.repair_policy ->> 'mode' in ('propose', 'apply')
          on conflict do nothing`;
    },
    async wake({ key }, tx) {
      await (tx ?? sql)`
        insert into repair_work (planning, handled, next_at) select key, head, 0 from plannings where key = ${key}
          on conflict (planning) do update set next_at = 0`;
    },
    async unwatch({ planning: { key }, lease }) {
      await sql`delete from repair_work where planning = ${key} and lease = ${lease}`;
    },
  };
};

type Working = Pick<Repairs, 'claim' | 'finish' | 'hasHandledAll'>;

/** The work on watched plannings, claimed by one node at a time. */
const working = (database: Database, signals: Signals): Working => {
  const { sql } = database;
  return {
    claim: (leaseMs) =>
      queryOne<RepairWork>(
        sql,
        `with due as (
           select p.key, p.head, ${PLANNING.planning} as planning from repair_work w join plannings p on p.key = w.planning
           where w.leased_until <= ${CLOCK} and (w.handled < p.head or w.next_at <= ${CLOCK} or w.leased_until > 0)
           order by w.taken_at, w.planning limit 1 for update of w skip locked)
         update repair_work w set leased_until = ${CLOCK} + $1::bigint, taken_at = ${CLOCK}, lease = w.lease + 1, next_at = null
           from due where w.planning = due.key
           returning due.planning, w.handled, due.head, w.lease, w.delayed`,
        [leaseMs],
      ),
    async finish(work, handled) {
      const { key } = work.planning;
      const isStored = await database.transaction(async (tx) => {
        if (!(await release(tx, work, handled))) return false;
        for (const { id, ...decision } of handled.decided) await decideOne(tx, id, decision);
        for (const { id, reason } of handled.undone) {
          await tx`update proposals set reason = ${reason} where id = ${id} and planning = ${key} and state = 'applied'`;
        }
        for (const repair of handled.proposed) await insert(tx, work.planning, handled.change, repair);
        return true;
      });
      const changed = [...handled.decided, ...handled.proposed, ...handled.undone];
      if (isStored) signals.committed(changed.map(({ id }) => ({ kind: 'repair', planning: key, repair: id })));
      return isStored;
    },
    async hasHandledAll({ key }) {
      const [row] = await sql<{ done: boolean }[]>`
        select case when w.planning is not null then w.handled >= p.head and w.leased_until = 0 and w.next_at is distinct from 0
          else coalesce(v.repair_policy ->> 'mode', 'off') = 'off' end as done
        from plannings p left join repair_work w on w.planning = p.key
          left join planning_versions v on v.planning = p.key and v.to_change is null and v.workspace = 0
        where p.key = ${key}`;
      return row?.done ?? true;
    },
  };
};

/** Stores how far the work has come. A planning that changed meanwhile stays due. False if another node has taken it over. */
const release = async (
  tx: TransactionSql,
  { planning: { key }, lease }: RepairWork,
  { change, againInMs, delayed }: Handled,
): Promise<boolean> => {
  const rows = await query(
    tx,
    `update repair_work set handled = $3::bigint, leased_until = 0, delayed = $5::text::jsonb,
       next_at = case when next_at is not null then next_at else ${CLOCK} + $4::bigint end
     where planning = $1::int and lease = $2::int returning planning`,
    [key, lease, change, againInMs, JSON.stringify(delayed)],
  );
  return rows.length > 0;
};

const insert = (
  tx: TransactionSql,
  { key }: PlanningRef,
  change: number,
  { id, moves, score, explanation, createdAt, details }: Handled['proposed'][number],
) => tx`
  insert into proposals (id, planning, change, moves, score, explanation, created_at, source, state, details)
  values (${id}, ${key}, ${change}, ${JSON.stringify(moves)}::text::jsonb, ${JSON.stringify(score)}::text::jsonb,
    ${explanation}, ${createdAt}, 'repair', 'open', ${JSON.stringify(details)}::text::jsonb)`;
