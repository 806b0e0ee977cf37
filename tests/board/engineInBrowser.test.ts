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
/** Aimed at 30 kB; a third of it is the search for reasons, which comes with every answer of why there is no place. */
const MOST_BYTES = 34 * 1024;

const bundle = async (): Promise<{ readonly code: string; readonly modules: readonly string[] }> => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { format: 'es', entryFileNames: 'engine.js', codeSplitting: false } },
    },
  })) as Rollup.RollupOutput;
  const chunks = built.output.filter((file) => file.type === 'chunk');
  expect(chunks).toHaveLength(1);
  return { code: chunks[0].code, modules: chunks[0].moduleIds };
};

test.runIf(noBrowser !== null)(`skipped: ${noBrowser}`, () => {
  expect(process.env['CI'], 'CI installs Chromium').toBeUndefined();
});

describe.skipIf(noBrowser !== null)('the engine in a browser', () => {
  let server: Server;
  let browser: Browser;
  let bundled: Awaited<ReturnType<typeof bundle>>;
  const text = readFileSync(DAY, 'utf8');

  beforeAll(async () => {
    bundled = await bundle();
    const pages: Record<string, readonly [string, string]> = {
      '/': ['text/html', '<!doctype html><script type="module" src="/engine.js"></script>'],
      '/engine.js': ['text/javascript', bundled.code],
    };
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
    const bytes = gzipSync(bundled.code).length;
    console.log(`the board's engine: ${(bytes / 1024).toFixed(1)} kB gzip`);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  test('answers as on the server, from a page without shared memory', async () => {
    const random = createRandom(20_080_314);
    const questions = Array.from({ length: MOVES }, () => ({
      part: random.below(1 << 20),
      arc: random.below(1 << 20),
    }));
    const instance = compile(JSON.parse(text) as PlanningDocument, { referenceTime: '2008-03-14T00:00:00.000Z' });
    const expected = JSON.parse(JSON.stringify(answersTo(instance, questions))) as unknown;
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
