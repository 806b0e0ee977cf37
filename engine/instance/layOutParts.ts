import { type SkipReason, NOT_PINNED } from './instance.ts';
import { PartFlag } from './instance.ts';
import { parseInstant } from './instant.ts';
import { partsOf, partWindow } from './parts.ts';
import type { DocumentAssignmentPart } from './planningDocument.ts';
import type { Reading } from './readDocument.ts';
import { DEFAULT_MINIMUM_STAY_SECONDS, type Window, windowOf } from './window.ts';

/** The parts of an instance in its order, before rules are compiled. Arrays are by part unless said otherwise. */
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
  readonly source: readonly DocumentAssignmentPart[];
  /** Bit 1: follows the operation's start; bit 2: its end. */
  readonly follows: Uint8Array;
  /** By operation; null without one. */
  readonly windows: readonly (Window | null)[];
  readonly skipped: readonly {
    readonly operation: number;
    readonly part: number | null;
    readonly reason: SkipReason;
  }[];
}

export const FOLLOWS_START = 1;
export const FOLLOWS_END = 2;

/** From the first start to the last end of a planning: 34 years. */
export const LONGEST_SECONDS = 2 ** 30;

/** Effective windows, order, places and pins of every part that occupies something. */
export const layOutParts = (reading: Reading): PartLayout => {
  const { document, operations, parameters } = reading;
  const minimumStay = document.planning.minimumStaySeconds ?? DEFAULT_MINIMUM_STAY_SECONDS;
  const frozen = frozenTest(reading);
  const skipped: { operation: number; part: number | null; reason: SkipReason }[] = [];
  const windows: (Window | null)[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const owners: number[] = [];
  const indices: number[] = [];
  const flagsOf: number[] = [];
  const followsOf: number[] = [];
  const sources: DocumentAssignmentPart[] = [];
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < operations.length; index++) {
    const operation = operations[index];
    const window = windowOf(operation, minimumStay);
    windows.push(window);
    if (!window) {
      skipped.push({ operation: index, part: null, reason: 'no window' });
      continue;
    }
    const assignment = reading.assignmentOf.get(operation.id);
    const parts = partsOf(assignment);
    let shared = window.crossed ? PartFlag.crossed : 0;
    if (operation.isBlocker === true) shared |= PartFlag.blocker;
    if (operation.isFixedToResource === true) shared |= PartFlag.fixed;
    if (assignment?.override === true) shared |= PartFlag.override;
    if (frozen(index, window)) shared |= PartFlag.frozen;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      const { start, end, followsStart, followsEnd } = partWindow(part, i === parts.length - 1, window);
      if (end <= start) {
        skipped.push({ operation: index, part: i, reason: 'empty part' });
        continue;
      }
      let flags = shared;
      if (part.isFixed === true) flags |= PartFlag.fixed;
      if (window.arrived && part.resource != null) flags |= PartFlag.started;
      starts.push(start);
      ends.push(end);
      owners.push(index);
      indices.push(i);
      flagsOf.push(flags);
      followsOf.push((followsStart ? FOLLOWS_START : 0) | (followsEnd ? FOLLOWS_END : 0));
      sources.push(part);
      earliest = Math.min(earliest, start);
      latest = Math.max(latest, end);
    }
  }
  const count = starts.length;
  const origin = count === 0 ? 0 : earliest;
  if (count > 0 && latest - earliest >= LONGEST_SECONDS) throw new RangeError('The planning spans more than 34 years.');
  // Operations come in order of id and parts in order of index, so a stable sort settles ties.
  const order = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => starts[a] - starts[b] || ends[a] - ends[b] || a - b,
  );
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
  };
  const names: string[] = [];
  const source: DocumentAssignmentPart[] = [];
  const pinning =
    PartFlag.blocker | PartFlag.fixed | PartFlag.frozen | (parameters.moveStarted === true ? 0 : PartFlag.started);
  for (let part = 0; part < count; part++) {
    const from = order[part];
    const operation = operations[owners[from]];
    const { resource, id } = sources[from];
    layout.start[part] = starts[from] - origin;
    layout.end[part] = ends[from] - origin;
    layout.operation[part] = owners[from]!;
    layout.partIndex[part] = indices[from]!;
    layout.flags[part] = flagsOf[from]!;
    layout.follows[part] = followsOf[from]!;
    layout.placed[part] = resource == null ? -1 : reading.resourceIndex.get(resource)!;
    layout.pinned[part] = (flagsOf[from] & pinning) === 0 ? NOT_PINNED : layout.placed[part];
    layout.group[part] = operation.group == null ? -1 : reading.groupIndex.get(operation.group)!;
    names.push(id ?? `${operation.id}/${indices[from]}`);
    source.push(sources[from]);
  }
  return { ...layout, names, source, windows, skipped };
};

const frozenTest = ({ parameters, operations }: Reading): ((operation: number, window: Window) => boolean) => {
  const { window: span, frozenBefore } = parameters;
  const named = new Set(parameters.frozenOperations);
  const before = frozenBefore == null ? Number.NEGATIVE_INFINITY : Math.ceil(parseInstant(frozenBefore) / 1000);
  return (operation, { start, end }) =>
    start < before ||
    (span != null && !(start < span.end_timestamp && end > span.start_timestamp)) ||
    named.has(operations[operation].id);
};
