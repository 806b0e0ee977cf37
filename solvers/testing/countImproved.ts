import { expect } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { createRandom, type Random } from '../../engine/random.ts';
import { randomInstance, randomPlacement } from '../../engine/testing/randomInstance.ts';
import { initialSolution } from '../initialSolution.ts';

/**
 * Lets `improve` change random plans, each seed with two sizes, and expects that it never makes one worse, moves a pinned part or changes too many places,
 * and that the plan's cost is right. Returns how many it made better.
 */
export const countImproved = (runs: number, improve: (plan: Plan, random: Random, seed: number) => void): number => {
  let improved = 0;
  for (let run = 1; run <= runs; run++) {
    const seed = run >> 1;
    const size = run % 2 === 0 ? { operations: 8, resources: 3 } : { operations: 12, resources: 6 };
    const instance = randomInstance(seed, size);
    const random = createRandom(seed);
    const placement = randomPlacement(instance, random);
    const plan = new Plan(instance, initialSolution(instance, Int32Array.from(placement)).placement);
    const before = plan.snapshot();
    const allowed = Math.max(instance.maxReassignments, plan.reassignments());
    improve(plan, random, seed);
    expect(plan.cost, `run ${run}`).toBeLessThanOrEqual(before.cost);
    expect(new Plan(instance, plan.placement).cost, `run ${run}`).toBe(plan.cost);
    if (instance.maxReassignments >= 0) expect(plan.reassignments(), `run ${run}`).toBeLessThanOrEqual(allowed);
    for (let part = 0; part < instance.partCount; part++) {
      if (instance.pinned[part] !== NOT_PINNED) expect(plan.placement[part]).toBe(before.placement[part]);
    }
    if (plan.cost < before.cost) improved++;
  }
  return improved;
};
