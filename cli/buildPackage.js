/**
 * `npm pack` runs this first. It makes `dist/`, the content of the package: JavaScript with source maps of everything that the
 * command line reaches, and, at the same paths as here, the files that it reads. It is plain JavaScript, as `web/build.js` is.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const dist = path.join(root, 'dist');
/** The entry points of processes and threads. Every command becomes a chunk of its own. */
const ENTRIES = ['cli/main', 'db/connection/pgliteThread', 'solvers/pool/resolutionWorker', 'solvers/pool/worker'];
const READ = ['package.json', 'db/migrations', 'fixtures/days', 'web/dist'];
/**
 * Packages that are bundled into the chunks; all others are installed. Node reads the 180 KB of drizzle-orm's package.json again for
 * each of its files, which takes half of a server's start-up time, and zod has a file for each language of its messages.
 */
const BUNDLED = ['drizzle-orm', 'zod'];
const MODULE_URL = '__moduleUrl';

const isInstalled = (/** @type {string} */ id) =>
  !/^[./]|^\0/.test(id) && !path.isAbsolute(id) && !BUNDLED.some((name) => id === name || id.startsWith(`${name}/`));

/** Rewrites `import.meta.url`, so that a module finds its files relative to its source, wherever its chunk is. */
const keepPlaces = {
  name: 'keep-places',
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (!code.includes('import.meta.url') || id.includes('node_modules')) return null;
    const place = path.relative(root, id).replaceAll(path.sep, '/').replace(/\.ts$/, '.js');
    return { code: code.replaceAll('import.meta.url', `${MODULE_URL}(${JSON.stringify(place)})`), map: null };
  },
  renderChunk(/** @type {string} */ code, /** @type {{ fileName: string }} */ chunk) {
    if (!code.includes(MODULE_URL)) return null;
    const up = '../'.repeat(chunk.fileName.split('/').length - 1) || './';
    return {
      code: `${code}\nfunction ${MODULE_URL}(place) { return new URL(${JSON.stringify(up)} + place, import.meta.url).href; }\n`,
      map: null,
    };
  },
};

rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, `${entry}.ts`])),
  platform: 'node',
  external: isInstalled,
  plugins: [keepPlaces],
});
await bundle.write({
  dir: dist,
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
});
for (const file of READ) cpSync(path.join(root, file), path.join(dist, file), { recursive: true });
// npm runs this with the Node that it installed, if this system has one.
execFileSync(process.execPath, [
  path.join(root, 'db/connection/writeTemplate.ts'),
  path.join(dist, 'db/template.tar.gz'),
]);
// A software bill of materials (CycloneDX). npm's `--omit dev` is not used, because it also omits packages that both the product and development
// need.
const bill = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  }),
);
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const wanted = new Set(
  Object.entries(packages).flatMap(([place, { version, dev, devOptional }]) =>
    dev || devOptional ? [] : [`${place.replace(/^.*node_modules\//, '')} ${version}`],
  ),
);
const shipped = bill.components.filter((/** @type {{ name: string, version: string }} */ { name, version }) =>
  wanted.has(`${name} ${version}`),
);
const refs = new Set(shipped.map((/** @type {{ 'bom-ref': string }} */ one) => one['bom-ref']));
refs.add(bill.metadata.component['bom-ref']);
bill.components = shipped;
bill.dependencies = bill.dependencies.flatMap(
  (/** @type {{ ref: string, dependsOn?: string[] }} */ { ref, dependsOn = [] }) =>
    refs.has(ref) ? [{ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }] : [],
);
writeFileSync(path.join(dist, 'sbom.cdx.json'), JSON.stringify(bill, null, 1));
console.log('The package is built.');
