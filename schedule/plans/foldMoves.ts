import type { TaskRole } from '../../db/versions/entities.ts';
import type { TaskInput } from '../entities/task.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { below, item, type Problems } from '../problems.ts';
import type { VirtualState } from '../types.ts';
import { imposedDelayOf } from './imposedDelay.ts';
import { movedParts, type Parts, partIndexOf, partsOf, type PlannedMove } from './moves.ts';

/** The parts of an operation and their places under a virtual state. */
export const virtualParts = (state: PlanningState, { assignments = [] }: VirtualState, operation: string): Parts => {
  const planned = assignments.findLast((assignment) => assignment.operation === operation);
  if (planned === undefined) return partsOf(state.assignmentOf(operation));
  return planned.parts ?? [{ resource: planned.resource ?? null }];
};

/**
 * Collects moves that give a place to an operation or part that an earlier move of the list places already, since it would be unclear which of the
 * two counts. Several delays of one operation add up, so they are allowed.
 */
export const refuseRepeatedPlaces = (
  problems: Problems,
  state: PlanningState,
  virtualState: VirtualState,
  moves: readonly PlannedMove[],
): void => {
  const placing = [...moves.entries()].filter(([, { kind }]) => kind !== 'delay');
  for (const [operation, entries] of Map.groupBy(placing, ([, move]) => move.operation)) {
    if (entries.length < 2) continue;
    const parts = virtualParts(state, virtualState, operation);
    const placed = new Set<number | string>();
    for (const [i, { part }] of entries) {
      // A part that does not exist is the same one only by its name.
      const indices = part == null ? [...parts.keys()] : [partIndexOf(parts, part) ?? part];
      if (indices.some((index) => placed.has(index)))
        problems.repeated(below(item('moves', i), 'operation'), operation);
      for (const index of indices) placed.add(index);
    }
  }
};

/**
 * Collects moves that contradict themselves, since one half of what they say would be ignored: an `unassign` with a place to go to, a `delay` that
 * goes elsewhere, and a move to another place that is also a delay.
 */
export const refuseContradictory = (
  problems: Problems,
  state: PlanningState,
  virtualState: VirtualState,
  moves: readonly PlannedMove[],
): void => {
  for (const [i, { kind, operation, fromResource, toResource, delaySeconds }] of moves.entries()) {
    const path = item('moves', i);
    if (kind !== 'delay' && (delaySeconds ?? 0) > 0)
      problems.add(
        below(path, 'delaySeconds'),
        'invalid_value',
        `must be 0 in a move of kind ${kind}; send a delay of its own`,
      );
    if (toResource == null || kind === 'reassign' || kind === 'swap') continue;
    const at = fromResource ?? null;
    const stays =
      kind === 'delay' &&
      (toResource === at ||
        virtualParts(state, virtualState, operation).some(({ resource }) => at === null && resource === toResource));
    if (stays) continue;
    const may = kind === 'delay' ? 'must be null, or the resource where it stays,' : 'must be null';
    problems.add(below(path, 'toResource'), 'invalid_value', `${may} in a move of kind ${kind}`);
  }
};

/** Adds moves to a virtual state: places are replaced, and delays are added to the imposed delays of tasks that have not happened yet. */
export const foldMoves = (
  state: PlanningState,
  virtualState: VirtualState,
  moves: readonly PlannedMove[],
): VirtualState => {
  const places = new Map<string, Parts>();
  const delays = new Map<string, number>();
  for (const move of moves) {
    const { operation } = move;
    if (move.kind === 'delay') delays.set(operation, (delays.get(operation) ?? 0) + (move.delaySeconds ?? 0));
    else places.set(operation, movedParts(places.get(operation) ?? virtualParts(state, virtualState, operation), move));
  }
  const moved = [...places].map(([operation, parts]) => ({ operation, parts }));
  const delayed = [...delays].map(([id, seconds]) => ({ id, ...delayedTasks(state, virtualState, id, seconds) }));
  return {
    assignments: [...(virtualState.assignments ?? []).filter(({ operation }) => !places.has(operation)), ...moved],
    operations: [...(virtualState.operations ?? []), ...delayed],
  };
};

/** The tasks of an operation with a delay added on top of the virtual state; only those that have not happened yet. */
export const delayedTasks = (
  state: PlanningState,
  { operations = [] }: VirtualState,
  id: string,
  seconds: number,
): { readonly inboundTask?: TaskInput; readonly outboundTask?: TaskInput } => {
  const own = operations.filter((operation) => operation.id === id);
  const side = (role: TaskRole): TaskInput | undefined => {
    const imposed = imposedDelayOf(state, id, role, own);
    return imposed === null ? undefined : { imposedDelayInSeconds: imposed + seconds };
  };
  const [inboundTask, outboundTask] = [side('inbound'), side('outbound')];
  return { ...(inboundTask && { inboundTask }), ...(outboundTask && { outboundTask }) };
};
