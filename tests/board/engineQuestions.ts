import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { candidates } from '../../engine/metrics/candidates.ts';
import { findConflicts } from '../../engine/conflicts/findConflicts.ts';
import { Plan } from '../../engine/board/plan.ts';
import { planCosts } from '../../engine/explain/planCosts.ts';
import { Judge } from '../../web/judge/judge.ts';

/** Moves the part to the resource of its n-th arc; numbers are taken modulo the size of the lists. */
export interface Question {
  readonly part: number;
  readonly arc: number;
}

/** The same questions on a server and in a browser: deltas of consecutive moves, judgments of rows, and reasons. */
export const answersTo = async (instance: Instance, questions: readonly Question[]) => {
  const placement = placementOf(instance);
  // This search is rarely needed, so a page loads it on demand.
  const { planReasons } = await import('../../engine/explain/planReasons.ts');
  const plan = new Plan(instance, placement);
  const deltas = questions.map(({ part, arc }) => {
    const moved = part % instance.partCount;
    const first = instance.arcStart[moved];
    const count = instance.arcStart[moved + 1] - first;
    return count === 0 ? 0 : plan.move(moved, instance.arcResource[first + (arc % count)]);
  });
  const judge = new Judge(instance, plan.placement);
  const rows = Int32Array.from({ length: instance.resourceCount }, (_, row) => row);
  const judged = questions.slice(0, 20).map(({ part, arc }) => {
    const found = judge.judge({ parts: [part % instance.partCount], shiftSeconds: (arc % 7) * 300, rows });
    return { ...found, verdicts: [...found.verdicts], deltas: [...found.deltas] };
  });
  return {
    deltas,
    cost: plan.cost,
    judged,
    conflicts: findConflicts(instance, plan.placement).length,
    candidates: candidates(plan, questions[0].part % instance.partCount),
    costs: planCosts(instance, plan.placement),
    reasons: planReasons(instance, placement, {}),
  };
};
