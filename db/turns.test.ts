import fc from '../tests/properties.ts';
import { expect, test } from 'vitest';
import { mapSlicedly, sortSlicedly } from './turns.ts';

// Guarantee: running in slices changes nothing except when other work can run.
test('sorting and mapping in slices give the same result as at once, and sorting is stable', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 5000, size: 'max' }), async (numbers) => {
      const rows = numbers.map((value, index) => ({ value, index }));
      const compare = (a: { value: number }, b: { value: number }): number => a.value - b.value;
      expect(await sortSlicedly(rows, compare)).toEqual(rows.toSorted(compare));
      expect(await mapSlicedly(numbers, (value, index) => value + index)).toEqual(numbers.map((value, i) => value + i));
    }),
    { numRuns: 20 },
  );
});

test('a timer fires while a long list is mapped', async () => {
  let heard = 0;
  const timer = setInterval(() => heard++, 1);
  const spin = (): void => {
    for (const until = performance.now() + 0.5; performance.now() < until; );
  };
  await mapSlicedly(Array.from({ length: 400 }), spin);
  clearInterval(timer);
  expect(heard).toBeGreaterThan(2);
});
