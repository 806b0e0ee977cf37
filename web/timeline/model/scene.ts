import type { DocumentResource } from '../../../engine/instance/planningDocument.ts';
import { DEFAULT_MINIMUM_STAY_SECONDS } from '../../../engine/instance/window.ts';
import type { Assignment, Operation, Tables } from '../../../client/planningTables.ts';
import { type Bar, type BarName, barsOf } from './bar.ts';
import { layOutLanes } from './lane.ts';
import { type Density, layOutRows, type Row, type Rows } from './rows.ts';

/** The source of a scene, such as a live document. */
export interface SceneSource {
  readonly planning: Tables['planning'];
  readonly tables: Pick<Tables, 'locations' | 'resources'>;
  operations(): Iterable<Operation>;
  operation(id: string): Operation | undefined;
  assignmentOf(operation: string): Assignment | undefined;
}

/** A bar with its position. `left` and `right` are the shown times in Unix seconds; `top` and `height` are pixels of the content. */
export interface PlacedBar {
  readonly bar: Bar;
  /** The index of the row; −1 in the pane of operations without a place. */
  row: number;
  left: number;
  right: number;
  top: number;
  height: number;
}

/** The bars of a row by start. `latest` has the latest end of each bar and all before it, so that a window can be found by binary search. */
export interface RowBars {
  readonly bars: PlacedBar[];
  latest: Float64Array;
}

export interface ConflictMark {
  readonly id: string;
  readonly resource: string;
  readonly operations: readonly [string, string];
  /** Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly probability: number;
  readonly kind: string;
}

export interface SceneOptions {
  readonly density: Density;
  /** 0 lays bars out as scheduled, 1 as expected. */
  readonly blend: number;
  readonly keepsResource: (resource: DocumentResource) => boolean;
  /** The resources whose rows are pinned above the split. */
  readonly pins: readonly string[];
}

const GAP = 1;
const HOUR = 3600;
/** How much is shown at first: hours, or more where operations take long. */
const FIRST_HOURS = 12;
const FIRST_STAYS = 4;
const EARLY_SHARE = 0.08;
const PADDING = 3;
const NO_BARS: RowBars = { bars: [], latest: new Float64Array(0) };
const UNASSIGNED_LANE = 26;

/** The layout of all rows, bars and conflicts, of which the timeline shows a part. */
export class Scene {
  rows: Rows = layOutRows([], [], 'normal');
  private readonly source: SceneSource;
  private given: SceneOptions;
  private barsByRow: RowBars[] = [];
  private unassignedBars: RowBars = NO_BARS;
  private unassignedLanes = 0;
  private unassignedOperations = 0;
  private readonly byOperation = new Map<string, PlacedBar[]>();
  private marks = new Map<string, ConflictMark>();
  private conflictsByOperation = new Map<string, ConflictMark[]>();
  private conflictsByRow = new Map<number, ConflictMark[]>();
  private changedInDraft: ReadonlySet<string> = new Set();
  private stamp = 0;
  private knownSpan: {
    readonly version: number;
    readonly found: { readonly from: number; readonly to: number } | null;
  } | null = null;
  private knownExtent: {
    readonly version: number;
    readonly found: { readonly from: number; readonly to: number } | null;
  } | null = null;

  constructor(source: SceneSource, options: Partial<SceneOptions> = {}) {
    this.source = source;
    this.given = { density: 'normal', blend: 1, keepsResource: () => true, pins: [], ...options };
    this.rebuild();
  }

  get options(): SceneOptions {
    return this.given;
  }

  setOptions(options: Partial<SceneOptions>): void {
    this.given = { ...this.given, ...options };
    this.rebuild();
  }

  /** Incremented whenever the layout or the conflicts change. */
  get version(): number {
    return this.stamp;
  }

  /** Lays everything out again. */
  rebuild(): void {
    this.stamp++;
    const { locations, resources } = this.source.tables;
    this.rows = layOutRows(
      [...locations.values()],
      [...resources.values()],
      this.given.density,
      this.given.keepsResource,
      this.given.pins,
    );
    this.byOperation.clear();
    for (const operation of this.source.operations()) {
      const placed = this.place(operation);
      if (placed.length > 0) this.byOperation.set(operation.id, placed);
    }
    const byRow = Map.groupBy([...this.byOperation.values()].flat(), ({ row }) => row);
    this.barsByRow = this.rows.rows.map((row) => this.settle(byRow.get(row.index) ?? [], row));
    this.unassignedBars = this.settleUnassigned(byRow.get(-1) ?? []);
    this.placeConflicts();
  }

  /** Updates operations that have changed: lays out their old and new rows again. */
  touch(operations: Iterable<string>): void {
    this.stamp++;
    const leaving = new Map<number, Set<PlacedBar>>();
    const coming = new Map<number, PlacedBar[]>();
    for (const id of operations) {
      for (const old of this.byOperation.get(id) ?? []) {
        const known = leaving.get(old.row);
        if (known) known.add(old);
        else leaving.set(old.row, new Set([old]));
      }
      this.byOperation.delete(id);
      const operation = this.source.operation(id);
      if (operation === undefined) continue;
      const placed = this.place(operation);
      if (placed.length > 0) this.byOperation.set(id, placed);
      for (const one of placed) {
        const known = coming.get(one.row);
        if (known) known.push(one);
        else coming.set(one.row, [one]);
      }
    }
    for (const index of new Set([...leaving.keys(), ...coming.keys()])) {
      const gone = leaving.get(index);
      const row = this.rows.rows[index];
      const before = (row === undefined ? this.unassignedBars : this.rowBars(index)).bars;
      const bars = gone === undefined ? [...before] : before.filter((one) => !gone.has(one));
      bars.push(...(coming.get(index) ?? []));
      if (row === undefined) this.unassignedBars = this.settleUnassigned(bars);
      else this.barsByRow[index] = this.settle(bars, row);
    }
  }

  rowBars(row: number): RowBars {
    return this.barsByRow[row] ?? NO_BARS;
  }

  get unassigned(): RowBars {
    return this.unassignedBars;
  }

  /** The number of operations without a place, not counting closures. */
  get unassignedCount(): number {
    return this.unassignedOperations;
  }

  /** The height in pixels that the pane of operations without a place needs. */
  get unassignedHeight(): number {
    return this.unassignedLanes * UNASSIGNED_LANE;
  }

  barsOfOperation(operation: string): readonly PlacedBar[] {
    return this.byOperation.get(operation) ?? [];
  }

  /** The bar of a part; the first bar of the operation if that part has none, or there is no such part any more. */
  barOf({ operation, part }: BarName): PlacedBar | undefined {
    const placed = this.barsOfOperation(operation);
    return placed.find(({ bar }) => bar.part === part) ?? placed[0];
  }

  get operationIds(): Iterable<string> {
    return this.byOperation.keys();
  }

  setConflicts(conflicts: Iterable<ConflictMark>): void {
    this.stamp++;
    this.marks = new Map([...conflicts].map((conflict) => [conflict.id, conflict]));
    this.placeConflicts();
  }

  get conflicts(): ReadonlyMap<string, ConflictMark> {
    return this.marks;
  }

  conflictsOf(operation: string): readonly ConflictMark[] {
    return this.conflictsByOperation.get(operation) ?? [];
  }

  conflictsOn(row: number): readonly ConflictMark[] {
    return this.conflictsByRow.get(row) ?? [];
  }

  setChangedInDraft(operations: ReadonlySet<string>): void {
    this.changedInDraft = operations;
  }

  isChangedInDraft(operation: string): boolean {
    return this.changedInDraft.has(operation);
  }

  /** The first start and the last end of all bars; null when there are none. */
  extent(): { readonly from: number; readonly to: number } | null {
    if (this.knownExtent?.version !== this.stamp) {
      this.knownExtent = { version: this.stamp, found: this.findExtent() };
    }
    return this.knownExtent.found;
  }

  private findExtent(): { readonly from: number; readonly to: number } | null {
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    for (const bars of this.byOperation.values()) {
      for (const { left, right } of bars) {
        if (left < from) from = left;
        if (right > to) to = right;
      }
    }
    return from < to ? { from, to } : null;
  }

  /** The hours that are shown first: those around now, or those of the first bars when now is not among them; null when there are none. */
  firstHours(now: number | null): { readonly from: number; readonly to: number } | null {
    const extent = this.extent();
    if (extent === null) return null;
    const isRunning = now !== null && now > extent.from && now < extent.to;
    const shown = this.firstSeconds();
    const from = isRunning ? now - shown / 6 : (this.busySpan()?.from ?? 0);
    return { from, to: Math.min(from + shown, Math.max(extent.to, from + HOUR)) };
  }

  /** How much time fits well in one view or on one page. */
  firstSeconds(): number {
    return Math.max(FIRST_HOURS * HOUR, FIRST_STAYS * this.typicalStay());
  }

  /** The median of how long operations take, in seconds, not counting closures; 0 when there are none. */
  typicalStay(): number {
    const stays = [...this.byOperation.values()]
      .filter(([first]) => first !== undefined && !first.bar.isBlocker)
      .map((bars) => (bars.at(-1)?.right ?? 0) - (bars[0]?.left ?? 0))
      .sort((a, b) => a - b);
    return stays[Math.floor(stays.length / 2)] ?? 0;
  }

  /** From when to when operations begin, in Unix seconds, but for the first and the last few, which may be far away; null when there are none. */
  busySpan(): { readonly from: number; readonly to: number } | null {
    if (this.knownSpan?.version !== this.stamp) this.knownSpan = { version: this.stamp, found: this.findBusySpan() };
    return this.knownSpan.found;
  }

  private findBusySpan(): { readonly from: number; readonly to: number } | null {
    const starts = [...this.byOperation.values()]
      .flatMap((bars) => bars.slice(0, 1))
      .map(({ left }) => left)
      .sort((a, b) => a - b);
    const few = Math.floor(starts.length * EARLY_SHARE);
    const [from, to] = [starts[few], starts[starts.length - 1 - few]];
    return from === undefined || to === undefined ? null : { from, to };
  }

  private place(operation: Operation): PlacedBar[] {
    const { blend } = this.given;
    const { minimumStaySeconds = DEFAULT_MINIMUM_STAY_SECONDS } = this.source.planning;
    return barsOf(operation, this.source.assignmentOf(operation.id), minimumStaySeconds).flatMap((bar) => {
      const row = bar.resource === null ? -1 : (this.rows.rowOf.get(bar.resource)?.index ?? null);
      // The row of this bar is not shown.
      if (row === null) return [];
      const left = bar.scheduledStart + (bar.start - bar.scheduledStart) * blend;
      const right = bar.scheduledEnd + (bar.end - bar.scheduledEnd) * blend;
      return [{ bar, row, left, right: Math.max(right, left + 1), top: 0, height: 0 }];
    });
  }

  private settle(bars: PlacedBar[], { top, bottom }: Row): RowBars {
    sortByStart(bars);
    const inner = bottom - top - 2 * PADDING;
    layOutLanes(bars, (placed, { lane, lanes }) => {
      const height = (inner - (lanes - 1) * GAP) / lanes;
      placed.top = top + PADDING + lane * (height + GAP);
      placed.height = height;
    });
    return { bars, latest: latestEnds(bars) };
  }

  /** Lays out the pane of operations without a place, with as many lanes as needed, so that no bar covers another. */
  private settleUnassigned(bars: PlacedBar[]): RowBars {
    sortByStart(bars);
    const ends: number[] = [];
    for (const placed of bars) {
      const free = ends.findIndex((until) => until <= placed.left);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = placed.right;
      placed.top = lane * UNASSIGNED_LANE + PADDING;
      placed.height = UNASSIGNED_LANE - 2 * PADDING;
    }
    this.unassignedLanes = ends.length;
    this.unassignedOperations = bars.filter(({ bar }) => !bar.isBlocker).length;
    return { bars, latest: latestEnds(bars) };
  }

  private placeConflicts(): void {
    this.conflictsByOperation = new Map();
    this.conflictsByRow = new Map();
    const add = <K>(map: Map<K, ConflictMark[]>, key: K, conflict: ConflictMark): void => {
      const known = map.get(key);
      if (known) known.push(conflict);
      else map.set(key, [conflict]);
    };
    for (const conflict of this.marks.values()) {
      for (const operation of conflict.operations) add(this.conflictsByOperation, operation, conflict);
      const row = this.rows.rowOf.get(conflict.resource);
      if (row !== undefined) add(this.conflictsByRow, row.index, conflict);
    }
  }
}

const sortByStart = (bars: PlacedBar[]): void => {
  bars.sort((a, b) => a.left - b.left || a.right - b.right || (a.bar.key < b.bar.key ? -1 : 1));
};

const latestEnds = (bars: readonly PlacedBar[]): Float64Array => {
  const latest = new Float64Array(bars.length);
  let until = Number.NEGATIVE_INFINITY;
  for (const [i, { right }] of bars.entries()) {
    if (right > until) until = right;
    latest[i] = until;
  }
  return latest;
};
