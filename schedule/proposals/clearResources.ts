import { placementOf } from '../../engine/instance/assignments.ts';
import { type Instance, PartFlag, NOT_PINNED } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import { locate, notFound } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import { inSlices } from '../turns.ts';
import type { Scope, VirtualState } from '../types.ts';
import type { PlannedMove } from '../plans/moves.ts';
import { overlaidAside } from '../plans/overlaid.ts';

/** A resource that is to be clear for a period. */
export interface Closure {
  readonly resource: string;
  /** Epoch milliseconds, half-open. */
  readonly from: number;
  readonly to: number;
  /** Where everything goes, also if that causes conflicts; by default, each operation to its best place without one. */
  readonly onto?: string | undefined;
  /** The only resources to which an operation may go, if it goes to its best place. */
  readonly among?: ReadonlySet<string> | undefined;
  /** Operations that may stay. */
  readonly except?: ReadonlySet<string> | undefined;
}

export interface ClearInput {
  readonly virtualState: VirtualState;
  readonly closures: readonly Closure[];
}

export interface Clearing {
  /** Moves each operation on one of the resources in its period to its best place, in order of start. */
  readonly moves: readonly PlannedMove[];
  /** Operations that stay, and why. */
  readonly staying: readonly {
    readonly operation: string;
    readonly reason: 'fixed' | 'started' | 'blocker' | 'ineligible' | 'noPlace';
  }[];
}

/**
 * Proposes how to clear resources, each for a period. Each operation moves to the resource that is named for it, or else to the cheapest other one that is
 * not to be clear then and where it causes no new conflict, given the moves before it; an operation without such a resource stays.
 */
export const clearResources = async (
  deps: Pick<Deps, 'store' | 'clock' | 'instances' | 'resolutions'>,
  scope: Scope,
  planning: string,
  { virtualState, closures }: ClearInput,
): Promise<Clearing> => {
  const ref = await locate(deps, scope, 'planning', planning, 'viewer');
  const state = await readState(deps, scope, ref);
  for (const { resource, onto = resource } of closures)
    for (const id of [resource, onto]) if (!state.has('resource', id)) throw notFound('resource', id);
  const instance = await overlaidAside(deps, state, virtualState);
  return inSlices(clearing(instance, closures));
};

function* clearing(instance: Instance, closures: readonly Closure[]): Generator<void, Clearing> {
  const { names, origin, operation } = instance;
  const indexOf = (id: string): number => names.resources.indexOf(id);
  const closed = Map.groupBy(
    closures.map((closure) => ({ ...closure, target: closure.onto === undefined ? null : indexOf(closure.onto) })),
    ({ resource }) => indexOf(resource),
  );
  const plan = yield* Plan.building(instance, placementOf(instance));
  const partsOf = new Int32Array(names.operations.length);
  for (const index of operation) partsOf[index]++;
  yield;
  const closuresOf = (part: number, resource: number) =>
    (closed.get(resource) ?? []).filter(
      ({ from, to }) => instance.start[part] + origin < to / 1000 && instance.end[part] + origin > from / 1000,
    );
  const isClosed = (part: number, resource: number): boolean => closuresOf(part, resource).length > 0;
  const moves: PlannedMove[] = [];
  const staying: Clearing['staying'][number][] = [];
  for (let part = 0; part < instance.partCount; part++) {
    const from = plan.placement[part];
    const id = names.operations[operation[part]];
    const closure = from < 0 ? undefined : closuresOf(part, from).find(({ except }) => except?.has(id) !== true);
    if (closure === undefined) continue;
    yield;
    const named = closure.target;
    const reason =
      fixedBy(instance, part) ?? (named !== null && findArc(instance, part, named) < 0 ? 'ineligible' : null);
    const isOut = (resource: number): boolean =>
      closure.among?.has(names.resources[resource]) === false || isClosed(part, resource);
    const target = reason === null ? (named ?? bestPlace(plan, part, isOut)) : -1;
    if (target < 0) {
      staying.push({ operation: id, reason: reason ?? 'noPlace' });
      continue;
    }
    plan.move(part, target);
    moves.push({
      kind: 'reassign',
      operation: id,
      part: instance.partIndex[part] > 0 || partsOf[operation[part]] > 1 ? String(instance.partIndex[part]) : null,
      fromResource: names.resources[from],
      toResource: names.resources[target],
    });
  }
  return { moves, staying };
}

const fixedBy = ({ flags, pinned }: Instance, part: number): 'fixed' | 'started' | 'blocker' | null => {
  if ((flags[part] & PartFlag.blocker) !== 0) return 'blocker';
  if ((flags[part] & PartFlag.fixed) !== 0) return 'fixed';
  return pinned[part] === NOT_PINNED ? null : 'started';
};

/** The cheapest other eligible resource that is not left out and where the part causes no conflict; -1 if there is none. */
const bestPlace = (plan: Plan, part: number, isOut: (resource: number) => boolean): number => {
  const { arcStart, arcResource } = plan.instance;
  const from = plan.placement[part];
  const conflictsAt = (resource: number): number => {
    plan.findConflicting(part, resource);
    return plan.partnerCount;
  };
  let best = -1;
  let bestDelta = Number.POSITIVE_INFINITY;
  for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
    const resource = arcResource[arc];
    if (resource === from || isOut(resource)) continue;
    const delta = plan.moveArcDelta(part, arc);
    if (delta >= bestDelta || conflictsAt(resource) > 0) continue;
    best = resource;
    bestDelta = delta;
  }
  return best;
};
