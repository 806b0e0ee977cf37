import type { Instance } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/objective/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { BlockPhase, type Stitched } from '../decomposition/blockPhase.ts';
import { type BlockSizes, divide, reasonToStayWhole } from '../decomposition/blocks.ts';
import { Blackboard } from '../exchange.ts';
import { prepareHighs } from '../paths/loadHighs.ts';
import { relax } from '../paths/relaxation.ts';
import { LagrangianSearch } from '../lagrangian/search.ts';
import type { Run, SolveResult, Solver } from '../solver.ts';
import { AnnealingTurns } from './annealingTurns.ts';
import { openingPlan } from './openingPlan.ts';

/** Iterations of local search before the bound is first worked out, where rules concern pairs of operations. */
const OPENING = 200_000;
/** Iterations of its turns after that, about as long as a round of the Lagrangian search or longer. */
const TURN = 800_000;
/** Between two looks at the other thread's plan. */
const EXCHANGE = 200_000;
/** Iterations of each phase of the ascent that goes on over the whole horizon where the blocks' ended. */
const STITCHING = 200;
/** How many iterations of the first plan count as one step of the run. */
const CHEAPER = 100;

/**
 * Source: the idea of a portfolio, Huberman, Lukose, Hogg, "An economics approach to hard computational problems", Science
 * 275 (1997); the methods cite theirs.
 */
export const createAuto = (sizes: BlockSizes): Solver => ({
  id: 'auto',
  name: 'Automatic',
  description:
    'The portfolio: a greedy plan at once, then the Lagrangian method with its bound and proof, in turns with local search where rules concern pairs of operations.',
  provesBound: true,
  usesThreads: true,
  parameters: {},
  prepare: prepareHighs,
  supports: () => null,
  solve: (instance, run) => solveAuto(instance, run, sizes),
});

export const auto = createAuto({ fewestParts: 10_000, wantedParts: 1400 });

const solveAuto = (instance: Instance, run: Run, sizes: BlockSizes): SolveResult => {
  run.report({ kind: 'incumbent', solution: run.initial });
  const plan = new Plan(instance, run.initial.placement);
  const { first, steps } = openingPlan(plan, run);
  run.step(Math.ceil(steps / CHEAPER));
  const divided = reasonToStayWhole(instance, sizes) === null ? divide(instance, sizes) : [];
  const phase = divided.length > 1 ? new BlockPhase(instance, divided, run, plan, first) : null;
  if (phase !== null && !phase.solve()) {
    const { best, bound, iterations } = phase.result();
    return { solution: best, bound, iterations, status: bound >= best.cost ? 'optimal' : 'feasible' };
  }
  const stitched = phase === null ? null : openWhole(phase, run);
  const opened = phase?.result() ?? { best: first, iterations: 0, bound: Number.NEGATIVE_INFINITY };
  const relaxation = stitched?.relaxation ?? relax(instance);
  const turns = relaxation.exact ? null : new AnnealingTurns(plan, run);
  const searchesOnly = turns !== null && run.exchange !== null && run.exchange.role > 0;
  if (searchesOnly) return searchAlone(instance, run, turns, opened.best);

  const lagrangian = new LagrangianSearch(relaxation, run);
  const offer = (solution: Solution): void => lagrangian.offer(solution);
  offer(opened.best);
  turns?.turn(lagrangian.incumbent, OPENING, offer);
  if (stitched === null) lagrangian.begin();
  else lagrangian.beginFrom(stitched.prices);
  while (!lagrangian.isDone()) {
    // What the model leaves out, local search sees.
    turns?.turn(lagrangian.incumbent, TURN, offer);
    if (!lagrangian.isDone()) lagrangian.round();
  }
  const { solution, bound, iterations } = lagrangian.result();
  const proven = Math.max(bound ?? Number.NEGATIVE_INFINITY, opened.bound);
  return {
    solution,
    bound: proven,
    iterations: iterations + opened.iterations + (turns?.iterations ?? 0),
    status: proven >= solution.cost ? 'optimal' : 'feasible',
  };
};

/** The first thread raises the bound over the whole horizon; the others search with the blocks' prices meanwhile. */
const openWhole = (phase: BlockPhase, run: Run): Stitched => {
  const stitched = phase.stitch();
  return run.exchange === null || run.exchange.role === 0 ? phase.refine(stitched, STITCHING) : stitched;
};

/** A further thread where the model leaves something out: local search throughout, with the others' best plan. */
const searchAlone = (instance: Instance, run: Run, turns: AnnealingTurns, first: Solution): SolveResult => {
  const board = run.exchange === null ? null : new Blackboard(run.exchange, instance.partCount);
  let best = first;
  const offer = (solution: Solution): void => {
    if (solution.cost >= best.cost) return;
    best = solution;
    run.report({ kind: 'incumbent', solution });
    board?.publishPlan(solution.placement, solution.cost);
  };
  const placement = new Int32Array(instance.partCount);
  while (!run.stop()) {
    if (board !== null && board.takePlan(best.cost, placement) < best.cost)
      best = new Plan(instance, placement).snapshot();
    turns.turn(best, EXCHANGE, offer);
  }
  return { solution: best, bound: null, iterations: turns.iterations, status: 'feasible' };
};
