import { expect, test } from 'vitest';
import { check } from '../../engine/check.ts';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom, shuffle } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { joinInTime } from './joinInTime.ts';
import { PathPlan } from './pathPlan.ts';
import { relax } from './relaxation.ts';
import { toPaths, toPlan } from './translate.ts';

const relaxation = relax(compile(generatePlan({ operations: 200, resources: 20, days: 3, seed: 2, disrupted: false })));

/** Places parts in random order, each in its cheapest free place; some are left out. */
const randomPlan = (seed: number): Int32Array => {
  const random = createRandom(seed);
  const paths = new PathPlan(relaxation.model, relaxation.columns);
  const parts = Int32Array.from({ length: relaxation.model.partCount }, (_, i) => i).filter(() => random.below(10) > 0);
  shuffle(parts, random);
  for (const part of parts) paths.insert([part], null);
  return toPlan(relaxation, paths.position).placement.slice();
};

// Guarantee: the join of two plans is feasible and costs no more than either of them.
test('two plans joined in time are feasible and cost no more than either', () => {
  let better = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const [one, other] = [randomPlan(2 * seed), randomPlan(2 * seed + 1)];
    const joined = toPlan(relaxation, joinInTime(relaxation, one, other));
    const least = Math.min(...[one, other].map((plan) => toPlan(relaxation, toPaths(relaxation, plan).position).cost));
    expect(check(relaxation.instance, joined.placement).violations).toEqual([]);
    expect(joined.cost).toBeLessThanOrEqual(least);
    if (joined.cost < least) better++;
  }
  expect(better).toBeGreaterThan(0);
});

// Guarantee: each plan is followed where it is the better one, however often that changes.
test('two plans that each leave out some hours of a third one make the third one again', () => {
  const { partCount } = relaxation.model;
  for (let seed = 1; seed <= 12; seed++) {
    const whole = toPlan(relaxation, toPaths(relaxation, randomPlan(seed)).position);
    const [one, other] = [whole.placement.slice(), whole.placement.slice()];
    for (let from = 10, turn = 0; from + 20 < partCount; from += 40, turn++)
      for (let i = from; i < from + 20; i++) (turn % 2 === 0 ? one : other)[relaxation.partOf[i]] = -1;
    expect(toPlan(relaxation, joinInTime(relaxation, one, other)).cost, `seed ${seed}`).toBeLessThanOrEqual(whole.cost);
    expect(toPlan(relaxation, toPaths(relaxation, one).position).cost, `seed ${seed}`).toBeGreaterThan(0);
  }
});
