import { AsyncLocalStorage } from 'node:async_hooks';
import { PgBoss } from 'pg-boss';
import { ADVISORY_LOCKS } from '../advisoryLocks.ts';
import type { Database, Sql, TransactionSql } from '../connection/database.ts';

/** A job only refers to an optimization task; what is to be done is in the task's row. */
export interface Job {
  readonly id: string;
  readonly task: string;
  /** Id of the request that enqueued it. */
  readonly requestId: string | null;
  /** The trace context of the request that enqueued it, as W3C `traceparent`. */
  readonly trace: string | null;
}

/** A task that no worker works on any more. `id` is null if its job is gone, too. */
export interface AbandonedJob extends Omit<Job, 'id'> {
  readonly id: string | null;
}

export interface JobOptions {
  /** Whose job it is (an organization); groups take turns. */
  readonly group?: string;
  readonly requestId?: string | null;
  readonly trace?: string | null;
}

/** Waiting jobs: in total, those of one group, and the number of groups that have any, counting this group. */
export interface Waiting {
  readonly total: number;
  readonly own: number;
  readonly groups: number;
}

export interface Queue {
  /** Enqueues a job in the caller's transaction: it exists only if that commits. */
  enqueue(sql: TransactionSql, task: string, options?: JobOptions): Promise<void>;
  /** Removes the waiting job of a task that has ended or is gone, so that it takes no place in the queue. A job that was taken stays. */
  withdraw(task: string): Promise<void>;
  /**
   * Takes the next jobs, at most `limit`; empty if there are none. Groups take turns: the next job belongs to the group with the fewest active jobs,
   * and among those to the one that was served longest ago. No group has more than `perGroup` active jobs across all nodes.
   */
  fetch(limit: number, options?: { readonly perGroup?: number }): Promise<Job[]>;
  /** Marks a job as done, whatever its outcome. */
  complete(id: string): Promise<void>;
  /**
   * Tasks without a live worker: RUNNING without a heartbeat for `staleMs` and with no waiting job, or never claimed although their job was taken
   * that long ago. The first worker to claim one gets it.
   */
  abandoned(staleMs: number, limit: number): Promise<AbandonedJob[]>;
  /** Counts the waiting jobs. Pass the transaction if one is open. */
  waiting(group: string, sql?: TransactionSql): Promise<Waiting>;
  /** Whether another group has a job that could start now if a worker were free. */
  othersWait(group: string, options?: { readonly perGroup?: number }): Promise<boolean>;
  /** Age of the oldest waiting job, in seconds; 0 if there is none. */
  oldestSeconds(): Promise<number>;
  /** Number of waiting jobs. Pass the transaction if one is open. */
  size(sql?: TransactionSql): Promise<number>;
  close(): Promise<void>;
}

const NAME = 'optimize';
/** Completed jobs are kept this long, in seconds, because they tell whose turn is next. */
const KEPT_SECONDS = 3600;
const NO_LIMIT = 1_000_000;

interface JobData {
  readonly task: string;
  readonly requestId?: string | null;
  readonly trace?: string | null;
}

/**
 * pg-boss over our own connection, on either kind of database. Code that enqueues a job also signals the task (`Runs` does this); workers fetch on
 * that signal, and every few seconds. The polling of pg-boss is not used.
 */
export async function openQueue(database: Database, options: { readonly supervise?: boolean } = {}): Promise<Queue> {
  const { sql, place } = database;
  // pg-boss reads its queues again whenever its cache has expired, even while enqueuing. That must also happen in the caller's transaction, since a
  // second session would deadlock on the embedded database.
  const caller = new AsyncLocalStorage<TransactionSql>();
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => execute(caller.getStore() ?? sql, text, values) },
    backend: place === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    supervise: options.supervise ?? true,
    schema: 'pgboss',
  });
  // Without a listener, an error event would end the process. The calls of the queue report their own errors.
  boss.on('error', () => {});
  await alone(database, async () => {
    await boss.start();
    const settings = { retryLimit: 0, expireInSeconds: 60 * 60 * 24 - 1, deleteAfterSeconds: KEPT_SECONDS };
    await boss.createQueue(NAME, settings);
    await boss.updateQueue(NAME, settings);
  });

  /** The groups other than the one whose turn it is; undefined if no group may start a job. */
  const othersThanNext = async (tx: TransactionSql, perGroup: number): Promise<string[] | undefined> => {
    const groups = await groupsOf(tx);
    const [next] = groups
      .filter(({ waiting, active }) => waiting > 0 && active < perGroup)
      .sort((a, b) => a.active - b.active || a.servedAt - b.servedAt);
    return next && groups.filter(({ group }) => group !== next.group).map(({ group }) => group);
  };

  const fetchOne = (perGroup: number): Promise<Job | undefined> =>
    database.transaction(async (tx) => {
      await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.jobs})`;
      const ignoreGroups = await othersThanNext(tx, perGroup);
      if (ignoreGroups === undefined) return undefined;
      const [job] = await caller.run(tx, () => boss.fetch<JobData>(NAME, { batchSize: 1, ignoreGroups }));
      return (
        job && { id: job.id, task: job.data.task, requestId: job.data.requestId ?? null, trace: job.data.trace ?? null }
      );
    });

  return {
    async enqueue(tx, task, { group = '', requestId = null, trace = null } = {}) {
      const data: JobData = { task, requestId, trace };
      await caller.run(tx, () => boss.send(NAME, data, { singletonKey: task, group: { id: group || 'none' } }));
    },
    async withdraw(task) {
      await sql`delete from pgboss.job where name = ${NAME} and singleton_key = ${task} and state < 'active'`;
    },
    async fetch(limit, { perGroup = NO_LIMIT } = {}) {
      const jobs: Job[] = [];
      while (jobs.length < limit) {
        const job = await fetchOne(perGroup);
        if (job === undefined) break;
        jobs.push(job);
      }
      return jobs;
    },
    async complete(id) {
      await boss.complete(NAME, id);
    },
    ...queueFigures(sql),
    async close() {
      await boss.stop({ graceful: false });
    },
  };
}

const groupsOf = (on: Sql | TransactionSql) =>
  on<{ group: string; waiting: number; active: number; servedAt: number }[]>`
    select group_id as "group", count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      coalesce(max(extract(epoch from started_on)), 0)::float8 as "servedAt"
    from pgboss.job where name = ${NAME} and group_id is not null group by group_id order by group_id`;

/** Figures about the jobs, from the queue's tables. */
const queueFigures = (sql: Sql): Pick<Queue, 'abandoned' | 'waiting' | 'othersWait' | 'oldestSeconds' | 'size'> => ({
  async abandoned(staleMs, limit) {
    // Runs with a waiting job are excluded first, all at once: looking for the latest job of each one takes time that grows with the square of their number.
    return sql<AbandonedJob[]>`
      select j.id, r.id as task, j.data ->> 'requestId' as "requestId", j.data ->> 'trace' as trace
      from runs r join plannings p on p.key = r.planning
      left join lateral (
        select id, data, state, started_on from pgboss.job
        where name = ${NAME} and singleton_key = r.id order by created_on desc limit 1
      ) j on true
      where r.solver <> 'external'
        and r.id not in (select singleton_key from pgboss.job where name = ${NAME} and state < 'active' and singleton_key is not null)
        and ((r.status = 'RUNNING' and j.state >= 'active' is not false and coalesce(r.heartbeat_at, 0) < extract(epoch from clock_timestamp()) * 1000 - ${staleMs}::float8)
          or (r.status = 'STARTING' and r.snapshot_change is not null and (
            j.id is null or j.state > 'active' or (j.state = 'active' and j.started_on < now() - ${staleMs}::float8 * interval '1 ms'))))
      order by r.created_at, r.id limit ${limit}`;
  },
  async waiting(group, tx) {
    const groups = (await groupsOf(tx ?? sql)).filter((one) => one.waiting > 0);
    return {
      total: groups.reduce((sum, { waiting }) => sum + waiting, 0),
      own: groups.find((one) => one.group === group)?.waiting ?? 0,
      groups: groups.filter((one) => one.group !== group).length + 1,
    };
  },
  async othersWait(group, { perGroup = NO_LIMIT } = {}) {
    const groups = await groupsOf(sql);
    return groups.some((one) => one.group !== group && one.waiting > 0 && one.active < perGroup);
  },
  async oldestSeconds() {
    const [row] = await sql<{ seconds: number }[]>`
      select coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as seconds
      from pgboss.job where name = ${NAME} and state < 'active'`;
    return row?.seconds ?? 0;
  },
  async size(tx) {
    const [row] = await (tx ?? sql)<{ waiting: number }[]>`
      select count(*)::int as waiting from pgboss.job where name = ${NAME} and state < 'active'`;
    return row?.waiting ?? 0;
  },
});

/**
 * Serializes the creation of the queue's tables when several nodes start at the same time. The lock belongs to a transaction and not to a session,
 * because PgBouncer may give each transaction another session.
 */
const alone = ({ sql, place }: Database, run: () => Promise<void>): Promise<void> =>
  place === 'embedded'
    ? run()
    : sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.queueStart})`;
        await run();
      });

/**
 * Runs statements for pg-boss, which expects the interface of node-postgres: positional values, `undefined` for null, and the rows of the last of
 * several statements.
 */
async function execute(sql: Sql | TransactionSql, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const run = async (on: Sql | TransactionSql) => {
    const rows: unknown[] = await on.unsafe(
      text,
      values.map((value) => (value === undefined ? null : value)) as never[],
    );
    const last = rows.at(-1);
    return { rows: Array.isArray(last) ? [...last] : [...rows] };
  };
  // Its migrations contain `begin` and `commit`, for which postgres.js needs a reserved connection.
  if (!('reserve' in sql) || !/^\s*begin\b/i.test(text)) return run(sql);
  const connection = await sql.reserve();
  try {
    return await run(connection);
  } finally {
    connection.release();
  }
}
