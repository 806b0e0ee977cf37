import { expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { createRandom } from '../../engine/random.ts';
import { randomInstance } from '../../engine/testing/randomInstance.ts';
import { groupsNear } from './groupsNear.ts';

// Guarantee: as long as only one part moves, what a plan costs changes as in the original instance.
test('what any one part costs elsewhere is known near a plan', () => {
  const random = createRandom(1);
  let [moved, changed] = [0, 0];
  for (let seed = 0; seed < 1500; seed++) {
    const instance = randomInstance(seed);
    const { arcStart, arcResource, pinned, group, terms } = instance;
    if (terms.groups.length === 0) continue;
    const drawn = (part: number): number => {
      const arcs = arcStart[part + 1] - arcStart[part];
      return arcs === 0 || random.below(4) === 0 ? -1 : arcResource[arcStart[part] + random.below(arcs)];
    };
    const placement = pinned.map((place, part) => (place === NOT_PINNED ? drawn(part) : place));
    const { near, own } = groupsNear(instance, placement);
    const [plan, nearby] = [new Plan(instance, placement), new Plan(near, placement)];
    const before = plan.cost - nearby.cost;
    for (let part = 0; part < pinned.length; part++) {
      if (pinned[part] !== NOT_PINNED) continue;
      const there = drawn(part);
      const other = Int32Array.from(placement);
      other[part] = there;
      expect(new Plan(instance, other).cost - new Plan(near, other).cost, `seed ${seed}, part ${part}`).toBe(before);
      moved++;
      if (group[part] >= 0 && there !== placement[part]) changed++;
    }
    expect(own.every((cost, part) => cost >= 0 && (group[part] >= 0 || cost === 0))).toBe(true);
  }
  expect(moved).toBeGreaterThan(1000);
  expect(changed).toBeGreaterThan(300);
});
