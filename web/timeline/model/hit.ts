import { rowAt } from './rows.ts';
import type { PlacedBar, RowBars, Scene } from './scene.ts';
import { timeAt, type View, xOf } from './view.ts';
import { visitBars } from './visible.ts';

export interface Hit {
  /** −1: none. */
  readonly row: number;
  /** Unix seconds. */
  readonly at: number;
  readonly bar: PlacedBar | null;
}

/** Bars that are narrower are hit beside themselves too. */
const REACH = 3;

/** The bar of the row nearest to the point that covers it, or that it nearly touches; of several the one that starts last. */
const barAt = (bars: RowBars, view: View, x: number, y: number): PlacedBar | null => {
  const at = timeAt(view, x);
  const reach = REACH * view.secondsPerPixel;
  let found: PlacedBar | null = null;
  let distance = Number.POSITIVE_INFINITY;
  visitBars(bars, at - reach, at + reach, (placed) => {
    if (y < placed.top || y >= placed.top + placed.height) return;
    const away = Math.max(0, xOf(view, placed.left) - x, x - xOf(view, placed.right));
    if (away > distance || away > REACH) return;
    distance = away;
    found = placed;
  });
  return found;
};

/** What is under a point of the timeline: x from its left edge, y from the top of the rows as they are scrolled. */
export const hitTest = (scene: Scene, view: View, x: number, y: number): Hit => {
  const content = y + view.top;
  const row = rowAt(scene.rows, content);
  const at = timeAt(view, x);
  if (row < 0 || row >= scene.rows.rows.length) return { row: -1, at, bar: null };
  return { row, at, bar: barAt(scene.rowBars(row), view, x, content) };
};

/** The same in the pane of what has no place; y from the top of its content. */
export const hitUnassigned = (scene: Scene, view: View, x: number, y: number): Hit => ({
  row: -1,
  at: timeAt(view, x),
  bar: barAt(scene.unassigned, view, x, y),
});
