import type { Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { partTime } from '../assignments/partTime.ts';
import { operationWindow, type Window } from '../tasks/window.ts';

/** One part of an operation and where it is, for lists that people read. */
export interface Placement {
  readonly operation: Version<'operation'>;
  /** Undefined if the operation is unassigned. */
  readonly assignment: Version<'assignment'> | undefined;
  /** Index of the part, from 0. */
  readonly part: number;
  readonly resource: Version<'resource'> | undefined;
  /** Null if the part takes no time, or if the operation lacks a task. */
  readonly time: Pick<Window, 'start' | 'end'> | null;
}

export const placementsOf = (state: PlanningState, operation: Version<'operation'>): Placement[] => {
  const window = operationWindow(state, operation.id);
  const assignment = state.assignmentOf(operation.id);
  if (assignment === undefined) return [{ operation, assignment, part: 0, resource: undefined, time: window }];
  const { parts } = assignment.fields;
  return parts.map((one, part) => ({
    operation,
    assignment,
    part,
    resource: one.resource === null ? undefined : state.get('resource', one.resource),
    time: partTime(one, part === parts.length - 1, window),
  }));
};
