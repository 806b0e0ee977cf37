import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { Run } from '../solver.ts';
import { Ascent } from './ascent.ts';
import { relax } from '../model/relaxation.ts';

const relaxation = relax(compile(generatePlan({ operations: 120, resources: 20, days: 1, seed: 2, disrupted: false })));

/** Runs an ascent whose clock advances by a hundredth of a second with each iteration. */
const climb = (way: 'climb' | 'rise', seconds: number) => {
  let steps = 0;
  const bounds: number[] = [];
  const run = {
    stop: () => false,
    step: (n: number) => {
      steps += n;
    },
    elapsedSeconds: () => steps / 100,
    random: createRandom(1),
    report: () => {},
  } as unknown as Run;
  const ascent = new Ascent(relaxation, run, (bound) => bounds.push(bound));
  if (way === 'climb') ascent.climb(1600, 1600, false, seconds);
  else ascent.rise(1600, 1600, seconds);
  return { iterations: ascent.iterations, bound: ascent.bound, bounds };
};

// Guarantee: an ascent ends within its time and runs all its phases, so that its prices are good for a dive.
test.each(['climb', 'rise'] as const)(
  'a %s with little time runs fewer iterations, but still the finest phase',
  (way) => {
    const whole = climb(way, Number.POSITIVE_INFINITY);
    expect(whole.iterations).toBe(1600 + 600 + 800 + 1200);
    const nothingPlaced = relaxation.model.leaveOut.reduce((sum, cost) => sum + cost, 0);
    for (const seconds of [16, 4, 1]) {
      const short = climb(way, seconds);
      expect(short.iterations).toBeLessThanOrEqual(100 * seconds + 4);
      expect(short.iterations).toBeGreaterThan(90 * seconds);
      expect(short.bound).toBeLessThanOrEqual(whole.bound + 1e-6);
      expect(whole.bound - short.bound).toBeLessThan(0.05 * (nothingPlaced - whole.bound));
      expect(short.bounds.at(-1)).toBe(short.bound);
    }
    const ample = climb(way, 1000);
    expect([ample.iterations, ample.bound]).toEqual([whole.iterations, whole.bound]);
  },
);
