import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { relax } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { optimumByHighs } from '../testing/optimumByHighs.ts';
import { Ascent } from './ascent.ts';
import { boundByCount } from './countBound.ts';

const run = {
  random: createRandom(1),
  stop: () => false,
  step: () => {},
  elapsedSeconds: () => 0,
  report: () => {},
} as unknown as Run;

/** On these days the linear relaxation leaves out half an operation more than a whole number, which costs 450 to 500. */
const HALVES = [
  { operations: 60, resources: 6, seed: 5, disrupted: true },
  { operations: 60, resources: 6, seed: 5, disrupted: false },
  { operations: 100, resources: 10, seed: 5, disrupted: true },
  { operations: 100, resources: 10, seed: 26, disrupted: false },
];
const OTHERS = Array.from({ length: 6 }, (_, i) => ({
  operations: 60,
  resources: 5 + (i % 3),
  seed: 10 + i,
  disrupted: i % 2 === 0,
}));

beforeAll(() => prepareHighs());

/** What the prices prove, the best of the bounds by each number, and the optimum, in weight units. Every fifth part is left uncounted if `some`. */
const boundsOf = (day: (typeof HALVES)[number], some: boolean) => {
  const instance = compile(generatePlan({ ...day, days: 1 }));
  const relaxation = relax(instance);
  const { model, constant } = relaxation;
  const ascent = new Ascent(relaxation, run, () => {});
  ascent.climb(1500, 800);
  const { bound, prices } = ascent;
  const counted = Uint8Array.from(model.leaveOut, (_, part) => (some && part % 5 === 0 ? 0 : 1));
  let best = bound;
  for (let count = 0; count <= 25; count++) {
    const options = { prices, bound, target: Number.POSITIVE_INFINITY, counted, count };
    best = Math.max(best, boundByCount(relaxation, run, options));
  }
  return { bound, best, optimum: (optimumByHighs(instance, true) - constant) / 100 };
};

// Guarantee: whatever number is asked about and whichever parts count, the bound never exceeds the cost of the best plan.
test('a bound by numbers of parts left out never exceeds the optimum', () => {
  for (const day of [...HALVES, ...OTHERS]) {
    for (const some of [false, true]) {
      const { best, optimum } = boundsOf(day, some);
      expect(best, `seed ${day.seed}`).toBeLessThanOrEqual(optimum + 1e-5);
    }
  }
});

test('it closes nearly all of the gap where the relaxation leaves out half a part', () => {
  for (const day of HALVES) {
    const { bound, best, optimum } = boundsOf(day, false);
    expect(optimum - bound, `seed ${day.seed}`).toBeGreaterThan(400);
    expect(optimum - best, `seed ${day.seed}`).toBeLessThan(60);
  }
});
