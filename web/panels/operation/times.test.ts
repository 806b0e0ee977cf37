/** Guarantee: planners can type short times, which are read on the nearest day in the planning's time zone, or on a day that they name. */
import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import fc from '../../../tests/properties.ts';
import { timesOf } from '../../timeline/model/times.ts';
import { readTime } from './readTime.ts';

const at = (text: string): number => Date.parse(text) / 1000;

test.each([
  ['9:05', 'Europe/Berlin', '2026-06-01T06:50:00Z', '2026-06-01T07:05:00Z'],
  ['0905', 'Europe/Berlin', '2026-06-01T06:50:00Z', '2026-06-01T07:05:00Z'],
  ['23.50', 'UTC', '2026-06-01T00:10:00Z', '2026-05-31T23:50:00Z'],
  ['0:10', 'UTC', '2026-06-01T23:50:00Z', '2026-06-02T00:10:00Z'],
  ['+15', 'Asia/Tokyo', '2026-06-01T06:50:00Z', '2026-06-01T07:05:00Z'],
  ['−10', 'UTC', '2026-06-01T06:50:00Z', '2026-06-01T06:40:00Z'],
  // In the hour that occurs twice, the nearest occurrence is meant.
  ['2:30', 'Europe/Berlin', '2026-10-25T00:10:00Z', '2026-10-25T00:30:00Z'],
  ['2:45', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T01:45:00Z'],
  // What is shown of it says which one is meant, and so can what is typed.
  ['2:45 UTC+2', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T00:45:00Z'],
  ['Sun 1 01:30 UTC−5', 'America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
  ['0145utc+10:30', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z'],
  // The day on which clocks are set has 23 or 25 hours.
  ['3:30', 'Europe/Berlin', '2026-03-28T22:00:00Z', '2026-03-29T01:30:00Z'],
  ['3:30', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T02:30:00Z'],
  ['23:30', 'Europe/Berlin', '2026-10-25T08:00:00Z', '2026-10-24T21:30:00Z'],
  // A day before the hours, as it is shown in a plan of several days.
  ['Sun 1 12:30', 'America/New_York', '2026-10-30T15:00:00Z', '2026-11-01T17:30:00Z'],
  ['Sat 31 Oct 08:00', 'America/New_York', '2026-10-30T15:00:00Z', '2026-10-31T12:00:00Z'],
  ['tuesday 0600', 'America/New_York', '2026-10-30T15:00:00Z', '2026-10-27T10:00:00Z'],
  ['Mon 6:00', 'America/New_York', '2026-10-30T15:00:00Z', '2026-11-02T11:00:00Z'],
  ['3 9:05', 'UTC', '2026-10-30T15:00:00Z', '2026-11-03T09:05:00Z'],
  ['3 Jan, 9:05', 'UTC', '2026-12-30T15:00:00Z', '2027-01-03T09:05:00Z'],
  ['Thu 28 Oct 2027 09:00', 'America/New_York', '2026-10-30T15:00:00Z', '2027-10-28T13:00:00Z'],
  ['1 Mar 2029 09:00', 'UTC', '2026-10-30T15:00:00Z', '2029-03-01T09:00:00Z'],
  ['2026-11-08T09:05', 'UTC', '2026-10-30T15:00:00Z', '2026-11-08T09:05:00Z'],
])('%s in %s, near %s, is %s', (text, zone, near, expected) => {
  expect(readTime(text, zone, at(near))).toBe(at(expected));
});

test.each([
  '',
  'soon',
  '25:00',
  '9:61',
  '9',
  '+',
  '1:2',
  'soon 9:05',
  '32 9:05',
  '9:05 UTC',
  '9:05 UTC+30',
  'Mon 31 Oct 1969 9:05',
  '31 1970 9:05',
  '29 Feb 1970 9:05',
  '30 Feb 9:05',
])('%j is not a time', (text) => {
  expect(readTime(text, 'UTC', 0)).toBeNull();
});

// In this night, clocks in Berlin go from 2:00 to 3:00.
test.each(['29 Mar 2:30', '29 2:30', 'Sun 2:30', '2026-03-29 02:30', '2:30'])(
  '%j is not a time on the day that skips it',
  (text) => {
    expect(readTime(text, 'Europe/Berlin', at('2026-03-28T23:00:00Z'))).toBeNull();
  },
);

test('what the board shows is read as the same time', () => {
  const minutes = fc.integer({ min: at('2020-01-01T00:00:00Z') / 60, max: at('2035-01-01T00:00:00Z') / 60 });
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC');
  const same = fc.property(zones, minutes, minutes, fc.nat(500 * 24 * 60), (zone, minute, begins, length) => {
    const shown = timesOf(zone, { from: begins * 60, to: (begins + length) * 60 }).at(minute * 60);
    expect(readTime(shown, zone, minute * 60)).toBe(minute * 60);
  });
  fc.assert(same, { numRuns: 300 });
});
