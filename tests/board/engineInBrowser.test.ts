/** Guarantee: the engine in the browser gives the same judgments as on the server, even where memory cannot be shared. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { createRandom } from '../../engine/random.ts';
import { listenLocally } from '../listenLocally.ts';
import { launchBrowser, namedUrl, noBrowser } from './browser.ts';
import { bundleEngine, type EngineBundle } from './engineBundle.ts';
import { answersTo } from './engineQuestions.ts';

const DAY = fileURLToPath(new URL('../../fixtures/days/atl-2008-03-14.json', import.meta.url));
const MOVES = 1000;
const MOST_BYTES = { first: 30_000, search: 12_000 };

test.runIf(noBrowser !== null)(`skipped: ${noBrowser}`, () => {
  expect(process.env['CI'], 'CI installs Chromium').toBeUndefined();
});

describe.skipIf(noBrowser !== null)('the engine in a browser', () => {
  let server: Server;
  let port: number;
  let browser: Browser;
  let bundled: EngineBundle;
  const text = readFileSync(DAY, 'utf8');

  beforeAll(async () => {
    bundled = await bundleEngine();
    const pages: Record<string, readonly [string, string]> = {
      '/': ['text/html', '<!doctype html><script type="module" src="/engine.js"></script>'],
    };
    for (const [file, code] of bundled.code) pages[file] = ['text/javascript', code];
    server = createServer(({ url }, response) => {
      const [type, body] = pages[url ?? ''] ?? ['text/plain', ''];
      response.writeHead(body === '' ? 404 : 200, { 'Content-Type': type }).end(body);
    });
    port = await listenLocally(server);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test('is small, and contains no validation library', () => {
    expect(bundled.modules.filter((id) => id.includes('node_modules'))).toEqual([]);
    const { first, search } = bundled.gzip;
    expect(search).toBeGreaterThan(0);
    expect([first <= MOST_BYTES.first, search <= MOST_BYTES.search], JSON.stringify(bundled.gzip)).toEqual([
      true,
      true,
    ]);
  });

  test('gives the same answers as on the server, from a page without shared memory', async () => {
    const random = createRandom(20_080_314);
    const questions = Array.from({ length: MOVES }, () => ({
      part: random.below(1 << 20),
      arc: random.below(1 << 20),
    }));
    const instance = compile(JSON.parse(text) as PlanningDocument, { referenceTime: '2008-03-14T00:00:00.000Z' });
    const expected = JSON.parse(JSON.stringify(await answersTo(instance, questions))) as unknown;
    const page = await browser.newPage();
    await page.goto(namedUrl(port));
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
