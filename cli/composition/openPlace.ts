import { type OpenDatabase, openDatabase } from '../../db/connection/openDatabase.ts';
import { StoreError } from '../../db/storeError.ts';
import type { Config } from '../config.ts';

/** The database that the settings name. What is wrong with it is said with the setting's name. */
export const openPlace = (config: Config, options: { readonly migrate?: boolean } = {}): Promise<OpenDatabase> =>
  namingPlace(config, () =>
    openDatabase(
      config.DATABASE_URL === undefined
        ? { dataDir: config.DATA_DIR }
        : { url: config.DATABASE_URL, maxConnections: config.DATABASE_CONNECTIONS },
      { ...options, stall: { limitMs: config.DATABASE_STALL_SECONDS * 1000, onStalled: endProcess(config) } },
    ),
  );

/** Nothing that waits for the database will ever end: a supervisor that starts the process anew helps, once there is room. */
const endProcess =
  ({ DATA_DIR }: Config) =>
  ({ message }: Error): void => {
    process.stderr.write(`DATA_DIR=${DATA_DIR}: ${message} This process ends.\n`);
    process.exit(1);
  };

/** Puts the setting before what the system or the server says; the address may hold a password and is not shown. */
export const namingPlace = async <T>(config: Config, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error instanceof StoreError) throw error;
    const setting = config.DATABASE_URL === undefined ? `DATA_DIR=${config.DATA_DIR}` : 'DATABASE_URL';
    // A name with several addresses fails once for each, and says nothing itself.
    const causes = error instanceof AggregateError ? (error.errors as readonly Error[]) : [error];
    const message = `${setting}: ${causes.map((cause) => cause.message).join('; ')}`;
    throw Object.assign(new Error(message, { cause: error }), { code: error.code });
  }
};
