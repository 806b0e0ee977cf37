import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { loadedHighs, prepareHighs } from '../integer/loadHighs.ts';
import type { Run, SolveResult, Solver } from '../solver.ts';
import { GlobalAssignment } from './globalAssignment.ts';
import { pathProblem } from './pathProblem.ts';
import { leastChanged, Target } from './target.ts';

/** Simplex takes minutes for programs of more parts, or of more places. */
const MOST_PARTS = 3000;
const MOST_ARCS = 1_000_000;

/**
 * Source: the set partitioning formulation with column generation, Barnhart et al., "Branch-and-price: column generation for
 * solving huge integer programs", Operations Research 46 (1998).
 */
export const lp: Solver = {
  id: 'lp',
  name: 'Linear program',
  description:
    'Global assignment by linear programming: resource paths priced into a restricted master, its bound, plans by diving and by exact programs on its columns. Limits on changes are a row of the program, so that it draws the whole frontier of score against changes in one run.',
  provesBound: true,
  usesThreads: false,
  parameters: {
    frontier: {
      type: ['array', 'null'],
      items: { type: ['integer', 'null'], minimum: 0 },
      maxItems: 50,
      default: null,
      description:
        'Limits on how many operations may change or lose their place, null for none: the best score and a bound for each, beside the plan of the run itself.',
      examples: [[0, 1, 2, 5, 10, 20, null]],
    },
  },
  prepare: prepareHighs,
  supports: ({ partCount, pinned, arcStart }) => {
    let movable = 0;
    for (let part = 0; part < partCount; part++) if (pinned[part] === NOT_PINNED) movable++;
    if (movable > MOST_PARTS || arcStart[partCount] > MOST_ARCS) {
      return `${movable} parts may move, over ${arcStart[partCount]} places; the linear program takes at most ${MOST_PARTS}, over ${MOST_ARCS}. Choose a window of time, or auto or lagrangian.`;
    }
    return null;
  },
  solve: (instance, run) => solveByProgram(instance, run),
};

const solveByProgram = (instance: Instance, run: Run): SolveResult => {
  const highs = loadedHighs();
  if (highs === null) throw new Error('HiGHS is not loaded; call prepare() first.');
  const limits = run.parameters.frontier ?? [];
  const problem = pathProblem(instance, instance.maxReassignments >= 0 || limits.some((limit) => limit !== null));
  const least = leastChanged(instance);
  const main = new Target(problem, instance.maxReassignments < 0 ? null : instance.maxReassignments, least);
  main.offer(run.initial, new Plan(instance, run.initial.placement).reassignments());
  const points = limits.map((limit) => new Target(problem, limit, least));
  const tell = (): void => {
    if (points.length === 0) return;
    run.report({
      kind: 'frontier',
      points: points.map(({ limit, allowed, best, reassigned, bound }) => ({
        limit,
        allowed,
        solution: best,
        reassigned,
        bound: Number.isFinite(bound) ? Math.min(bound, best.cost) : null,
      })),
    });
  };
  return new GlobalAssignment(highs, problem, run, [main, ...points], main, tell).solve();
};
