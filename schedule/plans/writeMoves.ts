import type { AssignmentPart } from '../../db/versions/entities.ts';
import { assignIn } from '../assignments/editAssignment.ts';
import type { Edits } from '../changes/edits.ts';
import { writeTasks } from '../operations/editOperation.ts';
import { item } from '../problems.ts';
import type { VirtualState } from '../types.ts';
import { delayedTasks, virtualParts } from './foldMoves.ts';
import { type Parts, partsOf } from './moves.ts';
import type { PlannedMoves } from './plannedMoves.ts';

/**
 * Writes the moves that a recheck kept: each operation gets a new assignment with the planned places, while times, flags and metadata stay, and its
 * delay. The places of the virtual state are written, too; its times are not. An operation without any place loses its assignment, unless it is split:
 * then its parts remain, each without a place, so that they can be placed again and cost what the plan said.
 */
export const writeMoves = (
  edits: Edits,
  virtualState: VirtualState,
  moves: PlannedMoves,
  assignedBy: string | null,
): void => {
  for (const [operation, { delaySeconds }] of moves) {
    if (delaySeconds === 0) continue;
    writeTasks(edits, operation, delayedTasks(edits.state, {}, operation, delaySeconds), operation);
  }
  // The last place of an operation counts, as in `virtualParts`.
  const virtual = new Map(
    (virtualState.assignments ?? []).map(({ operation, override = false }, index) => [operation, { index, override }]),
  );
  for (const [operation, { index, override }] of virtual) {
    const parts = virtualParts(edits.state, virtualState, operation);
    const places = moves.get(operation)?.places;
    const path = item('virtualState.assignments', index);
    writeVirtual(edits, operation, placed(parts, places), { assignedBy: assignedBy ?? '', override, path });
  }
  for (const [operation, { places }] of moves) {
    if (places.size > 0 && !virtual.has(operation)) writePlaces(edits, operation, places, assignedBy);
  }
};

const placed = (parts: Parts, places: ReadonlyMap<number, string | null> | undefined): Parts =>
  places === undefined
    ? parts
    : parts.map((part, i) => (places.has(i) ? { ...part, resource: places.get(i) ?? null } : part));

const WHOLE: Omit<AssignmentPart, 'id'> = {
  startAt: null,
  endAt: null,
  resource: null,
  isFixed: false,
  override: false,
  metadata: null,
};

const writePlaces = (
  edits: Edits,
  operation: string,
  places: ReadonlyMap<number, string | null>,
  assignedBy: string | null,
): void => {
  const current = edits.assignmentOf(operation);
  const before = current?.fields.parts ?? [WHOLE];
  const parts = before.map((part, i) => {
    const place = places.get(i);
    const resource = place === undefined ? part.resource : place;
    return { ...part, id: edits.nextId(), resource, override: part.override && resource === part.resource };
  });
  if (isNoPlace(parts)) {
    if (current !== undefined) edits.delete('assignment', current.id);
    return;
  }
  edits.put('assignment', edits.nextId(), {
    operation,
    parts,
    metadata: current?.fields.metadata ?? null,
    assignedAt: edits.context.at,
    assignedBy,
  });
};

/** Writes the parts of a virtual state, which are read like those of an assignment. */
const writeVirtual = (
  edits: Edits,
  operation: string,
  parts: Parts,
  sent: { readonly assignedBy: string; readonly override: boolean; readonly path: string },
): void => {
  const current = edits.assignmentOf(operation);
  if (isNoPlace(parts)) {
    if (current !== undefined) edits.delete('assignment', current.id);
    return;
  }
  if (whereabouts(parts) === whereabouts(partsOf(edits.state.assignmentOf(operation)))) return;
  const override = sent.override || (current?.fields.parts.some((part) => part.override) ?? false);
  const fresh = parts.map((part) => ({ ...part, id: undefined }));
  const metadata = current?.fields.metadata ?? null;
  assignIn(edits, edits.nextId(), { operation, parts: fresh, metadata, override }, sent.assignedBy, sent.path);
};

/** Whether parts say no more than that an operation has no place. */
const isNoPlace = (parts: readonly { readonly resource?: string | null | undefined }[]): boolean =>
  parts.length === 1 && parts[0]?.resource == null;

/** Text that differs if two plans of an operation differ in resources or times. */
const whereabouts = (parts: Parts): string =>
  JSON.stringify(parts.map(({ startAt, endAt, resource }) => [startAt ?? null, endAt ?? null, resource ?? null]));
