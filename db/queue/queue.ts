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
  /** Jobs that wait. */
  size(): Promise<number>;
  close(): Promise<void>;
}

const NAME = 'optimize';

/**
 * pg-boss over our own connection, on either database. Whoever enqueues signals the task (Runs does); whoever works fetches on that signal,
 * and every few seconds besides: pg-boss's own polling is not used.
 */
export async function openQueue(database: Database, options: { readonly supervise?: boolean } = {}): Promise<Queue> {
  const { sql, place } = database;
  const boss = new PgBoss({
    db: executor(sql),
    backend: place === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    supervise: options.supervise ?? true,
    schema: 'pgboss',
  } as ConstructorParameters<typeof PgBoss>[0]);
  // Without a listener an error event would end the process; the queue's calls report their own faults.
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(NAME, { retryLimit: 20, retryDelay: 1, expireInSeconds: 60 * 60 * 24 - 1 });
  return {
    async enqueue(tx, task, { group, priority } = {}) {
      await boss.send(
        NAME,
        { task },
        {
          db: executor(tx),
          singletonKey: task,
          ...(priority === undefined ? {} : { priority }),
          ...(group === undefined ? {} : { group: { id: group } }),
        },
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
    async size() {
      const [stats] = await boss.getQueueStats(NAME);
      return stats?.queuedCount ?? 0;
    },
    async close() {
      await boss.stop({ graceful: false });
    },
  };
}

/** pg-boss speaks node-postgres' dialect: positional values, `undefined` for null. */
const executor = (sql: Sql | TransactionSql) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const rows = await sql.unsafe(text, values.map((value) => (value === undefined ? null : value)) as never[]);
    // Several statements answer several results; pg-boss reads the last.
    return { rows: Array.isArray(rows[0]) ? [...(rows.at(-1) as unknown as unknown[])] : [...rows] };
  },
});
