import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { Plan } from '../../engine/board/plan.ts';
import { randomInstance, randomPlacement } from '../../engine/testing/randomInstance.ts';
import { dropWorsening } from './dropWorsening.ts';
import { Trial } from './trial.ts';

/** Makes all moves of a random plan on a random planning, and returns what is dropped. */
const attempt = (seed: number) => {
  const instance = randomInstance(seed, { operations: 12, resources: 4 });
  const random = createRandom(seed);
  const target = randomPlacement(instance, random);
  const plan = new Plan(instance, instance.placed);
  const before = plan.cost;
  const moves = new Map<string, { part: number; to: number }[]>();
  for (let part = 0; part < instance.partCount; part++) {
    if (instance.pinned[part] !== NOT_PINNED || target[part] === instance.placed[part]) continue;
    const operation = instance.names.operations[instance.operation[part]];
    moves.set(operation, [...(moves.get(operation) ?? []), { part, to: target[part] }]);
  }
  const trial = new Trial(plan);
  const accepted = new Map([...moves].map(([id, places]) => [id, { places, windows: [], delayCost: 0 }]));
  for (const own of accepted.values()) trial.make(own);
  const whole = plan.cost;
  const dropped: string[] = [];
  dropWorsening(trial, before, accepted, (operation) => {
    trial.putBack(accepted.get(operation)!);
    accepted.delete(operation);
    dropped.push(operation);
  });
  return { instance, plan, before, whole, moves, accepted, dropped };
};

// Guarantee: the applied moves do not make the plan worse and are exactly those not dropped, and nothing is dropped without need.
test('what stays costs no more than before, and a move that gains by itself is not dropped because of others', () => {
  let [worse, kept, lost] = [0, 0, 0];
  for (let seed = 1; seed <= 2000; seed++) {
    const { instance, plan, before, whole, moves, accepted, dropped } = attempt(seed);
    expect(plan.cost, `seed ${seed}`).toBeLessThanOrEqual(before);
    expect([...accepted.keys(), ...dropped].sort()).toEqual([...moves.keys()].sort());
    const placement = instance.placed.slice();
    for (const { places } of accepted.values()) for (const { part, to } of places) placement[part] = to;
    expect(plan.placement, `seed ${seed}`).toEqual(placement);
    expect(plan.cost, `seed ${seed}`).toBe(new Plan(instance, placement).cost);
    if (whole <= before) expect(dropped).toEqual([]);
    else {
      worse++;
      if (plan.cost < before) kept++;
      const single = [...moves.values()].some((list) => {
        const alone = new Plan(instance, instance.placed);
        for (const { part, to } of list) alone.move(part, to);
        return alone.cost < before;
      });
      if (single && plan.cost === before) lost++;
    }
  }
  expect(worse).toBeGreaterThan(500);
  expect(kept).toBeGreaterThan(worse / 2);
  expect(lost).toBe(0);
});
