import { expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { OpenParts } from './openParts.ts';

// Guarantee: the correction for congestion is the mean over all parts that overlap, however many of them are decided.
test('a correction adds the mean of 1 − count over the parts that overlap, of which decided ones have counts of 1', () => {
  const open = new OpenParts(200);
  for (let seed = 1; seed <= 60; seed++) {
    const random = createRandom(seed);
    const n = 1 + random.below(seed % 3 === 0 ? 200 : 40);
    const start = Int32Array.from({ length: n }, () => random.below(300)).sort();
    const end = start.map((from) => from + 1 + random.below(60));
    start.forEach((from, j) => open.set(j, from, end[j]));
    open.ready(n);
    const decided = new Uint8Array(n);
    for (let round = 0; round < 4; round++) {
      const counts = decided.map((is) => (is === 1 ? 1 : random.below(4)));
      const leaveOut = Float64Array.from({ length: n }, () => random.below(100));
      const prices = leaveOut.map((out) => out - random.below(50));
      const corrected = prices.slice();
      open.correct(2, corrected, leaveOut, Int32Array.from(counts));
      expect([...open.parts.subarray(0, open.count)]).toEqual([...decided.keys()].filter((j) => decided[j] === 0));
      corrected.forEach((price, j) => {
        const overlapping = [...start.keys()].filter((i) => start[i] < end[j] && end[i] > start[j]);
        const mean = overlapping.reduce((sum, i) => sum + 1 - counts[i], 0) / overlapping.length;
        const expected = decided[j] === 1 ? prices[j] : Math.min(leaveOut[j], prices[j] + 2 * mean);
        expect(price, `seed ${seed}`).toBeCloseTo(expected, 9);
      });
      for (let j = 0; j < n; j++) if (random.below(3) === 0) decided[j] = 1;
      open.drop(decided);
    }
  }
});
