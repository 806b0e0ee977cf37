import { expect, test } from 'vitest';
import { durationText, gapText, numberText, plural } from './wording.ts';

// Guarantee: all texts group numbers in the same way.
test('numbers have spaces between thousands, a minus sign and at most two decimals', () => {
  expect([-0.001, 7.5, 999, 1000, 100_829, -12_345.5, 1_234_567.891].map(numberText).join('; ')).toBe(
    '0; 7.5; 999; 1 000; 100 829; −12 345.5; 1 234 567.89',
  );
  expect([1, 2, 1200].map((count) => plural(count, 'conflict'))).toEqual([
    '1 conflict',
    '2 conflicts',
    '1 200 conflicts',
  ]);
});

// Guarantee: a plan that may not be the best one is never said to have a gap of 0 %.
test('a gap has all the decimals that records have', () => {
  expect([0, 0.0001, 0.0008, 0.005, 0.0534, 1.25].map(gapText)).toEqual([
    '0 %',
    '0.01 %',
    '0.08 %',
    '0.5 %',
    '5.34 %',
    '125 %',
  ]);
});

test('a duration is said in hours and minutes', () => {
  expect([0, 60, -1500, 3600, 3900, 3929, 7200, -93_600].map(durationText).join('; ')).toBe(
    '0 min; 1 min; 25 min; 1 h; 1 h 5 min; 1 h 5 min; 2 h; 26 h',
  );
});
