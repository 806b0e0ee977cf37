import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs `work` in a process with the service's log. Returns the exit code and the lines of standard error. */
const run = (
  work: string,
): { code: number | null; lines: { level: number; msg: string; err: { message: string } }[] } => {
  const script = `
    const { openLog } = await import(${JSON.stringify(new URL('openLog.ts', import.meta.url).href)});
    const { logUncaught } = await import(${JSON.stringify(new URL('logUncaught.ts', import.meta.url).href)});
    logUncaught(openLog({ LOG_LEVEL: 'info' }));
    ${work}
    setTimeout(() => process.exit(7), 50);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return {
    code: status,
    lines: stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
  };
};

// Guarantee: an unhandled rejection does not end the process, and nothing ends it without a line in the log.
test.each([
  [
    'a rejection is logged, and the process continues',
    "void Promise.reject(new Error('floating'));",
    7,
    50,
    'floating',
  ],
  ['a rejection without an Error is logged, too', "void Promise.reject('words');", 7, 50, 'words'],
  [
    'an exception is logged, and ends the process',
    "setTimeout(() => { throw new Error('broken'); });",
    1,
    60,
    'broken',
  ],
])('%s', (_what, work, code, level, message) => {
  expect(run(work)).toMatchObject({ code, lines: [{ level, err: { message } }] });
});
