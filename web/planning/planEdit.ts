import type { components } from '../../client/schema.d.ts';
import type { DocumentAssignmentPart } from '../../engine/instance/planningDocument.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import type { Edit } from './edit.ts';
import { delayed, moveEdit, type Place, type Shown } from './gestures.ts';

/** One change of a plan, as strategies, optimizations and proposals tell it. */
export type Move = components['schemas']['Move'];

/** A part that a move names, by its id or its position; the first one where there is no such part or none is named. */
export const partOf = (parts: readonly DocumentAssignmentPart[], part: string | null): number => {
  if (part === null) return 0;
  const byId = parts.findIndex(({ id }) => id === part);
  if (byId >= 0) return byId;
  const position = Number(part.slice(part.lastIndexOf('/') + 1));
  return Number.isInteger(position) && position > 0 && position < parts.length ? position : 0;
};

/**
 * What the moves of a plan come to, as one edit of what is shown: places replaced, delays added to the imposed ones. Moves of operations
 * that are gone are passed over.
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

/** The same as the service takes it to judge: where things would be, and when. */
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
