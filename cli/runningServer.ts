import { readAdminToken } from '../db/connection/adminToken.ts';
import { liveHolder, type LockHolder } from '../db/connection/directoryLock.ts';
import { InputError } from './inputFile.ts';
import { named } from './naming.ts';

export interface Server {
  readonly url: string;
  readonly token: string;
}

/** The process that has the data directory open; null if there is none. Errors begin with the name of the setting. */
export const holderOf = (dataDir: string): LockHolder | null => {
  try {
    return liveHolder(dataDir);
  } catch (error) {
    throw named(`DATA_DIR=${dataDir}`, error);
  }
};

/**
 * The server that has the data directory open, with the token that is given, or else its administrator's; null if there is none. Throws
 * InputError if that token cannot be read, with what to do `otherwise`.
 */
export const runningServer = (dataDir: string, given?: string, otherwise = ''): Server | null => {
  const url = holderOf(dataDir)?.address ?? null;
  if (url === null) return null;
  const token = given ?? readAdminToken(dataDir);
  if (token === null) throw new InputError([`${dataDir}: its administrator's token cannot be read${otherwise}`]);
  return { url, token };
};
