import { fromJson, toJson } from '../storedAs.ts';
import { present } from '../../engine/present.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Run } from '../../db/runs/runs.ts';
import type { WriteContext } from '../../db/versions/store.ts';
import { requireDraft } from '../access/readState.ts';
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
  /** FAILED: the plan could not be applied, and is kept. */
  readonly status: 'SUCCEEDED' | 'CANCELLED' | 'FAILED';
  readonly apply: boolean;
  readonly error?: string;
  /** Of moves that were given up before. */
  readonly skipped?: readonly Skipped[];
  readonly webhookId?: string;
}

/** Thrown when another worker holds the task, or it is over or gone: the result is discarded. */
export class Fenced extends Error {}

/**
 * Ends a run with what it found: the plan rechecked and applied as one changeset, and the task's row, in one transaction. Exactly one result
 * is applied, whoever else believes to hold the task.
 */
export const finishRun = async (deps: Ports, run: Run, found: FoundPlan, finish: Finish): Promise<Run> => {
  const { planned, levels, outcome: told } = found;
  const change = {
    before: toJson({ score: toScore(told.before) }),
    after: toJson(afterOf(found)),
    result: await storedText(found),
    finishedAt: deps.clock(),
    ...(finish.webhookId === undefined ? {} : { webhookId: finish.webhookId }),
    ...(finish.error === undefined ? {} : { error: finish.error }),
  };
  const guard = { from: LIVE, attempt: run.attempt };
  if (run.dryRun || !finish.apply) {
    const ended = await deps.runs.transition(run.id, guard, finish.status, change);
    if (ended === undefined) throw new Fenced(`Task ${run.id} is held by another worker, or over.`);
    return ended;
  }
  const fits = levels.total <= told.before.total;
  return applyPlan(deps, run, planned, fits, finish.skipped ?? [], async (context, outcome) => {
    if ((await deps.runs.lockForFinish(context.sql, run.id, run.attempt)) === undefined) {
      throw new Fenced(`Task ${run.id} is held by another worker, or over.`);
    }
    const ended = await deps.runs.transition(run.id, guard, finish.status, { ...change, ...outcome }, context.sql);
    if (ended === undefined) throw new Fenced(`Task ${run.id} ended meanwhile.`);
    return ended;
  });
};

/** Applies the plan of a task that has ended: a dry run, or one whose moves were skipped. One that stands already stays as it was applied. */
export const applyStored = async (deps: Ports, run: Run): Promise<Run> => {
  const { planning, workspace, snapshotChange } = run;
  const plan = fromJson<StoredPlan>(JSON.parse(present(await deps.runs.resultSummary(run.id))));
  const then = await deps.store.state({ planning, workspace, change: plan.change ?? present(snapshotChange) });
  return applyPlan(deps, run, await plannedOf(then, plan), false, [], async (context, outcome) => {
    const current = await deps.runs.get(run.id, context.sql);
    if (current !== undefined && current.changeset !== null && outcome.changeset === null) return current;
    const updated = await deps.runs.update(run.id, { from: [run.status] }, outcome, context.sql);
    if (updated === undefined) throw new Fenced(`Task ${run.id} is gone.`);
    return updated;
  });
};

interface Outcome {
  readonly changeset: string | null;
  readonly applied: Json;
}

/**
 * Computed outside the lock; under it, once more only when the planning moved on meanwhile. A plan that `fits` the state it was made on
 * (judged feasible there, and no worse) needs no recheck while the planning stands there still.
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
