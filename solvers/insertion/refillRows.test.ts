import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { createRandom } from '../../engine/random.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import { relax } from '../model/relaxation.ts';
import { refillRows } from './refillRows.ts';

const NEVER_STOPS = (): boolean => false;
const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };

// Guarantee: whatever the plan, each part is on a resource that it may use, and pinned parts stay.
test('every part is where it may be, and pinned parts stay where they are', () => {
  for (let seed = 7000; seed < 7150; seed++) {
    const instance = compile(randomDocument(seed, { operations: 12, resources: 4 }), REFERENCE);
    const random = createRandom(seed);
    const { arcStart, arcResource, pinned } = instance;
    const placement = pinned.map((pin, part) => {
      const arcs = arcStart[part + 1] - arcStart[part];
      if (pin !== NOT_PINNED) return pin;
      return arcs === 0 || random.below(3) === 0 ? -1 : arcResource[arcStart[part] + random.below(arcs)];
    });
    refillRows(relax(instance), placement, 3, NEVER_STOPS).forEach((resource, part) => {
      if (pinned[part] !== NOT_PINNED) expect(resource, `seed ${seed}`).toBe(pinned[part]);
      else if (resource >= 0) expect(findArc(instance, part, resource), `seed ${seed}`).toBeGreaterThanOrEqual(0);
    });
  }
});

// Guarantee: the sweeps find what one row can gain by an exchange of one part for several others.
test('fills an empty plan without overlaps, and exchanges a long part for several short ones', () => {
  for (const seed of [1, 2, 3]) {
    const instance = compile(generatePlan({ operations: 150, resources: 12, days: 1, seed, disrupted: false }));
    const relaxation = relax(instance);
    const nothing = new Plan(instance, new Int32Array(instance.partCount).fill(-1));
    const full = new Plan(instance, refillRows(relaxation, nothing.placement, 4, NEVER_STOPS));
    expect(full.levels().conflicts).toBe(0);
    // Each row holds its longest part alone, which is far from the best that it can hold.
    const longest = new Int32Array(instance.partCount).fill(-1);
    for (let row = 0; row < instance.resourceCount; row++) {
      let chosen = -1;
      for (let part = 0; part < instance.partCount; part++) {
        if (longest[part] >= 0 || findArc(instance, part, row) < 0) continue;
        const length = (p: number): number => instance.end[p] - instance.start[p];
        if (chosen < 0 || length(part) > length(chosen)) chosen = part;
      }
      longest[chosen] = row;
    }
    const refilled = new Plan(instance, refillRows(relaxation, longest, 4, NEVER_STOPS));
    expect(refilled.levels().conflicts).toBe(0);
    const few = 1.1 * full.levels().unassigned;
    expect(refilled.levels().unassigned).toBeLessThan(few);
    expect(refillRows(relaxation, refilled.placement, 1, NEVER_STOPS)).toEqual(Int32Array.from(refilled.placement));
  }
});
