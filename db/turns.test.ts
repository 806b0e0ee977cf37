import fc from '../tests/properties.ts';
import { expect, test } from 'vitest';
import { mapSlicedly, sortSlicedly } from './turns.ts';

// Guarantee: slices change nothing but when others have a turn.
test('what is sorted and mapped in slices is what it would be at once, and equal ones stay in order', async () => {
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

test('a timer that is due is heard while a long list is mapped', async () => {
  let heard = 0;
  const timer = setInterval(() => heard++, 1);
  const spin = (): void => {
    for (const until = performance.now() + 0.5; performance.now() < until; );
  };
  await mapSlicedly(Array.from({ length: 400 }), spin);
  clearInterval(timer);
  expect(heard).toBeGreaterThan(2);
});
