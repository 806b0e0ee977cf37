import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { firstPlan } from '../insertion/firstPlan.ts';
import type { Run } from '../solver.ts';

/** With more arcs than this, one insertion must do: it takes long. */
const MOST_ARCS = 1_000_000;

/**
 * The best of two plans by insertion, reported as they come: from the run's initial plan, which is loaded in `plan`, and from
 * nothing, since after a disruption what stands may be in the way. Leaves the best one in `plan`.
 */
export const openingPlan = (plan: Plan, run: Run): { first: Solution; steps: number } => {
  const { instance } = plan;
  let first = run.initial;
  const take = (solution: Solution): void => {
    first = solution;
    run.report({ kind: 'incumbent', solution });
  };
  let steps = firstPlan(plan, run.stop);
  if (plan.cost < first.cost) take(plan.snapshot());
  const nothing = instance.pinned.map((pinned) => (pinned === NOT_PINNED ? -1 : pinned));
  const stands = run.initial.placement.some((place, part) => place >= 0 && nothing[part] < 0);
  if (stands && instance.maxReassignments < 0 && instance.arcResource.length <= MOST_ARCS && !run.stop()) {
    const afresh = new Plan(instance, nothing);
    steps += firstPlan(afresh, run.stop);
    if (afresh.cost < first.cost) take(afresh.snapshot());
  }
  plan.load(first.placement);
  return { first, steps };
};
