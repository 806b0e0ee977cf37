import type { PlanningState } from '../../db/store/planningState.ts';
import { conflictPage, MOST_CONFLICTS } from '../../engine/conflicts/conflictPage.ts';
import type { Conflict } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { type Instance, PartFlag } from '../../engine/instance/instance.ts';
import { tally } from '../../engine/objective/tally.ts';
import { findArc } from '../../engine/objective/terms/arc.ts';
import type { Deps } from '../deps.ts';
import { partIndexOf, type PlannedMove } from '../proposals/moves.ts';
import type { SkippedMove, SkipReason } from '../proposals/recheckMoves.ts';
import { partsByOperation } from '../runs/plan.ts';
import type { VirtualState } from '../types.ts';
import { foldMoves, virtualParts } from './foldMoves.ts';
import { overlaid } from './overlay.ts';

export interface RecheckedStrategy {
  readonly moves: readonly PlannedMove[];
  readonly skipped: readonly SkippedMove[];
}

type RecheckDeps = Pick<Deps, 'clock' | 'instances'>;

interface Plan {
  /** The first 10 000 of them. */
  readonly conflicts: readonly Conflict[];
  readonly total: number;
  /** Hundredths, minutes of delay that the moves add included. */
  readonly cost: number;
}

/**
 * Which moves of a strategy may still be made under its virtual state. Dropped are operations that are gone, fixed, started or reassigned by
 * others, and resources that are gone or not eligible. What is left stands as a whole when it leaves fewer conflicts; else, to a fixed point,
 * what would make a conflict is dropped, and all of it when the score would be worse than without; of a crowd (more than 10 000 conflicts) the
 * score alone decides.
 */
export const recheckStrategy = (
  deps: RecheckDeps,
  state: PlanningState,
  virtualState: VirtualState,
  moves: readonly PlannedMove[],
): RecheckedStrategy => {
  const instance = overlaid(deps, state, virtualState);
  const before = planOf(instance, []);
  const skipped: SkippedMove[] = [];
  const drop = (reasons: ReadonlyMap<string, SkipReason>): void => {
    for (const [operation, reason] of reasons) skipped.push({ operation, reason });
    left = left.filter(({ operation }) => !reasons.has(operation));
  };
  let left = moves;
  const obstacleTo = obstacles(state, virtualState, instance);
  drop(
    new Map(
      moves.flatMap((move): [string, SkipReason][] => {
        const reason = obstacleTo(move);
        return reason === null ? [] : [[move.operation, reason]];
      }),
    ),
  );
  const known = new Set(before.conflicts.map(({ id }) => id));
  while (left.length > 0) {
    const folded = overlaid(deps, state, foldMoves(state, virtualState, left));
    const after = planOf(folded, left);
    const isCrowd = before.total > MOST_CONFLICTS;
    const isWhole = isCrowd || (skipped.length === 0 && after.total < before.total);
    const culprits = isWhole ? new Map<string, SkipReason>() : conflicting(folded, after.conflicts, known, left);
    if (culprits.size === 0) {
      if (after.cost <= before.cost) break;
      for (const { operation } of left) culprits.set(operation, 'score');
    }
    drop(culprits);
  }
  return { moves: left, skipped };
};

const planOf = (instance: Instance, moves: readonly PlannedMove[]): Plan => {
  const placement = placementOf(instance);
  const delaySeconds = moves.reduce((sum, { kind, delaySeconds: one }) => sum + (kind === 'delay' ? (one ?? 0) : 0), 0);
  const delay = Math.round((delaySeconds / 60) * instance.delayCost);
  const page = { offset: 0, limit: MOST_CONFLICTS, window: null };
  return { ...conflictPage(instance, placement, page), cost: tally(instance, placement).total + delay };
};

/** Of each conflict that is new, one operation that was moved into it. */
const conflicting = (
  { names, operation }: Instance,
  conflicts: readonly Conflict[],
  known: ReadonlySet<string>,
  moves: readonly PlannedMove[],
): Map<string, SkipReason> => {
  const moved = new Set(moves.map((move) => move.operation));
  const culprits = new Map<string, SkipReason>();
  for (const { id, a, b } of conflicts) {
    if (known.has(id)) continue;
    const culprit = [b, a].map((part) => names.operations[operation[part]]).find((name) => moved.has(name));
    if (culprit !== undefined) culprits.set(culprit, 'conflict');
  }
  return culprits;
};

/** Why a move may not be made, or null. */
const obstacles = (state: PlanningState, virtualState: VirtualState, instance: Instance) => {
  const partsOf = partsByOperation(instance);
  const indexOf = new Map(instance.names.resources.map((id, index) => [id, index]));
  const { flags, pinned, partIndex } = instance;
  return ({ kind, operation, part, fromResource, toResource }: PlannedMove): SkipReason | null => {
    if (!state.has('operation', operation)) return 'deleted';
    const parts = virtualParts(state, virtualState, operation);
    const index = partIndexOf(parts, part);
    if (index === undefined) return 'reassigned';
    const all = part == null && kind !== 'delay';
    const own = (partsOf.get(operation) ?? []).filter((one) => all || partIndex[one] === index);
    // Delays name the place that the operation has after the other moves.
    const from = parts[index].resource ?? null;
    if (kind !== 'delay' && fromResource !== undefined && fromResource !== from) return 'reassigned';
    for (const one of own) {
      const has = (flag: number): boolean => (flags[one] & flag) !== 0;
      if (has(PartFlag.blocker)) return 'blocker';
      if (has(PartFlag.started)) return 'started';
      if (pinned[one] !== -2) return 'fixed';
      if (kind === 'delay' || kind === 'unassign') continue;
      const to = indexOf.get(toResource ?? '');
      if (to === undefined || findArc(instance, one, to) < 0) return 'ineligible';
    }
    return null;
  };
};
