import * as fc from '../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
import { placementOf } from '../instance/assignments.ts';
import type { Instance } from '../instance/instance.ts';
import { createRandom, type Random } from '../random.ts';
import { randomInstance, randomPlacement } from '../testing/randomInstance.ts';
import { evaluate } from '../objective/evaluate.ts';
import { Plan } from './plan.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** A random eligible resource of the part, or −1. */
const anyPlace = (instance: Instance, part: number, random: Random): number => {
  const arcs = instance.arcStart[part + 1] - instance.arcStart[part];
  const draw = random.below(arcs + 1);
  return draw === arcs ? -1 : instance.arcResource[instance.arcStart[part] + draw];
};

describe('every delta is the difference of two full evaluations', () => {
  test.each([
    ['small', {}, 300],
    ['crowded', { operations: 40, resources: 6 }, 300],
    // In these, what a part shares with its group is counted by place.
    ['large groups', { operations: 160, resources: 6 }, 40],
  ])('%s', (_, size, numRuns) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const instance = randomInstance(seed, size);
        if (instance.partCount === 0) return;
        const plan = new Plan(instance, randomPlacement(instance, random));
        expect(plan.levels()).toEqual(evaluate(instance, plan.placement));
        for (let step = 0; step < 30; step++) {
          const part = random.below(instance.partCount);
          const to = anyPlace(instance, part, random);
          const before = plan.cost;
          const stated = plan.moveDelta(part, to);
          const reassignments = plan.reassignments() + plan.reassignmentDelta(part, to);
          if (to >= 0) {
            const arc = instance.arcResource.indexOf(to, instance.arcStart[part]);
            expect(plan.moveArcDelta(part, arc)).toBe(stated);
            if (plan.placement[part] < 0) {
              expect(plan.addDelta(part, to)).toBe(stated);
              expect(plan.addArcDelta(part, arc)).toBe(stated);
            }
          } else if (plan.placement[part] >= 0) expect(plan.removeDelta(part)).toBe(stated);
          expect(plan.move(part, to)).toBe(stated);
          expect(plan.cost).toBe(before + stated);
          expect(plan.reassignments()).toBe(reassignments);
          expect(plan.levels()).toEqual(evaluate(instance, plan.placement));
        }
        const changed = instance.current.filter((place, part) => place >= 0 && place !== plan.placement[part]).length;
        expect(plan.reassignments()).toBe(changed);
      }),
      { numRuns },
    );
  });

  test('a swap delta is exact and leaves the plan unchanged', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const instance = randomInstance(seed, { operations: 12, resources: 4 });
        const plan = new Plan(instance, randomPlacement(instance, random));
        const before = plan.snapshot();
        for (let a = 0; a < instance.partCount; a++) {
          const b = random.below(instance.partCount);
          const swapped = before.placement.slice();
          [swapped[a], swapped[b]] = [swapped[b], swapped[a]];
          if (![a, b].every((part) => mayBeAt(instance, part, swapped[part]))) continue;
          expect(plan.swapDelta(a, b)).toBe(evaluate(instance, swapped).total - before.cost);
          expect(plan.snapshot()).toEqual(before);
        }
      }),
      { numRuns: 100 },
    );
  });
});

// Guarantee: a plan's cached costs of parts are never stale, whatever was tried, committed and rolled back in between.
test('deltas stay exact over changes of several steps, committed or rolled back', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = createRandom(seed);
      const instance = randomInstance(seed, { operations: 12, resources: 4 });
      if (instance.partCount === 0) return;
      const plan = new Plan(instance, randomPlacement(instance, random));
      const expectExact = (): void => {
        expect(plan.cost).toBe(evaluate(instance, plan.placement).total);
        for (let part = 0; part < instance.partCount; part++) {
          if (plan.placement[part] < 0) continue;
          const without = plan.placement.slice();
          without[part] = -1;
          expect(plan.removeDelta(part)).toBe(evaluate(instance, without).total - plan.cost);
        }
      };
      for (let round = 0; round < 6; round++) {
        const before = plan.snapshot();
        expectExact();
        plan.begin();
        for (let step = random.below(5); step >= 0; step--) {
          const part = random.below(instance.partCount);
          plan.move(part, anyPlace(instance, part, random));
          if (step % 2 === 0) expectExact();
        }
        if (random.below(2) === 0) plan.commit();
        else {
          plan.rollback();
          expect(plan.snapshot()).toEqual(before);
        }
        expectExact();
        const part = random.below(instance.partCount);
        plan.move(part, anyPlace(instance, part, random));
      }
    }),
    { numRuns: 200 },
  );
});

const mayBeAt = (instance: Instance, part: number, resource: number): boolean =>
  resource < 0 ||
  instance.placed[part] === resource ||
  instance.arcResource.subarray(instance.arcStart[part], instance.arcStart[part + 1]).includes(resource);

test("a plan accepts the document's placement, eligible or not, and loads any other placement", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const instance = randomInstance(seed);
      const plan = new Plan(instance, placementOf(instance));
      expect(plan.levels()).toEqual(evaluate(instance, placementOf(instance)));
      const other = randomPlacement(instance, createRandom(seed + 1));
      plan.load(other);
      expect(plan.placement).toEqual(other);
      expect(plan.cost).toBe(evaluate(instance, other).total);
    }),
  );
});
