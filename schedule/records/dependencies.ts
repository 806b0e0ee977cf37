import type { Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { OperationRecord } from '../entities/operation.ts';
import { operationWindow, type Window } from '../tasks/window.ts';

type Dependency = OperationRecord['operationDependencies'][number];
type GroupDependencies = ReadonlyMap<string, readonly Dependency[]>;

interface Placed {
  readonly id: string;
  readonly window: Window;
}

/** The dependencies in each group, by state: listing operations needs them once for each member of a group. */
const known = new WeakMap<PlanningState, Map<string, GroupDependencies>>();

/** The neighbors, by time, of each operation of a group. Operations without both tasks have none and are none. */
const dependenciesIn = (state: PlanningState, group: string): GroupDependencies => {
  let groups = known.get(state);
  if (groups === undefined) known.set(state, (groups = new Map()));
  let dependencies = groups.get(group);
  if (dependencies === undefined) groups.set(group, (dependencies = neighbors(inOrder(state, group))));
  return dependencies;
};

const inOrder = (state: PlanningState, group: string): readonly Placed[] =>
  state
    .operationsOf(group)
    .flatMap(({ id }) => {
      const window = operationWindow(state, id);
      return window === null ? [] : [{ id, window }];
    })
    .sort((a, b) => a.window.start - b.window.start || a.window.end - b.window.end || (a.id < b.id ? -1 : 1));

const neighbors = (order: readonly Placed[]): GroupDependencies =>
  new Map(
    order.map(({ id, window }, at) => {
      const others = [order[at - 1], order[at + 1]].filter((other) => other !== undefined);
      return [id, others.map((other) => ({ operation: other.id, relation: relationOf(window, other.window) }))];
    }),
  );

const relationOf = (window: Window, other: Window): Dependency['relation'] => {
  if (window.end <= other.start) return 'precedes';
  return window.start >= other.end ? 'follows' : 'overlaps';
};

/** The neighbors of an operation in its group, earlier ones first. */
export const dependenciesOf = (state: PlanningState, { id, fields }: Version<'operation'>): readonly Dependency[] =>
  fields.group === null ? [] : (dependenciesIn(state, fields.group).get(id) ?? []);
