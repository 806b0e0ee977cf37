/**
 * Guarantee: the result of `npm pack` runs by itself: as JavaScript, with the board, and without what only development needs. `PACKAGE_NODE` names another
 * Node that runs it, such as one of version 22.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from './freePort.ts';
import { type Started, start, tidegate } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

const folder = temporaryFolder('package');
let launcher: string;
let server: Started | undefined;

beforeAll(async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  const [{ filename, size }] = JSON.parse(/^\[\n[\s\S]*/m.exec(stdout)?.[0] ?? '') as [
    { filename: string; size: number },
  ];
  expect(size).toBeLessThan(10_000_000);
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, 'tidegate'), { recursive: true });
  await run('tar', ['xzf', path.join(folder, filename), '-C', path.join(modules, 'tidegate'), '--strip-components=1']);
  // Installs the dependencies of the package as npm would, without using the registry.
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
    await symlink(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  launcher = path.join(modules, 'tidegate/cli/tidegate.js');
});

afterAll(() => server?.end('SIGKILL'));

test('the package contains no test, and no TypeScript but the client that docs/clients.md tells to copy', async () => {
  const files = await readdir(path.join(folder, 'node_modules/tidegate'), { recursive: true });
  expect(files.filter((file) => /test|bench/.test(file))).toEqual([]);
  const client = (await readdir(path.join(root, 'client'))).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const besides = ['engine/instance/planningDocument.ts', 'engine/recordOf.ts'];
  const copied = [...client.map((file) => `client/${file}`), ...besides];
  expect(files.filter((file) => /\.tsx?$/.test(file)).sort()).toEqual(copied.sort());
  for (const file of copied) {
    const place = path.join(folder, 'node_modules/tidegate', file);
    for (const [, name] of (await readFile(place, 'utf8')).matchAll(/from '(\.[^']+)'/g))
      expect(copied, `${name} of ${file}`).toContain(path.posix.join(path.posix.dirname(file), name));
  }
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/web/dist/index.html']));
});

test('the package lists its components', async () => {
  const file = path.join(folder, 'node_modules/tidegate/dist/sbom.cdx.json');
  const { bomFormat, components } = JSON.parse(await readFile(file, 'utf8')) as {
    bomFormat: string;
    components: { name: string; version: string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const named = components.map(({ name, version }) => `${name} ${version}`);
  expect(named).toEqual(
    expect.arrayContaining(Object.entries(dependencies).map(([name, version]) => `${name} ${version}`)),
  );
  expect(named.some((one) => one.startsWith('vitest '))).toBe(false);
});

test('the installed command solves a file', async () => {
  const day = path.join(folder, 'node_modules/tidegate/dist/fixtures/days/mdw-2008-01-17.json');
  const { code, stdout, stderr } = await tidegate(
    ['solve', day, '--json', '--step-limit', '2000', '--threads', '1'],
    {},
    launcher,
  );
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ score: { total: expect.any(Number) } });
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  expect((await tidegate(['--version'], {}, launcher)).stdout.trim()).toBe(version);
});

// NODE_COMPILE_CACHE, which tests run with, goes before.
test('the installed command keeps compiled code in the user’s cache, and starts where there can be none', async () => {
  const cache = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: path.join(folder, 'cache') };
  expect((await tidegate(['--version'], cache, launcher)).code).toBe(0);
  expect(await readdir(path.join(folder, 'cache/tidegate/compiled'))).not.toEqual([]);
  const noDirectory = { ...cache, XDG_CACHE_HOME: path.join(launcher, 'cache') };
  expect((await tidegate(['--version'], noDirectory, launcher)).code).toBe(0);
});

test('the installed command serves the demo day, its board, and an optimization', async () => {
  const port = await freePort();
  const settings = { DATA_DIR: path.join(folder, 'data'), PORT: String(port), THREADS: '1', BOARD: 'true' };
  server = start(['serve'], settings, launcher);
  // From the moment that it accepts connections it is ready: a request that comes earlier than the application waits for it.
  const first = await vi.waitUntil(() => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null), {
    timeout: 30_000,
    interval: 5,
  });
  expect(first.status).toBe(200);
  const [, url] = await server.line(/Tidegate serves (http:\S+)/);
  const [, key] = await server.line(/API key: (\S+)/);
  const page = await fetch(`${url}/`, { headers: { Accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/<script type="module"/);
  const lines = await fetch(`${url}/v1/plannings/atl-2008-03-14/optimize/`, {
    method: 'POST',
    headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
    body: JSON.stringify({ parameters: { timeLimitSeconds: 1 } }),
  });
  expect((await lines.text()).trim().split('\n').at(-1)).toContain('SUCCEEDED');
  expect(await server.end('SIGTERM')).toBe(0);
});
