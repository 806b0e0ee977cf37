import { sayShift } from '../model/saying.ts';
import { clockAt, type Night, type Ruler, type Ticks } from '../model/ticks.ts';
import { timeAt, xOf } from '../model/view.ts';
import { visibleRows } from '../model/visible.ts';
import type { Look } from './look.ts';
import type { Numbers, Surface } from './surface.ts';

/** A coordinate at which a line of one pixel covers exactly one pixel. */
const crisp = (x: number): number => Math.round(x) + 0.5;

export const ticksOfLook = ({ view, frame, zone }: Look, ruler: Ruler): Ticks =>
  ruler.of(zone, view.from, timeAt(view, frame.body.width), view.secondsPerPixel);

/** Paints nights, the lines of rows and hours, and the rows of locations. */
export const paintGrid = (surface: Surface, look: Look, ticks: Ticks): void => {
  const { frame, palette, scene, view } = look;
  const { body } = frame;
  surface.fill(palette.surface, [body.x, body.y, body.width, body.height]);
  surface.inside(body.x, body.y, body.width, body.height, () => {
    surface.fill(palette.night, nightRects(look, ticks.nights));
    const lines: Numbers = [];
    const bands: Numbers = [];
    for (const row of visibleRows(scene.rows, view.top, view.top + body.height)) {
      const top = body.y + row.top - view.top;
      const bottom = body.y + row.bottom - view.top;
      if (row.kind === 'location') bands.push(body.x, top, body.width, bottom - top);
      lines.push(body.x, crisp(bottom) - 1, body.x + body.width, crisp(bottom) - 1);
    }
    surface.fill(palette.band, bands);
    surface.lines(palette.lineFaint, 1, lines);
    const hours = ticks.minor.map(({ at }) => crisp(body.x + xOf(view, at)));
    surface.lines(
      palette.lineFaint,
      1,
      hours.flatMap((x) => [x, body.y, x, body.y + body.height]),
    );
    const days = ticks.major.map(({ at }) => crisp(body.x + xOf(view, at)));
    surface.lines(
      palette.line,
      1,
      days.flatMap((x) => [x, body.y, x, body.y + body.height]),
    );
    const jumps = ticks.jumps.map(({ at }) => crisp(body.x + xOf(view, at)));
    surface.lines(
      palette.amber,
      1,
      jumps.flatMap((x) => [x, body.y, x, body.y + body.height]),
      [5, 4],
    );
  });
};

const nightRects = ({ frame, view }: Look, nights: readonly Night[]): Numbers => {
  const { body } = frame;
  return nights.flatMap(({ from, to }) => {
    const left = Math.max(0, xOf(view, from));
    const right = Math.min(body.width, xOf(view, to));
    return right > left ? [body.x + left, body.y, right - left, body.height] : [];
  });
};

/** Paints the ruler: days above hours, and the present time. */
export const paintRuler = (surface: Surface, look: Look, ticks: Ticks): void => {
  const { frame, palette, view, now, zone, names } = look;
  const { ruler } = frame;
  const middle = ruler.y + ruler.height / 2;
  surface.fill(palette.ground, [0, 0, frame.width, ruler.height]);
  surface.inside(ruler.x, ruler.y, ruler.width, ruler.height, () => {
    const small = `11px ${palette.font}`;
    const strong = `600 12px ${palette.font}`;
    const lines: Numbers = [];
    for (const { at } of ticks.minor) {
      const x = crisp(ruler.x + xOf(view, at));
      lines.push(x, ruler.y + ruler.height - 6, x, ruler.y + ruler.height);
    }
    surface.lines(palette.lineStrong, 1, lines);
    surface.texts(
      palette.inkSoft,
      small,
      ticks.minor.map(({ at, label }) => ({ text: label, x: ruler.x + xOf(view, at) + 4, y: middle + 9 })),
    );
    // The name of a day sticks to the left edge while a part of the day is visible.
    const majors = ticks.major.map(({ at, label }, i) => {
      const width = names.widthOf(surface, label, strong);
      const next = ticks.major[i + 1];
      const until = next === undefined ? Number.POSITIVE_INFINITY : xOf(view, next.at) - width - 10;
      return { text: label, x: ruler.x + Math.min(Math.max(xOf(view, at) + 4, 8), until), y: middle - 9 };
    });
    surface.texts(palette.ink, strong, majors);
    surface.texts(
      palette.amberInk,
      `600 11px ${palette.font}`,
      ticks.jumps.map(({ at, seconds }) => {
        const x = ruler.x + xOf(view, at) + 4;
        // Beside the name of its day or month, and not over it.
        const under = majors.findLast((major) => major.x <= x);
        const free = under === undefined ? x : under.x + names.widthOf(surface, under.text, strong) + 10;
        return {
          text: sayShift(seconds),
          x: Math.max(x, free),
          y: middle - 9,
        };
      }),
    );
    if (now !== null) {
      const x = ruler.x + xOf(view, now);
      const text = clockAt(zone, now);
      const width = surface.measure(text, strong) + 12;
      surface.fill(palette.ink, [x - width / 2, ruler.y + ruler.height - 19, width, 18], 4);
      surface.texts(palette.ground, strong, [{ text, x, y: ruler.y + ruler.height - 10 }], 'center');
    }
  });
  surface.lines(palette.line, 1, [0, ruler.height - 0.5, frame.width, ruler.height - 0.5]);
};
