import { timeAt, xOf } from '../model/view.ts';
import { visibleRows } from '../model/visible.ts';
import type { Look } from './look.ts';
import type { Label, Numbers, Surface } from './surface.ts';

/** How probable a conflict is, as it stands at the left of where two overlap. Pixels. */
export interface Badge {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

/** What lies over the bars of a row: badges, and the spans (left, right) in which two overlap. */
export interface RowMarks {
  readonly badges: readonly Badge[];
  readonly overlaps: readonly (readonly [number, number])[];
}

const HEIGHT = 14;
const PADDING = 4;
const GAP = 4;
/** A name that would keep less than this beside something stands behind or on it. */
const LEAST_BESIDE = 40;
const MOST_PIXELS = 100_000;

const fontOf = ({ palette }: Look): string => `600 10px ${palette.font}`;

/** Of each row in view with a conflict; no badge where there is no room for one, or another one is there already. */
export const marksOf = (surface: Surface, look: Look): ReadonlyMap<number, RowMarks> => {
  const { frame, view, scene } = look;
  const { body } = frame;
  const until = timeAt(view, body.width);
  const font = fontOf(look);
  const marks = new Map<number, RowMarks>();
  const [first, end] = visibleRows(scene.rows, view.top, view.top + body.height);
  for (let row = first; row < end; row++) {
    const shown = scene.conflictsOn(row).filter((conflict) => conflict.end > view.from && conflict.start < until);
    if (shown.length === 0) continue;
    const middle = body.y + (scene.rows.tops[row] + scene.rows.tops[row + 1]) / 2 - view.top;
    const own: Badge[] = [];
    const overlaps: (readonly [number, number])[] = [];
    for (const { start, end: over, probability } of [...shown].sort((a, b) => a.start - b.start)) {
      overlaps.push([body.x + xOf(view, start), body.x + xOf(view, over)]);
      const text = `! ${Math.round(100 * probability)} %`;
      const width = look.names.widthOf(surface, text, font) + 2 * PADDING;
      const left = Math.max(body.x + xOf(view, start), body.x) + 2;
      const right = left + width;
      const taken = own.at(-1)?.right ?? -MOST_PIXELS;
      if (right + 2 > body.x + xOf(view, over) || left < taken) continue;
      own.push({ text, left, right, middle });
    }
    marks.set(row, { badges: own, overlaps });
  }
  return marks;
};

/** Of what a name could have, from and how wide it is beside badges and, where that is enough, beside what is hatched in red. */
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

/** Red where two overlap. */
export const paintOverlaps = (surface: Surface, { frame, view, scene, palette }: Look): void => {
  const { body } = frame;
  const until = timeAt(view, body.width);
  const [first, end] = visibleRows(scene.rows, view.top, view.top + body.height);
  const areas: Numbers = [];
  const marks: Numbers = [];
  for (let row = first; row < end; row++) {
    for (const conflict of scene.conflictsOn(row)) {
      if (conflict.end <= view.from || conflict.start >= until) continue;
      const left = body.x + xOf(view, conflict.start);
      const width = Math.max(3, (conflict.end - conflict.start) / view.secondsPerPixel);
      const top = body.y + scene.rows.tops[row] - view.top;
      const height = scene.rows.tops[row + 1] - scene.rows.tops[row] - 1;
      areas.push(left, top + 1, width, height - 1);
      marks.push(left, top, width, 2, left, top + height - 1, width, 2);
    }
  }
  // Names are read through it.
  surface.hatch(`color-mix(in oklab, ${palette.red} 55%, transparent)`, areas);
  surface.fill(palette.red, marks);
};

/** With its probability where there is room. */
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
