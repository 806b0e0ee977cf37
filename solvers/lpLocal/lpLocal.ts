import { PartFlag } from '../../engine/instance/instance.ts';
import { isWithinLimit, movableParts } from '../../engine/moves/move.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Random } from '../../engine/random.ts';
import type { Run, SolveResult, Solver } from '../solver.ts';
import { solveProgram } from './solveProgram.ts';
import { extract, partsAround } from './window.ts';

/** Limit on the columns of a program; with more, the simplex tableau gets slow. */
const MOST_COLUMNS = 120;
const LEAST_RESOURCES = 2;
const MOST_RESOURCES = 6;
/** Share of windows around a part that has no resource or is in conflict, as long as there is one. */
const REPAIR_SHARE = 0.7;

/**
 * Solves small windows exactly: a part, some resources for it, and all movable parts on them around its time are a binary program,
 * whose solution is kept when the whole plan gets cheaper. Source: Shaw, "Using constraint programming and local search methods to
 * solve vehicle routing problems", CP 1998 (large neighborhood search), with an exact repair.
 */
export const lpLocal: Solver = {
  id: 'lp-local',
  name: 'Exact windows',
  description:
    'Solves binary programs exactly on small windows around conflicts and operations without a place. It proves no bound on the whole plan.',
  provesBound: false,
  usesThreads: false,
  parameters: {},
  supports: () => null,
  solve(instance, run) {
    run.report({ kind: 'incumbent', solution: run.initial });
    const plan = new Plan(instance, run.initial.placement);
    const movable = movableParts(plan);
    while (!run.stop() && movable.length > 0) {
      const before = plan.cost;
      run.step(improve(plan, pickCenter(plan, movable, run.random), run));
      if (plan.cost < before) run.report({ kind: 'incumbent', solution: plan.snapshot() });
      run.report({ kind: 'progress', phase: 'exact windows' });
    }
    return { solution: plan.snapshot(), bound: null, status: 'feasible' } satisfies SolveResult;
  },
};

const needsRepair = (plan: Plan, part: number): boolean => {
  const resource = plan.placement[part];
  if (resource < 0) return (plan.instance.flags[part] & PartFlag.blocker) === 0;
  plan.findConflicting(part, resource);
  return plan.partnerCount > 0;
};

const pickCenter = (plan: Plan, movable: Int32Array, random: Random): number => {
  const any = movable[random.below(movable.length)];
  if (random.next() > REPAIR_SHARE) return any;
  const begin = random.below(movable.length);
  for (let i = 0; i < movable.length; i++) {
    const part = movable[(begin + i) % movable.length];
    if (needsRepair(plan, part)) return part;
  }
  return any;
};

/** Draws resources for the part: its current one and others that it may use, cheaper ones more often. */
const pickResources = (plan: Plan, part: number, random: Random): number[] => {
  const { arcStart, arcResource, arcCost } = plan.instance;
  const wanted = LEAST_RESOURCES + random.below(MOST_RESOURCES - LEAST_RESOURCES + 1);
  const arcs = Array.from({ length: arcStart[part + 1] - arcStart[part] }, (_, i) => arcStart[part] + i);
  const spread = Math.max(1, ...arcs.map((arc) => Math.abs(arcCost[arc])));
  const drawn = arcs
    .map((arc) => ({ resource: arcResource[arc], rank: arcCost[arc] / spread + random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, wanted)
    .map(({ resource }) => resource);
  const own = plan.placement[part];
  return own < 0 || drawn.includes(own) ? drawn : [own, ...drawn.slice(1)];
};

/** Solves one window. The plan stays unchanged unless the result costs no more. Returns the number of the program's columns, at least 1. */
const improve = (plan: Plan, center: number, { random }: Run): number => {
  const before = plan.cost;
  let resources = pickResources(plan, center, random);
  let parts = partsAround(plan, center, resources);
  while (parts.length * resources.length > MOST_COLUMNS && resources.length > 1) {
    resources = resources.slice(0, -1);
    parts = partsAround(plan, center, resources);
  }
  const places = parts.map((part) => plan.placement[part]);
  const problem = extract(plan, parts, resources);
  const columns = Math.max(1, problem.columns.length);
  for (const index of solveProgram(problem)) plan.place(problem.columns[index].part, problem.columns[index].resource);
  if (plan.cost <= before && isWithinLimit(plan)) return columns;
  for (const part of parts) if (plan.placement[part] >= 0) plan.remove(part);
  parts.forEach((part, i) => {
    if (places[i] >= 0) plan.place(part, places[i]);
  });
  return columns;
};
