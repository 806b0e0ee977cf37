import type { PlanningState } from '../../db/versions/planningState.ts';
import type { SkipReason } from '../../engine/skipReasons.ts';
import type { Deps } from '../deps.ts';
import type { VirtualState } from '../types.ts';
import { foldMoves } from './foldMoves.ts';
import type { PlannedMove } from './moves.ts';
import { overlaidAside, type OverlayDeps } from './overlaid.ts';
import { plannedMoves } from './plannedMoves.ts';
import { type Planned, type Recheck, recheck, type Skipped } from './recheck.ts';

/** Like `recheck`, for a list of moves that is based on a virtual state. */
export const recheckMoves = async (
  deps: OverlayDeps & Pick<Deps, 'resolutions'>,
  state: PlanningState,
  virtualState: VirtualState,
  moves: readonly PlannedMove[],
  { madeOn, conflicts, allowance }: Omit<Planned, 'moves'>,
): Promise<Pick<Recheck, 'moves' | 'skipped'>> => {
  const known = moves.filter(({ operation }) => state.has('operation', operation));
  const { planned, unknown } = plannedMoves(state, virtualState, known);
  const skipped: Skipped[] = [];
  const skip = (operations: Iterable<string>, reason: SkipReason): void => {
    for (const operation of new Set(operations)) skipped.push({ operation, reason });
  };
  skip(
    moves.flatMap(({ operation }) => (state.has('operation', operation) ? [] : [operation])),
    'deleted',
  );
  skip(unknown, 'reassigned');
  const instance = await overlaidAside(deps, state, virtualState);
  const delays = known.filter(({ kind, operation }) => kind === 'delay' && planned.has(operation));
  const delayed = delays.length === 0 ? null : await overlaidAside(deps, state, foldMoves(state, virtualState, delays));
  const isPartial = skipped.length > 0 && conflicts === 'unknown';
  const expected = isPartial ? new Set<string>() : conflicts;
  const checked = await recheck(state, instance, delayed, { moves: planned, madeOn, conflicts: expected, allowance });
  return { moves: checked.moves, skipped: [...skipped, ...checked.skipped] };
};
