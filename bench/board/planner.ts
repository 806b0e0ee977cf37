/**
 * `npm run bench -- board-planner`: measures how many clicks and minutes it takes to resolve all conflicts of the demo day on the
 * board, in three ways, and to undo each of them. It acts like a planner: it clicks (and types for the assistant), and waits for what
 * is shown. `--way NAME`: only the way whose name begins with NAME.
 */
import { loadavg } from 'node:os';
import type { Locator } from 'playwright-core';
import { dataOf } from '../../client/tidegate.ts';
import { BoardPage } from '../../tests/board/boardPage.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { readOptions } from '../readOptions.ts';
import { withBoard } from './withBoard.ts';

const values = readOptions({
  way: ['run only ways whose name begins with this', ''],
});
const MOST_MOVES = 50;
/** More steps would mean that it does not terminate. */
const MOST_STEPS = 400;
const RUN_MS = 180_000;

interface Way {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly clicks: number;
  readonly minutes: number;
  readonly undoClicks: number;
  readonly undoMinutes: number;
}

/** A planner at the board whose clicks are counted. */
class Planner {
  clicks = 0;
  readonly board: BoardPage;

  constructor(board: BoardPage) {
    this.board = board;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  press(name: string | RegExp): Promise<void> {
    return this.click(this.board.get('button', name).first());
  }

  tab(name: string): Promise<void> {
    return this.click(this.board.get('tab', name));
  }

  async conflicts(): Promise<number> {
    return Number.parseInt(await this.board.page.title(), 10);
  }

  /** Waits until the number of conflicts in the title satisfies the condition, and returns it. */
  async sees(isSo: (conflicts: number) => boolean): Promise<number> {
    const until = Date.now() + RUN_MS;
    for (;;) {
      const found = await this.conflicts();
      if (isSo(found)) return found;
      if (Date.now() > until) throw new Error(`There are still ${found} conflicts.`);
      await this.board.page.waitForTimeout(25);
    }
  }
}

const minutesSince = (begun: number): number => (performance.now() - begun) / 60_000;

/** Resolves one conflict after another by its first strategy; the board opens the next one by itself. */
const byStrategies = async (planner: Planner): Promise<void> => {
  const { board } = planner;
  await planner.tab('Conflicts');
  const list = await board.sees('list', 'Conflicts');
  await planner.click(list.getByRole('button').first());
  for (let step = 0; step < MOST_STEPS; step++) {
    const left = await planner.conflicts();
    if (left === 0) return;
    const apply = board.get('button', 'Apply 1');
    await apply.waitFor();
    await planner.click(apply);
    await planner.sees((found) => found !== left);
  }
};

/** Runs as many optimizations as needed, each with a limited number of moves. */
const byOptimization = async (planner: Planner): Promise<void> => {
  const { board } = planner;
  await planner.tab('Optimize');
  const most = board.get('spinbutton', 'At most');
  await planner.click(most);
  await most.fill(String(MOST_MOVES));
  for (let run = 0; run < 10; run++) {
    const left = await planner.conflicts();
    if (left === 0) return;
    await planner.press('Start');
    await board.get('button', 'Keep').waitFor({ timeout: RUN_MS });
    await planner.press('Keep');
    // The plan is shown at once, but it is saved only when the next run may start.
    await board.sees('button', 'Start');
    const now = await planner.sees((found) => found !== left);
    console.log(`  a run of at most ${MOST_MOVES} moves: ${left} → ${now} conflicts`);
  }
};

const byAssistant = async (planner: Planner): Promise<void> => {
  const { board } = planner;
  await planner.tab('Assistant');
  await board.get('textbox', 'Message').fill('Resolve all conflicts');
  await planner.press('Send');
  const proposal = board.get('article', 'Proposal').last();
  await proposal.waitFor({ timeout: RUN_MS });
  const left = await planner.conflicts();
  await planner.click(proposal.getByRole('button', { name: 'Apply' }));
  await planner.sees((found) => found !== left);
};

const loadBefore = loadavg()[0];
const ways: Way[] = [];
await withBoard(async ({ server, browser, ann }) => {
  const board = await BoardPage.open(browser, server.base, { viewport: { width: 1440, height: 900 } });
  board.context.setDefaultTimeout(RUN_MS);
  await board.enter(ann, `/p/${server.demo}`);
  await board.press('Skip');
  for (const [name, way] of [
    ['assistant, “resolve all conflicts”', byAssistant],
    [`optimizations of at most ${MOST_MOVES} moves`, byOptimization],
    ['strategies, the first of each conflict', byStrategies],
  ] as const) {
    if (!name.startsWith(values.way)) continue;
    const planner = new Planner(board);
    const before = await planner.sees((found) => found > 0);
    const { length: known } = await dataOf(
      server.tidegate.GET('/v1/plannings/{id}/changesets/', {
        params: { path: { id: server.demo }, query: { limit: 200 } },
      }),
    );
    let begun = performance.now();
    await way(planner);
    const after = await planner.conflicts();
    const { clicks } = planner;
    const minutes = minutesSince(begun);
    console.log(`${name}: ${before} → ${after} conflicts, ${clicks} clicks, ${minutes.toFixed(1)} minutes`);
    begun = performance.now();
    await planner.tab('Changes');
    const entries = board.get('list', 'Changes').locator('> li > button');
    // The entry that was the latest one before this way was tried.
    const made = async (): Promise<number> => (await entries.count()) - known;
    while ((await made()) < 1) await board.page.waitForTimeout(50);
    await planner.click(entries.nth(await made()));
    await planner.press('Undo all after this');
    await planner.sees((found) => found === before);
    ways.push({
      name,
      before,
      after,
      clicks,
      minutes,
      undoClicks: planner.clicks - clicks,
      undoMinutes: minutesSince(begun),
    });
    console.log(ways.at(-1));
  }
});
const text = (minutes: number): string => minutes.toFixed(1);
const table = formatTable(
  ['way', 'conflicts before', 'after', 'clicks', 'minutes', 'clicks to undo it', 'minutes'],
  ways.map((way) => [
    way.name,
    String(way.before),
    String(way.after),
    String(way.clicks),
    text(way.minutes),
    String(way.undoClicks),
    text(way.undoMinutes),
  ]),
);
await publish(
  'board-planner',
  `All conflicts of the demo day resolved on the board by clicks, and each way undone; headless Chromium, server and database on the same machine: ${machine()}, load ${loadBefore.toFixed(1)} before it began.\n\n${table}`,
  ways,
);
