/**
 * `npm run bench -- board-gallery [--to FOLDER]` takes a picture of the planning board in each of its states, light and dark; those of
 * the README are also copied to docs/pictures.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { BoardPage } from '../../tests/board/boardPage.ts';
import type { BoardServer, TestLogin } from '../../tests/board/boardServer.ts';
import { instant, smallPlan } from '../../tests/board/smallPlan.ts';
import { startRun } from '../../tests/served.ts';
import { withBoard } from '../board/withBoard.ts';
import { readOptions } from '../readOptions.ts';

const DOCS = path.join(import.meta.dirname, '../../docs/pictures');
const values = readOptions({
  to: ['folder for the pictures', 'gallery'],
});
const FOLDER = path.resolve(values.to);
/** The pictures that the README shows. */
const KEPT = new Map([
  ['strategies', 'boardStrategies.png'],
  ['past', 'boardPast.png'],
]);
const PATIENCE_MS = 60_000;
const REST_MS = 700;
const SIZE = { width: 1200, height: 675 };

interface Planner {
  readonly board: BoardPage;
  readonly page: Page;
  tab(name: string): Promise<void>;
  /** Takes a light and a dark picture. */
  take(state: string): Promise<void>;
}

type Open = (login: TestLogin | null, at: string) => Promise<Planner>;

const openOn = async (browser: Browser, base: string, login: TestLogin | null, at: string): Promise<Planner> => {
  const board = await BoardPage.open(browser, base, { viewport: SIZE, reducedMotion: 'reduce' });
  const { page } = board;
  board.context.setDefaultTimeout(PATIENCE_MS);
  if (login === null) await board.goTo(at);
  else await board.enter(login, at);
  return {
    board,
    page,
    tab: (name) => board.get('tab', name).click(),
    async take(state) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(REST_MS);
        const file = path.join(FOLDER, `${state}-${colorScheme}.png`);
        await page.screenshot({ path: file });
        const kept = colorScheme === 'light' ? KEPT.get(state) : undefined;
        if (kept !== undefined) await copyFile(file, path.join(DOCS, kept));
      }
      console.log(state);
    },
  };
};

const middleOf = async (target: Locator): Promise<{ x: number; y: number }> => {
  // Cells are rebuilt until the board settles, so a cell may be replaced by an equal one.
  for (;;) {
    const box = await target.boundingBox();
    if (box !== null) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await target.page().waitForTimeout(100);
  }
};

/** Drags the bar over the row without releasing it. */
const dragTo = async ({ board, page }: Planner, bar: string, row: string): Promise<void> => {
  const from = await middleOf(await board.seesCell(bar));
  const to = await middleOf(await board.sees('rowheader', row));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(from.x, to.y, { steps: 4 });
};

const id = (of: string, name: string): string => `${of}-${name}`;

/** Takes pictures of the demo day with all that the panels show of it. */
const takeDay = async (open: Open, ann: TestLogin, demo: string): Promise<void> => {
  const planner = await open(ann, demo);
  const { board, page } = planner;
  await board.sees('region', 'Tour');
  await planner.take('tour');
  await board.press('Skip');
  await planner.tab('Conflicts');
  await planner.take('conflicts');
  await board.get('list', 'Conflicts').getByRole('button').nth(2).click();
  await board.sees('button', 'Apply 3');
  await board.press('Preview 1');
  await board.sees('region', 'Preview');
  await page.mouse.move(5, 5);
  await planner.take('strategies');
  await planner.tab('Operation');
  await board.sees('table', 'Candidates');
  await planner.take('previewed-operation');
  await planner.tab('Metrics');
  await board.sees('list', 'Utilization');
  await planner.take('previewed-metrics');
  await board.press('End preview');
  await board.press('Stress test');
  await board.sees('list', 'Weakest gaps');
  await planner.take('risk');
  await planner.tab('Optimize');
  await board.press('Find out');
  await board.sees('slider', 'Most moves');
  await planner.take('frontier');
  await board.get('spinbutton', 'At most').fill('50');
  await board.get('spinbutton', 'Time limit').fill('12');
  await board.press('Start');
  await board.get('table', 'Progress').getByRole('row').nth(2).waitFor();
  await planner.take('running');
  await board.sees('button', 'Keep');
  await planner.take('plan');
  await board.press('Discard');
  await planner.tab('Assistant');
  await board.get('textbox', 'Message').fill('Resolve the worst conflict');
  await board.press('Send');
  await board.sees('article', 'Proposal');
  await planner.take('assistant');
  await board.context.close();
};

/** Takes pictures of a small planning in every state of the board. */
const takeStates = async (open: Open, to: BoardServer, ann: TestLogin, vera: TestLogin): Promise<void> => {
  const plan = await to.import(smallPlan('small', 'Small day'));
  const at = `/p/${plan}`;
  const planner = await open(ann, at);
  const { board, page } = planner;
  await dragTo(planner, 'BA 20, A1', 'A3');
  await planner.take('drag');
  await page.mouse.up();
  await board.seesCell('BA 20, A3');
  await planner.take('no-conflicts');
  await dragTo(planner, 'EK 50, B1', 'A4');
  await page.mouse.up();
  await board.sees('alert', 'Problem');
  await planner.take('refused');
  await board.press('Close');
  await board.focusCell('FR 60');
  await planner.tab('Operation');
  await board.sees('region', 'No place');
  await planner.take('no-place');
  await board.get('searchbox', 'Search').fill('');
  await planner.tab('Changes');
  await board.get('list', 'Changes').getByRole('button').first().click();
  await planner.take('changes');
  const slider = await board.sees('slider', 'History');
  await slider.fill(String(Number(await slider.getAttribute('max')) - 1));
  await board.says('Mode', /^Past/);
  await planner.take('past');
  await board.press('Back to now');
  await board.press('Create draft');
  await board.get('textbox', 'Name').fill('Fog until noon');
  await board.press('Create');
  await board.says('Mode', /^Draft/);
  await board.isReady();
  await dragTo(planner, 'BA 20, A3', 'A4');
  await page.mouse.up();
  await board.seesCell('BA 20, A4');
  await planner.take('draft');
  await to.move(id(plan, 'BA20'), id(plan, 'A2'));
  await board.press('Publish');
  await board.sees('radiogroup', /BA 20/);
  await planner.take('publish');
  await board.press('Cancel');
  await board.press('Import');
  const rows = `externalId,inboundTask.expectedTime\nGA 70,yesterday\nHX 80,${instant('10:30')}\n`;
  const file = { name: 'flights.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
  await board.get('dialog', 'Import').getByLabel('File').setInputFiles(file);
  await board.sees('table', 'Problems');
  await planner.take('import');
  await board.press('Cancel');
  await board.context.close();

  const failing = await open(ann, at);
  await failing.tab('Optimize');
  await startRun(to.tidegate, plan, { solver: 'external', parameters: { timeLimitSeconds: 1 } });
  await failing.page.getByText(/No result arrived/).waitFor();
  await failing.take('failed-run');
  await failing.board.context.setOffline(true);
  await failing.board.says('Connection', /Reconnecting|Offline/);
  await failing.take('offline');
  await failing.board.context.close();

  const ending = await open(ann, at);
  const tab = await ending.board.newTab();
  await tab.goTo(at);
  await tab.isReady();
  await tab.press('Log out');
  await ending.board.sees('form', 'Log in');
  await ending.take('session-ended');
  await ending.board.context.close();

  const viewer = await open(vera, at);
  await viewer.take('viewer');
  await viewer.page.route('**/v1/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-tidegate-build': 'newer' } });
  });
  await viewer.tab('Metrics');
  await viewer.page.getByText('There is a newer version of this board.').waitFor();
  await viewer.take('old-build');
  await viewer.page.route('**/export/**', () => {});
  await viewer.page.reload();
  await viewer.take('loading');
  await viewer.board.context.close();

  const login = await open(null, at);
  await login.board.sees('form', 'Log in');
  await login.take('login');
  await login.board.context.close();
  const empty = { ...smallPlan('empty', 'Nothing yet'), operations: [], assignments: [] };
  const nothing = await open(null, `/p/${await to.import(empty)}`);
  await nothing.board.logIn(ann);
  await nothing.board.says('Connection', 'Connected');
  await nothing.board.sees('rowheader', 'A1');
  await nothing.take('empty');
  await nothing.board.context.close();

  const away = await open(ann, at);
  await to.kill();
  await away.board.says('Connection', 'Reconnecting');
  await away.take('reconnecting');
  await away.board.context.close();
};

await mkdir(FOLDER, { recursive: true });
await withBoard(async ({ server, browser, ann }) => {
  const open: Open = (login, at) => openOn(browser, server.base, login, at);
  const vera = await server.newUser('Vera', 'viewer');
  await takeDay(open, ann, `/p/${server.demo}`);
  await takeStates(open, server, ann, vera);
});
