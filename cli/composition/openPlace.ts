import { clusterIn, holdsCluster } from '../../db/connection/cluster.ts';
import { type OpenDatabase, openDatabase } from '../../db/connection/openDatabase.ts';
import type { Config } from '../config.ts';
import { InputError } from '../inputFile.ts';
import { naming } from '../naming.ts';

interface Opening {
  readonly migrate?: boolean;
  /**
   * For servers and workers: limits each statement but those of migrations to DATABASE_STATEMENT_SECONDS, pauses of transactions to
   * DATABASE_PAUSE_SECONDS, and statements of an embedded database to DATABASE_STALL_SECONDS. Other commands take as long as they need.
   */
  readonly limitStatements?: boolean;
  /** For commands that only read: refuses a DATA_DIR without a database, where another command would create one. */
  readonly mustExist?: boolean;
}

/** Milliseconds after which a command takes an embedded database for stalled. A check of a large one is busy with one statement for minutes on a slow machine. */
const COMMAND_STALL_MS = 3_600_000;

/** Whether the settings name an embedded database that does not exist. */
export const lacksDatabase = ({ DATABASE_URL, DATA_DIR }: Config): boolean =>
  DATABASE_URL === undefined && !holdsCluster(clusterIn(DATA_DIR));

/** Opens the database that the settings name. Errors of the database begin with the name of the setting. */
export const openPlace = (
  config: Config,
  { limitStatements = false, mustExist = false, ...options }: Opening = {},
): Promise<OpenDatabase> =>
  namingPlace(config, async () => {
    if (mustExist && lacksDatabase(config)) throw new InputError([`DATA_DIR=${config.DATA_DIR} has no database.`]);
    return openDatabase(
      config.DATABASE_URL === undefined
        ? { dataDir: config.DATA_DIR, sync: config.EMBEDDED_SYNC }
        : {
            url: config.DATABASE_URL,
            maxConnections: config.DATABASE_CONNECTIONS,
            answerSeconds: config.DATABASE_ANSWER_SECONDS,
            statementSeconds: limitStatements ? config.DATABASE_STATEMENT_SECONDS : 0,
            pauseSeconds: limitStatements ? config.DATABASE_PAUSE_SECONDS : 0,
          },
      {
        ...options,
        stall: {
          limitMs: limitStatements ? config.DATABASE_STALL_SECONDS * 1000 : COMMAND_STALL_MS,
          onStalled: endProcess(config),
        },
      },
    );
  });

/** Ends the process when the database is stalled, since nothing that waits for it would ever end. A supervisor can then restart the process. */
const endProcess =
  ({ DATA_DIR }: Config) =>
  ({ message }: Error): void => {
    process.stderr.write(`DATA_DIR=${DATA_DIR}: ${message} This process ends.\n`);
    process.exit(1);
  };

/** Does work with the database that the settings name, and closes it afterward. Errors begin with the name of the setting. */
export const withPlace = async <T>(
  config: Config,
  opening: Opening,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> => {
  const database = await openPlace(config, opening);
  try {
    return await namingPlace(config, () => work(database));
  } finally {
    await database.close();
  }
};

/** Names the setting in errors of the system or of PostgreSQL. The address is not shown, since it may contain a password. */
export const namingPlace = <T>(config: Config, work: () => Promise<T>): Promise<T> =>
  naming(config.DATABASE_URL === undefined ? `DATA_DIR=${config.DATA_DIR}` : 'DATABASE_URL', work);
