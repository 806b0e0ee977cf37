import type { Kind } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';

export interface Difference {
  /** Ids of the operations that changed, with their tasks and assignments. */
  readonly changes: ReadonlySet<string>;
  /** Whether anything changed that all operations may depend on. */
  readonly isStructural: boolean;
}

/** What differs between two states of a planning, where records of these kinds are what all operations may depend on. Yields between pieces of work. */
export function* stateDifference(
  before: PlanningState,
  state: PlanningState,
  structure: readonly Kind[],
): Generator<void, Difference> {
  const isStructural = before.record !== state.record || structure.some((kind) => differs(before, state, kind));
  return { changes: yield* changedOperations(before, state), isStructural };
}

/**
 * The operations that differ between two states. States share unchanged versions, so identity suffices. Within the mainline, a changed task also
 * makes a new version of its operation; in a workspace, tasks must be compared, too.
 */
function* changedOperations(before: PlanningState, after: PlanningState): Generator<void, ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const id of after.keysApart('operation', before)) {
    yield;
    if (before.get('operation', id) !== after.get('operation', id)) changed.add(id);
  }
  for (const operation of after.keysApart('assignment', before)) {
    yield;
    if (before.assignmentOf(operation) !== after.assignmentOf(operation)) changed.add(operation);
  }
  if (after.workspace === null) return changed;
  for (const id of after.keysApart('task', before)) {
    yield;
    const [was, is] = [before.get('task', id), after.get('task', id)];
    if (was === is) continue;
    for (const task of [was, is])
      if (task !== undefined && task.fields.operation !== null) changed.add(task.fields.operation);
  }
  return changed;
}

const differs = (before: PlanningState, after: PlanningState, kind: Kind): boolean => {
  for (const id of after.keysApart(kind, before)) if (before.get(kind, id) !== after.get(kind, id)) return true;
  return false;
};
