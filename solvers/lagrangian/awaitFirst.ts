import type { Instance } from '../../engine/instance/instance.ts';
import { Blackboard } from '../exchange/exchange.ts';
import type { Run, SolveResult } from '../solver.ts';
import { FEW_POSITIONS, MANY_POSITIONS } from '../model/relaxation.ts';

/**
 * Lets a further thread wait while the first one may still solve a small instance alone, or until it has the first plan of a large instance for which
 * an earlier search kept much: two threads that do the same work, or build models of that size at the same time, take longer than one. Under a step
 * limit, it has nothing to do. Returns the further thread's result when there is nothing left to do; otherwise null.
 */
export const awaitFirst = (instance: Instance, run: Run): SolveResult | null => {
  const { exchange, initial, kept = null, parameters, stop } = run;
  if (exchange === null || exchange.role === 0) return null;
  const nothing = { solution: initial, bound: null, status: 'feasible' } as const;
  if (parameters.stepLimit !== null) return nothing;
  const arcs = instance.arcResource.length;
  const mayWait = arcs < FEW_POSITIONS || (kept !== null && arcs >= MANY_POSITIONS);
  if (!mayWait) return null;
  new Blackboard(exchange, instance).awaitRelease(stop);
  return stop() ? nothing : null;
};
