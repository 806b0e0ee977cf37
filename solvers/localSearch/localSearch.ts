import { createMoves } from '../../engine/moves/moves.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Solver } from '../solver.ts';
import { annealing, temperatures } from '../moveSearch/annealing.ts';
import { search } from '../moveSearch/search.ts';
import { unplacedParts } from '../insertion/firstPlan.ts';
import { insertInOrder } from '../insertion/insertByRegret.ts';

/**
 * Creates the solver; `moves` creates the moves that it draws from. Source: simulated annealing, Kirkpatrick, Gelatt, Vecchi, Science
 * 220 (1983).
 */
export const createLocalSearch = (moves = createMoves): Solver => ({
  id: 'local-search',
  name: 'Local search',
  description:
    'Simulated annealing with reheats over relocations, swaps, Kempe chains, ejection chains, and ruin and recreate. It proves no bound.',
  provesBound: false,
  usesThreads: false,
  parameters: {},
  supports: () => null,
  solve(instance, run) {
    const plan = new Plan(instance, run.initial.placement);
    run.report({ kind: 'incumbent', solution: run.initial });
    insertInOrder(plan, unplacedParts(plan), run.stop);
    if (plan.cost < run.initial.cost) run.report({ kind: 'incumbent', solution: plan.snapshot() });
    search(plan, moves(plan), annealing(temperatures(instance)), run);
    return { solution: plan.snapshot(), bound: null, status: 'feasible' };
  },
});

export const localSearch = createLocalSearch();
