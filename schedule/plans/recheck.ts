import { present } from '../../engine/present.ts';
import type { AssignmentPart } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { Plan } from '../../engine/board/plan.ts';
import { MOST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import { conflictId } from '../../engine/conflicts/findConflicts.ts';
import { type Instance, PartFlag, NOT_PINNED } from '../../engine/instance/instance.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import { ScheduleError } from '../errors.ts';
import { inSlices } from '../turns.ts';
import { dropWorsening } from './dropWorsening.ts';
import { type OperationMoves, partsByOperation, type PartsByOperation, type PlannedMoves } from './plannedMoves.ts';
import { Trial, type TrialMoves } from './trial.ts';

/** Why something planned is not done any more. */
export type SkipReason =
  | 'deleted'
  | 'fixed'
  | 'started'
  | 'blocker'
  | 'reassigned'
  | 'ineligible'
  | 'conflict'
  | 'score';

export interface Skipped {
  readonly operation: string;
  readonly reason: SkipReason;
}

const WHY: Readonly<Record<SkipReason, string>> = {
  deleted: 'is gone',
  fixed: 'is fixed',
  started: 'has arrived',
  blocker: 'only blocks its resource',
  reassigned: 'was moved by somebody else',
  ineligible: 'may not go there',
  conflict: 'would be in conflict there',
  score: 'would cost more than it saves',
};

/** The error of a plan of which nothing may be done any more. `what`: "the strategy", "the proposal". */
export const nothingLeft = (what: string, skipped: readonly Skipped[]): ScheduleError => {
  if (skipped.length === 0) return new ScheduleError('no_plan', `Everything is where ${what} puts it already.`);
  const why = skipped.slice(0, 5).map(({ operation, reason }) => `operation ${operation} ${WHY[reason]}`);
  return new ScheduleError('no_plan', `Nothing of ${what} can be done any more: ${why.join('; ')}. Ask again.`);
};

/** What runs, strategies and proposals want done. */
export interface Planned {
  readonly moves: PlannedMoves;
  /** What it was made on, where that is known; else `from` alone says where things were. */
  readonly madeOn: PlanningState | null;
  /**
   * Ids of the conflicts that the plan itself has. Where they are not known, it stands as a whole when it leaves fewer than there were;
   * where there are too many (over 10 000) to be looked at one by one, the score alone decides.
   */
  readonly conflicts: ReadonlySet<string> | 'unknown' | 'too many';
  /** So much it may cost more than doing nothing, in hundredths: what whoever applies it has seen and agreed to. */
  readonly allowance: number;
}

export interface Recheck {
  /** What still fits: a part of what was planned. */
  readonly moves: PlannedMoves;
  readonly skipped: readonly Skipped[];
  /** Cost now and after, in hundredths; after ≤ before + allowance, unless the plan stands as a whole for the conflicts it leaves out. */
  readonly before: number;
  readonly after: number;
  /** The plan after, on the instance of now. */
  readonly placement: Int32Array;
}

/**
 * Which of a plan's moves may still be made on a later state, and have not been made yet. Dropped are operations that are deleted, fixed,
 * started, blocking or reassigned by others, and places that are not eligible; then, to a fixed point, what would make a conflict that the
 * plan did not have; then whatever it takes to cost no more than was agreed to; of a crowd that alone. A time that moved drops nothing by itself.
 * `instance` is the state of now, under the virtual state that the plan stands on; `delayed` the same with all its delays, null without any.
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
    if (isDone(now, operation, planned)) continue;
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
  if (conflicts !== 'unknown' || skipped.length > 0 || !fewer()) {
    dropNew();
    yield;
    dropWorsening(trial, before + allowance, accepted, (operation) => drop(operation, 'score'));
    // What came back may be in the way of what stayed.
    dropNew();
  }
  if (trial.cost > before + allowance) for (const operation of accepted.keys()) drop(operation, 'score');
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
    return was !== undefined && was !== (placed[part] < 0 ? null : names.resources[placed[part]]);
  };
  if (places.size > 0) {
    if (madeOn !== null && placesOf(now, operation) !== placesOf(madeOn, operation)) return 'reassigned';
    if (madeOn === null && parts.some(isElsewhere)) return 'reassigned';
  }
  for (const part of parts) {
    const reason = immovable(instance, part, places.size === 0);
    if (reason !== null) return reason;
  }
  return null;
};

/** Why the part may not be moved (delayed), or null: what is fixed or has started may still be delayed, what only blocks may not. */
export const immovable = (
  { flags, pinned }: Instance,
  part: number,
  isDelay: boolean,
): 'blocker' | 'fixed' | 'started' | null => {
  const has = (flag: number): boolean => (flags[part] & flag) !== 0;
  if (has(PartFlag.blocker)) return 'blocker';
  if (isDelay || pinned[part] === NOT_PINNED) return null;
  return has(PartFlag.fixed | PartFlag.frozen) ? 'fixed' : 'started';
};

const partsIn = (state: PlanningState, operation: string): readonly AssignmentPart[] =>
  state.assignmentOf(operation)?.fields.parts ?? [];

/** Where an operation stands and when, to compare: an assignment that came back is the same place. */
const placesOf = (state: PlanningState, operation: string): string =>
  JSON.stringify(
    partsIn(state, operation).map(({ resource, startAt, endAt, isFixed }) => [resource, startAt, endAt, isFixed]),
  );

/** Everything is where it was to go; with a delay that is not known. */
const isDone = (now: PlanningState, operation: string, { places, delaySeconds }: OperationMoves): boolean => {
  const parts = partsIn(now, operation);
  return (
    delaySeconds === 0 &&
    now.has('operation', operation) &&
    [...places].every(([part, resource]) => (parts[part]?.resource ?? null) === resource) &&
    (parts.length === 0 || parts.length >= places.size)
  );
};

/** What is planned for an operation, on the instance; a reason where a place is not eligible. */
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

/** Ids; null where there are more than 10 000. */
const conflictsOf = (plan: Plan): ReadonlySet<string> | null => {
  const ids = new Set<string>();
  const isWhole = plan.visitAllConflicts((kind, a, b) => {
    ids.add(conflictId(plan.instance, kind, a, b));
    return ids.size <= MOST_CONFLICTS;
  });
  return isWhole ? ids : null;
};

/** Each round drops one operation of every new conflict; putting it back may make the next, so it ends at the latest with none left. */
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
    // Moves that pile up on one place are judged by the score.
    if (fresh.length === 0 || !isWhole) return;
    for (const [a, b] of fresh.sort(([a, b], [c, d]) => b - d || a - c)) {
      const culprit = moved(b) ? b : a;
      if (moved(culprit)) drop(nameOf(culprit), 'conflict');
    }
  }
};
