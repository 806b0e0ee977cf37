import { NOT_PINNED, PartFlag } from '../instance/instance.ts';
import { expect, test } from 'vitest';
import { randomInstance } from '../testing/randomInstance.ts';
import { Board } from '../board/board.ts';
import { slots } from './slots.ts';

/** Tries every start of the range on every resource; returns the least delta of each resource, ascending. */
const tryAll = (seed: number, part: number, from: number, to: number) => {
  const instance = randomInstance(seed);
  const board = Board.movable(instance, instance.placed);
  const start = instance.start[part];
  const costAt = (resource: number): number => {
    board.findPartners(part, resource);
    const shared = resource < 0 ? 0 : board.softCost + instance.conflictCost * board.partnerCount;
    return board.aloneCost(part, resource) + shared;
  };
  const before = costAt(instance.placed[part]);
  const best = new Map<number, number>();
  for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1]; arc++) {
    const resource = instance.arcResource[arc];
    for (let at = from; at <= to; at++) {
      if ((instance.flags[part] & PartFlag.happened) !== 0 && at !== start) continue;
      board.shift(part, at - start);
      const delay = at > start ? instance.delayCost * Math.ceil((at - start) / 60) : 0;
      const delta = costAt(resource) + delay - before;
      board.shift(part, start - at);
      best.set(resource, Math.min(best.get(resource) ?? Number.POSITIVE_INFINITY, delta));
    }
  }
  return [...best.values()].sort((a, b) => a - b);
};

test('slots have the cheapest start within the range on every resource, with the exact delta', () => {
  let tried = 0;
  for (let seed = 0; seed < 150; seed++) {
    const instance = randomInstance(seed);
    if (instance.terms.risk) continue;
    for (let part = 0; part < Math.min(3, instance.partCount); part++) {
      if (instance.pinned[part] !== NOT_PINNED) continue;
      const from = instance.start[part] - 600 * (seed % 3);
      const to = from + 1500;
      const found = slots(instance, instance.placed, part, { from, to, k: 10_000 });
      const best = new Map<number, number>();
      for (const { resource, delta } of found) {
        best.set(resource, Math.min(best.get(resource) ?? Number.POSITIVE_INFINITY, delta));
      }
      const expected = tryAll(seed, part, from, to);
      expect(
        [...best.values()].sort((a, b) => a - b),
        `seed ${seed} part ${part}`,
      ).toEqual(expected);
      expect(slots(instance, instance.placed, part, { from, to, k: 2 })).toEqual(found.slice(0, 2));
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(100);
});
