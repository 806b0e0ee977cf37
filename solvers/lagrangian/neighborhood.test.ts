/** Guarantee: an attempt that is stopped before it has decided all parts, at whatever moment, leaves the plan as it was and looks for no places. */
import { expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { relax } from '../model/relaxation.ts';
import { toPaths, toPlan } from '../model/translate.ts';
import { NeighborhoodSearch } from './neighborhood.ts';

const instance = compile(generatePlan({ operations: 150, resources: 30, days: 1, seed: 1, disrupted: true }));
const relaxation = relax(instance);
const empty = new Plan(instance, new Int32Array(instance.partCount).fill(-1));

test.each([
  ['by the model', false],
  ['by the exact plan', true],
])('a stopped attempt changes nothing, with costs %s', (_, isExactly) => {
  const outcomes = new Set<string>();
  for (const mostLooks of [0, 1, 2, 3, 5, 8, 13, 21, 1000]) {
    const paths = toPaths(relaxation, empty.placement);
    const exactly = isExactly ? toPlan(relaxation, paths.position) : null;
    const before = { cost: toPlan(relaxation, paths.position).cost, position: paths.position.slice() };
    const prices = new Float64Array(relaxation.model.partCount);
    let looks = 0;
    const stop = (): boolean => ++looks > mostLooks;
    const search = new NeighborhoodSearch(relaxation, paths, exactly, prices, createRandom(1), stop);
    const day = 24 * 3600;
    const outcome = search.attemptWindow(relaxation.start[0], 4 * day);
    outcomes.add(outcome);
    const plan = toPlan(relaxation, paths.position);
    if (outcome === 'skipped') expect(paths.position).toEqual(before.position);
    else expect(plan.cost).toBeLessThan(before.cost);
    expect(search.cost).toBe(plan.cost);
    if (exactly !== null) expect(exactly.placement).toEqual(plan.placement);
  }
  expect(outcomes).toEqual(new Set(['skipped', 'improved']));
});
