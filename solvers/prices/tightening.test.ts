import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { keysOf } from '../../engine/recordOf.ts';
import { createRandom, type Random } from '../../engine/random.ts';
import { randomInstance } from '../../engine/testing/randomInstance.ts';
import type { Run } from '../solver.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { Ascent } from './ascent.ts';
import { type Relaxation, relax, wholeExtent } from '../model/relaxation.ts';
import { Tightening } from './tightening.ts';

const MOST_PLANS = 20_000;
const run = { stop: () => false, step: () => {}, elapsedSeconds: () => 0 };

/** Returns approximately the best bound that the relaxation proves without prices on pairs. */
const plainBound = (relaxation: Relaxation): number => {
  const whole = { ...run, random: createRandom(1), report: () => {} } as unknown as Run;
  const ascent = new Ascent(relaxation, whole, () => {});
  ascent.climb(1500);
  return ascent.bound;
};

// Guarantee: the bound never exceeds the cost of any plan, whatever the initial prices and the number of iterations.
test('the tightened bound never exceeds the cost of the best plan', () => {
  const random = createRandom(1);
  let [tried, higher] = [0, 0];
  for (let seed = 0; seed < 7500; seed++) {
    const instance = randomInstance(seed);
    const expected = instance.arcStart.subarray(1).map((arc) => instance.arcResource[arc - 1] ?? -1);
    const relaxation = relax(instance, wholeExtent(instance, seed % 2 === 0 ? null : expected));
    const prices = relaxation.model.leaveOut.map((out) => out * random.next());
    const tightening = new Tightening(relaxation, prices, random.split());
    if (tightening.isEmpty || planCount(instance) > MOST_PLANS) continue;
    tried++;
    const best = exhaustiveCost({ ...instance, maxReassignments: -1 });
    let before = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < 4; round++) {
      tightening.advance([1, 40, 400, 2600][round], run);
      const claimed = relaxation.constant + 100 * tightening.bound;
      expect(claimed, `seed ${seed}`).toBeLessThanOrEqual(best + 1e-3);
      expect(tightening.bound).toBeGreaterThanOrEqual(before);
      before = tightening.bound;
      expect(tightening.isFine).toBe(round === 3);
    }
    if (relaxation.constant + 100 * before > relaxation.constant + 100 * plainBound(relaxation) + 1) higher++;
  }
  expect(tried).toBeGreaterThan(400);
  expect(higher).toBeGreaterThan(15);
});

/** Rules about turnarounds on different stands, with their parameters. */
const RULES = {
  adjacency: { relation: 'adjacent' },
  departure: { relation: 'adjacent', seconds: 1800 },
  continuity: { scope: 'resource' },
};

/** Makes turnarounds of two flights on three stands in a row, where each prefers one stand and two that the rule concerns cost a weight, but are no conflict. */
const stands = (random: Random, conflict: number, kind: keyof typeof RULES): Instance => {
  const at = (minute: number, flight: number) => {
    const time = formatInstant(1_780_315_200_000 + 60_000 * minute);
    return { taskName: `T${flight}`, plannedTime: time, expectedTime: time };
  };
  const names = ['a', 'b', 'c'];
  return compile({
    format: 'tidegate/planning@1',
    planning: { id: 'stands', name: 'stands', weights: { conflict, unassigned: 100 } },
    locations: [{ id: 'apron', name: 'apron' }],
    groups: [],
    assignments: [],
    tags: names.map((uuid) => ({ uuid, category: 'c', value: uuid })),
    resources: names.map((name, i) => ({
      id: name,
      name,
      location: 'apron',
      tags: [name],
      adjacent: names.slice(i + 1, i + 2),
    })),
    operations: Array.from({ length: 5 }, (_, i) => {
      const from = random.below(90);
      const tags = [names[random.below(3)]];
      const until = from + 20 + random.below(40);
      return { id: `o${i}`, tags, inboundTask: at(from, i % 2), outboundTask: at(until, i % 2) };
    }),
    rules: [
      {
        id: 'pairs',
        name: 'Pairs',
        kind,
        weight: 1 + random.below(30),
        parameters: RULES[kind],
      },
      ...names.map((tag) => ({
        id: tag,
        name: tag,
        kind: 'mismatch',
        weight: 1 + random.below(40),
        operationTags: [tag],
        resourceTags: [tag],
      })),
    ],
  });
};

// Guarantee: prices of pairs raise the bound, and never above the best plan, also where a conflict is cheap and a resource may hold several operations at once.
test.each(keysOf(RULES))('the bound knows what pairs cost by %s', (kind) => {
  const random = createRandom(2);
  let higher = 0;
  for (let q = 0; q < 60; q++) {
    const instance = stands(random, q % 2 === 0 ? 1000 : 1 + random.below(20), kind);
    const relaxation = relax(instance);
    const tightening = new Tightening(relaxation, relaxation.model.leaveOut, random.split());
    tightening.advance(1500, run);
    expect(relaxation.constant + 100 * tightening.bound, `instance ${q}`).toBeLessThanOrEqual(
      exhaustiveCost(instance) + 1e-3,
    );
    if (!tightening.isEmpty && tightening.bound > plainBound(relaxation) + 0.5) higher++;
  }
  expect(higher).toBeGreaterThan(10);
});
