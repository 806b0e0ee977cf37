/** `npm run bench -- board`: measures the planning board in headless Chromium against a server of its own. `--rounds N`: the number of drags. */
import { loadavg } from 'node:os';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { BoardPage } from '../../tests/board/boardPage.ts';
import { bundleEngine } from '../../tests/board/engineBundle.ts';
import { machine } from '../table/machine.ts';
import { median, quantile } from '../table/table.ts';
import { amount, Findings } from './findings.ts';
import {
  measureDragging,
  measureDrawing,
  measureEntering,
  measureHeap,
  measureOthers,
  violationsOf,
} from './measure.ts';
import { scriptBytes } from './scripts.ts';
import { readOptions } from '../readOptions.ts';
import { withBoard } from './withBoard.ts';

const values = readOptions({
  rounds: ['number of drags', 20],
});
const ROUNDS = values.rounds;
const CHANGES = 5000;
const KILO = 1000;

const findings = new Findings();
const note = findings.note.bind(findings);

const named = (id: string, operations: number, days: number): PlanningDocument => {
  const plan = generatePlan({ operations, resources: 150, days, seed: 1, disrupted: true });
  return { ...plan, planning: { ...plan.planning, id, name: `${operations} operations` } };
};
const day = named('day', 3000, 1);
const week = named('week', 7000, 7);

/** Why limits are missed on a machine with two processors. */
const CAUSES = {
  entering:
    'Entering: Chromium, the server and its database share two processors, and the demo day comes first, on a server and a browser that have just started.',
  week: 'Reloading 7 000 operations: the whole cached export is parsed and laid out again.',
  frames:
    'Movements and drops: they are drawn with the next refresh, every 16.7 ms, and software rasterization delays one in twenty by another refresh.',
  write:
    'The server’s confirmation: the drop’s own frame, the request, the transaction and the rendering of the response share two processors.',
  labels: 'Drawing at 3840 × 2160: a third of it is text, which is rastered in software at four times the pixels.',
} as const;

const loadBefore = loadavg()[0];
const faults: string[] = [];
await withBoard(async ({ server, browser, ann }) => {
  const [dayPath, weekPath] = [`/p/${await server.import(day)}`, `/p/${await server.import(week)}`];
  const open = (width: number, height: number): Promise<BoardPage> =>
    BoardPage.open(browser, server.base, { viewport: { width, height } });
  const finish = async (board: BoardPage): Promise<void> => {
    faults.push(...board.faults.splice(0), ...(await violationsOf(board.page)));
    await board.context.close();
  };

  for (const [name, path, size, enter, reload] of [
    ['the demo day', `/p/${server.demo}`, [1600, 900], 1000, 700],
    ['3 000 operations', dayPath, [1920, 1080], 1500, 700],
    ['7 000 operations', weekPath, [3840, 2160], 2500, 700],
  ] as const) {
    const board = await open(size[0], size[1]);
    const { entered, reloaded, statuses } = await measureEntering(board, ann, path);
    note(`From login to bars, ${name}`, entered, enter, 'ms', CAUSES.entering);
    note(
      `From a reload (${statuses.join(', ')}) to bars, ${name}`,
      reloaded,
      reload,
      'ms',
      path === weekPath ? CAUSES.week : CAUSES.entering,
    );
    const { draws, gaps } = await measureDrawing(board);
    if (name !== 'the demo day')
      note(
        `Drawing a frame at ${size.join(' × ')}, ${name}: 95 %`,
        quantile(draws, 0.95),
        size[0] > 2000 ? 8 : 5,
        'ms',
        CAUSES.labels,
      );
    else {
      note('Between frames at 1600 × 900, the demo day: 95 %', quantile(gaps, 0.95), 17);
      note('Between frames at 1600 × 900, the demo day: the longest', Math.max(...gaps), 50);
    }
    if (path === dayPath) {
      await board.goTo(dayPath);
      await board.isReady();
      await board.page.waitForTimeout(1500);
      const dragged = await measureDragging(board, ROUNDS);
      note('From the start of a drag to every row’s tint: 95 %', quantile(dragged.tints, 0.95), 50);
      note('From a movement of it to its frame: 95 %', quantile(dragged.moves, 0.95), 16, 'ms', CAUSES.frames);
      note('From the drop to its frame: 95 %', quantile(dragged.drops, 0.95), 17, 'ms', CAUSES.frames);
      note(
        'From the drop to the server’s confirmation: 95 %',
        quantile(dragged.acknowledged, 0.95),
        150,
        'ms',
        CAUSES.write,
      );
      // The document with the ids that the import assigned.
      const imported = await server.export(dayPath.slice('/p/'.length));
      const others = await measureOthers(board, server, imported);
      note('From another user’s request until the board shows it: median', median(others.latencies), 300);
      note(`The longest task of 50 ms and more while ${others.many} moves arrive`, others.longest, 100);
      note(
        `Growth of the heap over ${CHANGES} changes`,
        (await measureHeap(board, server, imported, CHANGES)) / KILO / KILO,
        30,
        'MB',
      );
    }
    await finish(board);
  }
});
const { first, all, polyfill } = scriptBytes();
note('JavaScript before the first paint, gzip', first / KILO, 160, 'kB');
note('JavaScript in all, gzip', all / KILO, 320, 'kB');
const { gzip } = await bundleEngine();
note('The engine that judges in the browser, gzip', gzip.first / KILO, 30, 'kB');
note('Its search for reasons, loaded on demand, gzip', gzip.search / KILO, 12, 'kB');
findings.noteFaults(faults);

await findings.publish(
  'board',
  `The planning board in headless Chromium (rastered in software), its server and database on the same machine: ${machine()}, load ${loadBefore.toFixed(1)} before it began. Browsers without Temporal load another ${amount(polyfill / KILO, 'kB')}.`,
);
