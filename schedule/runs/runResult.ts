import { fromJson, JsonText } from '../storedAs.ts';
import { present } from '../../engine/present.ts';
import type { Run } from '../../db/runs/runs.ts';
import { StoreError } from '../../db/storeError.ts';
import type { PlanExplanation } from '../../engine/explain/explainPlan.ts';
import type { PlanReasons } from '../../engine/explain/planReasons.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Candidate } from '../../engine/metrics/candidates.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { notFound } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import { inSlices } from '../turns.ts';
import type { Scope } from '../types.ts';
import { type StoredPlan, storedPlan, toFoundPlan } from './foundPlan.ts';
import type { FrontierRecord } from './frontierRecords.ts';
import { carriedOf, incumbentOf, PARTS_AT_ONCE } from './incumbent.ts';
import { compiledRun } from './parameters.ts';
import { partsOfOperation } from '../plans/plannedMoves.ts';
import { findRun, isOpen } from './runAccess.ts';

export interface ResultQuery {
  /** Whether to compute `costs`, `reasons` and `reasonCount`; otherwise they are null. Default: true. */
  readonly explain?: boolean;
  /** Id of an operation: adds every resource as an alternative place for its first part. */
  readonly operation?: string | undefined;
}

export interface RunResult extends Pick<StoredPlan, 'score' | 'bound' | 'gap'> {
  readonly task: string;
  readonly assignments: JsonText;
  readonly moves: JsonText;
  /** Null if none was requested. */
  readonly frontier: readonly FrontierRecord[] | null;
  readonly terms: StoredPlan['terms'];
  /** These three are null if no explanation was requested, or if the history that the plan was made on is no longer stored. */
  readonly costs: PlanExplanation['costs'] | null;
  readonly reasons: PlanReasons['reasons'] | null;
  readonly reasonCount: number | null;
  readonly alternatives?: readonly Candidate[];
}

/** The plan that the task ended with, or the best so far while it runs, with an explanation. Throws 404 while there is none. */
export const runResult = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  id: string,
  { explain = true, operation }: ResultQuery = {},
): Promise<RunResult> => {
  const run = await findRun(deps, scope, planning, id, 'viewer');
  const found = run.hasResult ? await storedResult(deps, run) : await bestSoFar(deps, run);
  if (found === null) throw notFound('result of optimization task', id);
  const { plan, assignments, moves } = found;
  const { score, bound, gap, terms } = plan;
  const explanation = explain ? await explained(deps, run, plan) : null;
  return {
    task: run.id,
    score,
    bound,
    gap,
    assignments,
    moves,
    frontier: plan.frontier ?? null,
    terms,
    costs: explanation?.costs ?? null,
    reasons: explanation?.reasons ?? null,
    reasonCount: explanation?.reasonCount ?? null,
    ...(operation === undefined ? {} : { alternatives: await alternatives(deps, run, plan, operation) }),
  };
};

interface ResultPlan {
  readonly plan: StoredPlan;
  readonly assignments: JsonText;
  readonly moves: JsonText;
}

const storedResult = async (deps: Deps, run: Run): Promise<ResultPlan | null> => {
  const stored = await deps.runs.result(run.id);
  if (stored === null) return null;
  const { summary, assignments, moves } = stored;
  return {
    plan: fromJson<StoredPlan>(JSON.parse(summary)),
    assignments: new JsonText(assignments),
    moves: new JsonText(moves),
  };
};

/** The best plan that a running task has stored; at most a few seconds old. */
const bestSoFar = async (deps: Deps, run: Run): Promise<ResultPlan | null> => {
  const { planning, workspace, snapshotChange } = run;
  if (!isOpen(run) || snapshotChange === null || !run.hasIncumbent) return null;
  const state = await deps.store.state({ planning, workspace, change: snapshotChange });
  const instance = await compiledRun(deps, state, run);
  const placement = present(await incumbentOf(deps, instance, run));
  const found = await toFoundPlan(deps, { state, instance, placement, levels: null, bound: carriedOf(run).bound });
  const { assignments, moves } = found.outcome;
  return { plan: storedPlan(found), assignments: new JsonText(assignments), moves: new JsonText(moves) };
};

/** Computed in a worker thread on the first request. Cached for ended tasks, whose plan does not change. */
const explained = async (deps: Deps, run: Run, plan: StoredPlan): Promise<PlanExplanation | null> => {
  const key = `${run.id} ${run.finishedAt}`;
  const known = isOpen(run) ? undefined : deps.explanations.get(key);
  if (known !== undefined) return known;
  const made = await madeOn(deps, run, plan);
  if (made === null) return null;
  const { instance, placement, timezone } = made;
  const explanation = await deps.resolutions.explain({
    key: null,
    organization: run.planning.organization,
    instance,
    placement,
    timezone,
    optimal: plan.bound !== null && plan.bound >= plan.score.total,
  });
  if (!isOpen(run)) deps.explanations.set(key, explanation);
  return explanation;
};

const alternatives = async (
  deps: Deps,
  run: Run,
  plan: StoredPlan,
  operation: string,
): Promise<readonly Candidate[]> => {
  const made = await madeOn(deps, run, plan);
  const part = made === null ? undefined : partsOfOperation(made.instance, operation)[0];
  if (made === null || part === undefined) throw notFound('operation', operation);
  const { instance, placement } = made;
  const { organization } = run.planning;
  return deps.resolutions.analyze({
    key: null,
    organization,
    instance,
    placement,
    question: { of: 'candidates', part },
  });
};

interface Made {
  readonly instance: Instance;
  readonly placement: Placement;
  readonly timezone: string;
}

/** The instance that the plan was made on, and the plan on it; null if that history is no longer stored. */
const madeOn = async (deps: Deps, run: Run, plan: StoredPlan): Promise<Made | null> => {
  const { planning, workspace } = run;
  try {
    const state = await deps.store.state({ planning, workspace, change: plan.change ?? present(run.snapshotChange) });
    const instance = await compiledRun(deps, state, run);
    const placement = await inSlices(placing(instance, plan.places));
    return { instance, placement, timezone: state.record.fields.timezone };
  } catch (error) {
    if (error instanceof StoreError && (error.code === 'change_not_found' || error.code === 'workspace_not_found')) {
      return null;
    }
    throw error;
  }
};

/** The placement of the instance's document, with the task's moves applied. */
function* placing(instance: Instance, places: StoredPlan['places']): Generator<void, Placement> {
  const { names, operation, partIndex, partCount, placed } = instance;
  const indexOf = new Map(names.resources.map((id, index) => [id, index]));
  const moved = new Map<string, ReadonlyMap<number, string | null>>();
  for (const [id, parts] of places) {
    moved.set(id, new Map(parts));
    yield;
  }
  const placement = placed.slice();
  for (let part = 0; part < partCount; part++) {
    if (part % PARTS_AT_ONCE === 0) yield;
    const place = moved.get(names.operations[operation[part]])?.get(partIndex[part]);
    if (place !== undefined) placement[part] = place === null ? -1 : (indexOf.get(place) ?? -1);
  }
  return placement;
}
