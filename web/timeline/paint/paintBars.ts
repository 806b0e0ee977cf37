import type { Bar } from '../model/bar.ts';
import type { PlacedBar } from '../model/scene.ts';
import { edgeOf, timeAt, xOf } from '../model/view.ts';
import { unassignedBeyond, visibleRows, visitBars, visitLanes, visitVisible } from '../model/visible.ts';
import { unassignedLanes } from './frame.ts';
import type { Emphasis, Look } from './look.ts';
import { marksOf, paintBadges, paintOverlaps, roomBeside, type RowMarks } from './paintConflicts.ts';
import { Batches, type Label, type Numbers, type Surface } from './surface.ts';

const LABEL_FROM = 24;
const MERGED_BELOW = 4;
const RADIUS = 3;
const WHISKER_FROM = 8;
/** The largest scale with whiskers and outlines; at larger ones they would only be noise. */
const MOST_SECONDS_PER_PIXEL_WITH_DETAIL = 150;
const LOCK_WIDTH = 13;

/** The shapes of a frame by style, so that each style is set once. */
interface Gathered {
  readonly fills: Batches;
  readonly edges: Batches;
  readonly stripes: Batches;
  readonly blockers: Numbers;
  readonly outlines: Numbers;
  readonly whiskers: Numbers;
  readonly known: Numbers;
  readonly drafts: Numbers;
  readonly faded: Numbers;
  readonly locks: Numbers;
  readonly shackles: Numbers;
  readonly tows: Numbers;
  readonly strips: Strips;
  /** Those that do not match the search or the filter. */
  readonly fadedStrips: Strips;
  /** The typefaces, smallest font first. */
  readonly typefaces: readonly [Typeface, ...Typeface[]];
}

/** A font for names on bars, with the labels to draw in it. */
interface Typeface {
  readonly font: string;
  /** The least height in pixels of a bar for this font. */
  readonly from: number;
  readonly measured: ReturnType<Look['names']['inFont']>;
  readonly labels: Label[];
}

/** Font sizes in pixels, each with the least height of a bar for it. */
const [SMALLEST, ...LARGER] = [
  [10, 0],
  [11, 13],
  [12, 17],
] as const;

const typefaceOf = (surface: Surface, { palette, names }: Look, [size, from]: readonly [number, number]): Typeface => {
  const font = `${size}px ${palette.font}`;
  return { font, from, measured: names.inFont(surface, font), labels: [] };
};

const gather = (surface: Surface, look: Look): Gathered => ({
  fills: new Batches(),
  edges: new Batches(),
  stripes: new Batches(),
  blockers: [],
  outlines: [],
  whiskers: [],
  known: [],
  drafts: [],
  faded: [],
  locks: [],
  shackles: [],
  tows: [],
  strips: new Strips(),
  fadedStrips: new Strips(),
  typefaces: [typefaceOf(surface, look, SMALLEST), ...LARGER.map((size) => typefaceOf(surface, look, size))],
});

/** Paints all visible bars, and conflicts over them. */
export const paintBars = (surface: Surface, look: Look): void => {
  const { frame, view, scene } = look;
  const { body } = frame;
  const window = { from: view.from, to: timeAt(view, body.width), top: view.top, bottom: view.top + body.height };
  surface.inside(body.x, body.y, body.width, body.height, () => {
    const shapes = gather(surface, look);
    const marks = marksOf(surface, look);
    const origin = { x: body.x, y: body.y - view.top };
    visitVisible(scene, window, (placed, row) => {
      gatherBar(look, shapes, placed, origin, row, marks.get(row));
    });
    endStrips(shapes);
    gatherTows(look, shapes, window);
    draw(surface, look, shapes, () => paintOverlaps(surface, look));
    paintBadges(surface, look, marks);
  });
};

/** Paints the pane of operations without a place, if there are any. */
export const paintUnassigned = (surface: Surface, look: Look): void => {
  if (look.frame.unassigned.height === 0) return;
  const { frame, view, scene, palette, unassignedTop } = look;
  const { unassigned } = frame;
  const lanes = unassignedLanes(frame);
  surface.fill(palette.sunken, [0, unassigned.y, frame.width, unassigned.height]);
  surface.lines(palette.line, 1, [0, unassigned.y + 0.5, frame.width, unassigned.y + 0.5]);
  surface.texts(palette.inkSoft, `600 11px ${palette.font}`, [
    { text: `Unassigned · ${scene.unassignedCount}`, x: 12, y: unassigned.y + 12 },
  ]);
  const { earlier, later } = unassignedBeyond(scene, view.from, timeAt(view, lanes.width));
  const font = `600 11px ${palette.font}`;
  const y = unassigned.y + 12;
  const ahead = `${later.count} later ▶`;
  if (earlier.count > 0) surface.texts(palette.blue, font, [{ text: `◀ ${earlier.count} earlier`, x: lanes.x + 8, y }]);
  if (later.count > 0)
    surface.texts(palette.blue, font, [
      { text: ahead, x: lanes.x + lanes.width - 8 - surface.measure(ahead, font), y },
    ]);
  surface.inside(lanes.x, lanes.y, lanes.width, lanes.height, () => {
    const shapes = gather(surface, look);
    const origin = { x: lanes.x, y: lanes.y - unassignedTop };
    visitLanes(scene, view.from, timeAt(view, lanes.width), unassignedTop, lanes.height, (placed) => {
      gatherBar(look, shapes, placed, origin, -1);
    });
    endStrips(shapes);
    draw(surface, look, shapes);
  });
};

const endStrips = ({ strips, fadedStrips }: Gathered): void => {
  strips.end();
  fadedStrips.end();
};

const gatherBar = (
  look: Look,
  shapes: Gathered,
  placed: PlacedBar,
  { x: x0, y: y0 }: { readonly x: number; readonly y: number },
  row: number,
  marks: RowMarks | null = null,
): void => {
  const { view, scene, emphasis, frame } = look;
  const { bar } = placed;
  const left = x0 + edgeOf(view, placed.left);
  const right = x0 + edgeOf(view, placed.right);
  const width = right - left;
  const top = Math.round(y0 + placed.top);
  const height = Math.round(y0 + placed.top + placed.height) - top;
  const isFaded = isFadedBy(emphasis, bar.operation);
  if (width < MERGED_BELOW) {
    (isFaded ? shapes.fadedStrips : shapes.strips).add(row, left, top, Math.max(1, width), height);
    return;
  }
  endStrips(shapes);
  const hasDetail = view.secondsPerPixel <= MOST_SECONDS_PER_PIXEL_WITH_DETAIL;
  if (hasDetail && !bar.isBlocker) gatherTimes(look, shapes, placed, x0, top);
  const { fill, edge } = colorsOf(look, bar);
  // Parts far outside the view are not drawn.
  const shownLeft = Math.max(left, x0 - 20);
  const shownWidth = Math.min(right, frame.width + 20) - shownLeft;
  shapes.fills.add(fill, shownLeft, top, shownWidth, height);
  shapes.edges.add(edge, shownLeft + 0.5, top + 0.5, shownWidth - 1, height - 1);
  if (bar.isBlocker) shapes.blockers.push(shownLeft, top, shownWidth, height);
  if (bar.hasStarted) shapes.known.push(left + 1.5, top + 1, left + 1.5, top + height - 1);
  if (bar.hasEnded) shapes.known.push(right - 1.5, top + 1, right - 1.5, top + height - 1);
  if (scene.isChangedInDraft(bar.operation)) shapes.drafts.push(shownLeft, top, shownWidth, height);
  if (isFaded) shapes.faded.push(shownLeft, top, shownWidth, height);
  if (width >= LABEL_FROM && height >= 9) {
    const [visibleLeft, visibleRight] = [Math.max(left, x0), Math.min(right, frame.width)];
    gatherName(shapes, bar, { left, right, visibleLeft, visibleRight, top, height }, marks);
  }
};

/** Whether a search or filter leaves an operation out that is not selected either. */
const isFadedBy = ({ found, selected }: Emphasis, operation: string): boolean =>
  found !== null && !found.has(operation) && !selected.has(operation);

/** Where a bar is in pixels, and what of its width is in view. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly visibleLeft: number;
  readonly visibleRight: number;
  readonly top: number;
  readonly height: number;
}

const colorsOf = ({ palette, tintOf }: Look, bar: Bar): { readonly fill: string; readonly edge: string } => {
  if (bar.isBlocker) return { fill: palette.blocker, edge: palette.blockerEdge };
  const tint = tintOf(bar);
  const colors = tint < 0 ? undefined : palette.tints[tint];
  return colors ?? { fill: palette.barFill, edge: palette.barEdge };
};

/** Adds the lock and the name of a bar, in pixels, where there is room for them. */
const gatherName = (shapes: Gathered, bar: Bar, box: Box, marks: RowMarks | null): void => {
  const { left, right, visibleLeft, visibleRight, top, height } = box;
  const hasLock = bar.isLocked && !bar.isBlocker && right - left > 48;
  if (hasLock) gatherLock(shapes, right - LOCK_WIDTH, Math.round(top + height / 2));
  const until = visibleRight - 4 - (hasLock ? LOCK_WIDTH : 0);
  const earliest = visibleLeft + 5;
  const [from, room] = marks === null ? [earliest, until - earliest] : roomBeside(marks, earliest, until);
  if (room < 14) return;
  const [smallest] = shapes.typefaces;
  let typeface = shapes.typefaces.findLast((one) => height >= one.from) ?? smallest;
  let text = typeface.measured.fit(bar.name, room);
  if (text === '') {
    typeface = smallest;
    text = typeface.measured.fit(bar.name, room + 3);
  }
  if (text !== '') typeface.labels.push({ text, x: from, y: top + height / 2 + 0.5 });
};

/** Adds the scheduled window as an outline, and the uncertainty of start and end as whiskers. */
const gatherTimes = (
  { view, scene }: Look,
  shapes: Gathered,
  { bar, left, right, height }: PlacedBar,
  x0: number,
  top: number,
): void => {
  const { secondsPerPixel } = view;
  const isMoved =
    Math.abs(bar.scheduledStart - left) > 3 * secondsPerPixel ||
    Math.abs(bar.scheduledEnd - right) > 3 * secondsPerPixel;
  if (isMoved) {
    const from = x0 + xOf(view, bar.scheduledStart);
    const width = (bar.scheduledEnd - bar.scheduledStart) / secondsPerPixel;
    shapes.outlines.push(from + 0.5, top + 2.5, width - 1, height - 5);
  }
  if (scene.options.blend < 1) return;
  const y = Math.round(top + height / 2) + 0.5;
  for (const spread of [bar.early, bar.late]) {
    if (spread === null || (spread.to - spread.from) / secondsPerPixel < WHISKER_FROM) continue;
    const from = x0 + xOf(view, spread.from);
    const to = x0 + xOf(view, spread.to);
    const cap = Math.min(4, height / 3);
    shapes.whiskers.push(from, y, to, y, from, y - cap, from, y + cap, to, y - cap, to, y + cap);
  }
};

/** Adds lines from each part of an operation to its next one. */
const gatherTows = ({ scene, frame, view }: Look, shapes: Gathered, window: { from: number; to: number }): void => {
  const { body } = frame;
  const seen = new Set<string>();
  for (const { index } of visibleRows(scene.rows, view.top, view.top + body.height)) {
    visitBars(scene.rowBars(index), window.from, window.to, ({ bar }) => {
      if (bar.partCount < 2 || seen.has(bar.operation)) return;
      seen.add(bar.operation);
      const parts = [...scene.barsOfOperation(bar.operation)].sort((a, b) => a.bar.part - b.bar.part);
      let before: PlacedBar | null = null;
      for (const part of parts) {
        if (before !== null && before.row >= 0 && part.row >= 0) {
          shapes.tows.push(
            body.x + xOf(view, before.right),
            body.y - view.top + before.top + before.height / 2,
            body.x + xOf(view, part.left),
            body.y - view.top + part.top + part.height / 2,
          );
        }
        before = part;
      }
    });
  }
};

/** Draws the shapes. `under` paints what is over the bars but under their names. */
const draw = (surface: Surface, look: Look, shapes: Gathered, under?: () => void): void => {
  const { palette } = look;
  surface.outline(palette.lineStrong, 1, shapes.outlines, { radius: 2, dash: [2, 2] });
  surface.lines(palette.lineStrong, 1, shapes.whiskers);
  surface.fill(fade(palette.barEdge, 28), shapes.fadedStrips.rects);
  surface.fill(palette.barEdge, shapes.strips.rects);
  shapes.fills.each((color, rects) => surface.fill(color, rects, RADIUS));
  shapes.edges.each((color, rects) => surface.outline(color, 1, rects, { radius: RADIUS }));
  surface.hatch(`color-mix(in oklab, ${palette.blockerEdge} 45%, transparent)`, shapes.blockers);
  surface.lines(palette.ink, 2, shapes.known);
  surface.outline(palette.violet, 2, shapes.drafts, { radius: RADIUS, dash: [5, 3] });
  surface.lines(palette.ink, 1.5, shapes.tows, [4, 3]);
  under?.();
  for (const { font, labels } of shapes.typefaces) surface.texts(palette.barInk, font, labels);
  surface.outline(palette.barInk, 1.2, shapes.shackles, { radius: 2 });
  surface.fill(palette.barInk, shapes.locks, 1);
  if (shapes.faded.length > 0) {
    surface.fill(fade(palette.surface, 72), shapes.faded);
  }
};

/** The color at an opacity in percent. */
const fade = (color: string, percent: number): string => `color-mix(in oklab, ${color} ${percent}%, transparent)`;

const gatherLock = ({ locks, shackles }: Gathered, x: number, y: number): void => {
  locks.push(x, y - 1, 7, 5);
  shackles.push(x + 1.5, y - 4.5, 4, 5);
};

/** Bars that are too narrow to be distinguished, merged into strips. */
class Strips {
  readonly rects: Numbers = [];
  private row = -2;
  private left = 0;
  private right = 0;
  private top = 0;
  private height = 0;

  add(row: number, left: number, top: number, width: number, height: number): void {
    if (row === this.row && top === this.top && left <= this.right + 1) {
      this.right = Math.max(this.right, left + width);
      return;
    }
    this.end();
    [this.row, this.left, this.right, this.top, this.height] = [row, left, left + width, top, height];
  }

  end(): void {
    if (this.row > -2) this.rects.push(this.left, this.top, this.right - this.left, this.height);
    this.row = -2;
  }
}
