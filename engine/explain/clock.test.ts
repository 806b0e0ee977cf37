import { expect, test } from 'vitest';
import { clockOf } from './clock.ts';

const DAY_SECONDS = 86_400;

// Guarantee: a text tells apart the two moments at which clocks show the same time.
test.each([
  ['UTC', '2026-10-25T00:45:00Z', '00:45'],
  ['no zone', '2026-10-25T00:45:00Z', '00:45'],
  ['Europe/Berlin', '2026-10-24T23:59:00Z', '01:59'],
  ['Europe/Berlin', '2026-10-25T00:45:00Z', '02:45 UTC+2'],
  ['Europe/Berlin', '2026-10-25T01:45:00Z', '02:45 UTC+1'],
  ['Europe/Berlin', '2026-10-25T02:00:00Z', '03:00'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '03:00'],
  ['Europe/London', '2026-10-25T01:30:00Z', '01:30 UTC+0'],
  ['America/St_Johns', '2026-11-01T04:00:00Z', '01:30 UTC−2:30'],
])('in %s, %s is %s', (zone, instant, said) => {
  const origin = Date.parse(instant) / 1000 - 600;
  expect(clockOf({ origin, end: new Int32Array([3600]) }, zone)(600)).toBe(said);
  expect(clockOf({ origin, end: new Int32Array([2 * DAY_SECONDS]) }, zone)(600)).toMatch(
    new RegExp(`^\\d+ [A-Z][a-z]+ ${said.replaceAll('+', '\\+')}$`),
  );
});
