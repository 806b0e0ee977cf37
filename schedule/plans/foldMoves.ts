import type { TaskInput } from '../entities/task.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { movedParts, type Parts, partsOf, type PlannedMove } from './moves.ts';
import type { VirtualState } from '../types.ts';

/** The parts of an operation and their places under a virtual state. */
export const virtualParts = (state: PlanningState, { assignments = [] }: VirtualState, operation: string): Parts => {
  const planned = assignments.findLast((assignment) => assignment.operation === operation);
  if (planned === undefined) return partsOf(state.assignmentOf(operation));
  return planned.parts ?? [{ resource: planned.resource ?? null }];
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
  const side = (role: 'inbound' | 'outbound'): TaskInput | undefined => {
    const stored = state.taskOf(id, role)?.fields;
    if (stored === undefined) return undefined;
    let imposed = stored.imposedDelayInSeconds;
    let hasHappened = stored.actualTime !== null;
    for (const operation of operations) {
      const task = operation.id === id ? operation[`${role}Task`] : undefined;
      imposed = task?.imposedDelayInSeconds ?? imposed;
      if (task?.actualTime !== undefined) hasHappened = task.actualTime !== null;
    }
    return hasHappened ? undefined : { imposedDelayInSeconds: imposed + seconds };
  };
  const [inboundTask, outboundTask] = [side('inbound'), side('outbound')];
  return { ...(inboundTask && { inboundTask }), ...(outboundTask && { outboundTask }) };
};
