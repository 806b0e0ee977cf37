import { AsyncLocalStorage } from 'node:async_hooks';
import { PgBoss } from 'pg-boss';
import type { Database, Sql, TransactionSql } from '../connection/database.ts';

/** Jobs are names of work: what is to be done stands in the optimization task's own row. */
export interface Job {
  readonly id: string;
  readonly task: string;
}

export interface Queue {
  /** In the caller's transaction: the job exists when, and only when, that commits. */
  enqueue(
    sql: TransactionSql,
    task: string,
    options?: { readonly group?: string; readonly priority?: number },
  ): Promise<void>;
  /** The next jobs, at most `limit`; empty when there are none. Each is done with, or failed for another try, by its id. */
  fetch(limit: number): Promise<Job[]>;
  complete(id: string): Promise<void>;
  fail(id: string, reason: string): Promise<void>;
  /** Jobs that wait. Pass the transaction whenever one is open. */
  size(sql?: TransactionSql): Promise<number>;
  close(): Promise<void>;
}

const NAME = 'optimize';

/**
 * pg-boss over our own connection, on either database. Whoever enqueues signals the task (Runs does); whoever works fetches on that signal,
 * and every few seconds besides: pg-boss's own polling is not used.
 */
export async function openQueue(database: Database, options: { readonly supervise?: boolean } = {}): Promise<Queue> {
  const { sql, place } = database;
  // pg-boss looks its queues up whenever its cache is old, also while it enqueues: that has to happen in the caller's transaction too, since on
  // the embedded database a second session would wait for it for ever.
  const caller = new AsyncLocalStorage<TransactionSql>();
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => execute(caller.getStore() ?? sql, text, values) },
    backend: place === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    supervise: options.supervise ?? true,
    schema: 'pgboss',
  });
  // Without a listener an error event would end the process; the queue's calls report their own faults.
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(NAME, { retryLimit: 20, retryDelay: 1, expireInSeconds: 60 * 60 * 24 - 1 });
  return {
    async enqueue(tx, task, { group, priority } = {}) {
      await caller.run(tx, () =>
        boss.send(
          NAME,
          { task },
          {
            singletonKey: task,
            ...(priority === undefined ? {} : { priority }),
            ...(group === undefined ? {} : { group: { id: group } }),
          },
        ),
      );
    },
    async fetch(limit) {
      const jobs = await boss.fetch<{ task: string }>(NAME, { batchSize: limit });
      return jobs.map(({ id, data }) => ({ id, task: data.task }));
    },
    async complete(id) {
      await boss.complete(NAME, id);
    },
    async fail(id, reason) {
      await boss.fail(NAME, id, { reason });
    },
    async size(tx) {
      const [row] = await (tx ?? sql)<{ waiting: number }[]>`
        select count(*)::int as waiting from pgboss.job where name = ${NAME} and state < 'active'`;
      return row?.waiting ?? 0;
    },
    async close() {
      await boss.stop({ graceful: false });
    },
  };
}

/** pg-boss speaks node-postgres' dialect: positional values, `undefined` for null; of several statements it reads the last one's rows. */
async function execute(sql: Sql | TransactionSql, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const run = async (on: Sql | TransactionSql) => {
    const rows: unknown[] = await on.unsafe(
      text,
      values.map((value) => (value === undefined ? null : value)) as never[],
    );
    const last = rows.at(-1);
    return { rows: Array.isArray(last) ? [...last] : [...rows] };
  };
  // Its migrations bring their own begin and commit, for which postgres.js wants a connection set aside.
  if (!('reserve' in sql) || !/^\s*begin\b/i.test(text)) return run(sql);
  const connection = await sql.reserve();
  try {
    return await run(connection);
  } finally {
    connection.release();
  }
}
