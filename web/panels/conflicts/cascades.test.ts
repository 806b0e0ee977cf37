/** Guarantee: conflicts that share an operation are listed together, each exactly once, the most urgent first. */
import fc from '../../../tests/properties.ts';
import { expect, test } from 'vitest';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { cascadesOf, sectionsOf } from './cascades.ts';

const conflict = (a: number, b: number, start: number, minutes: number): ConflictMark => ({
  id: `${a} ${b} ${start}`,
  resource: 'A1',
  operations: [`o${a}`, `o${b}`],
  start,
  end: start + 60 * minutes,
  probability: 1,
  kind: 'overlap',
});

const anyConflicts = fc.uniqueArray(
  fc
    .tuple(fc.nat(12), fc.nat(12), fc.nat(20_000), fc.integer({ min: 1, max: 90 }))
    .map(([a, b, start, minutes]) => conflict(a, b + 13 * (a === b ? 1 : 0), start, minutes)),
  { selector: ({ id }) => id, maxLength: 30 },
);

test('each conflict is in one cascade, with all conflicts with which it shares an operation', () => {
  fc.assert(
    fc.property(anyConflicts, (conflicts) => {
      const cascades = cascadesOf(conflicts);
      expect(
        cascades
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(conflicts.map(({ id }) => id).sort());
      for (const [i, cascade] of cascades.entries()) {
        const operations = new Set(cascade.flatMap((one) => one.operations));
        for (const other of cascades.slice(i + 1).flat()) {
          expect(other.operations.some((operation) => operations.has(operation))).toBe(false);
        }
        for (const one of cascade.slice(1)) {
          const others = cascade.filter((other) => other !== one).flatMap((other) => other.operations);
          expect(one.operations.some((operation) => others.includes(operation))).toBe(true);
        }
      }
    }),
  );
});

test('conflicts of the next two hours come first, and past ones come last', () => {
  const conflicts = [conflict(1, 2, 0, 10), conflict(3, 4, 40_000, 10), conflict(5, 6, 21_000, 10)];
  expect(sectionsOf(conflicts, 20_000).map(({ title, cascades }) => [title, cascades.flat()[0].start])).toEqual([
    ['Next two hours', 21_000],
    ['Later', 40_000],
    ['Over', 0],
  ]);
});
