import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
    return readAdminToken(directory) ?? token;
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
