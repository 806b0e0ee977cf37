import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { locate, notFound, visibleOrganizations } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { change } from '../changes/change.ts';
import { changesetRecord } from '../changesets/changesetRecords.ts';
import { ScheduleError } from '../errors.ts';
import { LOOKED_UP } from '../faults.ts';
import type { Deps } from '../deps.ts';
import type { PlannedMove } from '../plans/moves.ts';
import { refuseContradictory, refuseRepeatedPlaces } from '../plans/foldMoves.ts';
import { judgedNow } from '../plans/judgedNow.ts';
import { nothingLeft, type Skipped } from '../plans/recheck.ts';
import { recheckMoves } from '../plans/recheckMoves.ts';
import { writeMoves } from '../plans/writeMoves.ts';
import { below, item, Problems } from '../problems.ts';
import { spokenName } from '../records/operationRecord.ts';
import type { ChangesetRecord } from '../records/records.ts';
import type { Scope, VirtualState } from '../types.ts';

export interface StrategyInput {
  readonly moves: readonly PlannedMove[];
  /** The virtual state that the strategy is based on. Its assignments are written with the moves; its times are only used to judge them. */
  readonly virtualState?: VirtualState | undefined;
}

export interface AppliedStrategy extends ChangesetRecord {
  /** Moves that could no longer be made. */
  readonly skipped: readonly Skipped[];
}

/**
 * Applies the moves of a strategy as one changeset, on the mainline or in the selected workspace. They are rechecked before the lock is taken, and
 * again under it if the planning changed. Throws 400 for ids that the planning never contained, and `no_plan` if no move is left.
 */
export const applyStrategy = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  input: StrategyInput,
): Promise<AppliedStrategy> => {
  const { virtualState = {} } = input;
  const { moves } = input;
  const ref = await locate(deps, scope, 'operation', operation, 'planner');
  const first = await readState(deps, scope, ref);
  if (!first.has('operation', operation)) throw notFound('operation', operation);
  await requireValid(deps, scope, ref, first, input);
  const judge = (state: PlanningState) =>
    recheckMoves(deps, state, virtualState, moves, { madeOn: null, conflicts: 'unknown', allowance: 0 });
  const { state: now, judged: early } = await judgedNow(() => readState(deps, scope, ref), judge);
  const message = scope.message ?? `Resolve the conflicts of ${spokenName(first, operation)}`;
  const { result } = await change(
    deps,
    { ...scope, message },
    ref,
    async (edits, context) => {
      const { moves: left, skipped } = edits.state.change === now.change ? early : await judge(edits.state);
      if (left.size === 0) throw nothingLeft('the strategy', skipped);
      writeMoves(edits, virtualState, left, scope.actor.user);
      return { changeset: context.changeset, skipped };
    },
    { source: 'resolution' },
  );
  const written = await deps.store.changeset(ref, result.changeset);
  if (written === undefined) throw new ScheduleError('no_plan', 'Everything is already where the moves put it.');
  return { ...changesetRecord(await deps.store.state({ planning: ref }), written), skipped: result.skipped };
};

/** Throws 400 for incomplete, contradictory and repeated moves, and for ids that were never in this planning. Moves of deleted entities are dropped later. */
const requireValid = async (
  { store }: Pick<Deps, 'store'>,
  scope: Scope,
  planning: PlanningRef,
  state: PlanningState,
  { moves, virtualState = {} }: StrategyInput,
): Promise<void> => {
  const problems = new Problems();
  const known = new Map<string, boolean>();
  const isKnown = async (kind: 'operation' | 'resource', id: string): Promise<boolean> => {
    if (state.has(kind, id)) return true;
    const key = `${kind} ${id}`;
    if (!known.has(key) && known.size < LOOKED_UP) {
      const located = await store.locate(visibleOrganizations(scope), kind, id);
      known.set(key, located.found === 'one' && located.planning.key === planning.key);
    }
    return known.get(key) ?? false;
  };
  for (const [i, { kind, operation, toResource, delaySeconds }] of moves.entries()) {
    const path = item('moves', i);
    if (!(await isKnown('operation', operation))) {
      problems.missingReference(below(path, 'operation'), 'operation', operation);
    }
    if (kind === 'delay') {
      if ((delaySeconds ?? 0) <= 0) problems.required(below(path, 'delaySeconds'));
    } else if (kind !== 'unassign') {
      if (toResource == null) problems.required(below(path, 'toResource'));
      else if (!(await isKnown('resource', toResource))) {
        problems.missingReference(below(path, 'toResource'), 'resource', toResource);
      }
    }
  }
  refuseContradictory(problems, state, virtualState, moves);
  refuseRepeatedPlaces(problems, state, virtualState, moves);
  problems.check();
};
