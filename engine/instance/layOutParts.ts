import { NOT_PINNED, PartFlag, type SkipReason } from './instance.ts';
import { unixMs } from './instant.ts';
import { partsOf, partWindow } from './parts.ts';
import type { DocumentAssignmentPart, Time } from './planningDocument.ts';
import type { Reading } from './readDocument.ts';
import { DEFAULT_MINIMUM_STAY_SECONDS, type Window, windowOf } from './window.ts';

/** The parts of an instance in their final order, before rules are compiled. Arrays are by part unless stated otherwise. */
export interface PartLayout {
  readonly origin: number;
  readonly count: number;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly operation: Int32Array;
  readonly partIndex: Int32Array;
  readonly flags: Uint8Array;
  readonly placed: Int32Array;
  readonly pinned: Int32Array;
  readonly group: Int32Array;
  readonly names: readonly string[];
  /** A bit set of FOLLOWS_START (the part starts when its operation does) and FOLLOWS_END (it ends when its operation does). */
  readonly follows: Uint8Array;
  /** The window of each operation, or null. */
  readonly windows: readonly (Window | null)[];
  readonly skipped: readonly {
    readonly operation: number;
    readonly part: number | null;
    readonly reason: SkipReason;
  }[];
}

export const FOLLOWS_START = 1;
export const FOLLOWS_END = 2;

/** The longest time from the first start to the last end of a planning: 34 years. */
export const LONGEST_SECONDS = 2 ** 30;

/** One part as read from the document, in Unix seconds. */
interface PartRow {
  readonly start: number;
  readonly end: number;
  readonly operation: number;
  /** The part's index in its assignment. */
  readonly index: number;
  readonly flags: number;
  readonly follows: number;
  readonly source: DocumentAssignmentPart<Time>;
}

type Skipped = PartLayout['skipped'][number];

/** Computes effective windows, order, places and pins of every part that occupies some time. */
export const layOutParts = (reading: Reading): PartLayout => {
  const minimumStay = reading.document.planning.minimumStaySeconds ?? DEFAULT_MINIMUM_STAY_SECONDS;
  const isFrozen = frozenTest(reading);
  const skipped: Skipped[] = [];
  const rows: PartRow[] = [];
  const windows = reading.operations.map((operation, index) => {
    const window = windowOf(operation, minimumStay);
    if (window === null) skipped.push({ operation: index, part: null, reason: 'no window' });
    else readParts(reading, index, window, isFrozen(index, window), rows, skipped);
    return window;
  });
  // Operations come in order of id and parts in order of index, so a stable sort settles ties.
  rows.sort((a, b) => a.start - b.start || a.end - b.end);
  return { ...fillLayout(reading, rows), windows, skipped };
};

/** Adds the operation's parts to `rows`, and those that are empty to `skipped`. */
const readParts = (
  { operations, assignmentOf }: Reading,
  operation: number,
  window: Window,
  isFrozen: boolean,
  rows: PartRow[],
  skipped: Skipped[],
): void => {
  const { id, isBlocker, isFixedToResource } = operations[operation];
  const assignment = assignmentOf.get(id);
  const parts = partsOf(assignment);
  let shared = window.crossed ? PartFlag.crossed : 0;
  if (isBlocker === true) shared |= PartFlag.blocker;
  if (isFixedToResource === true) shared |= PartFlag.fixed;
  if (assignment?.override === true) shared |= PartFlag.override;
  if (isFrozen) shared |= PartFlag.frozen;
  if (window.happened) shared |= PartFlag.happened;
  for (let index = 0; index < parts.length; index++) {
    const source = parts[index];
    const { start, end, followsStart, followsEnd } = partWindow(source, index === parts.length - 1, window);
    if (end <= start) {
      skipped.push({ operation, part: index, reason: 'empty part' });
      continue;
    }
    let flags = shared;
    if (source.isFixed === true) flags |= PartFlag.fixed;
    if (window.arrived && source.resource != null) flags |= PartFlag.started;
    const follows = (followsStart ? FOLLOWS_START : 0) | (followsEnd ? FOLLOWS_END : 0);
    rows.push({ start, end, operation, index, flags, follows, source });
  }
};

/** Fills the arrays from rows in order of start. Throws RangeError when they span too long a time. */
const fillLayout = (reading: Reading, rows: readonly PartRow[]): Omit<PartLayout, 'windows' | 'skipped'> => {
  const { operations, parameters, resourceIndex, groupIndex } = reading;
  const count = rows.length;
  const origin = rows[0]?.start ?? 0;
  const latest = rows.reduce((end, row) => Math.max(end, row.end), origin);
  if (latest - origin >= LONGEST_SECONDS) throw new RangeError('The planning spans more than 34 years.');
  const layout = {
    origin,
    count,
    start: new Int32Array(count),
    end: new Int32Array(count),
    operation: new Int32Array(count),
    partIndex: new Int32Array(count),
    flags: new Uint8Array(count),
    placed: new Int32Array(count),
    pinned: new Int32Array(count),
    group: new Int32Array(count),
    follows: new Uint8Array(count),
    names: rows.map(({ source, operation, index }) => source.id ?? `${operations[operation].id}/${index}`),
  };
  const pinning =
    PartFlag.blocker | PartFlag.fixed | PartFlag.frozen | (parameters.moveStarted === true ? 0 : PartFlag.started);
  for (let part = 0; part < count; part++) {
    const { start, end, operation, index, flags, follows, source } = rows[part];
    const { group } = operations[operation];
    layout.start[part] = start - origin;
    layout.end[part] = end - origin;
    layout.operation[part] = operation;
    layout.partIndex[part] = index;
    layout.flags[part] = flags;
    layout.follows[part] = follows;
    layout.placed[part] = source.resource == null ? -1 : resourceIndex.get(source.resource)!;
    layout.pinned[part] = (flags & pinning) === 0 ? NOT_PINNED : layout.placed[part];
    layout.group[part] = group == null ? -1 : groupIndex.get(group)!;
  }
  return layout;
};

const frozenTest = ({ parameters, operations }: Reading): ((operation: number, window: Window) => boolean) => {
  const { window: span, frozenBefore } = parameters;
  const named = new Set(parameters.frozenOperations);
  const before = frozenBefore == null ? Number.NEGATIVE_INFINITY : Math.ceil(unixMs(frozenBefore) / 1000);
  return (operation, { start, end }) =>
    start < before ||
    (span != null && !(start < span.end_timestamp && end > span.start_timestamp)) ||
    named.has(operations[operation].id);
};
