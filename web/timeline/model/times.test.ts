/** Guarantee: a time is said so that nobody takes it for one on another day. */
import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { momentAt, timesOf } from './times.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const ZONE = 'America/New_York';
const START = at('2026-10-28T04:00:00Z');
const times = (hours: number) => timesOf(ZONE, { from: START, to: START + hours * 3600 });
const [arrives, leaves] = [at('2026-10-31T15:00:00Z'), at('2026-11-01T17:30:00Z')];

test('a plan of one day needs no days, unless a stay is that long', () => {
  expect(times(20).span(arrives, leaves)).toBe('Sat 31 11:00–Sun 1 12:30');
  expect(times(20).span(at('2026-10-28T23:30:00Z'), at('2026-10-29T06:00:00Z'))).toBe('19:30–02:00');
  expect(timesOf(ZONE, null).at(arrives)).toBe('11:00');
});

test('a plan of several days says the day, and both days of a stay over midnight', () => {
  // Clocks are set back on Sunday, so that these are 26.5 hours.
  expect(times(240).span(arrives, leaves)).toBe('Sat 31 11:00–Sun 1 12:30');
  expect(times(240).span(arrives, arrives + 3600)).toBe('Sat 31 11:00–12:00');
  expect(times(240).at(leaves)).toBe('Sun 1 12:30');
});

test('a plan of months says the month', () => {
  expect(times(1000).span(arrives, leaves)).toBe('Sat 31 Oct 11:00–Sun 1 Nov 12:30');
});

test('a moment that is not today has its day', () => {
  expect(momentAt(ZONE, arrives, arrives + 3600)).toBe('11:00');
  expect(momentAt(ZONE, arrives, leaves)).toBe('Sat 31 Oct, 11:00');
});
