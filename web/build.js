/**
 * `npm run build` (and `prepare`, and a start that finds the board stale): builds the planning board into `web/dist`.
 * It is plain JavaScript, since `npm ci` runs it on any version of Node.
 *
 * A build is current when its stamp equals that of its sources. A build is made in a folder of its own and renamed when it is
 * complete, so that a running server never serves half of it. Without Vite (`npm ci --omit=dev`) nothing is built,
 * which is not an error: the server says so at `/`.
 *
 * Prints one line; exits 0 when the board is current or cannot be built here, 1 when building it failed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const web = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(web, '..');
const dist = path.join(web, 'dist');
const STAMP_FILE = 'stamp';
const STAMP_LENGTH = 16;
/** Everything on which the build depends: the board, the rooms that it imports, and the versions of libraries. */
const SOURCES = ['web', 'engine', 'client', 'package-lock.json'];
const SMALLEST_COMPRESSED_BYTES = 1024;

/** @param {string} file */
const isSource = (file) => !file.startsWith('web/dist') && !/\.test\.tsx?$/.test(file);

/** Hash of the sources' names and contents. */
const stampOfSources = () => {
  const hash = createHash('sha256');
  const files = SOURCES.filter((name) => existsSync(path.join(root, name))).flatMap((name) =>
    name.includes('.')
      ? [name]
      : readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  );
  for (const file of files.filter(isSource).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, STAMP_LENGTH);
};

/** The stamp of the present build; null when there is none. */
const builtStamp = () => {
  const file = path.join(dist, STAMP_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

/** Writes brotli and gzip versions beside each larger text file, with the best compression, so that the server need not compress them. */
const compressFiles = async (/** @type {string} */ folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:js|css|svg|json|webmanifest)$/.test(file),
  );
  for (const file of files) {
    const from = path.join(folder, file);
    const content = readFileSync(from);
    if (content.length < SMALLEST_COMPRESSED_BYTES) continue;
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${from}.br`, await promisify(brotliCompress)(content, { params: quality }));
    writeFileSync(`${from}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
  }
};

/** Replaces the old folder by the new one. Another process may do the same at the same time; the later one then has nothing left to do. */
const replace = (/** @type {string} */ made, /** @type {string} */ stamp) => {
  const old = `${dist}-old-${process.pid}`;
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(made, dist);
  } catch (error) {
    if (builtStamp() !== stamp) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
    rmSync(made, { recursive: true, force: true });
  }
};

/**
 * What the first view needs is one file, and of what several panels share, there are few: small files compress badly. Apart from these, each panel has
 * a file of its own.
 */
const GROUPS = [
  { name: 'first', tags: [/** @type {const} */ ('$initial')], priority: 1 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 40_000 },
];
/** Rolldown names a shared file after all that share it. */
const nameOfChunk = (/** @type {{ name: string }} */ { name }) =>
  `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`;

const build = async (/** @type {import('vite')} */ vite, /** @type {string} */ stamp) => {
  const made = `${dist}-${process.pid}`;
  await vite.build({
    configFile: false,
    root: web,
    base: '/',
    logLevel: 'warn',
    publicDir: 'public',
    define: { __BUILD__: JSON.stringify(stamp) },
    build: {
      outDir: made,
      emptyOutDir: true,
      target: 'es2023',
      // A page whose policy allows no inline content has no use for data: URLs.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: { codeSplitting: { groups: GROUPS }, chunkFileNames: nameOfChunk },
        // Directives such as "use client" are meant for server rendering, which the board does not use.
        onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
      },
    },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    worker: { format: 'es' },
  });
  await compressFiles(made);
  writeFileSync(path.join(made, STAMP_FILE), stamp);
  replace(made, stamp);
};

const run = async () => {
  const stamp = stampOfSources();
  if (builtStamp() === stamp) return console.log(`The board is current (${stamp}).`);
  // Development code of libraries is left out, whatever NODE_ENV the calling process has.
  process.env.NODE_ENV = 'production';
  const vite = await import('vite').catch(() => null);
  if (vite === null)
    return console.log('The board is not built: Vite is not installed here (npm ci without --omit=dev).');
  const startedAt = Date.now();
  await build(vite, stamp);
  console.log(`The board is built (${stamp}, ${((Date.now() - startedAt) / 1000).toFixed(1)} s).`);
};

await run();
