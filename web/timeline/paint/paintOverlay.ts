import { present } from '../../../engine/present.ts';
import { Verdict } from '../../judge/verdict.ts';
import type { Palette } from '../../theme/palette.ts';
import { deltaText } from '../model/numbers.ts';
import { edgeOf, xOf } from '../model/view.ts';
import type { PlacedBar } from '../model/scene.ts';
import { visibleRows } from '../model/visible.ts';
import { type Box, unassignedLanes } from './frame.ts';
import type { DragLook, Look } from './look.ts';
import { paintGhosts } from './paintGhosts.ts';
import { Batches, type Label, type Numbers, type Surface } from './surface.ts';

const RADIUS = 4;
/** The most pulses with rounded corners; among more, corners would not be noticed. */
const ROUNDED_PULSES = 100;

const tintOf = (palette: Palette, verdict: number): string =>
  verdict === Verdict.free
    ? palette.verdictFree
    : verdict === Verdict.costs
      ? palette.verdictCosts
      : verdict === Verdict.conflict
        ? palette.verdictConflict
        : palette.verdictIneligible;

/** A still shorter text, for little room. */
const briefDelta = (delta: number): string =>
  Math.abs(delta) < 10_000 ? deltaText(delta) : `${delta > 0 ? '+' : '−'}${Math.round(Math.abs(delta) / 1000)} k`;

/** Tints rows by their verdicts for the dragged bars; painted under the bars. */
export const paintVerdicts = (surface: Surface, look: Look): void => {
  const { frame, view, scene, palette, emphasis } = look;
  const verdicts = emphasis.drag?.verdicts;
  if (!verdicts) return;
  const { body, labels } = frame;
  surface.inside(0, body.y, frame.width, body.height, () => {
    const rows = new Batches();
    const deltas: Label[] = [];
    const conflicts: Label[] = [];
    for (const row of visibleRows(scene.rows, view.top, view.top + body.height)) {
      const found = verdicts.get(row.index);
      if (found === undefined) continue;
      const top = body.y + row.top - view.top;
      const height = row.bottom - row.top - 1;
      rows.add(tintOf(palette, found.verdict), body.x, top, body.width, height);
      const label = { x: labels.width - 8, y: top + height / 2 + 0.5 };
      if (found.verdict === Verdict.ineligible) deltas.push({ ...label, text: '–' });
      else (found.verdict === Verdict.conflict ? conflicts : deltas).push({ ...label, text: briefDelta(found.delta) });
    }
    rows.each((color, rects) => surface.fill(color, rects));
    const blank: Numbers = [...deltas, ...conflicts].flatMap(({ y }) => [labels.width - 50, y - 8, 48, 16]);
    surface.fill(palette.ground, blank);
    surface.texts(palette.ink, `600 11px ${palette.font}`, deltas, 'right');
    surface.texts(palette.redInk, `600 11px ${palette.font}`, conflicts, 'right');
  });
};

/** Paints over the rows of a pane: selection, hover, ghosts, dragged bars, and the line of the present time. */
export const paintOverRows = (surface: Surface, look: Look): void => {
  const { frame, view, palette, emphasis, now } = look;
  const { body } = frame;
  surface.inside(body.x, body.y, body.width, body.height, () => {
    if (now !== null) {
      const x = Math.round(body.x + xOf(view, now)) + 0.5;
      surface.lines(palette.ink, 1.5, [x, body.y, x, body.y + body.height]);
    }
    paintGhosts(surface, look);
    paintRings(surface, look, ({ row }) => row >= 0, body, view.top);
    if (emphasis.closing !== null) paintClosing(surface, look);
    if (emphasis.drag !== null) paintDrag(surface, look, emphasis.drag);
  });
};

/** Paints over everything: highlights in the pane of operations without a place, the lasso, and what a drop would do. */
export const paintOverAll = (surface: Surface, look: Look): void => {
  const { frame, palette, emphasis } = look;
  if (frame.unassigned.height > 0) {
    const lanes = unassignedLanes(frame);
    surface.inside(lanes.x, lanes.y, lanes.width, lanes.height, () => {
      paintRings(surface, look, ({ row }) => row < 0, lanes, look.unassignedTop);
    });
  }
  const { lasso } = emphasis;
  if (lasso !== null) {
    surface.fill(`color-mix(in oklab, ${palette.blue} 12%, transparent)`, [
      lasso.x,
      lasso.y,
      lasso.width,
      lasso.height,
    ]);
    surface.outline(palette.blue, 1, [lasso.x + 0.5, lasso.y + 0.5, lasso.width, lasso.height]);
  }
};

/** Paints rings around highlighted bars. `scrolled` is how many pixels the content of the area is scrolled up. */
const paintRings = (
  surface: Surface,
  { view, scene, palette, emphasis }: Look,
  isHere: (placed: { readonly row: number }) => boolean,
  area: Box,
  scrolled: number,
): void => {
  const around = (placed: PlacedBar, grow: number): Numbers => {
    const top = Math.round(area.y + placed.top - scrolled) - grow;
    const height = placed.height + 2 * grow;
    if (!isHere(placed) || top > area.y + area.height || top + height < area.y) return [];
    const x = edgeOf(view, placed.left);
    const width = Math.max(2, edgeOf(view, placed.right) - x);
    return [area.x + x - grow, top, width + 2 * grow, height];
  };
  const rectsOf = (operations: Iterable<string>, grow: number): Numbers => {
    const rects: Numbers = [];
    for (const operation of operations) {
      for (const placed of scene.barsOfOperation(operation)) rects.push(...around(placed, grow));
    }
    return rects;
  };
  surface.outline(palette.inkSoft, 1.5, rectsOf(emphasis.related, 1), { radius: RADIUS, dash: [3, 2] });
  if (emphasis.hovered !== null)
    surface.outline(palette.inkSoft, 1.5, rectsOf([emphasis.hovered], 0.5), { radius: RADIUS });
  for (const { operations, left } of emphasis.pulses) {
    const rects = rectsOf(operations, 2 + 3 * (1 - left));
    const color = `color-mix(in oklab, ${palette.blue} ${Math.round(left * 100)}%, transparent)`;
    surface.outline(color, 2 + 3 * left, rects, { radius: operations.length > ROUNDED_PULSES ? 0 : RADIUS });
  }
  surface.outline(palette.blue, 2, rectsOf(emphasis.selected, 1), { radius: RADIUS });
  const focusedBar = emphasis.focused === null ? undefined : scene.barOf(emphasis.focused);
  if (focusedBar !== undefined) {
    const focused = around(focusedBar, 2.5);
    surface.outline(palette.surface, 4, focused, { radius: RADIUS + 2 });
    surface.outline(palette.blue, 2, focused, { radius: RADIUS + 2 });
  }
};

const PILL_MARGIN = 14;

const paintClosing = (surface: Surface, { frame, view, scene, palette, emphasis }: Look): void => {
  const { row: index, from, to } = present(emphasis.closing);
  const row = present(scene.rows.rows[index]);
  const { body } = frame;
  const x = body.x + xOf(view, Math.min(from, to));
  const top = body.y - view.top + row.top + 2;
  const rect = [x, top, Math.abs(to - from) / view.secondsPerPixel, row.bottom - row.top - 5];
  surface.fill(palette.blocker, rect, RADIUS);
  surface.hatch(palette.blockerEdge, rect);
  surface.outline(palette.blockerEdge, 1.5, rect, { radius: RADIUS });
};

const paintDrag = (surface: Surface, { frame, view, scene, palette, names }: Look, drag: DragLook): void => {
  const { body } = frame;
  const rects: Numbers = [];
  const labels: Label[] = [];
  const font = `12px ${palette.font}`;
  for (const { name, row: index, from, to } of drag.bars) {
    const row = scene.rows.rows[index];
    if (row === undefined) continue;
    const x = body.x + xOf(view, from);
    const top = body.y - view.top + row.top + 3;
    const height = row.bottom - row.top - 7;
    const width = (to - from) / view.secondsPerPixel;
    rects.push(x, top, width, height);
    const text = names.fit(surface, name, font, width - 10);
    if (text !== '') labels.push({ text, x: Math.max(x, body.x) + 5, y: top + height / 2 + 0.5 });
  }
  surface.fill(palette.blueSoft, rects, RADIUS);
  surface.outline(palette.blue, 2, rects, { radius: RADIUS });
  surface.texts(palette.ink, font, labels);
};

/** Paints the text of what a drop would do beside the dragged bar. The look is that of the pane with the bar's row. */
export const paintSaying = (surface: Surface, { frame, view, scene, palette, emphasis }: Look): void => {
  const { drag } = emphasis;
  const first = drag?.bars[0];
  const row = drag === null ? undefined : scene.rows.rows[drag.row];
  if (drag === null || drag.says === '' || first === undefined || row === undefined) return;
  const { body } = frame;
  const font = `600 12px ${palette.font}`;
  const width = surface.measure(drag.says, font) + 18;
  const bottom = body.y - view.top + row.bottom;
  const x = Math.max(body.x + 4, Math.min(frame.width - width - 6, body.x + xOf(view, first.from)));
  const y = bottom + 26 > body.y + body.height ? body.y - view.top + row.top - 26 : bottom + 2;
  surface.fill(palette.ink, [x, y, width, 23], 5);
  surface.texts(palette.ground, font, [{ text: drag.says, x: x + 9, y: y + 12 }]);
};

interface FreeRow {
  readonly name: string;
  readonly delta: number;
}

/** Paints, at the edges of the rows, how many free rows there are further up and down, and the best of them. */
export const paintBeyond = (surface: Surface, { frame, view, scene, palette, emphasis }: Look): void => {
  const verdicts = emphasis.drag?.verdicts;
  if (!verdicts) return;
  const { body } = frame;
  const above: FreeRow[] = [];
  const below: FreeRow[] = [];
  for (const { index, name, top, bottom } of scene.rows.rows) {
    const found = verdicts.get(index);
    if (found?.verdict !== Verdict.free && found?.verdict !== Verdict.costs) continue;
    if (top < scene.rows.pinnedHeight) continue;
    if (bottom <= view.top) above.push({ name, delta: found.delta });
    else if (top >= view.top + body.height) below.push({ name, delta: found.delta });
  }
  const font = `600 12px ${palette.font}`;
  const tell = (rows: readonly FreeRow[], way: string, y: number): void => {
    if (rows.length === 0) return;
    const best = rows.reduce((a, b) => (b.delta < a.delta ? b : a));
    const text = `${way} ${rows.length} free further ${way === '▲' ? 'up' : 'down'}, best ${best.name}`;
    const width = surface.measure(text, font) + 20;
    // The right edge is free: the text of the row is on the left, and messages are in the middle.
    const x = Math.round(body.x + body.width - width - PILL_MARGIN);
    surface.fill(palette.green, [x, y, width, 22], 11);
    surface.texts(palette.surface, font, [{ text, x: x + 10, y: y + 11.5 }]);
  };
  tell(above, '▲', body.y + 6);
  tell(below, '▼', body.y + body.height - 28);
};
