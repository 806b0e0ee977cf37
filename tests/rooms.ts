import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The top-level folders with code. */
export const ROOMS = [
  'api',
  'assistant',
  'bench',
  'cli',
  'client',
  'db',
  'engine',
  'examples',
  'fixtures',
  'schedule',
  'solvers',
  'tests',
  'web',
];

/** What lies in a folder of the project and below, by path from the project's own folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(path.join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(folder, file),
  );
