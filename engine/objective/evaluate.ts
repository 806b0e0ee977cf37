import type { Instance } from '../instance/instance.ts';
import type { CostLevels, Placement } from './score.ts';
import { adjacencyTerms } from './pairs/adjacency.ts';
import { arcTerms } from './arcs.ts';
import { bufferTerms } from './pairs/buffers.ts';
import { overlapTerms } from './pairs/overlap.ts';
import { riskTerms } from './pairs/risk.ts';
import type { EmitTerm, Term } from './term.ts';
import { SHAPES } from './terms/termShapes.ts';

const SHARED_TERMS = [overlapTerms, bufferTerms, adjacencyTerms, ...SHAPES.map(({ visit }) => visit), riskTerms];

/** Visits every term of the plan's score, including terms without cost (a soft rule of weight 0). */
export const visitTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  arcTerms(instance, placement, emit);
  visitSharedTerms(instance, placement, emit);
};

/** Visits the terms that depend on more than one part or on the use of a resource. */
export const visitSharedTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  for (const terms of SHARED_TERMS) terms(instance, placement, emit);
};

/** All terms of the plan; they sum to its score. */
export const explain = (instance: Instance, placement: Placement): readonly Term[] => {
  const terms: Term[] = [];
  visitTerms(instance, placement, (term) => terms.push(term));
  return terms;
};

/** The plan's exact cost in hundredths, summed term by term: slow and simple, the reference for everything incremental. */
export const evaluate = (instance: Instance, placement: Placement): CostLevels => {
  const levels = { total: 0, conflicts: 0, unassigned: 0, reassigned: 0, delay: 0, rules: 0 };
  visitTerms(instance, placement, ({ level, cost }) => {
    levels[level] += cost;
    levels.total += cost;
  });
  return levels;
};
