import { statfsSync } from 'node:fs';
import { messageOf } from '../../engine/messageOf.ts';
import { StoreError } from '../storeError.ts';
import { postgres } from './driver.ts';
import { clusterIn, holdsCluster, makeCluster, undoReplacement } from './cluster.ts';
import type { Database, Sql, TransactionSql } from './database.ts';
import { type DirectoryLock, lockDirectory } from './directoryLock.ts';
import { migrate } from './migrate.ts';
import { type Pglite, type Stall, startPglite } from './pglite.ts';
import { serverProbe } from './serverProbe.ts';
import { ServerSockets } from './serverSockets.ts';
import { readServerUrl } from './serverUrl.ts';
import { ServerWatch } from './serverWatch.ts';
import { emptyTemplate } from './template.ts';
import { watchedSql } from './watchedSql.ts';
import { takeBackStaged } from '../versions/stagedChanges.ts';

/** Statements have the same plan for all parameter values, so they are planned once instead of for each execution. */
const SESSION = { plan_cache_mode: 'force_generic_plan' };

/** Maximum seconds between reconnection attempts. The driver's default is 20, during which a server that is available again would seem to be down. */
const MOST_SECONDS_BETWEEN_TRIES = 1;

export type Place =
  /**
   * A PostgreSQL server, 14 or later. Connections are cut when it has answered nothing for `answerSeconds`. It ends a statement after
   * `statementSeconds`, and a transaction that pauses between two statements for `pauseSeconds`; 0, the default of both, is no limit.
   */
  | {
      readonly url: string;
      readonly maxConnections?: number;
      readonly answerSeconds?: number;
      readonly statementSeconds?: number;
      readonly pauseSeconds?: number;
    }
  /**
   * Embedded, with files in this directory. `template` is a file written by `dump`, gzipped or not, from which a new database is created. With `sync`, a
   * commit is on the disk before it is acknowledged and survives a power cut; without it, it survives only the end of the process.
   */
  | { readonly dataDir: string; readonly template?: string; readonly sync?: boolean }
  /** Embedded, in memory, discarded on close. `template` as above. */
  | { readonly memory: true; readonly template?: string }
  /** Embedded, started by the caller, who must have no other session open. */
  | { readonly pglite: Pglite };

export interface OpenDatabase extends Database {
  /** Publishes the address of this process's server to other processes that find the directory locked. */
  announce(address: string): void;
  /** Embedded only: dumps the whole cluster as a tar archive, between two transactions; everything else waits meanwhile. */
  dump(): Promise<Uint8Array>;
}

const types = {
  bigint: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number },
};

/**
 * Opens a database and migrates it. An embedded one first locks the directory (database_locked), and unlocks it on close. With `migrate: false`, the
 * schema is left as it is. `stall` configures the watchdog of an embedded database.
 */
export async function openDatabase(
  place: Place,
  options: { readonly migrate?: boolean; readonly stall?: Stall } = {},
): Promise<OpenDatabase> {
  const database = 'url' in place ? openServer(place) : await openEmbedded(place, options.stall);
  if (options.migrate === false) return database;
  try {
    await migrate(database.sql);
    // Nobody else has it open, so staged changes belong to a process that died; they were never acknowledged.
    if (database.place === 'embedded') await takeBackStaged(database.sql);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Strings are taken as JSON text, not as values to be serialized. */
function acceptJsonText(sql: Sql): Sql {
  const serialize = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  Object.assign(sql.options.serializers, { 114: serialize, 3802: serialize });
  return sql;
}

/** Of several hosts only the primary may be asked: a standby does not have what was just written. */
const ofPrimary = (url: string): { readonly target_session_attrs?: 'primary' } => {
  const hosts = /^\w+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(url)?.[1] ?? '';
  return hosts.includes(',') && !url.includes('target_session_attrs=') ? { target_session_attrs: 'primary' } : {};
};

/** Defaults for databases that no settings describe. */
const CONNECTIONS = 16;
const ANSWER_SECONDS = 10;
/** Seconds after which an idle connection is checked by TCP. */
const KEEP_ALIVE_SECONDS = 10;

const statementLimit = (seconds: number): { readonly statement_timeout?: number } =>
  seconds === 0 ? {} : { statement_timeout: seconds * 1000 };

/**
 * Without prepared statements, a pooler gives each transaction another session. PgBouncer then forgets a statement that arrives before the answer to an
 * earlier one, and nobody would ever answer it, so each waits for the one before it.
 */
const ofPooler = (url: string): { readonly max_pipeline?: number } =>
  /[?&]prepare=(?:false|disable)(?:&|$)/.test(url) ? { max_pipeline: 1 } : {};

function openServer({
  url: given,
  maxConnections = CONNECTIONS,
  answerSeconds = ANSWER_SECONDS,
  statementSeconds = 0,
  pauseSeconds = 0,
}: Extract<Place, { url: string }>): OpenDatabase {
  const sockets = new ServerSockets();
  const { url, options } = readServerUrl(given);
  const common = {
    ...options,
    onnotice: () => {},
    backoff: (retries: number) => Math.min(3 ** retries / 100, MOST_SECONDS_BETWEEN_TRIES) * (0.5 + Math.random() / 2),
    connect_timeout: answerSeconds,
    keep_alive: KEEP_ALIVE_SECONDS,
    ...ofPrimary(url),
    ...ofPooler(url),
  };
  const pool: Sql = postgres(url, {
    ...common,
    types,
    max: maxConnections,
    connection: { application_name: 'tidegate', ...SESSION, ...statementLimit(statementSeconds) },
    socket: sockets.open,
  });
  const watch = new ServerWatch({
    probe: serverProbe(url, { ...common, connection: { application_name: 'tidegate probe' } }, answerSeconds * 1000),
    overdue: (ticks) => sockets.overdue(ticks),
    cut: () => sockets.cut(),
    cutSession: (pid) => sockets.cutSession(pid),
    recover: () => sockets.cutConnecting(),
    limitSeconds: answerSeconds,
  });
  const sql = watchedSql(acceptJsonText(pool), { watch, pauseSeconds });
  return {
    sql,
    place: 'server',
    transaction: async (body) => {
      const { result } = await sql.begin(async (tx) => ({ result: await body(tx) }));
      return result;
    },
    announce() {},
    dump: () => Promise.reject(new Error('Only an embedded database can be dumped; use pg_dump.')),
    async close() {
      await pool.end({ timeout: 5 });
      watch.close();
      sockets.cut();
    },
  };
}

async function openEmbedded(place: Exclude<Place, { url: string }>, stall?: Stall): Promise<OpenDatabase> {
  const lock: DirectoryLock | null = 'dataDir' in place ? lockDirectory(place.dataDir) : null;
  try {
    const pglite = await startEmbedded(place, stall);
    const sql: Sql = postgres({
      types,
      socket: () => pglite.socket(),
      max: 1,
      max_lifetime: null,
      user: 'postgres',
      database: 'postgres',
      onnotice: () => {},
    });
    // PGlite ignores settings in the startup message, so they are set in its only session.
    for (const [name, value] of Object.entries(SESSION)) await sql`select set_config(${name}, ${value}, false)`;
    let closing: Promise<void> | null = null;
    const close = async () => {
      await sql.end({ timeout: 5 });
      await pglite.close();
      lock?.release();
    };
    return {
      sql: acceptJsonText(sql),
      place: 'embedded',
      transaction: (body) => embeddedTransaction(sql, body),
      announce: (address) => lock?.announce(address),
      dump: () => dumpAlone(sql, pglite),
      close: () => (closing ??= close()),
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

const startEmbedded = (place: Exclude<Place, { url: string }>, stall?: Stall): Promise<Pglite> => {
  if ('pglite' in place) return Promise.resolve(place.pglite);
  return 'dataDir' in place ? startIn(place, stall) : startInMemory(place, stall);
};

const startInMemory = ({ template }: Extract<Place, { memory: true }>, stall?: Stall): Promise<Pglite> =>
  startPglite({ dataDir: null, template: template ?? null }, stall);

async function startIn(place: Extract<Place, { dataDir: string }>, stall?: Stall): Promise<Pglite> {
  const directory = clusterIn(place.dataDir);
  try {
    const { sync = false } = place;
    undoReplacement(place.dataDir);
    const template = holdsCluster(directory) ? null : (place.template ?? emptyTemplate());
    if (template === null && !holdsCluster(directory)) await makeCluster(directory, sync, stall);
    return await startPglite({ dataDir: directory, template, sync }, stall);
  } catch (error) {
    if (isFull(place.dataDir, error)) throw noRoom(error);
    throw place.template === undefined ? unopened(directory, error) : unusable(place.template, error);
  }
}

/**
 * Reserves the only connection, so that no transaction is running, and writes a checkpoint, so that the files are complete without replaying the log.
 */
async function dumpAlone(sql: Sql, pglite: Pglite): Promise<Uint8Array> {
  const connection = await sql.reserve();
  try {
    await connection`checkpoint`;
    return await pglite.dump();
  } finally {
    connection.release();
  }
}

/** A database that starts writes a segment of its write-ahead log at once. */
const SEGMENT_BYTES = 16 << 20;

/** Whether a database did not start because its disk is full. PostgreSQL in WebAssembly aborts without a reason, so the free space counts, too. */
const isFull = (dataDir: string, error: unknown): boolean => {
  if (/\b(?:ENOSPC|EDQUOT)\b/.test(messageOf(error))) return true;
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < SEGMENT_BYTES;
};

/** An error of the system, unlike those of files that are damaged. */
const noRoom = (error: unknown): Error =>
  Object.assign(new Error(`there is no room for the database: ${reasonOf(error)}`, { cause: error }), {
    code: 'ENOSPC',
  });

const unopened = (dataDir: string, error: unknown): StoreError =>
  new StoreError(
    'database_failed',
    `The embedded database in ${dataDir} does not start: ${reasonOf(error)}. Restore the folder from a backup, or use another DATA_DIR.`,
    { dataDir },
  );

const unusable = (template: string, error: unknown): StoreError =>
  new StoreError(
    'database_failed',
    `The database in ${template} does not start: ${reasonOf(error)}. The file is damaged, or is not a backup.`,
    { template },
  );

/**
 * The reason from a message `The embedded database failed: REASON. Restart …`. When WebAssembly aborts, its message only tells how to build it for
 * debugging, so it is replaced.
 */
const reasonOf = (error: unknown): string => {
  const message = messageOf(error);
  const reason = /failed: (.*?)\. Restart/s.exec(message)?.[1] ?? message;
  return reason.startsWith('Aborted(') ? 'it cannot read its files' : reason.replace(/\.$/, '');
};

/**
 * Like `sql.begin`, but sends `begin` together with the first statement. This is safe because the only connection leads to a thread and cannot be
 * lost in between.
 */
async function embeddedTransaction<T>(sql: Sql, body: (sql: TransactionSql) => Promise<T>): Promise<T> {
  const connection = await sql.reserve();
  try {
    const begun = connection.unsafe('begin').execute();
    begun.catch(() => {});
    try {
      const result = await body(connection);
      await connection.unsafe('commit');
      return result;
    } catch (error) {
      await connection.unsafe('rollback').catch(() => {});
      throw error;
    }
  } finally {
    connection.release();
  }
}
