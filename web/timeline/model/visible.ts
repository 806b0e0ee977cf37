import { rowAt, type Rows } from './rows.ts';
import type { PlacedBar, RowBars, Scene } from './scene.ts';

/** Index of the first bar that ends after `at`, or one before it that may: all earlier ones end by then. */
const firstEndingAfter = ({ latest }: RowBars, at: number): number => {
  let low = 0;
  let high = latest.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (latest[middle] <= at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Visits the row's bars that overlap [from, to), by start. */
export const visitBars = (row: RowBars, from: number, to: number, visit: (placed: PlacedBar) => void): void => {
  const { bars } = row;
  for (let i = firstEndingAfter(row, from); i < bars.length && bars[i].left < to; i++) {
    if (bars[i].right > from) visit(bars[i]);
  }
};

/** The rows that [top, bottom) of the content shows: [first, end). */
export const visibleRows = (rows: Rows, top: number, bottom: number): readonly [number, number] => {
  const first = Math.max(0, rowAt(rows, Math.max(0, top)));
  const last = rowAt(rows, Math.max(0, bottom - 1e-6));
  return [first, Math.min(rows.rows.length, last + 1)];
};

/** Of what has no place, the bars in a window of time whose lanes [top, top + height) of the content shows. */
export const visitLanes = (
  { unassigned }: Scene,
  from: number,
  to: number,
  top: number,
  height: number,
  visit: (placed: PlacedBar) => void,
): void =>
  visitBars(unassigned, from, to, (placed) => {
    if (placed.top < top + height && placed.top + placed.height > top) visit(placed);
  });

/** Of some rows, the bars in a window of time, row by row. */
export const visitVisible = (
  scene: Scene,
  window: { readonly from: number; readonly to: number; readonly top: number; readonly bottom: number },
  visit: (placed: PlacedBar, row: number) => void,
): void => {
  const [first, end] = visibleRows(scene.rows, window.top, window.bottom);
  for (let row = first; row < end; row++) {
    visitBars(scene.rowBars(row), window.from, window.to, (placed) => visit(placed, row));
  }
};
