import { existsSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../engine/messageOf.ts';
import { plural } from '../../engine/wording.ts';
import { type DatabaseFacts, readDatabaseFacts } from '../../db/verify/databaseFacts.ts';
import { holderOf } from '../runningServer.ts';
import { openPlace } from '../composition/openPlace.ts';
import type { Config } from '../config.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';
import { answers } from './network.ts';

const OLDEST_VERSION = 14;
const CLOCK_WARNING_MS = 1_000;
const CLOCK_PROBLEM_MS = 30_000;
const SLOW_MS = 20;
const SLOW_SIGNAL_MS = 500;
const LONG_WAIT_SECONDS = 600;

export const diagnoseDatabase = async (config: Config): Promise<Diagnosis[]> => {
  try {
    const holder = config.DATABASE_URL === undefined ? holderOf(config.DATA_DIR) : null;
    if (holder !== null) return [await diagnoseHolder(holder.address)];
  } catch (error) {
    return [problem('database', messageOf(error), 'Until then, it is unknown whether a server has it open.')];
  }
  if (config.DATABASE_URL === undefined && !existsSync(path.join(config.DATA_DIR, 'database')))
    return [ok('database', 'There is no embedded database yet; the first start creates it.')];
  try {
    const database = await openPlace(config, { migrate: false });
    try {
      return judgeFacts(await readDatabaseFacts(database), config);
    } finally {
      await database.close();
    }
  } catch (error) {
    const advice =
      config.DATABASE_URL === undefined
        ? 'See docs/operations.md for how to restore a backup.'
        : 'See docs/operations.md for the ways to reach PostgreSQL.';
    return [problem('database', messageOf(error), advice)];
  }
};

/** Only one process can open the embedded database, so the server that has it open is asked whether it is ready. */
const diagnoseHolder = async (address: string | null): Promise<Diagnosis> => {
  if (address === null) return ok('database', 'A process that is not a server has the embedded database open.');
  const fault = await answers(new URL('/readyz', address));
  return fault === null
    ? ok('database', `The server at ${address} has the embedded database open and is ready.`)
    : problem(
        'database',
        `The server at ${address} has the embedded database open and is not ready: ${fault}`,
        'Look at its log.',
      );
};

/** Derives diagnoses from the facts of a database. */
export const judgeFacts = (
  facts: DatabaseFacts,
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_CONNECTIONS'>,
): Diagnosis[] => {
  const isServer = config.DATABASE_URL !== undefined;
  return [
    judgeVersion(facts),
    judgeMigrations(facts),
    judgeQueue(facts),
    ...(isServer ? judgeServer(facts, config) : []),
  ];
};

const judgeVersion = ({ version, encoding }: DatabaseFacts): Diagnosis => {
  const major = Math.floor(version / 10_000);
  const finding = `PostgreSQL ${major}.${version % 10_000}, encoding ${encoding}.`;
  if (major < OLDEST_VERSION) return problem('database', finding, `Use PostgreSQL ${OLDEST_VERSION} or later.`);
  return encoding === 'UTF8'
    ? ok('database', finding)
    : problem(
        'database',
        finding,
        'Create the database with the encoding UTF8: other encodings cannot store every name.',
      );
};

const judgeMigrations = ({ migrations: { missing, later, tolerated }, mayCreate }: DatabaseFacts): Diagnosis => {
  if (later.length > 0)
    return problem(
      'schema',
      `The schema is of a later version (${later.join(', ')}).`,
      'Use that version of Tidegate.',
    );
  if (tolerated.length > 0)
    return warning(
      'schema',
      `The schema is of a later version (${tolerated.join(', ')}), which only adds to what this one knows.`,
      'Finish the update; until then, this version works with the later schema.',
    );
  if (missing.length === 0) return ok('schema', 'The schema is up to date.');
  const finding = `The schema lacks ${missing.join(', ')}.`;
  return mayCreate
    ? warning(
        'schema',
        finding,
        'The next server that starts applies these migrations; "tidegate migrate" applies them now.',
      )
    : problem(
        'schema',
        finding,
        'Run "tidegate migrate" as a user who may create tables and schemas; this one may not.',
      );
};

const judgeQueue = ({ waiting }: DatabaseFacts): Diagnosis => {
  if (waiting === null) return ok('queue', 'No server has started on this database yet.');
  const finding = `${plural(waiting.count, 'optimization is waiting', 'optimizations are waiting')}, the oldest for ${Math.round(waiting.oldestSeconds)} s.`;
  return waiting.count > 0 && waiting.oldestSeconds > LONG_WAIT_SECONDS
    ? warning('queue', finding, 'Start one or more workers ("tidegate worker").')
    : ok('queue', finding);
};

const judgeServer = (
  facts: DatabaseFacts,
  { DATABASE_CONNECTIONS }: Pick<Config, 'DATABASE_CONNECTIONS'>,
): Diagnosis[] => {
  const { clockAheadMs, roundTripMs, connections, isDurable, signalMs } = facts;
  const off = Math.round(Math.abs(clockAheadMs));
  const clock = `The database's clock is ${off} ms ${clockAheadMs < 0 ? 'behind' : 'ahead of'} this machine's.`;
  const setClock = 'Run a time service such as chrony on both machines.';
  const left = connections.most - connections.used;
  const room = `${connections.used} of ${connections.most} connections are in use; this node uses up to ${DATABASE_CONNECTIONS}.`;
  const far = `A statement takes ${roundTripMs} ms.`;
  return [
    off > CLOCK_PROBLEM_MS
      ? problem('clock', clock, setClock)
      : off > CLOCK_WARNING_MS
        ? warning('clock', clock, setClock)
        : ok('clock', clock),
    left < DATABASE_CONNECTIONS
      ? warning('connections', room, 'Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS.')
      : ok('connections', room),
    roundTripMs > SLOW_MS
      ? warning('latency', far, 'Run the database near its nodes: every request sends it at least one query.')
      : ok('latency', far),
    isDurable
      ? ok('durability', 'Acknowledged writes survive a power cut.')
      : warning(
          'durability',
          'fsync or synchronous_commit is off.',
          'Turn both on; otherwise a power cut loses acknowledged writes.',
        ),
    signalMs === null
      ? problem(
          'signals',
          'A notification was not received.',
          'Connect to PostgreSQL directly, or to a pooler in session mode: other modes do not support LISTEN.',
        )
      : signalMs > SLOW_SIGNAL_MS
        ? warning('signals', `A notification takes ${signalMs} ms.`, 'Find out what keeps the database busy.')
        : ok('signals', `Nodes are notified of each other's changes within ${signalMs} ms.`),
  ];
};
