import { Plan } from '../../engine/board/plan.ts';
import type { Solver } from '../solver.ts';
import { firstPlan } from '../insertion/firstPlan.ts';

/** Source: insertion by regret, Potvin, Rousseau, EJOR 66 (1993). */
export const greedy: Solver = {
  id: 'greedy',
  name: 'Greedy',
  description:
    'Keeps every assignment without a conflict and inserts the other operations by regret. It returns a complete plan at once and proves no bound.',
  provesBound: false,
  usesThreads: false,
  parameters: {},
  supports: () => null,
  solve(instance, run) {
    const plan = new Plan(instance, run.initial.placement);
    run.step(firstPlan(plan, run.stop));
    const solution = plan.cost < run.initial.cost ? plan.snapshot() : run.initial;
    run.report({ kind: 'incumbent', solution });
    return { solution, bound: null, status: 'feasible' };
  },
};
