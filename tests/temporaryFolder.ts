import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A new folder, which is removed after the tests of the file or suite; with `onTestFinished`, after the test that calls this. */
export const temporaryFolder = (name: string, after: (remove: () => void) => void = afterAll): string => {
  const folder = mkdtempSync(path.join(tmpdir(), `tidegate-${name}-`));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
