import { backward, minMarginals } from '../paths/paths.ts';
import { relax, type Scope } from '../paths/relaxation.ts';

/** Positions looked at together: so much memory, and no more. */
const CHUNK_POSITIONS = 500_000;

/** What prices prove, in weight units, and the arcs that lie within a width of that. */
export interface Certificate {
  readonly bound: number;
  /** By arc of the instance; 1: kept. */
  readonly arcs: Uint8Array;
}

/**
 * The Lagrangian function of the whole scope at these prices (by part of the scope), wherever they come from: every arc
 * counts. A few resources at a time, so that the whole model never lies in memory. Null when told to stop.
 */
export const certify = (
  scope: Scope,
  prices: Float64Array,
  width: number,
  stop: () => boolean,
  most = CHUNK_POSITIONS,
): Certificate | null => {
  const { instance } = scope.others;
  const { resourceArcStart, resourceCount, arcResource } = instance;
  const arcs = new Uint8Array(arcResource.length);
  let bound = 0;
  for (let i = 0; i < prices.length; i++) bound += Math.min(prices[i], instance.unassignedCost[scope.parts[i]] / 100);
  for (let from = 0; from < resourceCount; ) {
    if (stop()) return null;
    let to = from + 1;
    while (to < resourceCount && resourceArcStart[to + 1] - resourceArcStart[from] <= most) to++;
    const { model, arcOf } = relax(instance, 0, { ...scope, rows: [from, to] });
    const best = new Float64Array(model.part.length);
    const marginals = new Float64Array(model.part.length);
    for (let row = from; row < to; row++) bound += backward(model, row, prices, best);
    minMarginals(model, prices, best, marginals, marginals);
    for (let k = 0; k < marginals.length; k++) if (marginals[k] <= width) arcs[arcOf[k]] = 1;
    from = to;
  }
  return { bound, arcs };
};
