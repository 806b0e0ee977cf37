import type { Instance } from '../../instance/instance.ts';
import { isBuffered } from '../pairs/buffers.ts';
import type { Placement } from '../score.ts';
import { type EmitTerm, visitPairsByResource } from './term.ts';

/** Gaps that are too short: one conflict a pair when any hard buffer says so, the weight of each soft one. */
export const bufferTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  if (instance.terms.buffers.length === 0) return;
  visitPairsByResource(instance, placement, (part, other, resource) => {
    const gap = instance.start[other] - instance.end[part];
    if (gap < 0) return;
    const broken = instance.terms.buffers.filter(
      (buffer) => gap < buffer.seconds && isBuffered(buffer, part, other, resource),
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
