#!/usr/bin/env node
// Starts Tidegate: the package's JavaScript, or the repository's TypeScript. If this Node is too old, the one that `npm ci` installed runs it.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const source = path.join(here, 'main.ts');
const isRepository = existsSync(source);
const main = isRepository ? source : path.join(here, '../dist/cli/main.js');
const neededMajor = isRepository ? 24 : 22;

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  process.setSourceMapsEnabled(true);
  cacheCompiledCode();
  if (isRepository) await import('./resolveRelative.js');
  const { run } = await import(pathToFileURL(main).href);
  await run(process.argv.slice(2));
} else {
  const own = installedNode();
  if (own === undefined) {
    console.error(
      `Tidegate needs Node ${neededMajor} or later; this is ${process.version}. ${isRepository ? 'Run "npm ci", or install a newer Node.' : 'Install a newer Node.'}`,
    );
    process.exit(2);
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

/** The Node for this system among the optional dependencies; undefined where there is none. */
function installedNode() {
  const [system, file] = process.platform === 'win32' ? ['win', 'bin/node.exe'] : [process.platform, 'bin/node'];
  try {
    const described = module.createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/package.json`);
    return path.join(path.dirname(described), file);
  } catch {
    return undefined;
  }
}

/**
 * Compiled code is kept for the next start, which then takes a quarter less time. It is in a directory of the user's own, so that nobody else can put code
 * there. Where there can be none (a read-only file system), nothing is kept.
 */
function cacheCompiledCode() {
  const directory = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'tidegate/compiled');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  module.enableCompileCache(directory);
  // Threads look at the environment.
  process.env.NODE_COMPILE_CACHE ||= directory;
}
