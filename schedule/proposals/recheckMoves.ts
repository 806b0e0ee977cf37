import type { PlanningState } from '../../db/store/planningState.ts';
import { judge } from './judgeMoves.ts';
import { type Move, partIndexOf, partsOf } from './moves.ts';
import { judgeMoves } from './judgeMoves.ts';

export type SkipReason =
  | 'deleted'
  | 'fixed'
  | 'started'
  | 'blocker'
  | 'reassigned'
  | 'ineligible'
  | 'conflict'
  | 'score';

export interface SkippedMove {
  readonly operation: string;
  readonly reason: SkipReason;
}

export interface RecheckedMoves {
  readonly moves: readonly Move[];
  readonly skipped: readonly SkippedMove[];
}

/**
 * Which moves of a proposal may still be made. Dropped are operations that are gone, fixed, started or reassigned by others, and resources that
 * are gone or no longer eligible; then, to a fixed point, what would make a conflict that neither the proposal nor the present plan has.
 * What is left is all dropped when it would cost more than the proposal said it would. `deltaPromised` is in weight units.
 */
export const recheckMoves = (
  now: PlanningState,
  then: PlanningState,
  moves: readonly Move[],
  deltaPromised: number,
  referenceTime: string,
): RecheckedMoves => {
  const skipped: SkippedMove[] = [];
  let left = moves.filter((move) => {
    const reason = goneOrMoved(now, move);
    if (reason !== null) skipped.push({ operation: move.operation, reason });
    return reason === null;
  });
  const drop = (operations: ReadonlyMap<string, SkipReason>): void => {
    left = left.filter(({ operation }) => !operations.has(operation));
    for (const [operation, reason] of operations) skipped.push({ operation, reason });
  };
  if (left.length > 0) {
    const { obstacles } = judgeMoves(now, {}, left, referenceTime);
    drop(new Map(obstacles.map(({ operation, reason }) => [operation, reason])));
  }
  const before = judge(now, {}, [], referenceTime);
  const expected = new Set([...before.conflicts, ...plannedConflicts(then, moves, referenceTime)].map(({ id }) => id));
  while (left.length > 0) {
    const after = judge(now, {}, left, referenceTime);
    const { names, operation } = after.instance;
    const moved = new Set(left.map((move) => move.operation));
    const culprits = new Map<string, SkipReason>();
    for (const { id, a, b } of after.conflicts) {
      if (expected.has(id)) continue;
      const culprit = [b, a].map((part) => names.operations[operation[part]]).find((name) => moved.has(name));
      if (culprit !== undefined) culprits.set(culprit, 'conflict');
    }
    if (culprits.size > 0) {
      drop(culprits);
      continue;
    }
    const delta = after.levels.total - before.levels.total;
    if (delta > Math.max(0, Math.round(deltaPromised * 100))) drop(new Map([...moved].map((name) => [name, 'score'])));
    break;
  }
  return { moves: left, skipped };
};

const goneOrMoved = (
  now: PlanningState,
  { kind, operation, part, fromResource, toResource }: Move,
): SkipReason | null => {
  if (!now.has('operation', operation)) return 'deleted';
  if (toResource !== null && !now.has('resource', toResource)) return 'ineligible';
  if (kind === 'delay') return null;
  const parts = partsOf(now.assignmentOf(operation));
  const index = partIndexOf(parts, part);
  return index === undefined || (parts[index].resource ?? null) !== fromResource ? 'reassigned' : null;
};

/** What the proposal itself accepted, as far as the state of then still holds it. */
const plannedConflicts = (then: PlanningState, moves: readonly Move[], referenceTime: string) => {
  const known = moves.filter(
    ({ operation, toResource }) =>
      then.has('operation', operation) && (toResource === null || then.has('resource', toResource)),
  );
  return judge(then, {}, known, referenceTime).conflicts;
};
