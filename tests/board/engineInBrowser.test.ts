/** Guarantee: the engine that judges a drag in the browser says what the server's says, also where memory cannot be shared. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { createRandom } from '../../engine/random.ts';
import { launchBrowser, namedUrl, noBrowser } from './browser.ts';
import { answersTo } from './engineQuestions.ts';

const DAY = fileURLToPath(new URL('../../fixtures/days/atl-2008-03-14.json', import.meta.url));
const ENTRY = fileURLToPath(new URL('engineEntry.ts', import.meta.url));
const MOVES = 1000;
const ENGINE = '/engine.js';
/** Parse, compile, board, judged rows, candidates with what speaks against each, conflicts. */
const MOST_BYTES = 30 * 1024;
/** With the search for why there is no place at all, which a page loads when it is asked for. */
const MOST_BYTES_IN_ALL = 36 * 1024;

interface Bundled {
  /** By path; `ENGINE` comes first. */
  readonly code: ReadonlyMap<string, string>;
  /** What is loaded when it is asked for. */
  readonly lazy: readonly string[];
  readonly modules: readonly string[];
}

const bundle = async (): Promise<Bundled> => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        output: { format: 'es', entryFileNames: ENGINE.slice(1), chunkFileNames: '[name].js' },
      },
    },
  })) as Rollup.RollupOutput;
  const chunks = built.output.filter((file) => file.type === 'chunk');
  expect(chunks.filter(({ isDynamicEntry }) => isDynamicEntry)).toHaveLength(1);
  return {
    code: new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code])),
    lazy: chunks.filter(({ isDynamicEntry }) => isDynamicEntry).map(({ fileName }) => `/${fileName}`),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  };
};

test.runIf(noBrowser !== null)(`skipped: ${noBrowser}`, () => {
  expect(process.env['CI'], 'CI installs Chromium').toBeUndefined();
});

describe.skipIf(noBrowser !== null)('the engine in a browser', () => {
  let server: Server;
  let browser: Browser;
  let bundled: Bundled;
  const text = readFileSync(DAY, 'utf8');

  beforeAll(async () => {
    bundled = await bundle();
    const pages: Record<string, readonly [string, string]> = {
      '/': ['text/html', '<!doctype html><script type="module" src="/engine.js"></script>'],
    };
    for (const [file, code] of bundled.code) pages[file] = ['text/javascript', code];
    server = createServer(({ url }, response) => {
      const [type, body] = pages[url ?? ''] ?? ['text/plain', ''];
      response.writeHead(body === '' ? 404 : 200, { 'Content-Type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test('is small, and no validation library comes with it', () => {
    expect(bundled.modules.filter((id) => id.includes('node_modules'))).toEqual([]);
    const bytesOf = (file: string): number => gzipSync(bundled.code.get(file)!).length;
    const later = bundled.lazy.reduce((sum, file) => sum + bytesOf(file), 0);
    const all = [...bundled.code.keys()].reduce((sum, file) => sum + bytesOf(file), 0);
    const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} kB gzip`;
    console.log(`the board's engine: ${kilobytes(all - later)}; with the search for reasons ${kilobytes(all)}`);
    expect(all - later).toBeLessThan(MOST_BYTES);
    expect(all).toBeLessThan(MOST_BYTES_IN_ALL);
  });

  test('answers as on the server, from a page without shared memory', async () => {
    const random = createRandom(20_080_314);
    const questions = Array.from({ length: MOVES }, () => ({
      part: random.below(1 << 20),
      arc: random.below(1 << 20),
    }));
    const instance = compile(JSON.parse(text) as PlanningDocument, { referenceTime: '2008-03-14T00:00:00.000Z' });
    const expected = JSON.parse(JSON.stringify(await answersTo(instance, questions))) as unknown;
    const page = await browser.newPage();
    await page.goto(namedUrl((server.address() as AddressInfo).port));
    const found = await page.evaluate(
      ([document, moves]) =>
        (globalThis as unknown as { inPage(text: string, questions: unknown): Promise<unknown> }).inPage(
          document,
          moves,
        ),
      [text, questions] as const,
    );
    await page.close();
    expect(found).toEqual({ answers: expected, isShared: false, isSecure: false, movedBytes: 0 });
  });
});
