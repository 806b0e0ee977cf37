import { expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { firstPlan } from '../insertion/firstPlan.ts';
import { divide } from './blocks.ts';
import { fitRows } from './fitRows.ts';

const twoDays = (seed: number): Instance =>
  compile(generatePlan({ operations: 600, resources: 120, days: 2, seed, disrupted: false }));

/** The placement with these places, everything else as it is. */
const withPlaces = (placement: Int32Array, parts: Int32Array, places: Int32Array): Int32Array => {
  const whole = placement.slice();
  parts.forEach((part, i) => (whole[part] = places[i]));
  return whole;
};

// Guarantee: a block costs the same wherever its rows go, and no more parts overlap than before.
test('rows of a block are exchanged among equals, so that fewer parts overlap those around the block', () => {
  const random = createRandom(3);
  let [before, after] = [0, 0];
  for (let seed = 1; seed <= 5; seed++) {
    const instance = twoDays(seed);
    const plan = new Plan(instance, new Int32Array(instance.partCount).fill(-1));
    firstPlan(plan, () => false);
    const [, block] = divide(instance, { fewestParts: 0, wantedParts: 300 }).blocks;
    const alone = new Int32Array(instance.partCount).fill(-1);
    const blockPlan = new Plan(instance, alone);
    // A plan of the block alone, on rows in another order than that of the whole plan.
    const rest = new Set(block);
    while (rest.size > 0) {
      const part = [...rest][random.below(rest.size)];
      rest.delete(part);
      const [from, to] = [instance.arcStart[part], instance.arcStart[part + 1]];
      const free = [...instance.arcResource.subarray(from, to)].filter((row) => {
        blockPlan.findConflicting(part, row);
        return blockPlan.partnerCount === 0;
      });
      if (free.length > 0) blockPlan.place(part, free[random.below(free.length)]);
    }
    const places = block.map((part) => blockPlan.placement[part]);
    const others = withPlaces(Int32Array.from(plan.placement), block, new Int32Array(block.length).fill(-1));
    const fitted = fitRows(instance, block, places, others);
    expect(new Plan(instance, withPlaces(alone, block, fitted)).cost, `seed ${seed}`).toBe(blockPlan.cost);
    const cost = (found: Int32Array): number => new Plan(instance, withPlaces(others, block, found)).cost;
    before += cost(places);
    after += cost(fitted);
  }
  expect(after).toBeLessThan(0.5 * before);
});
