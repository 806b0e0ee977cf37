import { afterEach, expect, test, vi } from 'vitest';
import { run } from './main.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** What a command prints, on both outputs, and its exit code. */
const outcome = async (...args: readonly string[]): Promise<{ readonly code: unknown; readonly text: string }> => {
  let text = '';
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((piece) => {
      text += String(piece);
      return true;
    });
  await run(args);
  vi.restoreAllMocks();
  return { code: process.exitCode, text };
};

test.each([
  ['tidegate', ['nosuch'], "unknown command 'nosuch'"],
  ['tidegate', ['help', 'nosuch'], "unknown command 'nosuch'"],
  ['tidegate backup', ['backup', '--nosuch'], "unknown option '--nosuch'"],
  ['tidegate user create', ['user', 'create'], "missing required argument 'email'"],
  ['tidegate token', ['token', 'nosuch'], "unknown command 'nosuch'"],
])('an error of %s names its help: %j', async (command, args, message) => {
  expect(await outcome(...args)).toEqual({ code: 2, text: `error: ${message}\n(see "${command} --help")\n` });
});

test.each([
  [['backup'], '0 the backup is sound; 1 it is not (the file name ends in .broken), or any other failure'],
  [['user', 'create'], '0 done; 1 any other failure'],
])('the help of %j ends with its exit codes', async (command, codes) => {
  const { code, text } = await outcome(...command, '--help');
  expect(code).toBe(0);
  expect(text).toMatch(/\n\nExit codes: [^\n]*\n$/);
  expect(text).toContain(`Exit codes: ${codes}; 2 bad input (arguments, settings or files).\n`);
});

test.each([
  [['export'], 'which a server may have open. Needs no API key.'],
  [['token', 'list'], 'which a server may have open. Needs no API key.'],
  [['migrate'], 'which no server may have open.'],
  [['organization', 'import'], 'which no server may have open.'],
])('the help of %j says on which database it works', async (command, place) => {
  const { text } = await outcome(...command, '--help');
  expect(text).toMatch(/\n\nWorks on the database in DATABASE_URL, /);
  expect(text).toContain(`DATA_DIR, ${place}\n\nExit codes: `);
});

test('the help of a server lists no setting that only a worker reads, and that of a worker does', async () => {
  expect((await outcome('serve', '--help')).text).not.toMatch(/^ {2}METRICS_PORT /m);
  expect((await outcome('worker', '--help')).text).toMatch(/^ {2}METRICS_PORT /m);
});
