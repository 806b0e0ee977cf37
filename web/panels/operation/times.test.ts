/** Guarantee: a planner writes a time as on a strip of paper; it is taken on the nearest day, by the planning's clocks. */
import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { readTime } from './readTime.ts';

const at = (text: string): number => Date.parse(text) / 1000;

test.each([
  ['9:05', 'Europe/Berlin', '2026-06-01T06:50:00Z', '2026-06-01T07:05:00Z'],
  ['0905', 'Europe/Berlin', '2026-06-01T06:50:00Z', '2026-06-01T07:05:00Z'],
  ['23.50', 'UTC', '2026-06-01T00:10:00Z', '2026-05-31T23:50:00Z'],
  ['0:10', 'UTC', '2026-06-01T23:50:00Z', '2026-06-02T00:10:00Z'],
  ['+15', 'Asia/Tokyo', '2026-06-01T06:50:00Z', '2026-06-01T07:05:00Z'],
  ['−10', 'UTC', '2026-06-01T06:50:00Z', '2026-06-01T06:40:00Z'],
  // The hour that is there twice: its first time.
  ['2:30', 'Europe/Berlin', '2026-10-25T00:10:00Z', '2026-10-25T00:30:00Z'],
])('%s in %s near %s', (text, zone, near, expected) => {
  expect(readTime(text, zone, at(near))).toBe(at(expected));
});

test.each(['', 'soon', '25:00', '9:61', '9', '+', '1:2'])('%j is no time', (text) => {
  expect(readTime(text, 'UTC', 0)).toBeNull();
});
