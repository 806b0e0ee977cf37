import { quoted } from '../entities/quoted.ts';
import type { Version } from '../../db/versions/entities.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { isInWindow, type Window, windowsOf } from '../../db/versions/windows.ts';
import { readState } from '../access/readState.ts';
import { CHANGESET_ID, changeNumber } from '../changesets/changeNumber.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { currentTasks, type ShownTasks } from '../records/operationRecord.ts';
import type { OperationQuery, Scope } from '../types.ts';

/** Returns the task versions of an operation that a query shows. */
export type Shown = (operation: string) => ShownTasks;

export interface ShownState {
  readonly state: PlanningState;
  readonly shown: Shown;
}

/** Throws 400 `invalid_version` unless the value is `latest`, `first`, or has the form of a changeset id. */
export const requireVersion = (version: string | null): void => {
  if (version === null || version === 'latest' || version === 'first' || CHANGESET_ID.test(version)) return;
  throw new ScheduleError(
    'invalid_version',
    `version must be latest, first or a changeset id, not ${quoted(version)}.`,
  );
};

/** Throws 404 if the value has the form of a changeset id, but the planning has no such changeset that the scope may see. */
export const requireVersionOf = async (
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  planning: PlanningRef,
  version: string | null,
): Promise<void> => {
  if (version !== null && CHANGESET_ID.test(version)) await changeNumber(deps, scope, planning, version);
};

/** The state and task versions for `version`: `latest` (null means the same), `first`, or just after a changeset. */
export const readVersion = async (
  deps: Pick<Ports, 'store'>,
  scope: Scope,
  planning: PlanningRef,
  version: string | null,
  change?: number,
): Promise<ShownState> => {
  requireVersion(version);
  if (version === null || version === 'latest') {
    const state = await readState(deps, scope, planning, change);
    return { state, shown: (operation) => currentTasks(state, operation) };
  }
  if (version === 'first') {
    const state = await readState(deps, scope, planning, change);
    return {
      state,
      shown: await firstShown(
        deps,
        state,
        [...state.all('operation')].map(({ id }) => id),
      ),
    };
  }
  const state = await readState(deps, scope, planning, await changeNumber(deps, scope, planning, version));
  return { state, shown: (operation) => currentTasks(state, operation) };
};

/** Shows each task's first version, if the operation still has a task on that side. */
const firstShown = async (
  { store }: Pick<Ports, 'store'>,
  state: PlanningState,
  operations: readonly string[],
): Promise<Shown> => {
  const firsts = new Map<string, Version<'task'>>();
  for (const task of await store.firstTasks(state.planning, state.workspace, operations)) {
    firsts.set(`${task.fields.operation} ${task.fields.role}`, task);
  }
  const side = (operation: string, role: 'inbound' | 'outbound') => {
    const current = state.taskOf(operation, role);
    return current === undefined ? undefined : (firsts.get(`${operation} ${role}`) ?? current);
  };
  return (operation) => ({ inbound: side(operation, 'inbound'), outbound: side(operation, 'outbound') });
};

const windowOf = ({ start, end, rangeField }: WindowQuery): Window | null =>
  start === null || end === null
    ? null
    : { rangeField: rangeField ?? 'expectedTime', from: start * 1000, to: end * 1000 };

type WindowQuery = Pick<OperationQuery, 'start' | 'end' | 'rangeField'>;

/**
 * Whether the window selects an operation by the tasks that are shown. Both ends of the window are inclusive, and a null percentile falls back to the
 * expected time.
 */
export const selects = (query: WindowQuery, tasks: ShownTasks): boolean => {
  const window = windowOf(query);
  return window === null || isInWindow(windowsOf(tasks.inbound, tasks.outbound), window);
};

/** The operations that the window selects, in no particular order. */
export const selectedOperations = async (
  { store }: Pick<Ports, 'store'>,
  { state, shown }: ShownState,
  query: WindowQuery & Pick<OperationQuery, 'version'>,
): Promise<Version<'operation'>[]> => {
  const window = windowOf(query);
  if (window === null) return [...state.all('operation')];
  // The state's index has only current tasks, not first versions.
  if (query.version === 'first') return [...state.all('operation')].filter(({ id }) => selects(query, shown(id)));
  return store.operationsIn(state, window);
};
