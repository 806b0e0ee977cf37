import { expect, test } from 'vitest';
import { toBound, toGap, toSeconds, toShare, toWeight } from './wireNumbers.ts';

test('numbers are rounded to their significant digits', () => {
  expect(toSeconds(12.345_678)).toBe(12.346);
  expect(toShare(0.000_335_219_000_000_506_64)).toBe(0.0003);
  expect(toShare(0.1 + 0.2)).toBe(0.3);
  expect(toWeight(1.1 + 2.2)).toBe(3.3);
  expect(toGap(30_000, 20_000)).toBe(0.3333);
  expect([toGap(50, 20), toGap(100, null)]).toEqual([0.3, null]);
});

test('a rounded bound never exceeds the proven one', () => {
  expect([toBound(1234.9), toBound(-1234.1), toBound(1234), toBound(null)]).toEqual([12.34, -12.35, 12.34, null]);
  expect(toBound(0.1 + 0.2 + 0.7 + 1233)).toBe(12.34);
});
