import type { Instance } from '../../engine/instance/instance.ts';
import { Blackboard } from '../exchange/exchange.ts';
import type { Run, SolveResult } from '../solver.ts';
import { FEW_POSITIONS, MANY_POSITIONS } from '../model/relaxation.ts';

/**
 * Lets a further thread wait while the first one may still solve a small instance alone, or until it has the first plan of a large one of which an
 * earlier search knows much: two threads that do the same work, or write models of that size, at the same time take longer than one. Returns the further
 * thread's result when there is nothing left to do; otherwise null.
 */
export const awaitFirst = (instance: Instance, { exchange, initial, kept = null, stop }: Run): SolveResult | null => {
  const arcs = instance.arcResource.length;
  const mayWait = arcs < FEW_POSITIONS || (kept !== null && arcs >= MANY_POSITIONS);
  if (exchange === null || exchange.role === 0 || !mayWait) return null;
  new Blackboard(exchange, instance).awaitRelease(stop);
  return stop() ? { solution: initial, bound: null, status: 'feasible' } : null;
};
