import { readPalette, tintColors } from '../theme/palette.ts';
import { clockAt, dayAt } from '../timeline/model/ticks.ts';
import type { Row, Rows } from '../timeline/model/rows.ts';
import { visitBars } from '../timeline/model/visible.ts';
import { RULER_HEIGHT } from '../timeline/paint/frame.ts';
import { type Look, NO_EMPHASIS } from '../timeline/paint/look.ts';
import { Names } from '../timeline/paint/names.ts';
import { paintBars } from '../timeline/paint/paintBars.ts';
import { Ruler } from '../timeline/model/ticks.ts';
import { paintGrid, paintRuler, ticksOfLook } from '../timeline/paint/paintGrid.ts';
import { paintLabels } from '../timeline/paint/paintLabels.ts';
import { SvgSurface } from '../timeline/paint/svgSurface.ts';
import type { Board } from './board.ts';
import { element } from './paper.ts';
import { modeOf, shownName } from './mode.ts';

/** The area of a landscape page (A4) within its margins and below its title, in CSS pixels. Other paper shows the same at another scale. */
const PAGE = { width: 1040, height: 690 };
/** How much smaller rows may be drawn if that saves pages. */
const MOST_SHRUNK = 1.15;
const LABELS = 132;
/** The most pages. A longer time is drawn at a smaller scale instead. */
const MOST_PAGES = 100;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Divides rows among pages: the pixels [top, bottom) of the content that each page shows. No page ends with the name of a location. */
export const rowPages = ({ rows }: Pick<Rows, 'rows'>, height: number): readonly Pick<Row, 'top' | 'bottom'>[] => {
  const pages: { readonly top: number; bottom: number }[] = [];
  for (const [index, { top, bottom }] of rows.entries()) {
    const page = pages.at(-1);
    const { bottom: needed } = rows.slice(index).find(({ kind }) => kind === 'resource') ?? { bottom };
    if (page !== undefined && needed - page.top <= height) page.bottom = bottom;
    else pages.push({ top, bottom });
  }
  return pages;
};

/** The pages of `rowPages` for at least `height` pixels: as few as shrinking permits, of about the same height, so that none has a row or two. */
export const evenRowPages = (rows: Pick<Rows, 'rows'>, height: number): ReturnType<typeof rowPages> => {
  let [small, enough] = [0, height * MOST_SHRUNK];
  const { length: count } = rowPages(rows, enough);
  if (count < 2) return rowPages(rows, enough);
  while (enough - small > 1) {
    const middle = (small + enough) / 2;
    if (rowPages(rows, middle).length > count) small = middle;
    else enough = middle;
  }
  return rowPages(rows, enough);
};

/** Divides [from, to), widened to full hours unless it is short, into equal spans of at most `most` seconds; into fewer, longer ones when there would be too many pages. */
export const timePages = (
  from: number,
  to: number,
  most: number,
  rowPageCount: number,
): readonly (readonly [number, number])[] => {
  const step = to - from > 2 * HOUR ? HOUR : MINUTE;
  const first = Math.floor(from / step) * step;
  const all = Math.ceil(to / step) * step - first;
  const count = Math.max(1, Math.min(Math.ceil(all / most), Math.floor(MOST_PAGES / Math.max(1, rowPageCount))));
  const length = Math.ceil(all / count / step) * step;
  return Array.from(
    { length: Math.ceil(all / length) },
    (_, i) => [first + i * length, first + (i + 1) * length] as const,
  );
};

const pageLook = (
  board: Board,
  palette: Look['palette'],
  top: number,
  height: number,
  [from, to]: readonly [number, number],
): Look => {
  const width = PAGE.width * Math.max(1, (height + RULER_HEIGHT) / PAGE.height);
  const body = { x: LABELS, y: RULER_HEIGHT, width: width - LABELS, height };
  const nothing = { x: LABELS, y: RULER_HEIGHT + height, width: width - LABELS, height: 0 };
  const found = board.looks.standingOut();
  return {
    frame: {
      width,
      height: RULER_HEIGHT + height,
      ruler: { ...body, y: 0, height: RULER_HEIGHT },
      labels: { x: 0, y: RULER_HEIGHT, width: LABELS, height },
      body,
      pinned: nothing,
      unassigned: nothing,
      overview: nothing,
    },
    view: { from, secondsPerPixel: (to - from) / body.width, top },
    scene: board.scene,
    palette,
    names: new Names(),
    zone: board.looks.zone(),
    now: board.store.getState().layer?.change == null ? board.clock.now() / 1000 : null,
    unassignedTop: 0,
    pinnedTop: 0,
    tintOf: (bar) => board.looks.tintOf(bar),
    emphasis: { ...NO_EMPHASIS, found },
  };
};

/** The meaning of the bars' colors, as in the legend below the rows. */
const legendOf = (board: Board): readonly HTMLElement[] => {
  const { about, legend } = board.looks.legend();
  if (legend.length === 0) return [];
  const line = element('p', 'paper-legend');
  line.append(element('b', '', about));
  for (const { tint, label } of legend) {
    const entry = element('span', '', label);
    const { fill, stroke } = tintColors(tint);
    entry.style.setProperty('--fill', fill);
    entry.style.setProperty('--edge', stroke);
    line.append(entry);
  }
  return [line];
};

/** Pages with the shown bars by hours and rows, each with a ruler and the names of its rows; then operations without a place. */
export const pagesOf = (board: Board): HTMLElement => {
  const paper = element('div', 'paper');
  const window = board.timeline?.window();
  const state = board.store.getState();
  const { layer, workspaces } = state;
  if (window === undefined || layer === null) return paper;
  const palette = readPalette(document.documentElement);
  const { rows } = board.scene;
  const zone = board.looks.zone();
  const name = shownName(board) ?? layer.planning;
  const byRows = evenRowPages(rows, PAGE.height - RULER_HEIGHT);
  const byTime = timePages(window.from, window.to, board.scene.firstSeconds(), byRows.length);
  const count = byTime.length * byRows.length;
  const mode = modeOf({ layer, workspaces }, zone).text;
  const whenOf = (from: number, to: number): string => {
    const [first, last] = [dayAt(zone, from), dayAt(zone, to)];
    const end = first === last ? `–${clockAt(zone, to)}` : ` – ${last}, ${clockAt(zone, to)}`;
    return `${first}, ${clockAt(zone, from)}${end}`;
  };
  let number = 0;
  for (const time of byTime) {
    for (const { top, bottom } of byRows) {
      const page = element('section', 'paper-page');
      page.append(
        element('h2', 'paper-title', `${name} · ${mode} · ${whenOf(...time)} (${zone}) · page ${++number} of ${count}`),
      );
      const look = pageLook(board, palette, top, bottom - top, time);
      const surface = new SvgSurface(`page-${number}`, look.frame.width, look.frame.height);
      const ticks = ticksOfLook(look, new Ruler());
      paintGrid(surface, look, ticks);
      paintLabels(surface, look);
      paintRuler(surface, look, ticks);
      paintBars(surface, look);
      page.append(...legendOf(board), surface.root);
      paper.append(page);
    }
  }
  const unplaced: string[] = [];
  visitBars(board.scene.unassigned, window.from, window.to, ({ bar }) => {
    unplaced.push(`${bar.name}, ${whenOf(bar.start, bar.end)}`);
  });
  if (unplaced.length > 0) {
    const page = element('section', 'paper-page');
    const when = whenOf(window.from, window.to);
    page.append(
      element('h2', 'paper-title', `${name} · ${mode} · ${when} (${zone}) · Unassigned · ${unplaced.length}`),
    );
    for (const text of unplaced) page.append(element('p', 'paper-line', text));
    paper.append(page);
  }
  return paper;
};

export const printBoard = (board: Board): void => {
  if (board.store.getState().loading !== 'ready') return board.say('There is nothing to print yet.');
  print();
};
