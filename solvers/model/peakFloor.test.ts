/** Guarantee: the bound of the busiest moments never exceeds the cost of the best plan, and equals it when nothing else costs anything. */
import fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { DocumentRule, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { randomInstance } from '../../engine/testing/randomInstance.ts';
import { auto } from '../auto/auto.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { runAlone } from '../testing/runAlone.ts';
import { boundOf, leastCosts, rowScratch } from './pathModel.ts';
import { peakFloor } from './peakFloor.ts';
import { relax } from './relaxation.ts';

const floorOf = (instance: Instance) => {
  const relaxation = relax(instance);
  return { relaxation, floor: peakFloor(relaxation, leastCosts(relaxation.model)) };
};

test('neither the floor nor the bound of its prices exceeds the cost of the cheapest plan', () => {
  let [floors, tight] = [0, 0];
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const instance = randomInstance(seed, { operations: 7, resources: 1 + (seed % 3) });
      const { relaxation, floor } = floorOf(instance);
      if (floor === null || planCount(instance) > 20_000) return;
      const { constant, model } = relaxation;
      const best = exhaustiveCost(instance);
      const claimed = constant + 100 * floor.bound;
      expect(claimed).toBeLessThanOrEqual(best + 0.001);
      const proven = boundOf(model, floor.prices, rowScratch(model));
      expect(constant + 100 * proven).toBeLessThanOrEqual(best + 0.001);
      floors++;
      if (claimed > best - 1) tight++;
    }),
    { numRuns: 600 },
  );
  expect(floors).toBeGreaterThan(25);
  expect(tight).toBeGreaterThan(4);
});

const HOUR = 3_600_000;
const ORIGIN = Date.parse('2026-06-01T00:00:00Z');

/** Makes days with `present` operations at noon and one at six, on equal resources, of which `forWide` may take the first `wide` operations of noon. */
const days = (
  count: number,
  present: number,
  resources: number,
  rules: readonly DocumentRule[] = [],
  { wide, forWide } = { wide: 0, forWide: 0 },
): Instance => {
  const task = (hour: number) => ({
    taskName: 'T',
    scheduledTime: formatInstant(ORIGIN + hour * HOUR),
    expectedTime: formatInstant(ORIGIN + hour * HOUR),
    expectedTimesSource: 'test',
  });
  const operations = Array.from({ length: count }, (_, day) =>
    Array.from({ length: present + 1 }, (__, i) => {
      const from = 24 * day + (i < present ? 12 : 6);
      const tags = i < wide ? ['wide'] : [];
      return { id: `${day}-${i}`, tags, inboundTask: task(from), outboundTask: task(from + 2) };
    }),
  ).flat();
  return compile({
    format: 'tidegate/planning@1',
    planning: { id: 'p', name: 'P', weights: { conflict: 400_000, unassigned: 200_000, reassigned: 10 } },
    locations: [{ id: 'l', name: 'L' }],
    tags: [{ uuid: 'wide', category: 'size', value: 'wide', required: true }],
    resources: Array.from({ length: resources }, (_, i) => ({
      id: `r${i}`,
      name: `R${i}`,
      location: 'l',
      tags: i < forWide ? ['wide'] : [],
    })),
    groups: [],
    operations,
    rules,
    assignments: [],
  } as unknown as PlanningDocument);
};

test('the bounds of moments that share no part add up, and of two that share one only one counts', () => {
  const { relaxation, floor } = floorOf(days(3, 5, 3));
  expect(relaxation.constant / 100 + (floor?.bound ?? 0)).toBe(3 * 2 * 200_000);
});

test('where only some parts compete for too few rows, the prices of these parts prove it', () => {
  const { relaxation, floor } = floorOf(days(2, 6, 8, [], { wide: 4, forWide: 3 }));
  expect(relaxation.constant / 100 + (floor?.bound ?? 0)).toBe(2 * 200_000);
  const { model } = relaxation;
  expect(relaxation.constant / 100 + boundOf(model, floor!.prices, rowScratch(model))).toBe(2 * 200_000);
});

test('when the use of a resource has a cost, the largest number of parts at one moment pays for as many resources', () => {
  const usage: DocumentRule = { id: 'u', name: 'Use', kind: 'usage', weight: 1 };
  const { relaxation, floor } = floorOf(days(2, 17, 20, [usage]));
  expect(relaxation.constant / 100 + (floor?.bound ?? 0)).toBe(17);
});

test('a plan that leaves out only what it must is proven optimal at once', () => {
  const instance = days(3, 5, 3);
  const { result } = runAlone(auto, instance, { steps: 20 });
  expect(result).toMatchObject({ bound: 3 * 2 * 200_000 * 100, status: 'optimal' });
});
