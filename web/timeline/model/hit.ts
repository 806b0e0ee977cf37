import { rowAt } from './rows.ts';
import type { PlacedBar, RowBars, Scene } from './scene.ts';
import { timeAt, type View, xOf } from './view.ts';
import { visitBars } from './visible.ts';

export interface Hit {
  /** The index of the row; −1 when there is none. */
  readonly row: number;
  /** Unix seconds. */
  readonly at: number;
  readonly bar: PlacedBar | null;
}

/** How many pixels beside a bar still hit it, so that narrow bars can be hit. */
const REACH = 3;

/** The bar of a row that covers the point or is nearest to it within reach; of several, the one that starts last. */
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

/** What is at a point of the timeline: `x` from its left edge, `y` from the top of the visible rows. */
export const hitTest = (scene: Scene, view: View, x: number, y: number): Hit => {
  const content = y + view.top;
  const row = rowAt(scene.rows, content);
  const at = timeAt(view, x);
  if (row < 0 || row >= scene.rows.rows.length) return { row: -1, at, bar: null };
  return { row, at, bar: barAt(scene.rowBars(row), view, x, content) };
};

/** What is at a point of the pane of operations without a place; `y` is from the top of its content. */
export const hitUnassigned = (scene: Scene, view: View, x: number, y: number): Hit => ({
  row: -1,
  at: timeAt(view, x),
  bar: barAt(scene.unassigned, view, x, y),
});
