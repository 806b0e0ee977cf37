import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';
import { adminToken, readAdminToken } from './adminToken.ts';

// Guarantee: a data directory has one token for its administrator, which is never empty.
const folder = temporaryFolder('admin-token');

test('the token is created once, and only its owner can read it', () => {
  const directory = path.join(folder, 'new');
  expect(readAdminToken(directory)).toBeNull();
  const token = adminToken(directory);
  expect(token).toHaveLength(43);
  expect([adminToken(directory), readAdminToken(directory)]).toEqual([token, token]);
  expect(statSync(path.join(directory, 'admin-token')).mode & 0o777).toBe(0o600);
});

test('an empty file, which a full disk or a power cut left, is no token and is replaced', () => {
  writeFileSync(path.join(folder, 'admin-token'), '');
  expect(readAdminToken(folder)).toBeNull();
  const token = adminToken(folder);
  expect(token).toHaveLength(43);
  expect(readAdminToken(folder)).toBe(token);
});
