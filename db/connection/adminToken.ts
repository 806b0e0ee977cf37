import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../storeError.ts';
import { makeFolder } from './makeFolder.ts';

const file = (directory: string) => join(directory, 'admin-token');

/** The admin token of a data directory, created on first use. Whoever can read the file (mode 0600) can act as its administrator. */
export function adminToken(directory: string): string {
  const existing = readAdminToken(directory);
  if (existing !== null) return existing;
  makeFolder(directory);
  if (statSync(file(directory), { throwIfNoEntry: false })?.size === 0) rmSync(file(directory));
  const token = randomBytes(32).toString('base64url');
  try {
    writeFileSync(file(directory), token, { mode: 0o600, flag: 'wx' });
    return token;
  } catch {
    const written = readAdminToken(directory);
    if (written !== null) return written;
    // If the token could not be stored, the next start would have another one.
    throw new StoreError('database_failed', `The admin token cannot be written to ${file(directory)}.`);
  }
}

/** The stored admin token; null if there is none, or if a full disk or a power cut left only an empty file. */
export function readAdminToken(directory: string): string | null {
  try {
    return readFileSync(file(directory), 'utf8').trim() || null;
  } catch {
    return null;
  }
}
