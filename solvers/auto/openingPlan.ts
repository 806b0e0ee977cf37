import { pinnedPlacement } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { firstPlan } from '../insertion/firstPlan.ts';
import { insertByChains } from '../insertion/insertByChains.ts';
import { INSERTIONS_A_STEP } from '../insertion/insertByRegret.ts';
import type { Run } from '../solver.ts';

/** With more arcs than this, only one plan is built, because an insertion takes long. */
const MOST_ARCS = 1_000_000;
/** Where the change of a planning leaves a larger share of its parts without a place than this, chains that begin with each of them take too long. */
const FEW_MISSING = 0.01;

/**
 * Returns the better of two plans by insertion and reports each: one starts from the run's initial plan, which is loaded in `plan`, the
 * other from an empty plan, because after a disruption the assignments that remain may be in the way. A run that has
 * a kept search builds only the first, and so does one where better plans come soon anyway. Leaves the better one in `plan`.
 */
export const openingPlan = (plan: Plan, run: Run, isSoon = false): Solution => {
  const { instance } = plan;
  let first = run.initial;
  const take = (solution: Solution): void => {
    first = solution;
    run.report({ kind: 'incumbent', solution });
  };
  let steps = firstPlan(plan, run.stop);
  if (run.kept) steps += insertByChains(plan, run.kept.prices, run.stop, FEW_MISSING * instance.partCount);
  if (plan.cost < first.cost) take(plan.snapshot());
  const nothing = pinnedPlacement(instance);
  const stands = run.initial.placement.some((place, part) => place >= 0 && nothing[part] < 0);
  if (
    !isSoon &&
    stands &&
    !run.kept &&
    instance.maxReassignments < 0 &&
    instance.arcResource.length <= MOST_ARCS &&
    !run.stop()
  ) {
    const afresh = new Plan(instance, nothing);
    steps += firstPlan(afresh, run.stop);
    if (afresh.cost < first.cost) take(afresh.snapshot());
  }
  plan.load(first.placement);
  run.step(Math.ceil(steps / INSERTIONS_A_STEP));
  return first;
};
