import type { Instance } from '../../engine/instance/instance.ts';
import { createMoves } from '../../engine/moves/moves.ts';
import { Plan } from '../../engine/objective/plan.ts';
import { firstPlan } from '../greedy/firstPlan.ts';
import { prepareProof } from '../lagrangian/proof.ts';
import { relax } from '../lagrangian/relaxation.ts';
import { LagrangianSearch } from '../lagrangian/search.ts';
import { annealing, temperatures } from '../localSearch/annealing.ts';
import { search } from '../localSearch/search.ts';
import type { Run, SolveResult, Solver } from '../solver.ts';

/** Steps of one turn of local search, in its own iterations. */
const TURN = 100_000;
/** How many of local search's iterations count as one step of the run: they are that much cheaper. */
const CHEAPER = 100;

export const auto: Solver = {
  id: 'auto',
  name: 'Automatic',
  description:
    'The portfolio: a greedy plan at once, then the Lagrangian method with its bound and proof, in turns with local search where rules concern pairs of operations.',
  provesBound: true,
  usesThreads: true,
  parameters: {},
  prepare: prepareProof,
  supports: () => null,
  solve: (instance, run) => solveAuto(instance, run),
};

const solveAuto = (instance: Instance, run: Run): SolveResult => {
  run.report({ kind: 'incumbent', solution: run.initial });
  const plan = new Plan(instance, run.initial.placement);
  run.step(Math.ceil(firstPlan(plan, run.stop) / CHEAPER));
  const first = plan.cost < run.initial.cost ? plan.snapshot() : run.initial;
  if (first !== run.initial) run.report({ kind: 'incumbent', solution: first });
  const relaxation = relax(instance);
  const lagrangian = new LagrangianSearch(relaxation, run);
  lagrangian.offer(first);
  lagrangian.begin();
  const moves = createMoves(plan);
  const accept = annealing(temperatures(instance));
  let iterations = 0;
  while (!lagrangian.isDone()) {
    lagrangian.round();
    if (relaxation.exact || lagrangian.isDone()) continue;
    // What the model leaves out, local search sees.
    plan.load(lagrangian.incumbent.placement);
    let spent = 0;
    iterations += search(plan, moves, accept, {
      ...run,
      stop: () => spent >= TURN || run.stop(),
      step: (n) => {
        spent += n;
        run.step(n / CHEAPER);
      },
      report: (event) => {
        if (event.kind !== 'incumbent') run.report(event);
        else if (event.solution.cost < lagrangian.incumbent.cost) lagrangian.offer(event.solution);
      },
    });
    if (plan.cost < lagrangian.incumbent.cost) lagrangian.offer(plan.snapshot());
  }
  const result = lagrangian.result();
  return { ...result, iterations: result.iterations + iterations };
};
