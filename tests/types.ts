/**
 * `npm run types`: every project type-checks, and outside the engine, the solvers, benches, fixtures, tests and what walks an instance's arrays, an
 * index may find nothing (`noUncheckedIndexedAccess`). The compiler knows that option for a whole program only, so that its findings are taken here by
 * file.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

/** Each further checker adds a third of the work of one, for the types that all need: with few processors, one is fastest. */
const checkers = String(Math.min(4, Math.ceil(availableParallelism() / 2)));

const findings = (project: string, ...options: string[]): string[] => {
  const fixed = ['-p', project, '--pretty', 'false', '--checkers', checkers];
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...fixed, ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return status !== 0 && lines.length === 0 ? [`tsc -p ${project} ended with ${status}`] : lines;
};

const STRICT_ROOMS = /^(?:api|assistant|cli|client|db|examples|schedule|web)\//;
/** Their indices are as safe, and as hot, as in the engine. */
const WALKS_ARRAYS = /engine\/(?:instance\/(?:instance|assignments)|board\/\w+)\.ts'/;
/** Draws lists of numbers, four for each shape, thousands of them in each frame. */
const DRAWS_NUMBERS = 'web/timeline/paint/surface.ts';

const isStrict = (file: string): boolean =>
  STRICT_ROOMS.test(file) &&
  !file.endsWith('.test.ts') &&
  file !== DRAWS_NUMBERS &&
  !WALKS_ARRAYS.test(readFileSync(path.join(root, file), 'utf8'));

const plain = ['.', 'web', 'tests/board'].flatMap((project) => findings(project));
const unchecked =
  plain.length > 0
    ? []
    : ['.', 'web']
        .flatMap((project) => findings(project, '--noUncheckedIndexedAccess'))
        .filter((line) => isStrict(/^[^(]+/.exec(line)?.[0] ?? ''));
for (const line of [...plain, ...unchecked]) console.error(line);
process.exitCode = plain.length + unchecked.length > 0 ? 1 : 0;
