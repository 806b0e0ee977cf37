import { expect, test } from 'vitest';
import { axeFindings } from '../axe.ts';
import type { BoardPage } from '../boardPage.ts';
import type { BoardWorld } from '../boardWorld.ts';
import { middleOf, type Point, touchOf } from '../touch.ts';

const SIZES = [
  [768, 1024],
  [1024, 768],
] as const;
const LEAST_TARGET = 24;

/** Controls that are smaller than the minimum target size (WCAG 2.2, 2.5.8). */
const smallTargets = (board: BoardPage): Promise<readonly string[]> =>
  board.page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, input:not([aria-hidden=true]), textarea, a[href], [role=tab], [role=slider], [role=menuitem], [role=option], [role=radio]',
    );
    return [...controls].flatMap((control) => {
      // A checkbox or radio button can also be hit through its label.
      const box = (control.closest('label') ?? control).getBoundingClientRect();
      if (box.width === 0 || (box.width >= least && box.height >= least)) return [];
      if (getComputedStyle(control).clipPath !== 'none' || box.width <= 1) return [];
      return [`${control.tagName} ${control.ariaLabel ?? control.textContent}: ${box.width} × ${box.height}`];
    });
  }, LEAST_TARGET);

/** A planner with a tablet, who uses only fingers. */
export const tabletJourneys = (world: () => BoardWorld): void => {
  test.each(SIZES)('by touch at %i × %i: pan, zoom, tap, hold and drag, menus, panels', async (width, height) => {
    const board = await world().openAs(world().ann, await world().newPlan(), {
      hasTouch: true,
      viewport: { width, height },
    });
    const touch = await touchOf(board);
    const cell = async (name: string): Promise<Point & { width: number; height: number }> =>
      board.boxOf(await board.seesCell(name));
    const tap = async (role: Parameters<BoardPage['get']>[0], name: string | RegExp): Promise<void> => {
      const target = await board.sees(role, name);
      await target.scrollIntoViewIfNeeded();
      await touch.tap(middleOf(await board.boxOf(target)));
    };
    await board.press('Fit');
    const row = middleOf(await board.boxOf(await board.sees('rowheader', 'A4')));
    await expect.poll(async () => (await cell('BA 20, A1')).x).toBeGreaterThan(100);
    const { x: left, width: wide } = await board.boxOf(board.get('grid', 'Timeline'));
    const middle = left + wide * 0.6;

    // Two fingers zoom around their position; one finger pans.
    const before = await cell('CX 30, A2');
    await touch.down({ x: middle - 50, y: row.y }, { x: middle + 50, y: row.y });
    await touch.move({ x: middle - 75, y: row.y }, { x: middle + 75, y: row.y });
    await touch.up();
    const grown = async (): Promise<number> => (await cell('CX 30, A2')).width / before.width;
    await expect.poll(grown).toBeCloseTo(1.5, 1);
    const { x } = await cell('CX 30, A2');
    await touch.down({ x: middle, y: row.y });
    await touch.move({ x: middle - 20, y: row.y });
    await touch.move({ x: middle - 40, y: row.y });
    await touch.up();
    const panned = async (): Promise<number> => Math.round((await cell('CX 30, A2')).x - x);
    await expect.poll(panned).toBe(-40);
    await tap('button', 'Fit');
    await expect.poll(grown).toBeLessThan(1.2);

    // A tap selects. A held bar follows the finger; held and released, it opens its menu.
    await touch.tap(middleOf(await cell('BA 20, A1')));
    const selected = await board.seesCell('BA 20, A1');
    await expect.poll(() => selected.getAttribute('aria-selected')).toBe('true');
    const from = middleOf(await cell('BA 20, A1'));
    await touch.hold(from);
    await touch.move({ x: from.x, y: (from.y + row.y) / 2 });
    await touch.move({ x: from.x, y: row.y });
    await touch.up();
    await board.seesCell('BA 20, A4');
    await board.says('Messages', /saved$/);
    await tap('button', 'Undo');
    await board.seesCell('BA 20, A1');
    await touch.hold(middleOf(await cell('CX 30, A2')));
    await touch.up();
    await tap('menuitem', /^Move to/);
    await tap('option', /^A4, /);
    await board.seesCell('CX 30, A4');

    // Panels by touch: a conflict is resolved and a draft created, and no control is too small.
    const small: Record<string, readonly string[]> = {};
    for (const tab of ['Conflicts', 'Operation', 'Optimize', 'Changes', 'Metrics', 'Assistant']) {
      await tap('tab', tab);
      await expect.poll(() => board.get('tab', tab).getAttribute('aria-selected')).toBe('true');
      await board.page.waitForTimeout(200);
      const found = await smallTargets(board);
      if (found.length > 0) small[tab] = found;
    }
    await tap('tab', 'Conflicts');
    await tap('button', /^AZ 10 and BA 20 on A1/);
    await tap('button', 'Preview 1');
    await board.sees('region', 'Preview');
    small['strategies'] = await smallTargets(board);
    expect(await axeFindings(board.page)).toEqual([]);
    await tap('button', 'Apply 1');
    await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
    await tap('button', 'Create draft');
    await board.get('textbox', 'Name').fill('Fog');
    small['draft'] = await smallTargets(board);
    await tap('button', 'Create');
    await board.says('Mode', 'Draft: Fog');
    expect(Object.entries(small).filter(([, found]) => found.length > 0)).toEqual([]);
  });
};
