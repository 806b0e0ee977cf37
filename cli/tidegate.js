#!/usr/bin/env node
// Starts Tidegate on a Node that runs TypeScript: this one, or the one that `npm ci` brought.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED_MAJOR = 24;
const here = path.dirname(fileURLToPath(import.meta.url));
const main = path.join(here, 'main.ts');

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  const { run } = await import(pathToFileURL(main).href);
  await run(process.argv.slice(2));
} else {
  const own = ['node_modules/.bin/node', 'node_modules/.bin/node.exe']
    .map((file) => path.join(here, '..', file))
    .find((file) => existsSync(file));
  if (own === undefined) {
    console.error(
      `Tidegate needs Node ${NEEDED_MAJOR} or later; this is ${process.version}. Run "npm ci", or install it.`,
    );
    process.exit(2);
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}
