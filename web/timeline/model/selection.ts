import type { BarName } from './bar.ts';
import type { Area } from './places.ts';
import { visitBars, visibleRows } from './visible.ts';
import type { PlacedBar, Scene } from './scene.ts';

/** The ids of selected operations, in the order of selection. Keys act on the last one. */
export type Selection = readonly string[];

export const NOTHING: Selection = [];

/** The selection with an operation added, or removed when it was selected. */
export const toggled = (selection: Selection, operation: string): Selection =>
  selection.includes(operation) ? selection.filter((one) => one !== operation) : [...selection, operation];

export const including = (selection: Selection, operations: readonly string[]): Selection => [
  ...selection.filter((one) => !operations.includes(one)),
  ...operations,
];

/** The selection without operations that no longer exist. */
export const pruned = (selection: Selection, isThere: (operation: string) => boolean): Selection =>
  selection.every(isThere) ? selection : selection.filter(isThere);

/** An area whose pairs of ends are in any order. */
export type Lasso = Area;

/** The operations with a bar that the lasso touches, row by row, by start. */
export const lassoed = (scene: Scene, lasso: Lasso): readonly string[] => {
  const [from, to] = lasso.from < lasso.to ? [lasso.from, lasso.to] : [lasso.to, lasso.from];
  const [top, bottom] = lasso.top < lasso.bottom ? [lasso.top, lasso.bottom] : [lasso.bottom, lasso.top];
  const found = new Set<string>();
  for (const { index } of visibleRows(scene.rows, top, bottom)) {
    visitBars(scene.rowBars(index), from, to, (placed) => {
      if (placed.top < bottom && placed.top + placed.height > top) found.add(placed.bar.operation);
    });
  }
  return [...found];
};

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The rows above or below, nearest first. Below all rows is the pane of operations without a place, whose row is −1. */
const rowsFrom = (scene: Scene, row: number, direction: 'up' | 'down'): readonly number[] => {
  const all = scene.rows.rows.map(({ index }) => index);
  if (direction === 'down') return row < 0 ? [] : [...all.slice(row + 1), -1];
  return all.slice(0, row < 0 ? all.length : row).toReversed();
};

const barsOn = (scene: Scene, row: number): readonly PlacedBar[] =>
  (row < 0 ? scene.unassigned : scene.rowBars(row)).bars;

/** The bar that an arrow key leads to: the neighbor in the row, or above and below, the one nearest in time in the nearest row with bars. */
export const neighbor = (scene: Scene, from: BarName, direction: Direction): PlacedBar | null => {
  const placed = scene.barOf(from);
  if (placed === undefined) return null;
  if (direction === 'left' || direction === 'right') {
    const bars = barsOn(scene, placed.row);
    return bars[bars.indexOf(placed) + (direction === 'left' ? -1 : 1)] ?? null;
  }
  const middle = (placed.left + placed.right) / 2;
  const away = ({ left, right }: PlacedBar): number => Math.max(0, left - middle, middle - right);
  for (const row of rowsFrom(scene, placed.row, direction)) {
    const [first, ...others] = barsOn(scene, row);
    if (first !== undefined) return others.reduce((best, one) => (away(one) < away(best) ? one : best), first);
  }
  return null;
};

interface Window {
  readonly from: number;
  readonly to: number;
}

/** The first bar of a row within the window of time. */
export const firstOn = (scene: Scene, row: number, { from, to }: Window): PlacedBar | undefined =>
  barsOn(scene, row).find(({ left, right }) => right > from && left < to);

/** The first bar within the window of time on the rows below the pixel `top` of the content. */
export const firstBar = (scene: Scene, window: Window, top: number): PlacedBar | null => {
  for (const { index, bottom } of scene.rows.rows) {
    const found = bottom <= top ? undefined : firstOn(scene, index, window);
    if (found !== undefined) return found;
  }
  return null;
};
