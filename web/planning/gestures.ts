import { plural } from '../../engine/wording.ts';
import { present } from '../../engine/present.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import type { DocumentAssignmentPart } from '../../engine/instance/planningDocument.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import type { Window } from '../../engine/instance/window.ts';
import { operationName } from '../../engine/instance/operationName.ts';
import type { AssignmentEdit, Edit, OperationEdit } from './edit.ts';
import type { Assignment, Operation } from '../../client/planningTables.ts';

/** The state that gestures read, such as a live document. */
export interface Shown {
  operation(id: string): Operation | undefined;
  assignmentOf(operation: string): Assignment | undefined;
}

/** The new place of a part; `resource` is null for no place. */
export interface Place {
  readonly operation: string;
  readonly part: number;
  readonly resource: string | null;
}

const instantAt = (seconds: number): string => formatInstant(seconds * 1000);

/** A part in the form of a write. */
const partWrite = ({
  id,
  startAt,
  endAt,
  resource,
  isFixed,
  metadata,
}: DocumentAssignmentPart): DocumentAssignmentPart => ({
  ...(id === undefined ? {} : { id }),
  ...(startAt == null ? {} : { startAt }),
  ...(endAt == null ? {} : { endAt }),
  resource,
  ...(isFixed === undefined ? {} : { isFixed }),
  ...(metadata == null ? {} : { metadata }),
});

const placed = (shown: Shown, operation: string, places: readonly Place[], override: boolean): AssignmentEdit => {
  const parts = partsOf(shown.assignmentOf(operation));
  const more = override ? { override } : {};
  if (parts.length === 1) {
    const { resource } = present(places[0]);
    return resource === null ? { operation, active: false } : { operation, resource, ...more };
  }
  const moved = parts.map((part, index) => {
    const place = places.find((one) => one.part === index);
    return partWrite(place === undefined ? part : { ...part, resource: place.resource });
  });
  return { operation, parts: moved, ...more };
};

/** Moves parts to other places, and operations in time by an imposed delay on both tasks. Skips operations that no longer exist. */
export const moveEdit = (
  shown: Shown,
  places: readonly Place[],
  shiftSeconds: number,
  options: { readonly override?: boolean } = {},
): Edit => {
  const byOperation = Map.groupBy(places, ({ operation }) => operation);
  const assignments: AssignmentEdit[] = [];
  const operations: OperationEdit[] = [];
  for (const [id, own] of byOperation) {
    const operation = shown.operation(id);
    if (operation === undefined) continue;
    const parts = partsOf(shown.assignmentOf(id));
    const isElsewhere = own.some(({ part, resource }) => (parts[part]?.resource ?? null) !== resource);
    if (isElsewhere) assignments.push(placed(shown, id, own, options.override === true));
    if (shiftSeconds !== 0) operations.push(delayed(operation, shiftSeconds));
  }
  return {
    ...(operations.length === 0 ? {} : { operations }),
    ...(assignments.length === 0 ? {} : { assignments }),
  };
};

/** Delays an operation. A task with an actual time does not move. */
export const delayed = ({ id, inboundTask, outboundTask }: Operation, seconds: number): OperationEdit => {
  const side = (task: Operation['inboundTask']) =>
    task === null || task.actualTime != null
      ? undefined
      : { imposedDelayInSeconds: (task.imposedDelayInSeconds ?? 0) + seconds };
  const inbound = side(inboundTask);
  const outbound = side(outboundTask);
  return {
    id,
    ...(inbound === undefined ? {} : { inboundTask: inbound }),
    ...(outbound === undefined ? {} : { outboundTask: outbound }),
  };
};

export const isNothing = ({ operations = [], assignments = [], delete: gone }: Edit): boolean =>
  operations.length === 0 && assignments.length === 0 && (gone?.operations.length ?? 0) === 0;

/** Locks or unlocks the places of operations for solvers and strategies. */
export const lockEdit = (operations: readonly string[], isFixedToResource: boolean): Edit => ({
  operations: operations.map((id) => ({ id, isFixedToResource })),
});

/** Whether a part of the operation has a place that can be taken from it: a closure without one would be left over, and is deleted instead. */
export const isUnassignable = (shown: Shown, operation: string): boolean =>
  shown.operation(operation)?.isBlocker !== true &&
  partsOf(shown.assignmentOf(operation)).some(({ resource }) => resource !== null);

export const unassignEdit = (operations: readonly string[]): Edit => ({
  assignments: operations.map((operation) => ({ operation, active: false })),
});

/** Closes a resource by creating a blocker on it. */
export const closeEdit = (
  id: string,
  resource: string,
  window: { readonly from: number; readonly to: number },
): Edit => {
  const task = (at: number) => ({
    taskName: 'Closed',
    scheduledTime: instantAt(at),
    expectedTime: instantAt(at),
    expectedTimesSource: 'manual' as const,
  });
  return {
    operations: [
      { id, isBlocker: true, isFixedToResource: true, inboundTask: task(window.from), outboundTask: task(window.to) },
    ],
    assignments: [{ operation: id, resource }],
  };
};

/** The steps of a time at which a part is split, in seconds: the first one that leaves something on both sides. */
const SPLIT_STEPS = [300, 60] as const;

/** The time inside a part, to five minutes or else to a minute, that is nearest to the given one; null when the part has no whole minute inside. */
export const splitTime = ({ start, end }: Pick<Window, 'start' | 'end'>, at: number): number | null => {
  for (const step of SPLIT_STEPS) {
    const first = Math.floor(start / step) * step + step;
    const last = Math.ceil(end / step) * step - step;
    if (first <= last) return Math.min(Math.max(Math.round(at / step) * step, first), last);
  }
  return null;
};

/** Splits a part at the time `at`, so that its rest can be towed; at first both are on the same resource. Null when `at` is not within the part. */
export const splitEdit = (shown: Shown, operation: string, part: number, at: number): Edit | null => {
  const parts = partsOf(shown.assignmentOf(operation));
  const own = parts[part];
  if (own === undefined || own.resource === null) return null;
  const moment = instantAt(at);
  const { id: _id, ...rest } = partWrite(own);
  const split = [
    ...parts.slice(0, part).map(partWrite),
    { ...partWrite(own), endAt: moment },
    { ...rest, startAt: moment },
    ...parts.slice(part + 1).map(partWrite),
  ];
  return { assignments: [{ operation, parts: split }] };
};

/** The name of operations in a label: "DL 417", or "3 operations". */
export const nameOf = (shown: Shown, operations: readonly string[]): string => {
  const [only, ...others] = operations;
  const operation = only === undefined || others.length > 0 ? undefined : shown.operation(only);
  // One that is deleted has no name any more.
  return operation === undefined ? plural(operations.length, 'operation') : operationName(operation);
};
