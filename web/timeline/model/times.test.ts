/** Guarantee: a time is said so that nobody takes it for one on another day. */
import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import fc from '../../../tests/properties.ts';
import { momentAt, timesOf } from './times.ts';
import { offsetAt } from './zone.ts';

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

test('what is far from the plan is not taken for one of its days', () => {
  const day = times(20);
  // The stay of the last evening ends on the next day.
  expect(day.at(at('2026-10-29T13:00:00Z'))).toBe('09:00');
  expect(day.at(at('2026-10-31T13:00:00Z'))).toBe('Sat 31 09:00');
  expect(day.at(at('2026-12-31T14:00:00Z'))).toBe('Thu 31 Dec 09:00');
  expect(day.at(at('2027-10-28T13:00:00Z'))).toBe('28 Oct 2027 09:00');
  expect(day.span(at('2026-10-28T13:00:00Z'), at('2027-10-28T13:00:00Z'))).toBe('28 Oct 2026 09:00–28 Oct 2027 09:00');
  expect([day.day(arrives), day.day(at('2027-10-28T13:00:00Z'))]).toEqual(['Sat 31 Oct', '28 Oct 2027']);
  const turn = timesOf(ZONE, { from: at('2026-12-15T05:00:00Z'), to: at('2027-02-15T05:00:00Z') });
  expect(turn.at(at('2027-01-02T14:00:00Z'))).toBe('Sat 2 Jan 09:00');
  expect(turn.at(at('2028-01-02T14:00:00Z'))).toBe('2 Jan 2028 09:00');
});

test('a plan of a year says the year', () => {
  expect(times(24 * 365).at(arrives)).toBe('31 Oct 2026 11:00');
});

test('the times of a plan are the same object until it begins or ends in another hour', () => {
  expect(times(20)).toBe(times(20));
  expect(timesOf(ZONE, { from: START, to: START + 19.5 * 3600 })).toBe(times(20));
  expect(times(21)).not.toBe(times(20));
});

test('a moment that is not today has its day, and its year if that is another one', () => {
  expect(momentAt(ZONE, arrives, arrives + 3600)).toBe('11:00');
  expect(momentAt(ZONE, arrives, leaves)).toBe('Sat 31 Oct, 11:00');
  expect(momentAt(ZONE, arrives, at('2027-10-31T15:00:00Z'))).toBe('31 Oct 2026, 11:00');
});

test.each([
  ['Europe/Berlin', '2026-10-25T00:45:00Z', '02:45 UTC+2–02:45 UTC+1'],
  ['America/New_York', '2026-11-01T05:00:00Z', '01:00 UTC−4–01:00 UTC−5'],
  ['Europe/Berlin', '2026-10-25T01:59:00Z', '02:59 UTC+1–03:59'],
  ['Europe/Berlin', '2026-03-29T00:30:00Z', '01:30–03:30'],
])('in %s, the hour from %s is told from the one that has the same times', (zone, from, expected) => {
  expect(timesOf(zone, null).span(at(from), at(from) + 3600)).toBe(expected);
});

test('an hour of which half occurs twice has the offsets of that half', () => {
  const zone = 'Australia/Lord_Howe';
  expect(timesOf(zone, null).at(at('2026-04-04T14:15:00Z'))).toBe('01:15');
  expect(timesOf(zone, null).at(at('2026-04-04T15:15:00Z'))).toBe('01:45 UTC+10:30');
});

test.each(['Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'])(
  'the offset of %s is found in the spans that were looked up before',
  (zone) => {
    const moments = fc.integer({ min: at('1950-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') });
    const asked = fc.property(fc.array(moments, { minLength: 20 }), (all) => {
      for (const moment of all) {
        const zoned = Temporal.Instant.fromEpochMilliseconds(moment * 1000).toZonedDateTimeISO(zone);
        const next = zoned.getTimeZoneTransition('next') ?? zoned;
        for (const one of [moment, next.epochMilliseconds / 1000, next.epochMilliseconds / 1000 - 1])
          expect(offsetAt(zone, one)).toBe(
            Temporal.Instant.fromEpochMilliseconds(one * 1000).toZonedDateTimeISO(zone).offsetNanoseconds / 1e9,
          );
      }
    });
    fc.assert(asked, { numRuns: 10 });
  },
);
