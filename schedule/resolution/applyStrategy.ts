import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { locate, notFound, visibleOrganizations } from '../access/authorize.ts';
import { readState } from '../access/readState.ts';
import { change } from '../changes/change.ts';
import { changesetRecord } from '../changesets/changesetRecords.ts';
import { ScheduleError } from '../errors.ts';
import type { Deps } from '../deps.ts';
import type { PlannedMove } from '../plans/moves.ts';
import { judgedNow } from '../plans/judgedNow.ts';
import { nothingLeft, type Skipped } from '../plans/recheck.ts';
import { recheckMoves } from '../plans/recheckMoves.ts';
import { writeMoves } from '../plans/writeMoves.ts';
import { below, InvalidInput, item, Problems } from '../problems.ts';
import type { ChangesetRecord } from '../records/records.ts';
import type { Scope, VirtualState } from '../types.ts';

export interface StrategyInput {
  readonly moves: readonly PlannedMove[];
  /** What the strategy was made over: its assignments are written with the moves, its times only judge them. */
  readonly virtualState?: VirtualState | undefined;
}

export interface AppliedStrategy extends ChangesetRecord {
  /** Moves that could not be made any more. */
  readonly skipped: readonly Skipped[];
}

/**
 * The moves of a strategy as one changeset, on the mainline or in the selected workspace: rechecked before the lock, verified under it. Throws
 * 400 for what no planning of the caller holds, and `no_plan` when nothing is left to do.
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
  await requireKnown(deps, scope, ref, first, moves);
  const judge = (state: PlanningState) =>
    recheckMoves(deps, state, virtualState, moves, { madeOn: null, conflicts: 'unknown', allowance: 0 });
  const { state: now, judged: early } = await judgedNow(() => readState(deps, scope, ref), judge);
  const message = scope.message ?? `Resolve the conflicts of operation ${operation}`;
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
  if (written === undefined) throw new ScheduleError('no_plan', 'Everything is where the moves put it already.');
  return { ...changesetRecord(await deps.store.state({ planning: ref }), written), skipped: result.skipped };
};

/** 400 for moves that say too little, and for ids that were never in this planning; what was deleted is dropped later. */
const requireKnown = async (
  { store }: Pick<Deps, 'store'>,
  scope: Scope,
  planning: PlanningRef,
  state: PlanningState,
  moves: readonly PlannedMove[],
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
  if (problems.any) throw new InvalidInput(problems);
};

/** Moves with thousands of bad references do not cost thousands of queries. */
const LOOKED_UP = 20;
