import type { Instance } from '../instance/instance.ts';

/** Probability that b, the later part, starts before a ends. */
export const overlapProbability = (instance: Instance, a: number, b: number): number =>
  instance.start[b] < instance.end[a] ? 1 : 0;
