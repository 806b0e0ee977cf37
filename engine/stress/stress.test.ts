import { expect, test } from 'vitest';
import { findConflicts } from '../conflicts/findConflicts.ts';
import type { Instance } from '../instance/instance.ts';
import { randomInstance } from '../testing/randomInstance.ts';
import { overlapProbability } from '../uncertainty/pairProbability.ts';
import { findNearPairs } from './nearPairs.ts';
import { stress } from './stress.ts';

const expectedConflicts = (instance: Instance): number => {
  const { count, a, b, gap } = findNearPairs(instance, instance.placed);
  let sum = 0;
  for (let i = 0; i < count; i++) sum += overlapProbability(instance, a[i], b[i], gap[i]);
  return sum;
};

test('the mean number of conflicts approaches the sum of the pairs’ probabilities', () => {
  let compared = 0;
  for (let seed = 0; seed < 80; seed++) {
    const instance = randomInstance(seed, { operations: 30, resources: 3 });
    const expected = expectedConflicts(instance);
    const { conflicts, samples } = stress(instance, instance.placed, { samples: 2000, seed });
    expect(samples).toBe(2000);
    expect(Math.abs(conflicts.mean - expected)).toBeLessThan(5 * (conflicts.deviation / Math.sqrt(2000)) + 0.02);
    if (conflicts.deviation > 0) compared++;
  }
  expect(compared).toBeGreaterThan(40);
});

test("when no time is uncertain, every sample has exactly the plan's conflicts", () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = randomInstance(seed, { operations: 20, resources: 3 });
    const nothing = new Int32Array(random.partCount).fill(-1);
    const uncertainty = { start: nothing, end: nothing, distributions: new Float64Array(0), horizonSeconds: 0 };
    const instance = { ...random, uncertainty };
    const count = findConflicts(instance, instance.placed).length;
    const report = stress(instance, instance.placed, { samples: 10, seed });
    expect(report.histogram, `seed ${seed}`).toEqual([{ conflicts: count, samples: 10 }]);
    expect(report.operations.every(({ probability }) => probability === 1)).toBe(true);
  }
});

test('a gap that is lengthened by the reported seconds is kept in 95 of 100 samples', () => {
  let judged = 0;
  for (let seed = 0; seed < 60; seed++) {
    const instance = randomInstance(seed, { operations: 30, resources: 3 });
    const { buffers } = stress(instance, instance.placed, { samples: 4000, seed, weakest: 5 });
    const pairs = findNearPairs(instance, instance.placed);
    for (const { before, after, extraSeconds, probability } of buffers) {
      const pair = pairs.a.findIndex((part, i) => part === before && pairs.b[i] === after);
      const end = instance.end.slice();
      end[before] -= extraSeconds;
      const left = overlapProbability({ ...instance, end }, before, after, pairs.gap[pair]);
      expect(left).toBeLessThan(0.07);
      expect(probability).toBeGreaterThan(0.05);
      judged++;
    }
  }
  expect(judged).toBeGreaterThan(30);
});

test('the seed determines the report, and a stop ends sampling with the samples so far', () => {
  const instance = randomInstance(3, { operations: 30, resources: 3 });
  const once = stress(instance, instance.placed, { samples: 200, seed: 5 });
  expect(stress(instance, instance.placed, { samples: 200, seed: 5 })).toEqual(once);
  let asked = 0;
  const short = stress(instance, instance.placed, { samples: 200, seed: 5, stop: () => ++asked > 9 });
  expect(short.samples).toBe(10);
  expect(short.histogram.reduce((sum, { samples }) => sum + samples, 0)).toBe(10);
});
