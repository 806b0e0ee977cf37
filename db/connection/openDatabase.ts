import { StoreError } from '../storeError.ts';
import { postgres } from './driver.ts';
import { clusterIn, holdsCluster, makeCluster } from './cluster.ts';
import type { Database, Sql, TransactionSql } from './database.ts';
import { type DirectoryLock, lockDirectory } from './directoryLock.ts';
import { migrate } from './migrate.ts';
import { type Pglite, type Stall, startPglite } from './pglite.ts';
import { emptyTemplate } from './template.ts';
import { takeBackStaged } from '../versions/stagedChanges.ts';

/** Every statement's plan is the same whatever its values are, so none is planned anew for each execution. */
const SESSION = { plan_cache_mode: 'force_generic_plan' };

/** The driver's own are twenty: for that long a server that is back would be thought away. */
const MOST_SECONDS_BETWEEN_TRIES = 1;

export type Place =
  /** A PostgreSQL server, 14 or later. */
  | { readonly url: string; readonly maxConnections?: number }
  /** Embedded, in files below this directory. `template`: a file dumped by `dump`, gzipped or not, that a directory without a database begins with. */
  | { readonly dataDir: string; readonly template?: string }
  /** Embedded, gone when closed. `template`: likewise. */
  | { readonly memory: true; readonly template?: string }
  /** Embedded, started by the caller, who has no other session of it open. */
  | { readonly pglite: Pglite };

export interface OpenDatabase extends Database {
  /** Where a server of this process listens, for other processes that find the directory locked. */
  announce(address: string): void;
  /** Embedded only: the whole cluster as a tar, as it is between two transactions; everybody else waits meanwhile. */
  dump(): Promise<Uint8Array>;
}

const types = {
  bigint: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number },
};

/**
 * Opens and migrates. Embedded: takes the directory's lock first (database_locked), and leaves it on close.
 * `migrate: false` leaves the schema as it is. `stall` watches over an embedded one.
 */
export async function openDatabase(
  place: Place,
  options: { readonly migrate?: boolean; readonly stall?: Stall } = {},
): Promise<OpenDatabase> {
  const database = 'url' in place ? openServer(place) : await openEmbedded(place, options.stall);
  if (options.migrate === false) return database;
  try {
    await migrate(database.sql);
    // Nobody else has it open; what was being written when it ended was never acknowledged.
    if (database.place === 'embedded') await takeBackStaged(database.sql);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** What is a string already counts as JSON text. */
function acceptJsonText(sql: Sql): Sql {
  const serialize = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  Object.assign(sql.options.serializers, { 114: serialize, 3802: serialize });
  return sql;
}

function openServer({ url, maxConnections = 16 }: Extract<Place, { url: string }>): OpenDatabase {
  const sql: Sql = postgres(url, {
    types,
    max: maxConnections,
    onnotice: () => {},
    backoff: (retries) => Math.min(3 ** retries / 100, MOST_SECONDS_BETWEEN_TRIES) * (0.5 + Math.random() / 2),
    connection: { application_name: 'tidegate', ...SESSION },
  });
  return {
    sql: acceptJsonText(sql),
    place: 'server',
    transaction: async (body) => {
      const { result } = await sql.begin(async (tx) => ({ result: await body(tx) }));
      return result;
    },
    announce() {},
    dump: () => Promise.reject(new Error('Only an embedded database can be dumped; use pg_dump.')),
    close: () => sql.end({ timeout: 5 }),
  };
}

async function openEmbedded(place: Exclude<Place, { url: string }>, stall?: Stall): Promise<OpenDatabase> {
  const lock: DirectoryLock | null = 'dataDir' in place ? lockDirectory(place.dataDir) : null;
  try {
    const pglite = await startEmbedded(place, stall);
    const sql: Sql = postgres({
      types,
      // The published types lack `socket`; postgres.js calls it for each session it opens.
      ...({ socket: () => pglite.socket() } as object),
      max: 1,
      max_lifetime: null,
      user: 'postgres',
      database: 'postgres',
      onnotice: () => {},
    });
    // PGlite reads no settings from the startup message; its one session keeps those set in it.
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
    if (!holdsCluster(directory)) await makeCluster(directory, place.template ?? emptyTemplate(), stall);
    return await startPglite({ dataDir: directory, template: null }, stall);
  } catch (error) {
    throw unopened(directory, error);
  }
}

/** The one connection is held, so that no transaction is under way; what it wrote is in the files rather than in the log that a start reads again. */
async function dumpAlone(sql: Sql, pglite: Pglite): Promise<Uint8Array> {
  const connection = await sql.reserve();
  try {
    await connection`checkpoint`;
    return await pglite.dump();
  } finally {
    connection.release();
  }
}

const unopened = (dataDir: string, error: unknown): StoreError =>
  new StoreError(
    'database_failed',
    `The embedded database in ${dataDir} does not start: ${reasonOf(error)}. Restore the folder from a backup, or name another DATA_DIR.`,
    { dataDir },
  );

/** `The embedded database failed: REASON. Restart …` as what went wrong alone. Where WebAssembly gives up it has nothing to say but how to build it. */
const reasonOf = (error: unknown): string => {
  const { message } = error as Error;
  const reason = /failed: (.*?)\. Restart/s.exec(message)?.[1] ?? message;
  return reason.startsWith('Aborted(') ? 'it gives up on its files' : reason.replace(/\.$/, '');
};

/** As `sql.begin`, but `begin` travels with the first statement: the one connection is a thread's and is not lost between the two. */
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
