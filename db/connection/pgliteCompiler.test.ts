/** Guarantee: the function of PGlite that evaluates expressions never costs seconds and hundreds of megabytes of V8's optimizing compiler. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

/** Bytes of code in a function that takes the optimizing compiler longer than a second. */
const LONG = 100_000;

test('what the start of the database calls is not optimized, and other functions are', async () => {
  const folder = temporaryFolder('compiler', onTestFinished);
  const writer = path.join(import.meta.dirname, 'writeTemplate.ts');
  const args = ['--trace-wasm-compilation-times', writer, path.join(folder, 'template.tar.gz')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 });
  const compiled = [...stdout.matchAll(/#(\d+) using (\w+), .*?bodysize (\d+)/g)].map(([, index, by, size]) => ({
    index,
    by,
    size: Number(size),
  }));
  const long = compiled.filter(({ size }) => size > LONG);
  expect(long.length).toBeGreaterThan(0);
  expect(long.filter(({ by }) => by !== 'Liftoff')).toEqual([]);
  expect(compiled.some(({ by }) => by === 'TurboFan')).toBe(true);
});
