import { plural } from '../../../engine/wording.ts';
import type { Row } from '../model/rows.ts';
import type { BarName } from '../model/bar.ts';
import type { PlacedBar, Scene } from '../model/scene.ts';
import { edgeOf, timeAt, type View, xOf, ZOOM_STEP, zoomAt } from '../model/view.ts';
import { unassignedBeyond, visibleRows, visitBars, visitLanes } from '../model/visible.ts';
import { type Box, unassignedLanes } from '../paint/frame.ts';
import type { Emphasis, Look } from '../paint/look.ts';
import { panesOf } from '../paint/panes.ts';
import { cellName } from './cellNames.ts';

const REBUILD_AFTER_MS = 150;
const MOST_CELLS = 600;

type Marks = Pick<Emphasis, 'selected' | 'focused'>;

const element = (role: string, className: string, name?: string): HTMLElement => {
  const made = document.createElement('div');
  made.setAttribute('role', role);
  made.className = className;
  if (name !== undefined) made.setAttribute('aria-label', name);
  return made;
};

const place = (target: HTMLElement, { x, y, width, height }: Box): void => {
  target.style.left = `${x}px`;
  target.style.top = `${y}px`;
  target.style.width = `${Math.max(1, width)}px`;
  target.style.height = `${Math.max(1, height)}px`;
};

const rowsInView = (look: Look) =>
  panesOf(look)
    .toReversed()
    .map((pane) => ({
      pane,
      rows: visibleRows(look.scene.rows, pane.view.top, pane.view.top + pane.frame.body.height),
    }));

/** Whether more bars are in view than there may be cells. */
const isCrowded = (look: Look): boolean => {
  const to = timeAt(look.view, look.frame.body.width);
  let count = 0;
  for (const { rows } of rowsInView(look)) {
    for (const { index } of rows) visitBars(look.scene.rowBars(index), look.view.from, to, () => count++);
  }
  return count > MOST_CELLS;
};

/** The view after zooming in around a bar until each bar in view has a cell. */
export const uncrowded = (look: Look, bar: BarName): View => {
  let { view } = look;
  const placed = look.scene.barOf(bar);
  if (placed === undefined) return view;
  const middle = (placed.left + placed.right) / 2;
  while (isCrowded({ ...look, view })) {
    const closer = zoomAt(view, Math.max(0, Math.min(look.frame.body.width, xOf(view, middle))), ZOOM_STEP);
    if (closer.secondsPerPixel === view.secondsPerPixel) break;
    view = closer;
  }
  return view;
};

/**
 * The timeline as a grid of elements over the canvas, for screen readers, keyboards and tests. Each
 * cell is exactly where its bar is drawn. The grid is rebuilt shortly after the view has stopped moving.
 */
export class Mirror {
  readonly root = document.createElement('div');
  private readonly timeline = element('grid', 'mirror', 'Timeline');
  private readonly unassigned = element('grid', 'mirror', 'Unassigned');
  /** The cells of bars by their keys. */
  private readonly cells = new Map<string, HTMLElement>();
  /** While too many bars are in view for a cell each: one cell for all bars of a row, by the index of the row. */
  private readonly summaries = new Map<number, HTMLElement>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private focused: BarName | null = null;

  constructor() {
    this.root.className = 'mirrors';
    for (const grid of [this.timeline, this.unassigned]) grid.setAttribute('aria-multiselectable', 'true');
    this.timeline.tabIndex = 0;
    this.root.append(this.timeline, this.unassigned);
  }

  /** The bar that has the focus, in a cell of its own or in that of its row; null when none has it. */
  get focusedBar(): BarName | null {
    const cell = document.activeElement;
    if (!(cell instanceof HTMLElement) || !this.root.contains(cell)) return null;
    const { operation, part } = cell.dataset;
    if (operation !== undefined) return { operation, part: Number(part) };
    return this.isOnSummary ? this.focused : null;
  }

  /** Whether the cell that has the focus stands for all bars of its row. */
  get isOnSummary(): boolean {
    return this.hasFocus && [...this.summaries.values()].some((cell) => cell === document.activeElement);
  }

  get hasFocus(): boolean {
    return this.root.contains(document.activeElement);
  }

  /** Schedules a rebuild for when nothing has moved for a moment. */
  schedule(look: () => Look): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rebuild(look()), REBUILD_AFTER_MS);
  }

  /** Rebuilds the grid now. */
  build(look: Look): void {
    clearTimeout(this.timer);
    this.rebuild(look);
  }

  close(): void {
    clearTimeout(this.timer);
    this.root.remove();
  }

  /** Focuses the cell of a bar, or the grid itself when the bar is not in view. */
  focus(bar: BarName | null, look: Look): void {
    this.focused = bar;
    this.build(look);
    (this.cellAt(bar, look.scene) ?? this.timeline).focus({ preventScroll: true });
  }

  /** Updates selection and focus without rebuilding the grid. */
  mark({ selected, focused }: Marks, scene: Scene): void {
    this.focused = focused ?? this.focused;
    const stop = this.cellAt(this.focused, scene);
    for (const cell of this.cells.values()) {
      cell.setAttribute('aria-selected', String(selected.has(cell.dataset['operation'] ?? '')));
      cell.tabIndex = cell === stop ? 0 : -1;
    }
    for (const cell of this.summaries.values()) cell.tabIndex = cell === stop ? 0 : -1;
    this.timeline.tabIndex = stop === undefined ? 0 : -1;
  }

  /** The cell of a bar; while too many bars are in view, that of its row; undefined when it is not in view. */
  private cellAt(bar: BarName | null, scene: Scene): HTMLElement | undefined {
    const placed = bar === null ? undefined : scene.barOf(bar);
    return placed && (this.cells.get(placed.bar.key) ?? this.summaries.get(placed.row));
  }

  rebuild(look: Look): void {
    const { scene, frame } = look;
    const hadFocus = this.hasFocus;
    const focused = this.focusedBar ?? this.focused;
    this.cells.clear();
    this.summaries.clear();
    const top = frame.pinned.y;
    const hasSummaries = isCrowded(look);
    const lines = rowsInView(look).flatMap(({ pane, rows }) => {
      const y = pane.frame.body.y - top - pane.view.top;
      return rows.map((row) => this.rowOf(look, row, y, hasSummaries));
    });
    this.timeline.setAttribute('aria-rowcount', String(scene.rows.rows.length));
    this.timeline.replaceChildren(...lines);
    const height = frame.pinned.height + frame.body.height;
    place(this.timeline, { x: 0, y: top, width: frame.width, height });
    this.rebuildUnassigned(look);
    this.mark({ selected: look.emphasis.selected, focused }, scene);
    if (hadFocus) (this.cellAt(focused, scene) ?? this.timeline).focus({ preventScroll: true });
  }

  private rowOf(look: Look, row: Row, y0: number, hasSummaries: boolean): HTMLElement {
    const { scene, frame, view, emphasis } = look;
    const { index, kind, id, name, top, bottom } = row;
    const y = y0 + top;
    const height = bottom - top;
    const line = element('row', 'mirror-row');
    line.setAttribute('aria-rowindex', String(index + 1));
    const header = element('rowheader', 'mirror-cell', name);
    if (emphasis.foundRows.chosen === id) header.setAttribute('aria-selected', 'true');
    place(header, { x: 0, y, width: frame.labels.width, height });
    line.append(header);
    if (kind === 'location') return line;
    const bars: PlacedBar[] = [];
    visitBars(scene.rowBars(index), view.from, timeAt(view, frame.body.width), (placed) => void bars.push(placed));
    if (!hasSummaries) {
      for (const placed of bars) line.append(this.cellOf(look, placed, frame.body.x, y0));
      return line;
    }
    if (bars.length === 0) return line;
    const conflicts = scene.conflictsOn(index).length;
    const summary = `${plural(bars.length, 'operation')}${conflicts === 0 ? '' : `, ${plural(conflicts, 'conflict')}`}`;
    const cell = element('gridcell', 'mirror-cell', summary);
    this.summaries.set(index, cell);
    place(cell, { x: frame.body.x, y, width: frame.body.width, height });
    line.append(cell);
    return line;
  }

  private cellOf({ view, scene, zone }: Look, placed: PlacedBar, x0: number, y0: number): HTMLElement {
    const { key, operation, part } = placed.bar;
    const cell = element('gridcell', 'mirror-cell', cellName(scene, zone, placed));
    cell.dataset['operation'] = operation;
    cell.dataset['part'] = String(part);
    const x = x0 + edgeOf(view, placed.left);
    const width = x0 + edgeOf(view, placed.right) - x;
    place(cell, { x, y: y0 + placed.top, width, height: placed.height });
    this.cells.set(key, cell);
    return cell;
  }

  private rebuildUnassigned(look: Look): void {
    const { frame, scene, view, unassignedTop } = look;
    const lanes = unassignedLanes(frame);
    this.unassigned.hidden = frame.unassigned.height === 0;
    this.unassigned.setAttribute('aria-rowcount', '1');
    place(this.unassigned, lanes);
    const line = element('row', 'mirror-row');
    line.setAttribute('aria-rowindex', '1');
    let count = 0;
    visitLanes(scene, view.from, timeAt(view, lanes.width), unassignedTop, lanes.height, (placed) => {
      if (count++ < MOST_CELLS) line.append(this.cellOf(look, placed, 0, -unassignedTop));
    });
    const { earlier, later } = unassignedBeyond(scene, view.from, timeAt(view, lanes.width));
    const beyond = `${earlier.count} earlier, ${later.count} later`;
    if (count === 0) line.append(element('gridcell', 'mirror-cell', `Nothing in view, ${beyond}`));
    this.unassigned.replaceChildren(line);
  }
}
