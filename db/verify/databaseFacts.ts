import { setTimeout as sleep } from 'node:timers/promises';
import { type MigrationState, migrationState } from '../connection/migrate.ts';
import type { Database, Sql } from '../connection/database.ts';

/** Facts that can be read from a database without writing, for commands that judge a deployment. */
export interface DatabaseFacts {
  /** As in `server_version_num`, such as 160004. */
  readonly version: number;
  readonly encoding: string;
  /** How far the database's clock is ahead of this machine's, in milliseconds. */
  readonly clockAheadMs: number;
  /** Time of an empty statement, in milliseconds. */
  readonly roundTripMs: number;
  readonly migrations: MigrationState;
  readonly connections: { readonly used: number; readonly most: number };
  /** Whether acknowledged writes survive a power failure. */
  readonly isDurable: boolean;
  /** Whether this user may migrate the schema. */
  readonly mayCreate: boolean;
  /** Waiting optimizations; null before the first server has started. */
  readonly waiting: { readonly count: number; readonly oldestSeconds: number } | null;
  /** Server only: milliseconds from a notification to its listener; null if it never arrived, so that nodes cannot notify each other. */
  readonly signalMs: number | null;
}

const SIGNAL_PATIENCE_MS = 3_000;

/** Throws the driver's error if the database cannot be reached. */
export const readDatabaseFacts = async ({ sql, place }: Database): Promise<DatabaseFacts> => {
  await sql`select 1`;
  const asked = Date.now();
  const [{ now }] = await sql<[{ now: number }]>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
  const roundTripMs = Date.now() - asked;
  const [facts] = await sql<
    [
      Pick<DatabaseFacts, 'version' | 'encoding' | 'isDurable' | 'mayCreate'> & {
        used: number;
        most: number;
        queue: boolean;
      },
    ]
  >`select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as "isDurable",
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as most, to_regclass('pgboss.job') is not null as queue`;
  const { used, most, queue, ...rest } = facts;
  return {
    ...rest,
    clockAheadMs: now - (asked + roundTripMs / 2),
    roundTripMs,
    migrations: await migrationState(sql),
    connections: { used, most },
    waiting: queue ? await waitingIn(sql) : null,
    signalMs: place === 'server' ? await signalTime(sql) : null,
  };
};

const waitingIn = async (sql: Sql): Promise<DatabaseFacts['waiting']> => {
  const [row] = await sql<[{ count: number; oldestSeconds: number }]>`
    select count(*)::int as count, coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as "oldestSeconds"
    from pgboss.job where state < 'active'`;
  return row;
};

/** Measures a notification. It never arrives through a pooler in transaction mode, which drops LISTEN. */
const signalTime = async (sql: Sql): Promise<number | null> => {
  const channel = `tidegate_doctor_${process.pid}`;
  const { promise, resolve } = Promise.withResolvers<number>();
  const listening = await sql.listen(channel, () => resolve(Date.now()));
  try {
    const sent = Date.now();
    await sql.notify(channel, '');
    const received = await Promise.race([promise, sleep(SIGNAL_PATIENCE_MS, null, { ref: false })]);
    return received === null ? null : received - sent;
  } finally {
    await listening.unlisten();
  }
};
