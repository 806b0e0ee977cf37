import { fromJson, toJson } from '../storedAs.ts';
import { present } from '../../engine/present.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Run } from '../../db/runs/runs.ts';
import type { WriteContext } from '../../db/versions/store.ts';
import { requireDraft } from '../access/readState.ts';
import { ScheduleError } from '../errors.ts';
import { makeEdits } from '../changes/change.ts';
import { judgedNow } from '../plans/judgedNow.ts';
import { type Recheck, recheck, type Skipped } from '../plans/recheck.ts';
import { writeMoves } from '../plans/writeMoves.ts';
import type { Ports } from '../ports.ts';
import type { Json } from '../types.ts';
import { toScore } from '../../engine/objective/score.ts';
import { afterOf, type FoundPlan, plannedOf, type RunPlan, type StoredPlan, storedText } from './foundPlan.ts';
import { compiledRun } from './parameters.ts';
import { LIVE } from './runAccess.ts';

export interface Finish {
  /** FAILED means that the plan could not be applied; it is stored. */
  readonly status: 'SUCCEEDED' | 'CANCELLED' | 'FAILED';
  readonly apply: boolean;
  readonly error?: string;
  /** Moves that were dropped before the last solve. */
  readonly skipped?: readonly Skipped[];
  readonly webhookId?: string;
}

/** Thrown if another worker holds the task, or if it has ended or was deleted. The result is discarded. */
export class Fenced extends Error {}

/** Ends a run. If its workspace is no draft any more, so that the plan cannot be applied, the run fails, and the plan is kept with it. */
export const finishRun = async (deps: Ports, run: Run, found: FoundPlan, finish: Finish): Promise<Run> => {
  try {
    return await end(deps, run, found, finish);
  } catch (error) {
    if (!(error instanceof ScheduleError) || error.code !== 'workspace_not_draft') throw error;
    const detail = `${error.detail} The plan is stored as the result.`;
    return end(deps, run, found, { ...finish, status: 'FAILED', apply: false, error: detail });
  }
};

/**
 * Ends a run: rechecks the plan, applies it as one changeset, and updates the task's row in the same transaction. Exactly one result is applied, even
 * if several workers believe that they hold the task.
 */
const end = async (deps: Ports, run: Run, found: FoundPlan, finish: Finish): Promise<Run> => {
  const { planned, levels, outcome } = found;
  const change = {
    before: toJson({ score: toScore(outcome.before) }),
    after: toJson(afterOf(found)),
    result: await storedText(found),
    finishedAt: deps.clock(),
    ...(finish.webhookId === undefined ? {} : { webhookId: finish.webhookId }),
    ...(finish.error === undefined ? {} : { error: finish.error }),
  };
  const guard = { from: LIVE, attempt: run.attempt };
  if (run.dryRun || !finish.apply) {
    const ended = await deps.runs.transition(run.id, guard, finish.status, change);
    if (ended === undefined) throw new Fenced(`Task ${run.id} is held by another worker or has ended.`);
    return ended;
  }
  const fits = levels.total <= outcome.before.total;
  return applyPlan(deps, run, planned, fits, finish.skipped ?? [], async (context, applied) => {
    if ((await deps.runs.lockForFinish(context.sql, run.id, run.attempt)) === undefined) {
      throw new Fenced(`Task ${run.id} is held by another worker or has ended.`);
    }
    const ended = await deps.runs.transition(run.id, guard, finish.status, { ...change, ...applied }, context.sql);
    if (ended === undefined) throw new Fenced(`Task ${run.id} has ended meanwhile.`);
    return ended;
  });
};

/**
 * Applies the plan of an ended task: a dry run, or one whose moves were skipped. If everything is already in place, the task keeps the record of how
 * it was applied.
 */
export const applyStored = async (deps: Ports, run: Run): Promise<Run> => {
  const { planning, workspace, snapshotChange } = run;
  const plan = fromJson<StoredPlan>(JSON.parse(present(await deps.runs.resultSummary(run.id))));
  const then = await deps.store.state({ planning, workspace, change: plan.change ?? present(snapshotChange) });
  return applyPlan(deps, run, await plannedOf(then, plan), false, [], async (context, outcome) => {
    const current = await deps.runs.get(run.id, context.sql);
    if (current !== undefined && current.changeset !== null && outcome.changeset === null) return current;
    const updated = await deps.runs.update(run.id, { from: [run.status] }, outcome, context.sql);
    if (updated === undefined) throw new Fenced(`Task ${run.id} no longer exists.`);
    return updated;
  });
};

interface Outcome {
  readonly changeset: string | null;
  readonly applied: Json;
}

/**
 * Applies a plan. The recheck runs outside of the lock, and under it again only if the planning changed meanwhile. A plan that `fits` its state
 * (feasible and no worse there) needs no recheck while the planning is still at that state.
 */
const applyPlan = async (
  deps: Ports,
  run: Run,
  planned: RunPlan,
  fits: boolean,
  skippedBefore: readonly Skipped[],
  settle: (context: WriteContext, outcome: Outcome) => Promise<Run>,
): Promise<Run> => {
  const { planning, workspace } = run;
  const judge = async (state: PlanningState): Promise<Pick<Recheck, 'moves' | 'skipped'>> =>
    fits && state.change === planned.madeOn.change
      ? { moves: planned.moves, skipped: [] }
      : recheck(state, await compiledRun(deps, state, run), null, planned);
  const { state: head, judged: ahead } = await judgedNow(() => deps.store.state({ planning, workspace }), judge);
  const { result } = await deps.store.write<Run>(
    {
      planning,
      workspace,
      source: 'solver',
      author: run.createdBy,
      message: run.name ?? `Optimization by ${run.solver}`,
      details: { task: run.id },
    },
    async (state, context) => {
      if (workspace !== null) requireDraft(state, workspace);
      const { moves, skipped } = state.change === head.change ? ahead : await judge(state);
      const { edits } = await makeEdits(deps.ids, state, context, null, (made) =>
        writeMoves(made, {}, moves, run.solver),
      );
      const { writes } = edits;
      const reasons = new Map([...skippedBefore, ...skipped].map(({ operation, reason }) => [operation, reason]));
      for (const operation of moves.keys()) reasons.delete(operation);
      const untouched = [...state.all('operation')].filter(({ id }) => !moves.has(id) && !reasons.has(id));
      const result = await settle(context, {
        changeset: writes.length === 0 ? null : context.changeset,
        applied: {
          assigned: moves.size,
          unchanged: untouched.length,
          skipped: [...reasons].map(([operation, reason]) => ({ operation, reason })),
        },
      });
      return { writes, result };
    },
  );
  return result;
};
