import type { Instance } from '../instance/instance.ts';

/** The longest gap that a hard buffer wants between a and the later b on the resource; 0 without one. */
export const hardGap = (instance: Instance, a: number, b: number, resource: number): number => {
  let longest = 0;
  for (const { hard, seconds, previous, next, resources } of instance.terms.buffers) {
    if (!hard || seconds <= longest || previous[a] === 0 || next[b] === 0 || resources[resource] === 0) continue;
    longest = seconds;
  }
  return longest;
};
