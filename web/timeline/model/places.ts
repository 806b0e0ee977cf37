import type { Rows } from './rows.ts';
import type { PlacedBar } from './scene.ts';
import { timeAt, type View } from './view.ts';

/** Where something stands, as a person thinks of it. */
export interface Place {
  readonly resource: string | null;
  readonly from: number;
  readonly to: number;
}

/** Times, and pixels of the rows' content. */
export interface Area {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

/** What the timeline's body has room for, in pixels. */
interface Room {
  readonly width: number;
  readonly height: number;
}

/** What holds all places that have a row, where there is room for it, else the first of them; null: none has one. */
export const areaOf = (places: readonly Place[], rows: Rows, view: View, room: Room): Area | null => {
  const found = places.flatMap(({ resource, from, to }): Area[] => {
    const row = resource === null ? undefined : rows.rowOf.get(resource);
    return row === undefined ? [] : [{ from, to, top: rows.tops[row], bottom: rows.tops[row + 1] }];
  });
  if (found.length === 0) return null;
  const all = {
    from: Math.min(...found.map(({ from }) => from)),
    to: Math.max(...found.map(({ to }) => to)),
    top: Math.min(...found.map(({ top }) => top)),
    bottom: Math.max(...found.map(({ bottom }) => bottom)),
  };
  const fits = all.bottom - all.top <= room.height && all.to - all.from <= room.width * view.secondsPerPixel;
  return fits ? all : found[0];
};

/** Whether any of the bar is to be seen. What has no place is, once its pane shows that time. */
export const isInView = ({ row, left, right }: PlacedBar, rows: Rows, view: View, room: Room): boolean => {
  if (left >= timeAt(view, room.width) || right <= view.from) return false;
  if (row < 0 || rows.tops[row] < rows.pinnedHeight) return true;
  return rows.tops[row + 1] > view.top && rows.tops[row] < view.top + room.height;
};
