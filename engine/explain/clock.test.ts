import { expect, test } from 'vitest';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { compile } from '../instance/compile.ts';
import { clockOf } from './clock.ts';

/** What the clock shows at the first hours from `start` on, for a plan of `days`. */
const hoursFrom = (start: string, zone: string, days: number): readonly string[] => {
  const instance = compile(generatePlan({ operations: 20, resources: 5, days, seed: 1, disrupted: false }));
  const clock = clockOf({ ...instance, origin: Date.parse(start) / 1000, end: Int32Array.of(days * 86_400) }, zone);
  return [0, 1, 2, 3].map((hour) => clock(hour * 3600));
};

test('a time that the clock shows twice says which one is meant', () => {
  const start = '2026-10-24T23:00:00Z';
  expect(hoursFrom(start, 'Europe/Berlin', 1)).toEqual(['01:00', '02:00 UTC+2', '02:00 UTC+1', '03:00']);
  expect(hoursFrom(start, 'Europe/Berlin', 7)).toEqual([
    '25 Oct 01:00',
    '25 Oct 02:00 UTC+2',
    '25 Oct 02:00 UTC+1',
    '25 Oct 03:00',
  ]);
});

test('a time zone that is not known is read as UTC', () => {
  expect(hoursFrom('2026-10-24T23:00:00Z', 'Nowhere/Atlantis', 1)).toEqual(['23:00', '00:00', '01:00', '02:00']);
});
