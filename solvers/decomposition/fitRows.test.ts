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
    const [, block] = divide(instance, { fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 300 }).blocks;
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
    const rowOf = new Map(Array.from(fitted.parts, (part, i) => [part, fitted.places[i]]));
    const own = block.map((part) => rowOf.get(part)!);
    expect(new Plan(instance, withPlaces(alone, block, own)).cost, `seed ${seed}`).toBe(blockPlan.cost);
    const around = withPlaces(others, fitted.parts, fitted.places);
    block.forEach((part) => (around[part] = -1));
    expect(new Plan(instance, around).cost, `seed ${seed}`).toBe(new Plan(instance, others).cost);
    before += new Plan(instance, withPlaces(others, block, places)).cost;
    after += new Plan(instance, withPlaces(others, fitted.parts, fitted.places)).cost;
  }
  expect(after).toBeLessThan(0.5 * before);
});

/** For each resource, those that each of the parts may use at the same cost. */
const equalRows = ({ resourceCount, arcStart, arcResource, arcCost }: Instance, parts: Int32Array) => {
  const costs = Array.from({ length: resourceCount }, () => '');
  for (const part of parts)
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++)
      costs[arcResource[arc]] += `${part}:${arcCost[arc]} `;
  return costs.map((own) => [...costs.keys()].filter((row) => costs[row] === own));
};

// Guarantee: where no class of equal rows has too many parts at once, every part fits, whatever the order of the block's rows.
test('a plan that fits on classes of equal rows fits on the rows', () => {
  const random = createRandom(4);
  for (let seed = 1; seed <= 8; seed++) {
    const instance = twoDays(seed);
    const whole = new Plan(instance, new Int32Array(instance.partCount).fill(-1));
    firstPlan(whole, () => false);
    const { blocks } = divide(instance, { fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 150 });
    for (const block of blocks) {
      const equal = equalRows(instance, block);
      const freeFrom = new Float64Array(instance.resourceCount);
      const places = block.map((part) => {
        const place = whole.placement[part];
        if (place < 0) return place;
        const free = equal[place].filter((row) => freeFrom[row] <= instance.start[part]);
        const row = free[random.below(free.length)];
        freeFrom[row] = instance.end[part];
        return row;
      });
      const others = withPlaces(Int32Array.from(whole.placement), block, new Int32Array(block.length).fill(-1));
      const fitted = fitRows(instance, block, places, others);
      const cost = new Plan(instance, withPlaces(others, fitted.parts, fitted.places)).cost;
      expect(cost, `seed ${seed}`).toBe(whole.cost);
    }
  }
});
