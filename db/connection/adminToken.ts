import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../storeError.ts';

const file = (directory: string) => join(directory, 'admin-token');

/** The data directory's own token, made on first use. Whoever can read the directory (mode 0600) may act as its administrator. */
export function adminToken(directory: string): string {
  const existing = readAdminToken(directory);
  if (existing !== null) return existing;
  mkdirSync(directory, { recursive: true });
  const token = randomBytes(32).toString('base64url');
  try {
    writeFileSync(file(directory), token, { mode: 0o600, flag: 'wx' });
    return token;
  } catch {
    const written = readAdminToken(directory);
    if (written !== null) return written;
    // A token that nobody kept would be another one at the next start.
    throw new StoreError('database_failed', `The administrator's token cannot be kept in ${file(directory)}.`);
  }
}

/** Null when there is none. */
export function readAdminToken(directory: string): string | null {
  try {
    return readFileSync(file(directory), 'utf8').trim();
  } catch {
    return null;
  }
}
