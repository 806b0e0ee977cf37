import type { AssignmentPart } from '../../db/store/entities.ts';
import type { PlanningState } from '../../db/store/planningState.ts';
import { countConflicts, MOST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import { findConflicts } from '../../engine/conflicts/findConflicts.ts';
import { type Instance, PartFlag } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { findArc } from '../../engine/objective/terms/arc.ts';
import { dropWorsening, type Move } from './dropWorsening.ts';
import { type PlannedParts, partsByOperation } from './plan.ts';
import { knownConflicts } from './knownConflicts.ts';

export type SkipReason = 'deleted' | 'fixed' | 'started' | 'reassigned' | 'ineligible' | 'conflict' | 'score';

export interface Skipped {
  readonly operation: string;
  readonly reason: SkipReason;
}

export interface Recheck {
  /** What still fits: a part of what was planned. */
  readonly moves: PlannedParts;
  readonly skipped: readonly Skipped[];
  /** Cost now and after, in hundredths; after ≤ before. */
  readonly before: number;
  readonly after: number;
  /** The plan after, on the instance of now. */
  readonly placement: Int32Array;
}

export interface PlannedOn {
  /** What the plan was made on. */
  readonly state: PlanningState;
  readonly moves: PlannedParts;
  /** Ids of the conflicts that the plan itself has; null: so many that they are not looked at one by one. */
  readonly conflicts: ReadonlySet<string> | null;
}

/**
 * Which of a plan's moves may still be made on a later state, and have not been made yet. Dropped are operations that are ineligible there, fixed, started, deleted or
 * reassigned by others; then, to a fixed point, what would make a conflict that the plan did not have; then whatever it takes to leave the
 * score no worse than it was; of a crowd that alone. A time that moved drops nothing by itself.
 */
export const recheck = (now: PlanningState, instance: Instance, planned: PlannedOn): Recheck => {
  const partsOf = partsByOperation(instance);
  const indexOf = new Map(instance.names.resources.map((id, index) => [id, index]));
  const skipped: Skipped[] = [];
  const accepted = new Map<string, Move[]>();
  for (const [operation, places] of planned.moves) {
    if (isThere(now, operation, places)) continue;
    const reason = obstacle(now, instance, planned.state, operation, partsOf.get(operation));
    const moves = reason === null ? toMoves(instance, partsOf.get(operation)!, places, indexOf) : reason;
    if (typeof moves === 'string') skipped.push({ operation, reason: moves });
    else accepted.set(operation, moves);
  }
  const plan = new Plan(instance, instance.placed);
  const before = plan.cost;
  const present = knownConflicts(instance, plan.placement);
  for (const moves of accepted.values()) for (const { part, to } of moves) plan.move(part, to);
  const drop = (operation: string, reason: SkipReason): void => {
    for (const { part } of accepted.get(operation)!) plan.move(part, instance.placed[part]);
    accepted.delete(operation);
    skipped.push({ operation, reason });
  };
  const dropNew = (): void => {
    if (planned.conflicts === null || present === null) return;
    const expected = planned.conflicts;
    dropConflicting(instance, plan, accepted, (id) => expected.has(id) || present.has(id), drop);
  };
  dropNew();
  dropWorsening(plan, before, accepted, (operation) => drop(operation, 'score'));
  // What came back may be in the way of what stayed.
  dropNew();
  if (plan.cost > before) for (const operation of accepted.keys()) drop(operation, 'score');
  return {
    moves: new Map([...accepted.keys()].map((operation) => [operation, planned.moves.get(operation)!])),
    skipped,
    before,
    after: plan.cost,
    placement: plan.placement.slice(),
  };
};

const obstacle = (
  now: PlanningState,
  instance: Instance,
  then: PlanningState,
  operation: string,
  parts: readonly number[] | undefined,
): SkipReason | null => {
  if (now.get('operation', operation) === undefined || parts === undefined) return 'deleted';
  if (placesOf(now, operation) !== placesOf(then, operation)) return 'reassigned';
  for (const part of parts) {
    if (instance.pinned[part] === -2) continue;
    const isFixed = (instance.flags[part] & (PartFlag.fixed | PartFlag.blocker | PartFlag.frozen)) !== 0;
    return isFixed ? 'fixed' : 'started';
  }
  return null;
};

const partsIn = (state: PlanningState, operation: string): readonly AssignmentPart[] =>
  state.assignmentOf(operation)?.fields.parts ?? [];

/** Where an operation stands and when, to compare: an assignment that came back is the same place. */
const placesOf = (state: PlanningState, operation: string): string =>
  JSON.stringify(
    partsIn(state, operation).map(({ resource, startAt, endAt, isFixed }) => [resource, startAt, endAt, isFixed]),
  );

const isThere = (now: PlanningState, operation: string, places: ReadonlyMap<number, string | null>): boolean => {
  const parts = partsIn(now, operation);
  return (
    now.get('operation', operation) !== undefined &&
    [...places].every(([part, resource]) => (parts[part]?.resource ?? null) === resource) &&
    (parts.length === 0 || parts.length === places.size)
  );
};

const toMoves = (
  instance: Instance,
  parts: readonly number[],
  places: ReadonlyMap<number, string | null>,
  indexOf: ReadonlyMap<string, number>,
): Move[] | SkipReason => {
  const moves: Move[] = [];
  for (const part of parts) {
    const place = places.get(instance.partIndex[part]);
    if (place === undefined) continue;
    const to = place === null ? -1 : indexOf.get(place);
    if (to === undefined) return 'ineligible';
    if (to >= 0 && to !== instance.placed[part] && findArc(instance, part, to) < 0) return 'ineligible';
    moves.push({ part, to });
  }
  return moves;
};

/** Each round drops one operation of every new conflict; putting it back may make the next, so it ends at the latest with none left. */
const dropConflicting = (
  instance: Instance,
  plan: Plan,
  accepted: ReadonlyMap<string, Move[]>,
  isKnown: (id: string) => boolean,
  drop: (operation: string, reason: SkipReason) => void,
): void => {
  const nameOf = (part: number): string => instance.names.operations[instance.operation[part]];
  const moved = (part: number): boolean => accepted.has(nameOf(part));
  // Moves that pile up on one place are judged by the score.
  while (countConflicts(instance, plan.placement) <= 2 * MOST_CONFLICTS) {
    const fresh = findConflicts(instance, plan.placement).filter(
      ({ id, a, b }) => !isKnown(id) && (moved(a) || moved(b)),
    );
    if (fresh.length === 0) return;
    for (const { a, b } of fresh) {
      const culprit = moved(b) ? b : a;
      if (moved(culprit)) drop(nameOf(culprit), 'conflict');
    }
  }
};
