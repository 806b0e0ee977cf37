import type { Instance } from '../../instance/instance.ts';

type Buffer = Instance['terms']['buffers'][number];

/** The rule wants a gap between a and the later b on the resource. */
export const isBuffered = (
  { previous, next, resources }: Pick<Buffer, 'previous' | 'next' | 'resources'>,
  a: number,
  b: number,
  resource: number,
): boolean => previous[a] === 1 && next[b] === 1 && resources[resource] === 1;

/** The hard buffer with the largest seconds that a gap of `gap` ≥ 0 between a and b breaks, as a term's index, or −1. */
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

/** The longest gap that a hard buffer wants between a and the later b on the resource; 0 without one. */
export const hardGapSeconds = (instance: Instance, a: number, b: number, resource: number): number => {
  const longest = brokenHardBuffer(instance, a, b, resource, 0);
  return longest < 0 ? 0 : instance.terms.buffers[longest].seconds;
};
