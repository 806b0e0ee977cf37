import { firstIndex } from '../../../engine/binarySearch.ts';
import { present } from '../../../engine/present.ts';
import { type Row, rowAt, type Rows } from './rows.ts';
import type { PlacedBar, RowBars, Scene } from './scene.ts';

/** The index of the first bar that ends after `at`. */
const firstEndingAfter = ({ latest }: RowBars, at: number): number =>
  firstIndex(0, latest.length, (index) => present(latest[index]) > at);

/** Visits the row's bars that overlap [from, to), by start. */
export const visitBars = (row: RowBars, from: number, to: number, visit: (placed: PlacedBar) => void): void => {
  const { bars } = row;
  for (let i = firstEndingAfter(row, from); i < bars.length; i++) {
    const placed = bars[i];
    if (placed === undefined || placed.left >= to) return;
    if (placed.right > from) visit(placed);
  }
};

/** The rows within the pixels [top, bottom) of the content. */
export const visibleRows = (rows: Rows, top: number, bottom: number): readonly Row[] => {
  const first = rowAt(rows, Math.max(0, top));
  const last = rowAt(rows, Math.max(0, bottom - 1e-6));
  return rows.rows.slice(first, last + 1);
};

/** Visits the bars without a place within a window of time and the pixels [top, top + height) of the content. */
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

/** Visits the bars within a window of time and rows, row by row. */
export const visitVisible = (
  scene: Scene,
  window: { readonly from: number; readonly to: number; readonly top: number; readonly bottom: number },
  visit: (placed: PlacedBar, row: number) => void,
): void => {
  for (const { index } of visibleRows(scene.rows, window.top, window.bottom)) {
    visitBars(scene.rowBars(index), window.from, window.to, (placed) => visit(placed, index));
  }
};

/** Operations without a place that are entirely before or after a window of time. */
interface Beyond {
  readonly count: number;
  /** The one that is next to the window; null when there is none. */
  readonly nearest: PlacedBar | null;
}

const NONE: Beyond = { count: 0, nearest: null };

/** The operations without a place that are before [from, to), and those that are after it. */
export const unassignedBeyond = (
  { unassigned }: Scene,
  from: number,
  to: number,
): { readonly earlier: Beyond; readonly later: Beyond } => {
  let [earlier, later] = [NONE, NONE];
  for (const placed of unassigned.bars) {
    if (placed.bar.isBlocker) continue;
    if (placed.right <= from) {
      const isNearer = earlier.nearest === null || placed.right > earlier.nearest.right;
      earlier = { count: earlier.count + 1, nearest: isNearer ? placed : earlier.nearest };
    } else if (placed.left >= to) later = { count: later.count + 1, nearest: later.nearest ?? placed };
  }
  return { earlier, later };
};
