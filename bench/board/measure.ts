import type { CDPSession, Page } from 'playwright-core';
import type { BoardPage } from '../../tests/board/boardPage.ts';
import type { BoardServer, TestLogin } from '../../tests/board/boardServer.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { installProbe, type Probe } from './probe.ts';

const probeOf = (page: Page): Promise<Probe> => page.evaluate(() => (globalThis as unknown as { probe: Probe }).probe);

const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { draws, frames, tasks, moves } = (globalThis as unknown as { probe: Probe }).probe;
    for (const list of [draws, frames, tasks, moves]) list.length = 0;
  });

/** Measures the milliseconds from the log-in button to the first bars, and those of a reload that the server answers with 304. */
export const measureEntering = async (board: BoardPage, login: TestLogin, path: string) => {
  const { page } = board;
  await page.addInitScript(installProbe);
  await board.goTo(path);
  await board.sees('form', 'Log in');
  await board.get('textbox', 'E-mail').fill(login.email);
  await board.get('textbox', 'Password').fill(login.password);
  const bars = page.getByRole('gridcell').first();
  let begun = performance.now();
  await board.press('Log in');
  await bars.waitFor();
  const entered = performance.now() - begun;
  await board.isReady();
  // The page sees status 200 where its browser received 304; only the network's own events have the real status.
  const statuses: number[] = [];
  const network = await board.context.newCDPSession(page);
  const exports = new Set<string>();
  await network.send('Network.enable');
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/export/')) exports.add(requestId);
  });
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (exports.has(requestId)) statuses.push(statusCode);
  });
  begun = performance.now();
  await page.reload();
  await bars.waitFor();
  const reloaded = performance.now() - begun;
  await board.isReady();
  return { entered, reloaded, statuses };
};

/** Measures the milliseconds of drawing, and those between frames, while everything is panned and zoomed by wheel. */
export const measureDrawing = async (board: BoardPage) => {
  const { page } = board;
  await board.press('Fit');
  await page.waitForTimeout(600);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 3, height / 2);
  await forget(page);
  await page.evaluate(
    async ([clientX, clientY]) => {
      const sheet = document.querySelector('.timeline');
      for (let i = 0; i < 240; i++) {
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
        const isZoom = i % 60 >= 30;
        const deltaY = isZoom ? (i % 60 < 45 ? -30 : 30) : i % 120 < 60 ? 40 : -40;
        const deltaX = isZoom ? 0 : 25;
        const init = { deltaX, deltaY, ctrlKey: isZoom, clientX, clientY, bubbles: true, cancelable: true };
        sheet?.dispatchEvent(new WheelEvent('wheel', init));
      }
    },
    [width / 3, height / 2] as const,
  );
  const { draws, frames } = await probeOf(page);
  const drawn = draws.filter((ms) => ms > 0.3);
  const gaps = frames.slice(1).map((at, i) => at - frames[i]);
  return { draws: drawn, gaps: gaps.filter((gap) => gap > 0) };
};

/** The width of the rows' names, and the space that a drag needs above and below a bar so that rows do not scroll, in pixels. */
const LABELS = 140;
const ROOM_ABOVE = 40;
const ROOM_BELOW = 110;

/** The boxes of the bars at which a drag can begin. Retries, because the grid over the canvas may be about to be rebuilt. */
const draggable = async (board: BoardPage): Promise<readonly DOMRect[]> => {
  for (let tries = 0; tries < 50; tries++) {
    const cells = await board.page
      .getByRole('gridcell')
      .evaluateAll((all) =>
        all.map((cell) => ({ box: cell.getBoundingClientRect().toJSON() as DOMRect, name: cell.ariaLabel ?? '' })),
      );
    // Cells of a row at the lower edge of the grid extend below it, and a press near an edge scrolls.
    const rows = (await board.get('grid', 'Timeline').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const boxes = cells
      .filter(({ name }) => !/closure|locked|unassigned/.test(name))
      .map(({ box }) => box)
      .filter(
        (box) =>
          box.width > 30 &&
          box.x > rows.x + LABELS &&
          box.right < rows.x + rows.width &&
          box.y > rows.y + ROOM_ABOVE &&
          box.bottom < rows.y + rows.height - ROOM_BELOW,
      );
    if (boxes.length > 0) return boxes;
    await board.page.waitForTimeout(100);
  }
  throw new Error('There is no bar that can be dragged.');
};

/** Repeatedly drags one bar to another row and undoes the move. */
export const measureDragging = async (board: BoardPage, rounds: number) => {
  const { page } = board;
  const tints: number[] = [];
  const moves: number[] = [];
  const drops: number[] = [];
  const acknowledged: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bars = await draggable(board);
    const box = bars[Math.floor((bars.length * (round + 0.5)) / rounds)];
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await forget(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 10);
    await page.waitForFunction(() => (globalThis as unknown as { probe: Probe }).probe.drag.tinted > 0);
    for (let i = 1; i <= 6; i++) await page.mouse.move(x, y + 10 + i * 9, { steps: 1 });
    const written = page
      .waitForResponse((response) => response.url().includes('/edits/'), { timeout: 4000 })
      .catch(() => null);
    const begun = performance.now();
    await page.mouse.up();
    const response = await written;
    const took = performance.now() - begun;
    await page.waitForTimeout(120);
    const probe = await probeOf(page);
    tints.push(probe.drag.tinted - probe.drag.begun);
    moves.push(...probe.moves);
    if (probe.drop.drawn > 0) drops.push(probe.drop.drawn - probe.drop.at);
    if (response !== null && response.ok()) {
      acknowledged.push(took);
      const undone = page.waitForResponse((answer) => answer.url().includes('/revert/')).catch(() => null);
      await page.keyboard.press('Control+z');
      await undone;
      await page.waitForTimeout(400);
    } else await page.keyboard.press('Escape');
    const close = board.get('button', 'Close');
    if ((await close.count()) > 0) await close.first().click();
  }
  return { tints, moves, drops, acknowledged };
};

const MANY = 3000;
const PATIENCE_MS = 3000;
const MANY_PATIENCE_MS = 20_000;

/** The place of each operation that has a single part. */
export const placesIn = ({
  assignments,
}: PlanningDocument): readonly { readonly operation: string; readonly resource: string }[] =>
  assignments.flatMap(({ operation, resource, parts }) => {
    const at = resource ?? (parts?.length === 1 ? parts[0]?.resource : null);
    return at == null ? [] : [{ operation, resource: at }];
  });

/** Measures the milliseconds from another user's request until the board shows it, and the longest task while many moves arrive. */
export const measureOthers = async (board: BoardPage, server: BoardServer, plan: PlanningDocument) => {
  const { page } = board;
  const places = placesIn(plan);
  const latencies: number[] = [];
  const rows = plan.resources.map(({ id }) => id);
  const other = (resource: string): string => rows[(rows.indexOf(resource) + 1) % rows.length] ?? resource;
  // The grid over the canvas is rebuilt 150 ms after the bars have moved.
  const shown = (patience: number): Promise<number> =>
    page.locator('.mirrors').evaluate(
      (element, most) =>
        new Promise<number>((resolve) => {
          new MutationObserver(() => resolve(Date.now())).observe(element, { childList: true, subtree: true });
          // A move that is never shown counts as this late.
          setTimeout(() => resolve(Date.now()), most);
        }),
      patience,
    );
  for (const { operation, resource } of places.slice(0, 15)) {
    const seen = shown(PATIENCE_MS);
    await page.waitForTimeout(30);
    const begun = Date.now();
    await server.move(operation, other(resource));
    const answered = Date.now();
    latencies.push((await seen) - begun);
    await page.waitForTimeout(Math.max(0, 150 - (answered - begun)));
  }
  await forget(page);
  const at = new Map(places.map(({ operation, resource }) => [operation, resource]));
  const divided = new Set(
    plan.assignments.flatMap(({ operation, parts }) => ((parts?.length ?? 0) > 1 ? [operation] : [])),
  );
  const moved = plan.operations
    .filter(({ id, isBlocker }) => isBlocker !== true && !divided.has(id))
    .slice(0, MANY)
    .map(({ id }, i) => ({ operation: id, resource: other(at.get(id) ?? rows[i % rows.length]) }));
  const seen = shown(MANY_PATIENCE_MS);
  const begun = Date.now();
  await server.moveAll(moved);
  if ((await seen) - begun >= MANY_PATIENCE_MS) throw new Error('The board does not show the many moves.');
  await page.waitForTimeout(4000);
  const { tasks } = await probeOf(page);
  return { latencies, many: moved.length, longest: Math.max(0, ...tasks) };
};

const heapOf = async (session: CDPSession): Promise<number> => {
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
};

/** The number of bytes by which the page's heap grows over that many changes, written in pieces. */
export const measureHeap = async (board: BoardPage, server: BoardServer, plan: PlanningDocument, changes: number) => {
  const session = await board.context.newCDPSession(board.page);
  const rows = plan.resources.map(({ id }) => id);
  const movable = placesIn(plan);
  const piece = 250;
  const write = (round: number): Promise<unknown> => {
    const first = (round * piece) % (movable.length - piece);
    const assignments = movable.slice(first, first + piece).map(({ operation, resource }) => ({
      operation,
      resource: rows[(rows.indexOf(resource) + 1 + (round % 7)) % rows.length],
    }));
    return server.moveAll(assignments);
  };
  for (let round = 0; round < 4; round++) await write(round);
  await board.page.waitForTimeout(2000);
  const before = await heapOf(session);
  for (let round = 4; round < 4 + changes / piece; round++) await write(round);
  await board.page.waitForTimeout(3000);
  return (await heapOf(session)) - before;
};

export const violationsOf = async (page: Page): Promise<readonly string[]> => (await probeOf(page)).violations;
