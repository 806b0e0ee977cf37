import { createMoves } from '../../engine/moves/moves.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Solver } from '../solver.ts';
import { annealing, temperatures } from '../moveSearch/annealing.ts';
import { search } from '../moveSearch/search.ts';
import { startingPlan } from './startingPlan.ts';

/** `moves`: what it draws from. Source: simulated annealing, Kirkpatrick, Gelatt, Vecchi, Science 220 (1983). */
export const createLocalSearch = (moves = createMoves): Solver => ({
  id: 'local-search',
  name: 'Local search',
  description:
    'Relocations, swaps, Kempe chains and ejection chains, ruin and recreate, under simulated annealing with reheats. No proof.',
  provesBound: false,
  usesThreads: false,
  parameters: {},
  supports: () => null,
  solve(instance, run) {
    const plan = new Plan(instance, run.initial.placement);
    startingPlan(plan, run);
    const iterations = search(plan, moves(plan), annealing(temperatures(instance)), run);
    return { solution: plan.snapshot(), bound: null, iterations, status: 'feasible' };
  },
});

export const localSearch = createLocalSearch();
