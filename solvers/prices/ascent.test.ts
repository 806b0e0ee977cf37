import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { countedRun } from '../testing/countedRun.ts';
import { linearOptimumByHighs } from '../testing/optimumByHighs.ts';
import { boundOf, rowScratch } from '../model/pathModel.ts';
import { Ascent } from './ascent.ts';
import { samplePositions } from './keptPrices.ts';
import { relax } from '../model/relaxation.ts';
import { restrictSweep } from './sweepModel.ts';

const relaxation = relax(compile(generatePlan({ operations: 120, resources: 20, days: 1, seed: 2, disrupted: false })));

const optimum = linearOptimumByHighs(relaxation.model);

/** An ascent, its run, and the bounds that it reports. */
const newAscent = () => {
  const bounds: number[] = [];
  const run = countedRun();
  return { ascent: new Ascent(relaxation, run, (bound) => bounds.push(bound)), run, bounds };
};

const climb = (way: 'climb' | 'rise', seconds: number) => {
  const { ascent, run, bounds } = newAscent();
  if (way === 'climb') ascent.climb(1600, 1600, false, seconds);
  else ascent.rise(1600, 1600, seconds);
  return { iterations: run.steps, bound: ascent.bound, bounds, prices: ascent.prices };
};

// Guarantee: an ascent ends within its time and runs all its phases, so that its prices are good for a dive.
test.each(['climb', 'rise'] as const)(
  'a %s with little time runs fewer iterations, but still the finest phase',
  (way) => {
    const whole = climb(way, Number.POSITIVE_INFINITY);
    expect(whole.iterations).toBe(1600 + 600 + 800 + 1200);
    // What a longer ascent gains ends at the optimum of the linear program, which an ascent with all its time reaches but for the finest steps.
    expect(whole.bound).toBeLessThanOrEqual(optimum + 1e-6);
    expect(whole.bound).toBeGreaterThan(optimum - 0.2 * relaxation.priceUnit);
    const nothingPlaced = relaxation.model.leaveOut.reduce((sum, cost) => sum + cost, 0);
    for (const seconds of [16, 4, 1]) {
      const short = climb(way, seconds);
      expect(short.iterations).toBeLessThanOrEqual(100 * seconds + 4);
      expect(short.iterations).toBeGreaterThan(90 * seconds);
      expect(short.bound).toBeLessThanOrEqual(optimum + 1e-6);
      expect(whole.bound - short.bound).toBeLessThan(0.05 * (nothingPlaced - whole.bound));
      expect(short.bounds.at(-1)).toBe(short.bound);
    }
    // Where the time is over before the ascent begins, each phase makes one iteration.
    for (const seconds of [0, -1]) expect(climb(way, seconds).iterations).toBe(4);
    const ample = climb(way, 1000);
    expect([ample.iterations, ample.bound]).toEqual([whole.iterations, whole.bound]);
  },
);

// Guarantee: a sample only decides which prices are tried. What is proven holds on all positions, and nothing that was proven is lost.
test.each([0, 0.2, 1])(
  'an ascent that begins on a share of %d of the positions proves what its prices prove on all of them',
  (share) => {
    const { model } = relaxation;
    const whole = climb('climb', Number.POSITIVE_INFINITY);
    const keep = samplePositions(relaxation, new Int32Array(relaxation.instance.partCount).fill(-1), share);
    const marked = keep.reduce((sum, mark) => sum + mark, 0) / keep.length;
    expect(Math.abs(marked - share)).toBeLessThan(0.1);
    for (const wrong of [0, 1, 100]) {
      const random = createRandom(7);
      const { ascent, bounds } = newAscent();
      ascent.beginFrom(
        whole.prices.map((price, i) => Math.min(model.leaveOut[i], price + wrong * (random.next() - 0.5))),
      );
      const before = ascent.bound;
      ascent.resume({
        coarse: 30,
        fine: 20,
        sample: { keep, sweep: restrictSweep(ascent.whole, keep), whole: 10, high: 10 },
      });
      expect(ascent.bound).toBeGreaterThanOrEqual(before);
      expect(ascent.bound).toBeLessThan(whole.bound + 0.01 * Math.abs(whole.bound));
      expect(boundOf(model, ascent.prices, rowScratch(model))).toBeCloseTo(ascent.bound, 6);
      expect(bounds.at(-1)).toBe(ascent.bound);
    }
  },
);
