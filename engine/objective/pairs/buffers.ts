import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { EmitTerm } from '../term.ts';
import { visitPairsByResource } from './pair.ts';

type Buffer = Instance['terms']['buffers'][number];

/** Whether the rule requires a gap between `a` and the later `b` on the resource. */
export const isBuffered = (
  { previous, next, resources }: Pick<Buffer, 'previous' | 'next' | 'resources'>,
  a: number,
  b: number,
  resource: number,
): boolean => previous[a] === 1 && next[b] === 1 && resources[resource] === 1;

/** The longest hard buffer that a gap of `gap` ≥ 0 seconds between a and b breaks, as an index of `terms.buffers`, or −1. */
export const brokenHardBuffer = (instance: Instance, a: number, b: number, resource: number, gap: number): number => {
  const { buffers } = instance.terms;
  let found = -1;
  for (let i = 0; i < buffers.length; i++) {
    const buffer = buffers[i];
    if (!buffer.hard || gap >= buffer.seconds || !isBuffered(buffer, a, b, resource)) continue;
    if (found < 0 || buffer.seconds > buffers[found].seconds) found = i;
  }
  return found;
};

/** The longest gap in seconds that a hard buffer requires between `a` and the later `b` on the resource; 0 without one. */
export const hardGapSeconds = (instance: Instance, a: number, b: number, resource: number): number => {
  const longest = brokenHardBuffer(instance, a, b, resource, 0);
  return longest < 0 ? 0 : instance.terms.buffers[longest].seconds;
};

/** The gap in seconds that a buffer rule, an index of names.rules, requires. */
export const bufferSeconds = ({ terms }: Instance, rule: number): number =>
  terms.buffers.find((buffer) => buffer.rule === rule)!.seconds;

/** The longest gap in seconds that any hard buffer requires; 0 without one. */
export const longestHardGap = ({ terms }: Pick<Instance, 'terms'>): number =>
  terms.buffers.reduce((longest, { hard, seconds }) => (hard ? Math.max(longest, seconds) : longest), 0);

/** The terms of gaps that are too short: one conflict per pair when any hard buffer is broken, and the weight of each broken soft buffer. */
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
