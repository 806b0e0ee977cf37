import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { leastLeftOut } from '../integer/leastLeftOut.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { relax } from '../model/relaxation.ts';
import { countedRun } from '../testing/countedRun.ts';
import { optimumByHighs } from '../testing/optimumByHighs.ts';
import { Ascent } from './ascent.ts';
import { boundByLeast } from './leastBound.ts';

const random = createRandom(Date.now() % 1_000_000);
const NO_LIMITS = { nodeLimit: null, limitSeconds: null, stop: () => false } as const;

beforeAll(() => prepareHighs());

/** What prices prove, what the least cost of leaving parts out proves, and the optimum, in weight units. */
const boundsOf = (options: Parameters<typeof generatePlan>[0], limits: Parameters<typeof leastLeftOut>[1]) => {
  const instance = compile(generatePlan(options));
  const relaxation = relax(instance);
  const run = countedRun();
  const ascent = new Ascent(relaxation, run, () => {});
  ascent.climb(800, 400);
  const least = leastLeftOut(relaxation, limits);
  const before = run.steps;
  const found = least === null ? null : boundByLeast(relaxation, run, ascent.prices, least);
  const optimum = (optimumByHighs(instance, true) - relaxation.constant) / 100;
  return {
    bound: ascent.bound,
    found,
    steps: run.steps - before,
    optimum,
    typicalLeaveOut: relaxation.typicalLeaveOut,
  };
};

// Guarantee: however far the integer program comes, the bound never exceeds the cost of the best plan.
test('a bound by what leaving parts out costs at least never exceeds the optimum', () => {
  let known = 0;
  for (let q = 0; q < 8; q++) {
    const options = {
      operations: 60 + random.below(60),
      resources: 4 + random.below(4),
      days: 1 + random.below(3),
      disrupted: q % 2 === 0,
      seed: random.below(1_000_000),
    };
    const { found, optimum } = boundsOf(options, { ...NO_LIMITS, nodeLimit: q % 4 === 3 ? 1 : null });
    if (found === null) continue;
    known++;
    expect(found, JSON.stringify(options)).toBeLessThanOrEqual(optimum + 1e-5);
  }
  expect(known).toBeGreaterThan(4);
});

test('it closes most of the gap of half a part', () => {
  for (const seed of [1, 11]) {
    const options = { operations: 160, resources: 8, days: 2, disrupted: false, seed };
    const { bound, found, steps, optimum, typicalLeaveOut } = boundsOf(options, NO_LIMITS);
    expect(optimum - bound, `seed ${seed}`).toBeGreaterThan(0.4 * typicalLeaveOut);
    expect(optimum - found!, `seed ${seed}`).toBeLessThan(0.15 * typicalLeaveOut);
    expect(steps).toBeGreaterThan(0);
  }
});

test('it needs a small program, in which no parts overlap at a price', () => {
  const { model, ...rest } = relax(
    compile(generatePlan({ operations: 60, resources: 5, days: 1, seed: 1, disrupted: true })),
  );
  expect(leastLeftOut({ ...rest, model }, NO_LIMITS)).not.toBeNull();
  expect(leastLeftOut({ ...rest, model: { ...model, overlapCost: 500 } }, NO_LIMITS)).toBeNull();
});
