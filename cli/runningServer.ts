import { readAdminToken } from '../db/connection/adminToken.ts';
import { liveHolder } from '../db/connection/directoryLock.ts';
import { InputError } from './inputFile.ts';

export interface Server {
  readonly url: string;
  readonly token: string;
}

/**
 * The server that has the data directory open, with the token that is given, or else its administrator's; null if there is none. Throws
 * InputError if that token cannot be read, with what to do `otherwise`.
 */
export const runningServer = (dataDir: string, given?: string, otherwise = ''): Server | null => {
  const url = liveHolder(dataDir)?.address ?? null;
  if (url === null) return null;
  const token = given ?? readAdminToken(dataDir);
  if (token === null) throw new InputError([`${dataDir}: its administrator's token cannot be read${otherwise}`]);
  return { url, token };
};
