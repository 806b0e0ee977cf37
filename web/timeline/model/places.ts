import type { Rows } from './rows.ts';
import type { PlacedBar } from './scene.ts';
import { timeAt, type View } from './view.ts';

/** A place: a resource and a span of time in Unix seconds. */
export interface Place {
  readonly resource: string | null;
  readonly from: number;
  readonly to: number;
}

/** An area of the timeline: times in Unix seconds, and pixels of the content of the rows. */
export interface Area {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

/** The size of the timeline's body in pixels. */
interface Room {
  readonly width: number;
  readonly height: number;
}

/** The area that contains all places with a row, if it fits; else that of the first one; null when none has a row. */
export const areaOf = (places: readonly Place[], rows: Rows, view: View, room: Room): Area | null => {
  const found = places.flatMap(({ resource, from, to }): Area[] => {
    const row = resource === null ? undefined : rows.rowOf.get(resource);
    return row === undefined ? [] : [{ from, to, top: row.top, bottom: row.bottom }];
  });
  const [first] = found;
  if (first === undefined) return null;
  const all = {
    from: Math.min(...found.map(({ from }) => from)),
    to: Math.max(...found.map(({ to }) => to)),
    top: Math.min(...found.map(({ top }) => top)),
    bottom: Math.max(...found.map(({ bottom }) => bottom)),
  };
  const fits = all.bottom - all.top <= room.height && all.to - all.from <= room.width * view.secondsPerPixel;
  return fits ? all : first;
};

/** Whether a part of the bar is visible. For a bar without a place, only its time matters. */
export const isInView = ({ row: index, left, right }: PlacedBar, rows: Rows, view: View, room: Room): boolean => {
  if (left >= timeAt(view, room.width) || right <= view.from) return false;
  const row = rows.rows[index];
  if (row === undefined || row.top < rows.pinnedHeight) return true;
  return row.bottom > view.top && row.top < view.top + room.height;
};
