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

export interface Lasso {
  /** Times in Unix seconds and pixels of the content; each pair in any order. */
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

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

/** The operation that an arrow key leads to: the neighbor in the row, or above and below, the one nearest in time in the nearest row with bars. */
export const neighbor = (scene: Scene, operation: string, direction: Direction): string | null => {
  const [placed] = scene.barsOfOperation(operation);
  if (placed === undefined) return null;
  if (direction === 'left' || direction === 'right') {
    const { bars } = placed.row < 0 ? scene.unassigned : scene.rowBars(placed.row);
    const at = bars.indexOf(placed);
    const isOther = ({ bar }: PlacedBar): boolean => bar.operation !== operation;
    const next = direction === 'left' ? bars.slice(0, at).findLast(isOther) : bars.slice(at + 1).find(isOther);
    return next?.bar.operation ?? null;
  }
  if (placed.row < 0) return null;
  const middle = (placed.left + placed.right) / 2;
  const step = direction === 'up' ? -1 : 1;
  for (let row = placed.row + step; row >= 0 && row < scene.rows.rows.length; row += step) {
    let best: string | null = null;
    let distance = Number.POSITIVE_INFINITY;
    for (const { bar, left, right } of scene.rowBars(row).bars) {
      const away = Math.max(0, left - middle, middle - right);
      if (away < distance) [best, distance] = [bar.operation, away];
    }
    if (best !== null) return best;
  }
  return null;
};
