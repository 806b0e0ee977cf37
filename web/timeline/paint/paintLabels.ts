import { visibleRows, visitBars } from '../model/visible.ts';
import { timeAt } from '../model/view.ts';
import type { Look } from './look.ts';
import type { Label, Numbers, Surface } from './surface.ts';

const INDENT = 10;
const PADDING = 12;
const STRIP_WIDTH = 34;
const STRIP_HEIGHT = 3;
/** The least width in pixels for utilization strips; a narrower column shows only names. */
const STRIPS_FROM = 110;

/** Paints the names of rows, each with a strip that shows its utilization within the shown time, and a mark if it has a conflict. */
export const paintLabels = (surface: Surface, look: Look): void => {
  const { frame, palette, scene, view, names } = look;
  const { labels, body } = frame;
  surface.fill(palette.ground, [labels.x, labels.y, labels.width, labels.height]);
  const strong = `600 11px ${palette.font}`;
  const locations: Label[] = [];
  const from = view.from;
  const to = timeAt(view, body.width);
  surface.inside(labels.x, labels.y, labels.width, labels.height, () => {
    const { foundRows } = look.emphasis;
    const found: Numbers = [];
    const chosen: Numbers = [];
    const bands: Numbers = [];
    const lines: Numbers = [];
    const tracks: Numbers = [];
    const used: Numbers = [];
    const resources: Label[] = [];
    const marked: Label[] = [];
    const hasStrips = labels.width >= STRIPS_FROM;
    const font = `${scene.options.density === 'compact' ? 11 : 12}px ${palette.font}`;
    for (const row of visibleRows(scene.rows, view.top, view.top + body.height)) {
      const { kind, id, name, depth } = row;
      const top = labels.y + row.top - view.top;
      const bottom = labels.y + row.bottom - view.top;
      const y = (top + bottom) / 2 + 0.5;
      lines.push(0, bottom - 0.5, labels.width, bottom - 0.5);
      if (kind === 'location') {
        bands.push(0, top, labels.width, bottom - top);
        locations.push({ text: names.fitAnyhow(surface, name, strong, frame.width - 2 * PADDING), x: PADDING, y });
        continue;
      }
      if (foundRows.all.has(id)) found.push(0, top, labels.width, bottom - top - 1);
      if (foundRows.chosen === id) chosen.push(1, top + 1, labels.width - 3, bottom - top - 3);
      const isMarked = scene.conflictsOn(row.index).some(({ start, end: until }) => start < to && until > from);
      const x = PADDING + depth * INDENT;
      const text = names.fitAnyhow(surface, name, font, labels.width - x - (hasStrips ? STRIP_WIDTH + 2 * PADDING : 4));
      (isMarked ? marked : resources).push({ text, x, y });
      if (!hasStrips) continue;
      const strip = labels.width - STRIP_WIDTH - PADDING;
      tracks.push(strip, Math.round(y) - STRIP_HEIGHT / 2, STRIP_WIDTH, STRIP_HEIGHT);
      const share = occupiedShare(look, row.index, from, to);
      if (share > 0) used.push(strip, Math.round(y) - STRIP_HEIGHT / 2, STRIP_WIDTH * share, STRIP_HEIGHT);
    }
    surface.fill(palette.band, bands);
    surface.fill(palette.blueSoft, found);
    surface.outline(palette.blue, 2, chosen, { radius: 4 });
    surface.lines(palette.lineFaint, 1, lines);
    surface.fill(palette.line, tracks, 1.5);
    surface.fill(palette.inkFaint, used);
    surface.texts(palette.ink, font, resources);
    surface.texts(palette.redInk, `600 ${font}`, marked);
  });
  // Rows of locations have no bars, so that their names have room there, too.
  surface.inside(labels.x, labels.y, frame.width, labels.height, () => {
    surface.texts(palette.inkSoft, strong, locations);
  });
  surface.lines(palette.line, 1, [labels.width - 0.5, 0, labels.width - 0.5, frame.height]);
};

/** The share of [from, to) in which the row is occupied. */
const occupiedShare = ({ scene }: Look, row: number, from: number, to: number): number => {
  let occupied = 0;
  let until = from;
  visitBars(scene.rowBars(row), from, to, ({ left, right }) => {
    const start = Math.max(left, until);
    const end = Math.min(right, to);
    if (end > start) occupied += end - start;
    until = Math.max(until, end);
  });
  return Math.min(1, occupied / (to - from));
};
