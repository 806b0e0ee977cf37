import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import { type EmitTerm, visitPairsByResource } from './term.ts';

/** Gaps that are too short: one conflict a pair when any hard buffer says so, the weight of each soft one. */
export const bufferTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  if (instance.terms.buffers.length === 0) return;
  visitPairsByResource(instance, placement, (part, other, resource) => {
    const gap = instance.start[other] - instance.end[part];
    if (gap < 0) return;
    const broken = instance.terms.buffers.filter(
      ({ seconds, previous, next, resources }) =>
        gap < seconds && previous[part] === 1 && next[other] === 1 && resources[resource] === 1,
    );
    const [hardest] = broken.filter(({ hard }) => hard).sort((a, b) => b.seconds - a.seconds || a.rule - b.rule);
    if (hardest) {
      const cost = instance.conflictCost;
      emit({ level: 'conflicts', kind: 'buffer', rule: hardest.rule, cost, part, other, resource });
    }
    for (const { hard, rule, cost } of broken) {
      if (!hard) emit({ level: 'rules', kind: 'buffer', rule, cost, part, other, resource });
    }
  });
};

/**
 * What a gap of `gap` ≥ 0 seconds between a and the later b on the resource costs: conflictCost at most once, and the soft
 * rules' costs. O(rules), allocating nothing.
 */
export const gapCost = (instance: Instance, a: number, b: number, resource: number, gap: number): number => {
  const { buffers } = instance.terms;
  let cost = 0;
  let isConflict = false;
  for (let i = 0; i < buffers.length; i++) {
    const buffer = buffers[i];
    if (gap >= buffer.seconds) continue;
    if (buffer.previous[a] === 0 || buffer.next[b] === 0 || buffer.resources[resource] === 0) continue;
    if (buffer.hard) isConflict = true;
    else cost += buffer.cost;
  }
  return isConflict ? cost + instance.conflictCost : cost;
};

/** The hard buffer with the largest seconds that a gap of `gap` ≥ 0 between a and b breaks, as a term's index, or −1. */
export const brokenHardBuffer = (instance: Instance, a: number, b: number, resource: number, gap: number): number => {
  const { buffers } = instance.terms;
  let found = -1;
  for (let i = 0; i < buffers.length; i++) {
    const { hard, seconds, previous, next, resources } = buffers[i];
    if (!hard || gap >= seconds || previous[a] === 0 || next[b] === 0 || resources[resource] === 0) continue;
    if (found < 0 || seconds > buffers[found].seconds) found = i;
  }
  return found;
};
