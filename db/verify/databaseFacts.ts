import { setTimeout as sleep } from 'node:timers/promises';
import { type MigrationState, migrationState } from '../connection/migrate.ts';
import type { Database, Sql } from '../connection/database.ts';

/** What can be asked of a database without writing to it, for whoever judges a deployment. */
export interface DatabaseFacts {
  /** As `server_version_num` has it: 160004. */
  readonly version: number;
  readonly encoding: string;
  /** By how much the database's clock is ahead of this machine's, ms. */
  readonly clockAheadMs: number;
  /** Of a statement that does nothing, ms. */
  readonly roundTripMs: number;
  readonly migrations: MigrationState;
  readonly connections: { readonly used: number; readonly most: number };
  /** Acknowledged writes survive a power cut. */
  readonly isDurable: boolean;
  /** May the schema be brought up to date by this user? */
  readonly mayCreate: boolean;
  /** Optimizations that wait; null before the first server has started. */
  readonly waiting: { readonly count: number; readonly oldestSeconds: number } | null;
  /** From a notification to its listener, ms; null: it never came, so that nodes do not hear each other. Of a server only. */
  readonly signalMs: number | null;
}

const SIGNAL_PATIENCE_MS = 3_000;

/** Throws what the driver throws when the database cannot be reached. */
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

/** A pooler that shares sessions between transactions swallows what is listened to. */
const signalTime = async (sql: Sql): Promise<number | null> => {
  const channel = `tidegate_doctor_${process.pid}`;
  const { promise, resolve } = Promise.withResolvers<number>();
  const listening = await sql.listen(channel, () => resolve(Date.now()));
  try {
    const sent = Date.now();
    await sql.notify(channel, '');
    const heard = await Promise.race([promise, sleep(SIGNAL_PATIENCE_MS, null, { ref: false })]);
    return heard === null ? null : heard - sent;
  } finally {
    await listening.unlisten();
  }
};
