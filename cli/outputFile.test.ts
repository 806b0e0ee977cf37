import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { InputError } from './inputFile.ts';
import { checkWritable } from './outputFile.ts';
import { temporaryFolder } from '../tests/temporaryFolder.ts';

const folder = temporaryFolder('output');

test('a file that can be written is left as it was, and one that does not exist is not created', async () => {
  const file = path.join(folder, 'plan.json');
  await checkWritable(file);
  expect(await readdir(folder)).toEqual([]);
  await writeFile(file, 'kept');
  await checkWritable(file, { replaced: true });
  expect(await readFile(file, 'utf8')).toBe('kept');
});

test('a folder, a missing folder, and a device that would be replaced are refused', async () => {
  await expect(checkWritable(folder)).rejects.toThrow(
    new InputError([`--out ${folder}: it is a folder; name a file in it`]),
  );
  const noFolder = path.join(folder, 'new', path.sep);
  await expect(checkWritable(noFolder)).rejects.toThrow(
    new InputError([`--out ${noFolder}: it is a folder; name a file in it`]),
  );
  await expect(checkWritable(path.join(folder, 'no', 'plan.json'))).rejects.toThrow(/^--out .*: ENOENT/);
  await expect(checkWritable('/dev/null', { replaced: true })).rejects.toThrow('it is not a regular file');
  await checkWritable('/dev/null');
});
