import { expect, test } from 'vitest';
import { check } from '../../engine/check.ts';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { PathPlan } from './pathPlan.ts';
import { relax } from './relaxation.ts';
import { joinInTime, toPaths, toPlan } from './translate.ts';

const relaxation = relax(compile(generatePlan({ operations: 200, resources: 20, days: 3, seed: 2, disrupted: false })));

/** Places parts in random order, each in its cheapest free place; some are left out. */
const randomPlan = (seed: number): Int32Array => {
  const random = createRandom(seed);
  const paths = new PathPlan(relaxation.model, relaxation.columns);
  const parts = Array.from({ length: relaxation.model.partCount }, (_, i) => i).filter(() => random.below(10) > 0);
  for (let k = parts.length - 1; k > 0; k--) {
    const other = random.below(k + 1);
    [parts[k], parts[other]] = [parts[other], parts[k]];
  }
  for (const part of parts) paths.insert([part], null);
  return toPlan(relaxation, paths.position).placement.slice();
};

// Guarantee: the join of two plans is feasible and costs no more than the second one.
test('two plans joined in time are feasible and cost no more than the second', () => {
  let better = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const [one, other] = [randomPlan(2 * seed), randomPlan(2 * seed + 1)];
    const joined = toPlan(relaxation, joinInTime(relaxation, one, other));
    const second = toPlan(relaxation, toPaths(relaxation, other).position);
    expect(check(relaxation.instance, joined.placement).violations).toEqual([]);
    expect(joined.cost).toBeLessThanOrEqual(second.cost);
    if (joined.cost < second.cost) better++;
  }
  expect(better).toBeGreaterThan(0);
});
