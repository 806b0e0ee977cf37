import { type Instance, unpinnedParts } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { loadedHighs, prepareHighs } from '../integer/loadHighs.ts';
import type { Run, SolveResult, Solver } from '../solver.ts';
import { GlobalAssignment } from './globalAssignment.ts';
import { pathProblem } from './pathProblem.ts';
import { leastChanged, Target } from './target.ts';

/** Limits on the parts and places of an instance; the simplex method takes minutes on larger programs. */
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
    'Global assignment by linear programming: column generation over the paths of resources proves a bound, and plans come from dives and from exact programs on the columns. The limit on changes is a row of the program, so one run can compute the whole frontier of score against changes.',
  provesBound: true,
  usesThreads: false,
  parameters: {
    frontier: {
      type: ['array', 'null'],
      items: { type: ['integer', 'null'], minimum: 0 },
      maxItems: 50,
      default: null,
      description:
        'Limits on the number of operations that may change or lose their place; null: no limit. For each limit the run returns the best plan found and a bound, in addition to its own plan.',
      examples: [[0, 1, 2, 5, 10, 20, null]],
    },
  },
  prepare: prepareHighs,
  supports: ({ partCount, pinned, arcStart }) => {
    const movable = unpinnedParts({ pinned }).length;
    if (movable > MOST_PARTS || arcStart[partCount] > MOST_ARCS) {
      return `${movable} parts may move, among ${arcStart[partCount]} places; the linear program supports at most ${MOST_PARTS} parts and ${MOST_ARCS} places. Choose a time window, or the method auto or lagrangian.`;
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
  const reportFrontier = (): void => {
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
  return new GlobalAssignment(highs, problem, run, [main, ...points], main, reportFrontier).solve();
};
