import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTar } from 'nanotar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unpackCluster } from './unpackCluster.ts';

// Guarantee: an archive, which may come from anywhere, writes nothing beside the directory that it is unpacked into.
describe('an archive to unpack', () => {
  let folder: string;
  const file = () => path.join(folder, 'backup.tar');
  const unpack = (...names: readonly string[]): void => {
    writeFileSync(file(), createTar(names.map((name) => ({ name, data: name }))));
    const directory = path.join(folder, 'data');
    mkdirSync(directory);
    unpackCluster(file(), directory);
  };
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tidegate-unpack-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['../escaped', 'base/../../escaped', '/escaped'])('leaves %s inside', (name) => {
    unpack('PG_VERSION', name);
    expect(readdirSync(folder).sort()).toEqual(['backup.tar', 'data']);
    expect(readdirSync(path.join(folder, 'data')).sort()).toEqual(['PG_VERSION', 'escaped']);
  });

  test('must hold a database', () => {
    expect(() => unpack('other')).toThrow('holds no database');
  });
});
