import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { initialSolution } from '../initialSolution.ts';
import { relax } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { optimumByHighs } from '../testing/optimumByHighs.ts';
import { Ascent } from './ascent.ts';
import { PeriodCounts } from './periodCounts.ts';
import type { Range } from '../model/crossings.ts';

const random = createRandom(Date.now() % 1_000_000);
const run = {
  random: createRandom(1),
  stop: () => false,
  step: () => {},
  elapsedSeconds: () => 0,
  report: () => {},
} as unknown as Run;

beforeAll(() => prepareHighs());

/** What the prices and the numbers of the periods prove, and the optimum, in weight units. The plan is the initial one. */
const boundsOf = (options: Parameters<typeof generatePlan>[0], periodsOf: (partCount: number) => readonly Range[]) => {
  const instance = compile(generatePlan(options));
  const relaxation = relax(instance);
  const ascent = new Ascent(relaxation, run, () => {});
  ascent.climb(800, 400);
  const { bound, prices } = ascent;
  const counts = new PeriodCounts(relaxation, run);
  const { placement } = initialSolution(instance, null);
  const raised = periodsOf(relaxation.model.partCount).map((period) =>
    counts.raise(period, placement, prices, bound, Number.POSITIVE_INFINITY),
  );
  const optimum = (optimumByHighs(instance, true) - relaxation.constant) / 100;
  return { bound, raised, optimum, typicalLeaveOut: relaxation.typicalLeaveOut };
};

// Guarantee: whatever the periods and the plan whose numbers are used, the bound never falls and never exceeds the cost of the best plan.
test('a bound by numbers of parts left out in periods never exceeds the optimum', () => {
  for (let q = 0; q < 6; q++) {
    const seed = random.below(1_000_000);
    const options = {
      operations: 60 + random.below(60),
      resources: 4 + random.below(4),
      days: 2 + random.below(2),
      seed,
    };
    const { bound, raised, optimum } = boundsOf({ ...options, disrupted: q % 2 === 0 }, (n) => {
      const cuts = [0, random.below(n), random.below(n), n].toSorted((a, b) => a - b);
      const periods = cuts.slice(1).map((to, k) => ({ from: cuts[k], to }));
      // The whole overlaps all of them.
      return [...periods, { from: 0, to: n }, ...periods];
    });
    for (const [k, value] of raised.entries()) {
      expect(value, JSON.stringify(options)).toBeLessThanOrEqual(optimum + 1e-5);
      expect(value, JSON.stringify(options)).toBeGreaterThanOrEqual(raised[k - 1] ?? bound);
    }
  }
});

test('it closes most of the gap of half a part in one of two days', () => {
  for (const seed of [1, 11]) {
    const options = { operations: 160, resources: 8, days: 2, disrupted: false, seed };
    const { bound, raised, optimum, typicalLeaveOut } = boundsOf(options, (n) => [
      { from: 0, to: n >> 1 },
      { from: n >> 1, to: n },
    ]);
    expect(optimum - bound, `seed ${seed}`).toBeGreaterThan(0.4 * typicalLeaveOut);
    expect(optimum - raised.at(-1)!, `seed ${seed}`).toBeLessThan(0.1 * typicalLeaveOut);
  }
});
