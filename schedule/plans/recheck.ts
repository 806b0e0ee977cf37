import { present } from '../../engine/present.ts';
import type { AssignmentPart } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { Plan } from '../../engine/board/plan.ts';
import { MOST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import { conflictId } from '../../engine/conflicts/findConflicts.ts';
import { type Instance, PartFlag, NOT_PINNED, resourceIdOf } from '../../engine/instance/instance.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import { SKIP_REASONS, type SkipReason } from '../../engine/skipReasons.ts';
import { ScheduleError } from '../errors.ts';
import { inSlices } from '../turns.ts';
import { dropWorsening } from './dropWorsening.ts';
import { type OperationMoves, partsByOperation, type PartsByOperation, type PlannedMoves } from './plannedMoves.ts';
import { Trial, type TrialMoves } from './trial.ts';

export interface Skipped {
  readonly operation: string;
  readonly reason: SkipReason;
}

/** The error for a plan of which no move can be made any more. `what` is, for example, "the strategy". */
export const nothingLeft = (what: string, skipped: readonly Skipped[]): ScheduleError => {
  if (skipped.length === 0) return new ScheduleError('no_plan', `Everything is already where ${what} puts it.`);
  const why = skipped.slice(0, 5).map(({ operation, reason }) => `operation ${operation} ${SKIP_REASONS[reason]}`);
  return new ScheduleError('no_plan', `No move of ${what} can be made any more: ${why.join('; ')}. Request a new one.`);
};

/** The moves of a run, strategy or proposal that are to be rechecked. */
export interface Planned {
  readonly moves: PlannedMoves;
  /** The state that the plan was made on, if known; otherwise only `from` says where things were. */
  readonly madeOn: PlanningState | null;
  /**
   * Ids of the conflicts that the plan itself has. If `unknown`, the plan is accepted as a whole if it leaves fewer conflicts than there were. If
   * `too many` (over 10,000), only the score decides.
   */
  readonly conflicts: ReadonlySet<string> | 'unknown' | 'too many';
  /** Hundredths by which the plan may cost more than doing nothing, because whoever applies it has seen and accepted this. */
  readonly allowance: number;
}

export interface Recheck {
  /** The planned moves that can still be made. */
  readonly moves: PlannedMoves;
  readonly skipped: readonly Skipped[];
  /**
   * Cost now and afterward, in hundredths. `after` ≤ `before` + allowance, unless the plan was accepted as a whole because it leaves fewer conflicts.
   */
  readonly before: number;
  readonly after: number;
  /** The resulting plan on the current instance. */
  readonly placement: Int32Array;
}

/**
 * Decides which moves of a plan can still be made on a later state; moves that are already in place are left out. Drops operations that are deleted,
 * fixed, started, blockers, or reassigned by others, and places that are not eligible. Then drops, until nothing changes, operations that would cause
 * a conflict that the plan did not have. Then drops what is needed so that the plan costs no more than was accepted; with too many conflicts to list,
 * only this step is taken. A changed time alone drops nothing. `instance` is the current state under the virtual state of the plan; `delayed` is the
 * same with all delays of the plan, or null if it has none.
 */
export const recheck = (
  now: PlanningState,
  instance: Instance,
  delayed: Instance | null,
  planned: Planned,
): Promise<Recheck> => inSlices(rechecking(now, instance, delayed, planned));

function* rechecking(
  now: PlanningState,
  instance: Instance,
  delayed: Instance | null,
  { moves, madeOn, conflicts, allowance }: Planned,
): Generator<void, Recheck> {
  const skipped: Skipped[] = [];
  const accepted = new Map<string, TrialMoves>();
  const partsOf = yield* partsByOperation(instance);
  const later = delayed === null ? null : yield* partsByOperation(delayed);
  const toTrial = trialMoves(instance, partsOf, delayed, later);
  for (const [operation, planned] of moves) {
    yield;
    const parts = partsOf.get(operation);
    if (isDone(now, instance, parts, operation, planned)) continue;
    const reason = obstacle(now, madeOn, instance, operation, parts, planned);
    const trial = reason ?? toTrial(operation, planned);
    if (typeof trial === 'string') skipped.push({ operation, reason: trial });
    else accepted.set(operation, trial);
  }
  yield;
  const trial = new Trial(yield* Plan.building(instance, instance.placed, delayed !== null));
  const before = trial.cost;
  yield;
  const standing = conflictsOf(trial.plan);
  yield;
  for (const own of accepted.values()) {
    trial.make(own);
    yield;
  }
  const drop = (operation: string, reason: SkipReason): void => {
    trial.putBack(present(accepted.get(operation)));
    accepted.delete(operation);
    skipped.push({ operation, reason });
  };
  const dropNew = (): void => {
    if (standing === null || conflicts === 'too many') return;
    const isKnown = (id: string): boolean => standing.has(id) || (conflicts !== 'unknown' && conflicts.has(id));
    dropConflicting(trial.plan, accepted, isKnown, drop);
  };
  const fewer = (): boolean => (conflictsOf(trial.plan)?.size ?? Number.POSITIVE_INFINITY) < (standing?.size ?? 0);
  const isWhole = conflicts === 'unknown' && skipped.length === 0 && fewer();
  if (!isWhole) {
    dropNew();
    yield;
    dropWorsening(trial, before + allowance, accepted, (operation) => drop(operation, 'score'));
    // A move that was made again may now conflict with one that stayed.
    dropNew();
    if (trial.cost > before + allowance) for (const operation of accepted.keys()) drop(operation, 'score');
  }
  return {
    moves: new Map([...accepted.keys()].map((operation) => [operation, present(moves.get(operation))])),
    skipped,
    before,
    after: trial.cost,
    placement: trial.plan.placement.slice(),
  };
}

const obstacle = (
  now: PlanningState,
  madeOn: PlanningState | null,
  instance: Instance,
  operation: string,
  parts: readonly number[] | undefined,
  { places, from }: OperationMoves,
): SkipReason | null => {
  if (!now.has('operation', operation) || parts === undefined) return 'deleted';
  const { names, partIndex, placed } = instance;
  const isElsewhere = (part: number): boolean => {
    const was = from.get(partIndex[part]);
    return was !== undefined && was !== resourceIdOf(names, placed[part]);
  };
  if (places.size > 0) {
    if (madeOn !== null && placesOf(now, operation) !== placesOf(madeOn, operation)) return 'reassigned';
    if (madeOn === null && parts.some(isElsewhere)) return 'reassigned';
  }
  for (const part of parts) {
    const place = places.get(partIndex[part]);
    const stays = place === undefined || place === resourceIdOf(names, placed[part]);
    const reason = immovable(instance, part, stays);
    if (reason !== null) return reason;
  }
  return null;
};

/**
 * Why a part may not be moved, or not be delayed with its operation if it `stays` where it is; null if it may. Fixed and started parts may still be
 * delayed, and so may other parts of their operation be moved; blockers may not.
 */
export const immovable = (
  { flags, pinned }: Instance,
  part: number,
  stays: boolean,
): 'blocker' | 'fixed' | 'started' | null => {
  const has = (flag: number): boolean => (flags[part] & flag) !== 0;
  if (has(PartFlag.blocker)) return 'blocker';
  if (stays || pinned[part] === NOT_PINNED) return null;
  return has(PartFlag.fixed | PartFlag.frozen) ? 'fixed' : 'started';
};

const partsIn = (state: PlanningState, operation: string): readonly AssignmentPart[] =>
  state.assignmentOf(operation)?.fields.parts ?? [];

/** Places and times of an operation as text, for comparison: an assignment that was recreated with the same contents counts as the same. */
const placesOf = (state: PlanningState, operation: string): string =>
  JSON.stringify(
    partsIn(state, operation).map(({ resource, startAt, endAt, isFixed }) => [resource, startAt, endAt, isFixed]),
  );

/**
 * Whether everything is already where it was to go: under the virtual state of the plan, whose places are written with it. With a delay, this cannot
 * be known. What the instance leaves out, because it has no window, is compared with its assignment.
 */
const isDone = (
  now: PlanningState,
  { names, partIndex, placed }: Instance,
  parts: readonly number[] | undefined,
  operation: string,
  { places, delaySeconds }: OperationMoves,
): boolean => {
  if (delaySeconds !== 0 || !now.has('operation', operation)) return false;
  const stored = partsIn(now, operation);
  const at =
    parts === undefined
      ? new Map(stored.map(({ resource }, part) => [part, resource]))
      : new Map(parts.map((part) => [partIndex[part], resourceIdOf(names, placed[part])]));
  const isThere = [...places].every(([part, resource]) => (at.get(part) ?? null) === resource);
  return isThere && (stored.length === 0 || at.size >= places.size);
};

/** Converts planned moves to trial moves on the instance; returns the reason if a place is not eligible. */
const trialMoves = (
  instance: Instance,
  partsOf: PartsByOperation,
  delayed: Instance | null,
  later: PartsByOperation | null,
) => {
  const { names, partIndex, placed, start, end, delayCost } = instance;
  const indexOf = new Map(names.resources.map((id, index) => [id, index]));
  return (operation: string, { places, delaySeconds }: OperationMoves): TrialMoves | SkipReason => {
    const moves: TrialMoves['places'][number][] = [];
    const windows: TrialMoves['windows'][number][] = [];
    for (const part of present(partsOf.get(operation))) {
      const place = places.get(partIndex[part]);
      if (place !== undefined) {
        const to = place === null ? -1 : indexOf.get(place);
        if (to === undefined) return 'ineligible';
        if (to >= 0 && to !== placed[part] && findArc(instance, part, to) < 0) return 'ineligible';
        moves.push({ part, to });
      }
      if (delayed === null || delaySeconds === 0) continue;
      const then = later?.get(operation)?.find((other) => delayed.partIndex[other] === partIndex[part]);
      if (then === undefined) continue;
      const apart = delayed.origin - instance.origin;
      const [from, until] = [delayed.start[then] + apart, delayed.end[then] + apart];
      if (from !== start[part] || until !== end[part]) windows.push({ part, start: from, end: until });
    }
    return { places: moves, windows, delayCost: Math.round((delaySeconds / 60) * delayCost) };
  };
};

/** Conflict ids of a plan; null if there are more than 10,000. */
const conflictsOf = (plan: Plan): ReadonlySet<string> | null => {
  const ids = new Set<string>();
  const isWhole = plan.visitAllConflicts((kind, a, b) => {
    ids.add(conflictId(plan.instance, kind, a, b));
    return ids.size <= MOST_CONFLICTS;
  });
  return isWhole ? ids : null;
};

/**
 * Drops one operation of every new conflict per round. Putting an operation back may cause another conflict, so this repeats; at the latest, it ends
 * when no moved operation is left.
 */
const dropConflicting = (
  plan: Plan,
  accepted: ReadonlyMap<string, TrialMoves>,
  isKnown: (id: string) => boolean,
  drop: (operation: string, reason: SkipReason) => void,
): void => {
  const { instance } = plan;
  const nameOf = (part: number): string => instance.names.operations[instance.operation[part]];
  const moved = (part: number): boolean => accepted.has(nameOf(part));
  for (;;) {
    const fresh: [number, number][] = [];
    let seen = 0;
    const isWhole = plan.visitAllConflicts((kind, a, b) => {
      if ((moved(a) || moved(b)) && !isKnown(conflictId(instance, kind, a, b))) fresh.push([a, b]);
      return ++seen <= 2 * MOST_CONFLICTS;
    });
    // Too many conflicts to list: the score decides.
    if (fresh.length === 0 || !isWhole) return;
    for (const [a, b] of fresh.sort(([a, b], [c, d]) => b - d || a - c)) {
      const culprit = moved(b) ? b : a;
      if (moved(culprit)) drop(nameOf(culprit), 'conflict');
    }
  }
};
