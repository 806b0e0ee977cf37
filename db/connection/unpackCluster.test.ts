import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTar } from 'nanotar';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';
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
    folder = temporaryFolder('unpack', onTestFinished);
  });

  test.each(['../escaped', 'base/../../escaped', '/escaped'])('leaves %s inside', (name) => {
    unpack('PG_VERSION', name);
    expect(readdirSync(folder).sort()).toEqual(['backup.tar', 'data']);
    expect(readdirSync(path.join(folder, 'data')).sort()).toEqual(['PG_VERSION', 'escaped']);
  });

  test('must hold a database', () => {
    expect(() => unpack('other')).toThrow('holds no database');
  });
});
