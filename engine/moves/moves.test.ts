import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { check } from '../check.ts';
import { feasiblePlacementOf } from '../instance/assignments.ts';
import { evaluate } from '../objective/evaluate.ts';
import { Plan } from '../board/plan.ts';
import { createRandom } from '../random.ts';
import { randomInstance } from '../testing/randomInstance.ts';
import { createMoves } from './moves.ts';

// Guarantee: a search can rely on every delta that a move returns, and on the plan being unchanged after a revert.
test('moves return exact deltas, make only legal changes, and restore the plan when reverted', () => {
  const drawn = new Map<string, number>();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const random = createRandom(seed);
      const instance = randomInstance(seed, { operations: 20, resources: 6 });
      const initial = feasiblePlacementOf(instance);
      if (!check(instance, initial).feasible) return;
      const plan = new Plan(instance, initial);
      for (const move of createMoves(plan)) {
        for (let step = 0; step < 12; step++) {
          const [before, placement] = [plan.cost, plan.placement.slice()];
          const delta = move.evaluate(plan, random);
          const isNone = delta === Number.POSITIVE_INFINITY;
          const isTaken = !isNone && random.below(2) === 0;
          if (isTaken) move.apply(plan);
          else if (!isNone) move.revert(plan);
          expect(plan.cost).toBe(isTaken ? before + delta : before);
          expect(plan.levels()).toEqual(evaluate(instance, plan.placement));
          if (isTaken) expect(check(instance, plan.placement).violations).toEqual([]);
          else expect(plan.placement).toEqual(placement);
          if (isTaken && delta !== 0) drawn.set(move.id, (drawn.get(move.id) ?? 0) + 1);
        }
      }
    }),
    { numRuns: 80 },
  );
  // Each move made changes, so the expectations above were not met merely because nothing happened.
  const instance = randomInstance(1, { operations: 20, resources: 6 });
  const moves = createMoves(new Plan(instance, feasiblePlacementOf(instance)));
  for (const { id } of moves) expect(drawn.get(id), id).toBeGreaterThan(20);
  // The moves of groups, which that instance does not have.
  for (const id of ['group-move', 'group-chain']) expect(drawn.get(id), id).toBeGreaterThan(5);
});
