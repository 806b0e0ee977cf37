import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { findConflicts } from '../conflicts/findConflicts.ts';
import { createRandom } from '../random.ts';
import type { DocumentTask } from '../instance/planningDocument.ts';
import { randomDocument, randomInstance, randomPlacement } from '../testing/randomInstance.ts';
import { evaluate, explain } from './evaluate.ts';
import { conflictPage, countConflicts } from '../conflicts/conflictPage.ts';
import { compile } from '../instance/compile.ts';
import { expectedPairs } from '../uncertainty/expectedPairs.ts';
import { conflictTotals, countTerms, tally } from './tally.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const windows = fc
  .tuple(fc.integer({ min: -600, max: 40_000 }), fc.nat({ max: 20_000 }))
  .map(([from, length]) => ({ from, to: from + length }));
const sizes = fc.record({ operations: fc.integer({ min: 1, max: 40 }), resources: fc.integer({ min: 1, max: 4 }) });

// Guarantee: counting terms gives the same as listing them, with blockers, tows, hard and soft rules.
test('the counted terms are those that visiting finds one by one', () => {
  fc.assert(
    fc.property(seeds, sizes, (seed, size) => {
      const instance = randomInstance(seed, size);
      const placement = randomPlacement(instance, createRandom(seed));
      expect(tally(instance, placement)).toEqual(evaluate(instance, placement));
      const keyOf = ({ level, kind, rule, cost }: { level: string; kind: string; rule: number; cost: number }) =>
        `${level} ${kind} ${rule} ${cost}`;
      const counts = new Map<string, number>();
      countTerms(instance, placement, (term) => counts.set(keyOf(term), (counts.get(keyOf(term)) ?? 0) + term.count));
      const listed = new Map<string, number>();
      for (const term of explain(instance, placement)) listed.set(keyOf(term), (listed.get(keyOf(term)) ?? 0) + 1);
      expect(counts).toEqual(listed);
    }),
    { numRuns: 120 },
  );
});

test('the counted conflicts are those that findConflicts lists, in any window', () => {
  fc.assert(
    fc.property(seeds, sizes, windows, (seed, size, drawn) => {
      const instance = randomInstance(seed, size);
      const placement = randomPlacement(instance, createRandom(seed));
      for (const window of [null, drawn]) {
        const found = findConflicts(instance, placement).filter(
          ({ start, end }) => window === null || (start < window.to && end > window.from),
        );
        expect(conflictTotals(instance, placement, window)).toEqual({
          pairs: found.length,
          operations: new Set(found.flatMap(({ a, b }) => [instance.operation[a], instance.operation[b]])).size,
          overlapSeconds: found.reduce((sum, { overlapSeconds }) => sum + overlapSeconds, 0),
        });
      }
    }),
    { numRuns: 120 },
  );
});

test('the pages together list all conflicts in order, in any window', () => {
  fc.assert(
    fc.property(seeds, sizes, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 20_000 }), (seed, size, limit, from) => {
      const instance = randomInstance(seed, size);
      const placement = randomPlacement(instance, createRandom(seed));
      const whole = { from: -(2 ** 30), to: 2 ** 30 };
      for (const window of [null, whole, { from, to: from + 3600 }]) {
        const found = findConflicts(instance, placement).filter(
          ({ start, end }) => window === null || (start < window.to && end > window.from),
        );
        if (window === null) expect(countConflicts(instance, placement)).toBe(found.length);
        expect(conflictPage(instance, placement, { offset: 0, limit: 0, window }).total).toBe(found.length);
        const pages = [];
        for (let offset = 0; offset <= found.length; offset += limit) {
          const { conflicts, total } = conflictPage(instance, placement, { offset, limit, window });
          expect(total ?? 'more').toBe(window === null && offset + limit < found.length ? 'more' : found.length);
          pages.push(...conflicts);
        }
        expect(pages).toEqual(found);
      }
    }),
    { numRuns: 120 },
  );
});

// Guarantee: a window has no overlaps to expect that are certain to be outside of it.
test('where times are certain, the overlaps to expect are those of the conflicts, in any window', () => {
  fc.assert(
    fc.property(seeds, sizes, windows, (seed, size, window) => {
      const document = randomDocument(seed, size);
      const certain = (task: DocumentTask | null) => task && { ...task, sigma: null, skewFactor: null };
      const operations = document.operations.map(({ inboundTask, outboundTask, ...operation }) => ({
        ...operation,
        inboundTask: certain(inboundTask),
        outboundTask: certain(outboundTask),
      }));
      const instance = compile({ ...document, operations });
      const overlaps = findConflicts(instance, instance.placed).filter(
        ({ kind, start, end }) => kind === 'overlap' && start < window.to && end > window.from,
      );
      expect(expectedPairs(instance, instance.placed, window)).toBe(overlaps.length);
      expect(expectedPairs(instance, instance.placed, window, 0)).toBe(overlaps.length);
    }),
  );
});

// Guarantee: the estimate of expected pairs in a crowd differs by at most 1 % from the sum over all its pairs.
test('the estimated number of expected pairs in a crowd is close to the exact one', () => {
  for (let seed = 0; seed < 12; seed++) {
    const instance = crowd(seed, 150);
    const placement = instance.placed;
    const whole = { from: 0, to: 2 ** 30 };
    for (const window of [whole, { from: 1800, to: 5400 }]) {
      const exact = expectedPairs(instance, placement, window, Number.POSITIVE_INFINITY);
      const estimated = expectedPairs(instance, placement, window, 0);
      expect(exact).toBeGreaterThan(500);
      expect(Math.abs(estimated - exact) / exact, `seed ${seed}`).toBeLessThan(0.01);
    }
  }
});

test('conflicts of three thousand operations on one resource are counted, and a page lists only its own', () => {
  const instance = crowd(1, 3000);
  const { pairs, operations } = conflictTotals(instance, instance.placed, null);
  expect(operations).toBe(3000);
  const { conflicts, total } = conflictPage(instance, instance.placed, { offset: pairs - 2, limit: 10, window: null });
  expect([conflicts.length, total]).toEqual([2, pairs]);
  expect(pairs).toBeGreaterThan(1_000_000);
});

/** Many operations at about the same time on one resource: some all alike, some with exactly known times, some blockers. */
const crowd = (seed: number, count: number) => {
  const random = createRandom(seed);
  const isAlike = seed % 3 === 0;
  const task = (minutes: number) => ({
    taskName: 't',
    expectedTime: new Date(Date.UTC(2026, 10, 20) + minutes * 60_000).toISOString(),
    ...(seed % 4 === 3 || random.next() < 0.2
      ? {}
      : { sigma: isAlike ? 600 : 60 + random.below(1800), skewFactor: isAlike ? 0.3 : random.next() * 1.6 - 0.8 }),
  });
  const operations = Array.from({ length: count }, (_, i) => {
    const from = isAlike ? (i % 2) * 60 : random.below(120);
    return {
      id: `o${i}`,
      isBlocker: i % 10 === 0,
      inboundTask: task(from),
      outboundTask: task(from + (isAlike ? 60 : 10 + random.below(60))),
    };
  });
  return compile({
    format: 'tidegate/planning@1',
    planning: { id: 'crowd', name: 'Crowd' },
    locations: [{ id: 'l', name: 'l' }],
    tags: [],
    resources: [{ id: 'r', name: 'r', location: 'l' }],
    groups: [],
    operations,
    rules: [],
    assignments: operations.map(({ id }) => ({ operation: id, resource: 'r' })),
  });
};
