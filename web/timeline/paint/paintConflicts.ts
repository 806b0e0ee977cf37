import { percentText } from '../../../engine/wording.ts';
import { timeAt, xOf } from '../model/view.ts';
import { visibleRows } from '../model/visible.ts';
import type { Look } from './look.ts';
import type { Label, Numbers, Surface } from './surface.ts';

/** A badge with the probability of a conflict, at the left of the overlap; in pixels. */
export interface Badge {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

/** The marks over the bars of a row: badges, and the spans [left, right] in which two bars overlap. */
export interface RowMarks {
  readonly badges: readonly Badge[];
  readonly overlaps: readonly (readonly [number, number])[];
}

const HEIGHT = 14;
const PADDING = 4;
const GAP = 4;
/** The least width in pixels for a name beside a mark; with less, the name is drawn across it. */
const LEAST_BESIDE = 40;
const MOST_PIXELS = 100_000;

const fontOf = ({ palette }: Look): string => `600 10px ${palette.font}`;

/** The marks of each visible row with a conflict. A badge is left out when there is no room for it, or another badge is in the way. */
export const marksOf = (surface: Surface, look: Look): ReadonlyMap<number, RowMarks> => {
  const { frame, view, scene } = look;
  const { body } = frame;
  const until = timeAt(view, body.width);
  const font = fontOf(look);
  const marks = new Map<number, RowMarks>();
  for (const row of visibleRows(scene.rows, view.top, view.top + body.height)) {
    const shown = scene.conflictsOn(row.index).filter((conflict) => conflict.end > view.from && conflict.start < until);
    if (shown.length === 0) continue;
    const middle = body.y + (row.top + row.bottom) / 2 - view.top;
    const own: Badge[] = [];
    const overlaps: (readonly [number, number])[] = [];
    for (const { start, end: over, probability } of [...shown].sort((a, b) => a.start - b.start)) {
      overlaps.push([body.x + xOf(view, start), body.x + xOf(view, over)]);
      const text = `! ${percentText(probability)}`;
      const width = look.names.widthOf(surface, text, font) + 2 * PADDING;
      const left = Math.max(body.x + xOf(view, start), body.x) + 2;
      const right = left + width;
      const taken = own.at(-1)?.right ?? -MOST_PIXELS;
      if (right + 2 > body.x + xOf(view, over) || left < taken) continue;
      own.push({ text, left, right, middle });
    }
    marks.set(row.index, { badges: own, overlaps });
  }
  return marks;
};

/** The start and the width of the room for a name: beside badges, and also beside hatched overlaps if that leaves enough room. */
export const roomBeside = ({ badges, overlaps }: RowMarks, from: number, until: number): readonly [number, number] => {
  let [best, room] = [from, 0];
  let start = from;
  const offer = (end: number): void => {
    if (end - start > room) [best, room] = [start, end - start];
  };
  for (const [left, right] of overlaps) {
    if (right <= start || left >= until) continue;
    offer(left - GAP);
    start = right + GAP;
  }
  offer(until);
  return room >= LEAST_BESIDE ? [best, room] : beside(badges, from, until);
};

const beside = (badges: readonly Badge[], from: number, until: number): readonly [number, number] => {
  let start = from;
  for (const { left, right } of badges) {
    if (right <= start || left >= until) continue;
    if (left - start >= LEAST_BESIDE) return [start, left - GAP - start];
    start = right + GAP;
  }
  return [start, until - start];
};

/** Hatches overlaps in red. */
export const paintOverlaps = (surface: Surface, { frame, view, scene, palette }: Look): void => {
  const { body } = frame;
  const until = timeAt(view, body.width);
  const areas: Numbers = [];
  const marks: Numbers = [];
  for (const row of visibleRows(scene.rows, view.top, view.top + body.height)) {
    for (const conflict of scene.conflictsOn(row.index)) {
      if (conflict.end <= view.from || conflict.start >= until) continue;
      const left = body.x + xOf(view, conflict.start);
      const width = Math.max(3, (conflict.end - conflict.start) / view.secondsPerPixel);
      const top = body.y + row.top - view.top;
      const height = row.bottom - row.top - 1;
      areas.push(left, top + 1, width, height - 1);
      marks.push(left, top, width, 2, left, top + height - 1, width, 2);
    }
  }
  // The hatching is translucent, so that names stay readable.
  surface.hatch(`color-mix(in oklab, ${palette.red} 55%, transparent)`, areas);
  surface.fill(palette.red, marks);
};

/** Paints the badges of conflicts. */
export const paintBadges = (surface: Surface, look: Look, marks: ReadonlyMap<number, RowMarks>): void => {
  const { palette } = look;
  const all = [...marks.values()].flatMap(({ badges }) => badges);
  surface.fill(
    palette.red,
    all.flatMap(({ left, right, middle }) => [left, middle - HEIGHT / 2, right - left, HEIGHT]),
    4,
  );
  const labels: Label[] = all.map(({ text, left, middle }) => ({ text, x: left + PADDING, y: middle + 0.5 }));
  surface.texts(palette.surface, fontOf(look), labels);
};
