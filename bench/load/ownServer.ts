import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../tests/processes.ts';

/** Starts a server of its own, with its data in a new directory; `end` removes that, too. */
export const ownServer = (environment: Readonly<Record<string, string>> = {}) => {
  const directory = mkdtempSync(join(tmpdir(), 'tidegate-bench-'));
  const server = start(['serve'], { PORT: '0', ...environment, DATA_DIR: directory });
  const end = async (): Promise<void> => {
    await server.end('SIGTERM');
    if (server.stderr() !== '') console.error(server.stderr().slice(-2000));
    rmSync(directory, { recursive: true, force: true });
  };
  return { ...server, end };
};
