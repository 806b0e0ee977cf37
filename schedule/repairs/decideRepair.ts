import type { Repair } from '../../db/runs/repairs.ts';
import { makeEdits } from '../changes/change.ts';
import type { Deps } from '../deps.ts';
import { ScheduleError } from '../errors.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { judgedNow } from '../plans/judgedNow.ts';
import type { ScoreChange } from '../plans/judgeMoves.ts';
import type { Move } from '../plans/moves.ts';
import { plannedMoves } from '../plans/plannedMoves.ts';
import { recheckMoves } from '../plans/recheckMoves.ts';
import { writeMoves } from '../plans/writeMoves.ts';
import { fromJson } from '../storedAs.ts';
import type { Scope } from '../types.ts';
import { findRepair } from './findRepair.ts';
import { planningTime } from './planningTime.ts';
import { mayApply, policyOf } from './policy.ts';
import { type RepairRecord, repairRecord } from './repairRecord.ts';

const PLAN_MOVED = 'The plan has changed, so its moves are no longer possible.';

/**
 * Writes a repair as one changeset. Applying it again returns the same record. If one of its moves can no longer be made, it goes stale as a whole.
 * Throws 404 if it is unknown, and `repair_closed` if it is stale, refused or withdrawn.
 */
export const applyRepair = async (deps: Deps, scope: Scope, id: string): Promise<RepairRecord> => {
  const repair = await findRepair(deps, scope, id, 'planner');
  if (repair.state === 'applied') return repairRecord(repair);
  if (repair.state !== 'open') throw closed(repair);
  if ((await writeRepair(deps, repair, scope.actor.user)) === 'stale') {
    await deps.repairs.decide(id, { state: 'stale', reason: PLAN_MOVED, by: null, at: deps.clock() });
    await deps.repairs.wake(repair.planning);
  }
  const decided = await findRepair(deps, scope, id, 'planner');
  if (decided.state !== 'applied') throw closed(decided);
  return repairRecord(decided);
};

/** An automatic write, made only while the policy allows it. `holdsAt` is the change at which the engine found the moves possible. */
export interface Automatic {
  readonly holdsAt: number;
}

/**
 * Writes an open repair in a user's name, unless another node has decided on it meanwhile. Returns the number of the change; `stale` if a
 * move can no longer be made; `stopped` if somebody else decided, or if the policy no longer lets it be written automatically.
 */
export const writeRepair = async (
  deps: Deps,
  repair: Repair,
  author: string,
  automatic?: Automatic,
): Promise<number | 'stopped' | 'stale'> => {
  const { id, planning: ref } = repair;
  const moves = fromJson<readonly Move[]>(repair.moves);
  const { delta } = fromJson<ScoreChange>(repair.score);
  const agreed = { madeOn: null, conflicts: new Set<string>(), allowance: Math.max(0, Math.round(100 * delta)) };
  const judge = async (state: PlanningState) => {
    if (state.change === automatic?.holdsAt) return { moves: plannedMoves(state, {}, moves).planned, skipped: [] };
    return recheckMoves(deps, state, {}, moves, agreed);
  };
  const { state: now, judged: early } = await judgedNow(() => deps.store.state({ planning: ref }), judge);
  const target = {
    planning: ref,
    workspace: null,
    source: 'repair' as const,
    author,
    message: repair.explanation,
    details: { repair: id },
  };
  const { result } = await deps.store.write<number | 'stopped' | 'stale'>(target, async (state, context) => {
    const nothing = (result: 'stopped' | 'stale') => ({ writes: [], result });
    const locked = await deps.repairs.lock(context.sql, id);
    if (locked?.state !== 'open' || (automatic !== undefined && !mayApply(policyOf(state)))) return nothing('stopped');
    const { moves: left, skipped } = state.change === now.change ? early : await judge(state);
    if (skipped.length > 0 || left.size === 0) return nothing('stale');
    const { edits } = await makeEdits(deps.ids, state, context, null, (made) => writeMoves(made, {}, left, author));
    const at = deps.clock();
    const decision = { state: 'applied', reason: null, by: author, at, changeset: context.changeset } as const;
    const details = { at: planningTime(state, at) };
    await deps.repairs.decide(id, { ...decision, details }, context.sql);
    return { writes: edits.writes, result: context.change };
  });
  return result;
};

/** Refuses a repair; the reason is kept with it. The same moves are not proposed again while the conflict stands. */
export const refuseRepair = async (
  deps: Deps,
  scope: Scope,
  id: string,
  { reason }: { readonly reason?: string | null | undefined },
): Promise<RepairRecord> => {
  const repair = await findRepair(deps, scope, id, 'planner');
  const decision = { state: 'refused', reason: reason ?? null, by: scope.actor.user, at: deps.clock() } as const;
  const isDecided = repair.state === 'open' && (await deps.repairs.decide(id, decision));
  const after = await findRepair(deps, scope, id, 'planner');
  if (after.state !== 'refused') throw closed(after);
  if (isDecided) await deps.repairs.wake(repair.planning);
  return repairRecord(after);
};

const closed = ({ state, reason }: Pick<Repair, 'state' | 'reason'>): ScheduleError =>
  new ScheduleError('repair_closed', `This repair is ${state}${reason === null ? '.' : `: ${reason}`}`);
