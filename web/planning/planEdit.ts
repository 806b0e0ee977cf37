import type { components } from '../../client/schema.d.ts';
import type { DocumentAssignmentPart } from '../../engine/instance/planningDocument.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import type { Edit } from './edit.ts';
import { delayed, moveEdit, type Place, type Shown } from './gestures.ts';

/** A move of a plan, as in strategies, optimizations and proposals. */
export type Move = components['schemas']['Move'];

/** The index of the part that a move names by id or position; that of the first part when none is named or there is no such part. */
const partOf = (parts: readonly DocumentAssignmentPart[], part: string | null): number => {
  if (part === null) return 0;
  const byId = parts.findIndex(({ id }) => id === part);
  if (byId >= 0) return byId;
  const position = Number(part.slice(part.lastIndexOf('/') + 1));
  return Number.isInteger(position) && position > 0 && position < parts.length ? position : 0;
};

/**
 * The moves of a plan as one edit of the shown state: places are replaced, and delays are added to the imposed ones. Skips moves of operations
 * that no longer exist.
 */
export const planEdit = (shown: Shown, moves: readonly Move[], options: { readonly override?: boolean } = {}): Edit => {
  const places = new Map<string, Place>();
  const delays = new Map<string, number>();
  for (const { kind, operation, part, toResource, delaySeconds } of moves) {
    if (kind === 'delay') {
      delays.set(operation, (delays.get(operation) ?? 0) + delaySeconds);
      continue;
    }
    const parts = partsOf(shown.assignmentOf(operation));
    const moved = part === null ? parts.map((_, index) => index) : [partOf(parts, part)];
    for (const index of moved) {
      const resource = kind === 'unassign' ? null : toResource;
      places.set(`${operation} ${index}`, { operation, part: index, resource });
    }
  }
  const operations = [...delays].flatMap(([id, seconds]) => {
    const operation = shown.operation(id);
    return operation === undefined || seconds === 0 ? [] : [delayed(operation, seconds)];
  });
  return {
    ...moveEdit(shown, [...places.values()], 0, options),
    ...(operations.length === 0 ? {} : { operations }),
  };
};

/** The edit as a virtual state of the service. */
export const virtualStateOf = ({ assignments = [], operations = [] }: Edit): components['schemas']['VirtualState'] => ({
  assignments: assignments.map(({ operation, resource = null, parts }) =>
    parts === undefined ? { operation, resource } : { operation, parts: parts.map(({ id: _id, ...part }) => part) },
  ),
  operations: operations.map(({ id, inboundTask, outboundTask }) => ({
    id,
    ...(inboundTask === undefined
      ? {}
      : { inboundTask: { imposedDelayInSeconds: inboundTask.imposedDelayInSeconds ?? 0 } }),
    ...(outboundTask === undefined
      ? {}
      : { outboundTask: { imposedDelayInSeconds: outboundTask.imposedDelayInSeconds ?? 0 } }),
  })),
});
