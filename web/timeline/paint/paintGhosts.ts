import { xOf } from '../model/view.ts';
import type { Box } from './frame.ts';
import type { Ghost, Look } from './look.ts';
import type { Label, Numbers, Surface } from './surface.ts';

const RADIUS = 4;
const INSET = 3.5;

/** Paints gaps, over them places of the mainline, then places and conflicts of a preview. */
export const paintGhosts = (surface: Surface, look: Look): void => {
  if (look.emphasis.ghosts.length === 0) return;
  paintGaps(surface, look);
  paintMainline(surface, look);
  paintPreview(surface, look);
  paintConflicts(surface, look);
};

/** Null when the row of the place is not shown. */
const rectOf = ({ frame: { body }, view, scene }: Look, place: Pick<Ghost, 'resource' | 'from' | 'to'>): Box | null => {
  const row = place.resource === null ? undefined : scene.rows.rowOf.get(place.resource);
  if (row === undefined) return null;
  return {
    x: body.x + xOf(view, place.from),
    y: body.y - view.top + row.top + INSET,
    width: Math.max(3, (place.to - place.from) / view.secondsPerPixel),
    height: row.bottom - row.top - 2 * INSET,
  };
};

const visitGhosts = (look: Look, kind: Ghost['kind'], visit: (ghost: Ghost, rect: Box | null) => void): void => {
  for (const ghost of look.emphasis.ghosts) if (ghost.kind === kind) visit(ghost, rectOf(look, ghost));
};

const push = (rects: Numbers, { x, y, width, height }: Box): void => void rects.push(x, y, width, height);

/** Paints gaps that should be longer, each with its name at its left. */
const paintGaps = (surface: Surface, look: Look): void => {
  const { palette } = look;
  const rects: Numbers = [];
  const labels: Label[] = [];
  visitGhosts(look, 'gap', ({ name }, rect) => {
    if (rect === null) return;
    push(rects, rect);
    if (name !== '') labels.push({ text: name, x: rect.x - 4, y: rect.y + rect.height / 2 + 0.5 });
  });
  surface.fill(`color-mix(in oklab, ${palette.amber} 26%, transparent)`, rects, RADIUS);
  surface.outline(palette.amber, 1.5, rects, { dash: [2, 2], radius: RADIUS });
  surface.texts(palette.amberInk, `600 12px ${palette.font}`, labels, 'right');
};

const paintMainline = (surface: Surface, look: Look): void => {
  const { violet } = look.palette;
  const rects: Numbers = [];
  visitGhosts(look, 'mainline', (_, rect) => {
    if (rect !== null) push(rects, rect);
  });
  surface.fill(`color-mix(in oklab, ${violet} 14%, transparent)`, rects, RADIUS);
  surface.outline(violet, 1.5, rects, { dash: [4, 3], radius: RADIUS });
};

/** Paints previewed places with their names, the places that they leave, and the ways between both. */
const paintPreview = (surface: Surface, look: Look): void => {
  const { palette, names, frame } = look;
  const font = `600 12px ${palette.font}`;
  const rects: Numbers = [];
  const leaving: Numbers = [];
  const ways: Numbers = [];
  const labels: Label[] = [];
  visitGhosts(look, 'preview', ({ name, was }, rect) => {
    const left = was === undefined ? null : rectOf(look, was);
    if (left !== null) push(leaving, left);
    if (rect === null) return;
    push(rects, rect);
    if (left !== null && rect.y !== left.y) pushWay(ways, left, rect);
    // The name sticks to the left edge while a part of the bar is in view.
    const x = Math.max(rect.x, frame.body.x);
    const text = names.fit(surface, name, font, Math.min(rect.x + rect.width - x, rect.width) - 10);
    if (text !== '') labels.push({ text, x: x + 5, y: rect.y + rect.height / 2 + 0.5 });
  });
  surface.fill(`color-mix(in oklab, ${palette.surface} 62%, transparent)`, leaving, RADIUS);
  surface.outline(palette.blue, 1, leaving, { dash: [2, 3], radius: RADIUS });
  surface.lines(palette.blue, 1.5, ways, [2, 3]);
  surface.fill(palette.blueSoft, rects, RADIUS);
  surface.outline(palette.blue, 1.5, rects, { dash: [4, 3], radius: RADIUS });
  surface.texts(palette.ink, font, labels);
};

/** Adds the line between the facing edges of two rectangles, of which one is above the other. */
const pushWay = (ways: Numbers, from: Box, to: Box): void => {
  const x = Math.max(from.x, to.x) + Math.min(from.width, to.width) / 2;
  if (to.y > from.y) ways.push(x, from.y + from.height, x, to.y);
  else ways.push(x, from.y, x, to.y + to.height);
};

const paintConflicts = (surface: Surface, look: Look): void => {
  const { red } = look.palette;
  const rects: Numbers = [];
  visitGhosts(look, 'conflict', (_, rect) => {
    if (rect !== null) push(rects, rect);
  });
  surface.hatch(`color-mix(in oklab, ${red} 55%, transparent)`, rects);
  surface.outline(red, 1.5, rects, { dash: [4, 3], radius: RADIUS });
};
