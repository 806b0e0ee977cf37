import { fromJson } from '../storedAs.ts';
import { present } from '../../engine/present.ts';
import type { Run } from '../../db/runs/runs.ts';
import { StoreError } from '../../db/storeError.ts';
import type { PlanExplanation } from '../../engine/explain/explainPlan.ts';
import type { PlanReasons } from '../../engine/explain/planReasons.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { DocumentAssignment } from '../../engine/instance/planningDocument.ts';
import { type Candidate, candidates } from '../../engine/metrics/candidates.ts';
import { Plan } from '../../engine/board/plan.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { notFound } from '../access/authorize.ts';
import type { Deps } from '../deps.ts';
import type { Json, Scope } from '../types.ts';
import { afterOf, type FrontierRecord, planOf, type StoredPlan, storedPlan, toPlanned } from './foundPlan.ts';
import { carriedOf, incumbentOf } from './incumbent.ts';
import { compiledRun } from './parameters.ts';
import { partsByOperation } from '../plans/plannedMoves.ts';
import { findRun, isOpen } from './runAccess.ts';

export interface ResultQuery {
  /** Without it, `costs`, `reasons` and `reasonCount` are null. Default true. */
  readonly explain?: boolean;
  /** Adds every resource as a place for this operation in the plan (its first part). */
  readonly operation?: string | undefined;
}

export interface RunResult extends Pick<StoredPlan, 'score' | 'bound' | 'gap'> {
  readonly task: string;
  readonly assignments: Json;
  readonly moves: Json;
  /** Null when none was asked for. */
  readonly frontier: readonly FrontierRecord[] | null;
  readonly terms: StoredPlan['terms'];
  /** Null, as the next two, when it was not asked for, or the history that the plan was made on is gone. */
  readonly costs: PlanExplanation['costs'] | null;
  readonly reasons: PlanReasons['reasons'] | null;
  readonly reasonCount: number | null;
  readonly alternatives?: readonly Candidate[];
}

/** The plan that the task ended with, or the best so far while it runs, and why it is so; 404 while there is none. */
export const runResult = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  id: string,
  { explain = true, operation }: ResultQuery = {},
): Promise<RunResult> => {
  const run = await findRun(deps, scope, planning, id, 'viewer');
  const plan = planOf(run) ?? (await bestSoFar(deps, run));
  if (plan === null) throw notFound('result of optimization task', id);
  const { score, bound, gap, assignments, moves, terms } = plan;
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

/** The best plan that a running task has told of; at most some seconds old. */
const bestSoFar = async (deps: Deps, run: Run): Promise<StoredPlan | null> => {
  const { planning, workspace, snapshotChange } = run;
  if (!isOpen(run) || snapshotChange === null || run.incumbent === null) return null;
  const state = await deps.store.state({ planning, workspace, change: snapshotChange });
  const instance = await compiledRun(deps, state, run);
  const placement = present(incumbentOf(instance, run));
  const levels = evaluate(instance, placement);
  const found = { state, instance, placement, levels, bound: carriedOf(run).bound };
  return storedPlan(found, toPlanned(found), afterOf(found));
};

/** Worked out when first asked for, on a thread; the plan of a task that has ended does not change. */
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
  const part = made === null ? undefined : partsByOperation(made.instance).get(operation)?.[0];
  if (made === null || part === undefined) throw notFound('operation', operation);
  return candidates(new Plan(made.instance, made.placement), part);
};

interface Made {
  readonly instance: Instance;
  readonly placement: Placement;
  readonly timezone: string;
}

/** What the plan was made on, and the plan on it; null when that is kept no longer. */
const madeOn = async (deps: Deps, run: Run, plan: StoredPlan): Promise<Made | null> => {
  const { planning, workspace } = run;
  try {
    const state = await deps.store.state({ planning, workspace, change: plan.change ?? present(run.snapshotChange) });
    const instance = await compiledRun(deps, state, run);
    const placement = placementIn(instance, fromJson<readonly DocumentAssignment[]>(plan.assignments));
    return { instance, placement, timezone: state.record.fields.timezone };
  } catch (error) {
    if (error instanceof StoreError && (error.code === 'change_not_found' || error.code === 'workspace_not_found')) {
      return null;
    }
    throw error;
  }
};

const placementIn = (
  { names, operation, partIndex, partCount }: Instance,
  assignments: readonly DocumentAssignment[],
): Placement => {
  const indexOf = new Map(names.resources.map((id, index) => [id, index]));
  const assignmentOf = new Map(assignments.map((assignment) => [assignment.operation, assignment]));
  return Int32Array.from({ length: partCount }, (_, part) => {
    const assignment = assignmentOf.get(names.operations[operation[part]]);
    const resource =
      assignment?.parts === undefined ? assignment?.resource : assignment.parts[partIndex[part]]?.resource;
    return resource == null ? -1 : (indexOf.get(resource) ?? -1);
  });
};
