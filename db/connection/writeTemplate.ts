import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { openQueue } from '../queue/queue.ts';
import { openDatabase } from './openDatabase.ts';
import { preparedTemplate } from './template.ts';

/**
 * Run by `npm ci` and by the package build: writes an empty, migrated cluster with the tables of the queue to the given file, or to where the repository
 * looks for it.
 */
const [file = preparedTemplate()] = process.argv.slice(2);
if (!existsSync(file)) {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = await openDatabase({ memory: true });
  await (await openQueue(database, { supervise: false })).close();
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, gzipSync(await database.dump()));
  renameSync(draft, file);
  await database.close();
}
