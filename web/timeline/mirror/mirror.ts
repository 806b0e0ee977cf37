import { counted } from '../model/numbers.ts';
import type { Row } from '../model/rows.ts';
import type { PlacedBar } from '../model/scene.ts';
import { edgeOf, timeAt } from '../model/view.ts';
import { visibleRows, visitBars, visitLanes } from '../model/visible.ts';
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

/**
 * The timeline as a grid of elements over the canvas, for screen readers, keyboards and tests. Each
 * cell is exactly where its bar is drawn. The grid is rebuilt shortly after the view has stopped moving.
 */
export class Mirror {
  readonly root = document.createElement('div');
  private readonly timeline = element('grid', 'mirror', 'Timeline');
  private readonly unassigned = element('grid', 'mirror', 'Unassigned');
  private readonly cells = new Map<string, HTMLElement>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private focused: string | null = null;

  constructor() {
    this.root.className = 'mirrors';
    for (const grid of [this.timeline, this.unassigned]) grid.setAttribute('aria-multiselectable', 'true');
    this.timeline.tabIndex = 0;
    this.root.append(this.timeline, this.unassigned);
  }

  /** The operation of the focused cell; null when no cell has the focus. */
  get focusedOperation(): string | null {
    const cell = document.activeElement;
    return cell instanceof HTMLElement && this.root.contains(cell) ? (cell.dataset['operation'] ?? null) : null;
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

  /** Focuses the cell of an operation, or the grid itself when the operation is not in view. */
  focus(operation: string | null, look: Look): void {
    this.focused = operation;
    this.build(look);
    const cell = operation === null ? undefined : this.cells.get(operation);
    (cell ?? this.timeline).focus({ preventScroll: true });
  }

  /** Updates selection and focus without rebuilding the grid. */
  mark({ selected, focused }: Marks): void {
    this.focused = focused ?? this.focused;
    for (const [operation, cell] of this.cells) {
      cell.setAttribute('aria-selected', String(selected.has(operation)));
      cell.tabIndex = operation === this.focused ? 0 : -1;
    }
    this.timeline.tabIndex = this.focused !== null && this.cells.has(this.focused) ? -1 : 0;
  }

  rebuild(look: Look): void {
    const { scene, frame, view } = look;
    const hadFocus = this.hasFocus;
    const focused = this.focusedOperation ?? this.focused;
    this.cells.clear();
    const to = timeAt(view, frame.body.width);
    const shown = panesOf(look)
      .toReversed()
      .map((pane) => ({
        pane,
        rows: visibleRows(scene.rows, pane.view.top, pane.view.top + pane.frame.body.height),
      }));
    let count = 0;
    for (const { rows } of shown) {
      for (const { index } of rows) visitBars(scene.rowBars(index), view.from, to, () => count++);
    }
    const top = frame.pinned.y;
    const lines = shown.flatMap(({ pane, rows }) => {
      const y = pane.frame.body.y - top - pane.view.top;
      return rows.map((row) => this.rowOf(look, row, y, count > MOST_CELLS));
    });
    this.timeline.setAttribute('aria-rowcount', String(scene.rows.rows.length));
    this.timeline.replaceChildren(...lines);
    const height = frame.pinned.height + frame.body.height;
    place(this.timeline, { x: 0, y: top, width: frame.width, height });
    this.rebuildUnassigned(look);
    this.mark({ selected: look.emphasis.selected, focused });
    if (!hadFocus) return;
    const cell = focused === null ? undefined : this.cells.get(focused);
    (cell ?? this.timeline).focus({ preventScroll: true });
  }

  private rowOf(look: Look, { index, kind, name, top, bottom }: Row, y0: number, isCrowded: boolean): HTMLElement {
    const { scene, frame, view } = look;
    const y = y0 + top;
    const height = bottom - top;
    const line = element('row', 'mirror-row');
    line.setAttribute('aria-rowindex', String(index + 1));
    const header = element('rowheader', 'mirror-cell', name);
    place(header, { x: 0, y, width: frame.labels.width, height });
    line.append(header);
    if (kind === 'location') return line;
    const bars: PlacedBar[] = [];
    visitBars(scene.rowBars(index), view.from, timeAt(view, frame.body.width), (placed) => void bars.push(placed));
    if (!isCrowded) {
      for (const placed of bars) line.append(this.cellOf(look, placed, frame.body.x, y0));
      return line;
    }
    if (bars.length === 0) return line;
    const conflicts = scene.conflictsOn(index).length;
    const summary = `${counted(bars.length, 'operation')}${conflicts === 0 ? '' : `, ${counted(conflicts, 'conflict')}`}`;
    const cell = element('gridcell', 'mirror-cell', summary);
    cell.dataset['row'] = String(index);
    cell.tabIndex = -1;
    place(cell, { x: frame.body.x, y, width: frame.body.width, height });
    line.append(cell);
    return line;
  }

  private cellOf({ view, scene, zone }: Look, placed: PlacedBar, x0: number, y0: number): HTMLElement {
    const { operation } = placed.bar;
    const cell = element('gridcell', 'mirror-cell', cellName(scene, zone, placed));
    cell.dataset['operation'] = operation;
    const x = x0 + edgeOf(view, placed.left);
    const width = x0 + edgeOf(view, placed.right) - x;
    place(cell, { x, y: y0 + placed.top, width, height: placed.height });
    if (!this.cells.has(operation)) this.cells.set(operation, cell);
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
    if (count === 0) line.append(element('gridcell', 'mirror-cell', 'Nothing in view'));
    this.unassigned.replaceChildren(line);
  }
}
