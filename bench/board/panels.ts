/**
 * `npm run bench -- board-panels`: measures the board's panels in headless Chromium against a server of its own. `--rounds N`: the
 * number of conflicts.
 */
import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { BoardPage } from '../../tests/board/boardPage.ts';
import type { BoardServer } from '../../tests/board/boardServer.ts';
import { machine } from '../table/machine.ts';
import { median, quantile } from '../table/table.ts';
import { Findings } from './findings.ts';
import { placesIn } from './measure.ts';
import { readOptions } from '../readOptions.ts';
import { withBoard } from './withBoard.ts';

const values = readOptions({
  rounds: ['number of conflicts to open', 20],
});
const ROUNDS = values.rounds;
const STEPS = 200;

const findings = new Findings();
const note = findings.note.bind(findings);

interface Opened {
  /** Milliseconds until the click is handled. */
  readonly handled: number;
  /** Milliseconds until the first strategy is in the list. */
  readonly listed: number;
  /** Milliseconds until the frame after that, which shows it on the board, is drawn. */
  readonly shown: number;
  /** Milliseconds from the click until the request is sent, and from there to the first byte of the response, as the browser measured it. */
  readonly asked: number;
  readonly served: number;
  /** Milliseconds from pointing at the next strategy until the frame that shows it on the board. */
  readonly previewed: number;
}

/** Opens conflicts by clicks that no pointer movement announced, and measures each. */
const openConflicts = (page: Page, rounds: number): Promise<readonly Opened[]> =>
  page.evaluate(async (count) => {
    const found: Opened[] = [];
    const drawn = (): Promise<number> =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.addEventListener('message', () => resolve(performance.now()), { once: true });
          channel.port1.start();
          channel.port2.postMessage(null);
        });
      });
    const rest = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
    const entries = [...document.querySelectorAll<HTMLElement>('ul[aria-label=Conflicts] button[aria-expanded]')];
    // The board requests strategies for the conflict after an opened one in advance, so these conflicts are skipped.
    for (let round = 0; round < count; round++) {
      const entry = entries[(3 + 7 * round) % entries.length];
      const begun = performance.now();
      const isThere = (): boolean =>
        entry.getAttribute('aria-expanded') === 'true' && document.querySelector('[data-apply]') !== null;
      const listed = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
        // A conflict without strategies is not counted.
        setTimeout(() => {
          observer.disconnect();
          resolve();
        }, 5000);
      });
      entry.click();
      const handled = performance.now() - begun;
      await listed;
      if (!isThere()) continue;
      const within = performance.now() - begun;
      const shown = (await drawn()) - begun;
      // The timing of the response is available once all strategies are found.
      await rest(1500);
      const request = performance
        .getEntriesByType('resource')
        .find(({ name, startTime }) => name.includes('resolve-conflict-stream') && startTime >= begun) as
        | PerformanceResourceTiming
        | undefined;
      const second = document.querySelectorAll('ul[aria-label=Strategies] > li')[1];
      const pointed = performance.now();
      second?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      const previewed = (await drawn()) - pointed;
      const asked = (request?.requestStart ?? Number.NaN) - begun;
      const served = (request?.responseStart ?? Number.NaN) - begun - asked;
      found.push({ handled, listed: within, shown, asked, served, previewed });
      await rest(400);
    }
    return found;
  }, rounds);

/** Measures the milliseconds of each step of the history slider by keys, and collects the requests that are sent meanwhile. */
const scrub = async (board: BoardPage, steps: number) => {
  const { page } = board;
  const slider = await board.sees('slider', 'History');
  await slider.focus();
  // The first step fetches the diffs of the changes once.
  await page.keyboard.press('ArrowLeft');
  await board.says('Mode', /^Past: /);
  await page.waitForTimeout(500);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A browser may request the icon whenever the address changes.
    if (pathname !== '/icon.svg') requests.push(`${request.method()} ${pathname}`);
  });
  const took = await slider.evaluate(async (element, count) => {
    const input = element as HTMLInputElement;
    const each: number[] = [];
    for (let i = 0; i < count; i++) {
      const begun = performance.now();
      input.stepDown();
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
      each.push(performance.now() - begun);
    }
    return each;
  }, steps);
  await page.waitForTimeout(500);
  return { took, requests };
};

const changeOften = async (server: BoardServer, plan: PlanningDocument, times: number): Promise<void> => {
  const [{ operation, resource }] = placesIn(plan);
  const other = plan.resources.find(({ id }) => id !== resource)!.id;
  for (let i = 0; i < times; i++) {
    const to = i % 2 === 0 ? other : resource;
    await server.move(operation, to);
  }
};

const until = async (click: () => Promise<void>, seen: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await click();
  await seen();
  return performance.now() - begun;
};

const loadBefore = loadavg()[0];
const faults: string[] = [];
await withBoard(async ({ server, browser, ann }) => {
  const board = await BoardPage.open(browser, server.base, { viewport: { width: 1440, height: 900 } });
  const { page } = board;
  await board.enter(ann, `/p/${server.demo}`);
  await board.press('Skip');
  await board.get('tab', 'Conflicts').click();
  await board.sees('list', 'Conflicts');
  await page.waitForTimeout(1500);
  const opened = await openConflicts(page, ROUNDS);
  for (const one of opened)
    console.log(
      `  ${Object.entries(one)
        .map(([what, ms]) => `${what} ${ms.toFixed(0)}`)
        .join(', ')}`,
    );
  const typical = (of: (one: Opened) => number): number => median(opened.map(of).filter((ms) => !Number.isNaN(ms)));
  note(
    `From opening a conflict to its first strategy on the board, ${opened.length} of them: median`,
    typical(({ shown }) => shown),
    100,
  );
  note(
    '– until the click is handled',
    typical(({ handled }) => handled),
    100,
  );
  note(
    '– until the request is sent',
    typical(({ asked }) => asked),
    100,
  );
  note(
    '– from there to the first byte of the response',
    typical(({ served }) => served),
    50,
  );
  note(
    '– until the strategy is in the list',
    typical(({ listed }) => listed),
    100,
  );
  note(
    'From opening a conflict to its first strategy on the board: 95 %',
    quantile(
      opened.map(({ shown }) => shown),
      0.95,
    ),
    100,
  );
  note(
    'From pointing at a strategy to its preview: median',
    typical(({ previewed }) => previewed),
    50,
  );

  const plan = await server.export(server.demo);
  await changeOften(server, plan, STEPS + 2);
  await board.get('tab', 'Changes').click();
  await board.sees('list', 'Changes');
  await page.waitForTimeout(1500);
  const { took, requests } = await scrub(board, STEPS - 2);
  note(`A step of the slider, over ${took.length} changes: median`, median(took), 50);
  note(`Requests while ${took.length} changes are stepped through`, requests.length, 0, '');
  for (const request of requests) console.log(`  ${request}`);
  await board.press('Back to now');
  await board.says('Mode', 'Live');
  await page.waitForTimeout(1500);

  const metrics = await until(
    () => board.get('tab', 'Metrics').click(),
    () => board.sees('list', 'Utilization'),
  );
  note('From the tab to the metrics', metrics, 500);

  await board.press('Create draft');
  await board.get('textbox', 'Name').fill('Fog');
  await board.press('Create');
  await board.says('Mode', 'Draft: Fog');
  await board.isReady();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
  const publishing = await until(
    () => board.press('Publish'),
    () => page.getByText(/Nothing is different|would change/).waitFor(),
  );
  note('From Publish to what it would do', publishing, 500);
  faults.push(...board.faults);
});
findings.noteFaults(faults);

await findings.publish(
  'board-panels',
  `The board's panels on the demo day, in headless Chromium (rastered in software), server and database on the same machine: ${machine()}, load ${loadBefore.toFixed(1)} before it began. Each conflict is opened by a click without a preceding pointer movement; with a mouse, its strategies are already requested while the pointer rests on it.`,
);
