import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const shell = (script: string) => {
  const { status, stderr, stdout } = spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, TIDEGATE: path.join(import.meta.dirname, 'tidegate.js'), NODE: process.execPath },
  });
  return { status, stderr, stdout };
};

// Guarantee: a command whose output nobody reads any more ends as it would have ended, without a stack trace.
test('a reader that has ended is no failure', () => {
  expect(shell('"$NODE" "$TIDEGATE" serve --help | true; exit ${PIPESTATUS[0]}')).toEqual({
    status: 0,
    stderr: '',
    stdout: '',
  });
});

test.skipIf(!existsSync('/dev/full'))('a full disk behind standard output is a failure of one line', () => {
  expect(shell('"$NODE" "$TIDEGATE" serve --help >/dev/full')).toEqual({
    status: 1,
    stderr: 'standard output: ENOSPC: no space left on device, write\n',
    stdout: '',
  });
});
