import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { restriction } from '../model/pathModel.ts';
import { type Relaxation, relax } from '../model/relaxation.ts';
import { countedRun } from '../testing/countedRun.ts';
import { linearOptimumByHighs } from '../testing/optimumByHighs.ts';
import { Ascent } from './ascent.ts';
import { climbFromCapacity } from './climbFromCapacity.ts';

beforeAll(() => prepareHighs());

const newAscent = (relaxation: Relaxation, stepLimit: number | null = 1e6) => {
  const run = countedRun(stepLimit);
  return { run, ascent: new Ascent(relaxation, run, () => {}) };
};

const FEW = { first: 60, fine: 100 };

// Guarantee: the prices of the program are only a beginning. Few iterations from there are closer to the optimum of the whole linear program than as many from above.
test('few iterations from the prices of the program come close to the optimum of the linear program, and never above it', () => {
  const missed = { fromProgram: 0, fromAbove: 0 };
  for (let seed = 1; seed <= 8; seed++) {
    const relaxation = relax(
      compile(generatePlan({ operations: 150, resources: 20, days: 1, seed, disrupted: seed % 2 === 0 })),
    );
    const optimum = linearOptimumByHighs(relaxation.model);
    const { run, ascent } = newAscent(relaxation);
    const isMade = climbFromCapacity(relaxation, ascent, run, { ...FEW, high: 15 }, Number.POSITIVE_INFINITY);
    expect(isMade).toBe(true);
    const { run: runAbove, ascent: above } = newAscent(relaxation);
    above.climb(FEW.first, FEW.fine);
    expect(run.steps).toBe(runAbove.steps);
    for (const { bound } of [ascent, above]) expect(bound, `seed ${seed}`).toBeLessThanOrEqual(optimum + 1e-6);
    missed.fromProgram += optimum - ascent.bound;
    missed.fromAbove += optimum - above.bound;
  }
  expect(missed.fromProgram).toBeLessThan(0.25 * missed.fromAbove);
});

// Guarantee: prices that were known before, though they prove more than those of the program, neither hold the ascent back nor are lost.
test('an ascent from the program begins there, whatever was known before', () => {
  const missed = { fresh: 0, again: 0 };
  for (let seed = 1; seed <= 8; seed++) {
    const relaxation = relax(
      compile(generatePlan({ operations: 150, resources: 20, days: 1, seed, disrupted: false })),
    );
    const optimum = linearOptimumByHighs(relaxation.model);
    const fresh = newAscent(relaxation);
    climbFromCapacity(relaxation, fresh.ascent, fresh.run, { ...FEW, high: 15 }, Number.POSITIVE_INFINITY);
    const again = newAscent(relaxation);
    again.ascent.climb(60, 20);
    const known = again.ascent.bound;
    climbFromCapacity(relaxation, again.ascent, again.run, { ...FEW, high: 15 }, Number.POSITIVE_INFINITY);
    expect(again.ascent.bound).toBeGreaterThanOrEqual(known);
    missed.fresh += optimum - fresh.ascent.bound;
    missed.again += optimum - again.ascent.bound;
  }
  expect(missed.again).toBeLessThan(1.5 * missed.fresh);
});

// Guarantee: a program that costs more than it saves is not made, and leaves the ascent as it was.
test('there is no ascent from the program where time is too short for it, or where most rows differ', () => {
  const relaxation = relax(
    compile(generatePlan({ operations: 400, resources: 60, days: 1, seed: 1, disrupted: false })),
  );
  const random = createRandom(1);
  const keep = Uint8Array.from(relaxation.model.part, () => (random.next() < 0.5 ? 1 : 0));
  const different = { ...relaxation, model: restriction(relaxation.model, keep).model };
  for (const [model, stepLimit, seconds, isMade] of [
    [relaxation, null, 10, true],
    [relaxation, null, 0.01, false],
    [relaxation, 1000, 0.01, true],
    [different, null, 10, false],
    [different, 1000, 10, false],
  ] as const) {
    const { run, ascent } = newAscent(model, stepLimit);
    expect(climbFromCapacity(model, ascent, run, { ...FEW, high: 15 }, seconds)).toBe(isMade);
    expect(run.steps > 0).toBe(isMade);
    expect(Number.isFinite(ascent.bound)).toBe(isMade);
  }
});
