import { expect, test } from 'vitest';
import { readWords } from '../words.ts';
import { readTime } from './readTime.ts';
import { toInstant, toLocalIso, toWallTime } from '../../engine/zonedTime.ts';
import { sayWindow } from './sayTime.ts';

const zone = 'America/Chicago';
/** Thursday, January 17, 2008, 13:10 in Chicago. */
const now = Date.parse('2008-01-17T19:10:00Z');

const say = (text: string, at = now, past = false, present?: number): string => {
  const words = readWords(text);
  const taken = readTime(words, 0, {
    now: at,
    zone,
    ...(past ? { past } : {}),
    ...(present === undefined ? {} : { present }),
  });
  if (taken === null) return 'none';
  const rest = words.slice(taken.length).map(({ word }) => word);
  const local = (ms: number): string => toLocalIso(ms, zone).slice(5, 16).replace('T', ' ');
  const { value } = taken;
  const said =
    value.kind === 'instant'
      ? local(value.at)
      : value.kind === 'window'
        ? `${local(value.from)} to ${local(value.to)}`
        : `${value.seconds} s`;
  return rest.length === 0 ? said : `${said} + ${rest.join(' ')}`;
};

// Guarantee: what planners say about time has one meaning, in the planning's zone.
test.each([
  ['at 14:00', '01-17 14:00'],
  ['at 14', '01-17 14:00'],
  ['14:30', '01-17 14:30'],
  ['at 2pm', '01-17 14:00'],
  ['at 2:15 pm', '01-17 14:15'],
  ['at 1405', '01-17 14:05'],
  ['at noon', '01-17 12:00'],
  ['at half past 2', '01-17 14:30'],
  ['at 2:30', '01-17 14:30'],
  ['at 02:30', '01-18 02:30'],
  ['at two', '01-17 14:00'],
  ['at 11', '01-17 11:00'],
  ['at 9', '01-17 21:00'],
  ['at 4 today', '01-17 16:00'],
  ['tonight at 9:30', '01-17 21:30'],
  ['half past 2 pm', '01-17 14:30'],
  ['at quarter to 3 in the afternoon', '01-17 14:45'],
  ['quarter past 15', '01-17 15:15'],
  ['the day after tomorrow', '01-19 00:00 to 01-20 00:00'],
  ['day after tomorrow at 9', '01-19 09:00'],
  ['the day before yesterday', '01-15 00:00 to 01-16 00:00'],
  ['at 6', '01-17 18:00'],
  ['at 06', '01-18 06:00'],
  ['now', '01-17 13:10'],
  ['at the moment', '01-17 13:10'],
  ['in 2 hours', '01-17 15:10'],
  ['in half an hour', '01-17 13:40'],
  ['30 minutes ago', '01-17 12:40'],
  ['2 hours from now', '01-17 15:10'],
  ['tomorrow at 9', '01-18 09:00'],
  ['9 tonight', '01-17 21:00'],
  ['tonight at 2', '01-18 02:00'],
  ['at 3 in the afternoon', '01-17 15:00'],
  ['on friday at 9', '01-18 09:00'],
  ['17 january at 08:30', '01-17 08:30'],
  ['2008-01-17T20:15:00Z', '01-17 14:15'],
  ['2008-01-17T14:15', '01-17 14:15'],
  ['all day', '01-17 00:00 to 01-18 00:00'],
  ['whole day', '01-17 00:00 to 01-18 00:00'],
  ['all day tomorrow', '01-18 00:00 to 01-19 00:00'],
  ['all day on saturday', '01-19 00:00 to 01-20 00:00'],
  ['saturday all day', '01-19 00:00 to 01-20 00:00'],
  ['all flights', 'none'],
  ['the weekend', '01-19 00:00 to 01-21 00:00'],
  ['next weekend', '01-19 00:00 to 01-21 00:00'],
  ['last weekend', '01-12 00:00 to 01-14 00:00'],
  ['from 14 to 18', '01-17 14:00 to 01-17 18:00'],
  ['from 14:00 until 18:30', '01-17 14:00 to 01-17 18:30'],
  ['between 2pm and 6pm', '01-17 14:00 to 01-17 18:00'],
  ['between 2 and 6 pm', '01-17 14:00 to 01-17 18:00'],
  ['from 2 to 6:30pm', '01-17 14:00 to 01-17 18:30'],
  ['from 2-6 pm', '01-17 14:00 to 01-17 18:00'],
  ['from 2-6pm', '01-17 14:00 to 01-17 18:00'],
  ['from 2 to 4', '01-17 14:00 to 01-17 16:00'],
  ['from 2:30 to 4', '01-17 14:30 to 01-17 16:00'],
  ['from 2 to 11', '01-17 14:00 to 01-17 23:00'],
  ['from 2 pm to 4', '01-17 14:00 to 01-17 16:00'],
  ['from noon to 2', '01-17 12:00 to 01-17 14:00'],
  ['from now until 4', '01-17 13:10 to 01-17 16:00'],
  ['from 8 to 10 today', '01-17 20:00 to 01-17 22:00'],
  ['from 10 to 2 tomorrow', '01-18 10:00 to 01-18 14:00'],
  ['from 10 to midnight', '01-17 22:00 to 01-18 00:00'],
  ['from 8 to noon', '01-17 08:00 to 01-17 12:00'],
  ['from 6 to 14', '01-18 06:00 to 01-18 14:00'],
  ['from 9:30 to 11:30', '01-17 09:30 to 01-17 11:30'],
  ['from 10:30 to 2', '01-17 10:30 to 01-17 14:00'],
  ['from 22 to 6', '01-17 22:00 to 01-18 06:00'],
  ['between two and three', '01-17 14:00 to 01-17 15:00'],
  ['from half past two to four', '01-17 14:30 to 01-17 16:00'],
  ['2-4pm', '01-17 14:00 to 01-17 16:00'],
  ['after 3', '01-17 15:00 to 01-18 00:00'],
  ['until 5', '01-17 13:10 to 01-17 17:00'],
  ['until 1', '01-17 13:10 to 01-18 01:00'],
  ['before 3', '01-17 13:10 to 01-17 15:00'],
  ['from 10 to 2 pm', '01-17 10:00 to 01-17 14:00'],
  ['from 9 am to 12 pm tomorrow', '01-18 09:00 to 01-18 12:00'],
  ['from 9 to 12 pm tomorrow', '01-18 09:00 to 01-18 12:00'],
  ['14-18', 'none'],
  ['from 14-18', '01-17 14:00 to 01-17 18:00'],
  ['14:00-18:00', '01-17 14:00 to 01-17 18:00'],
  ['14:00 - 18:00', '01-17 14:00 to 01-17 18:00'],
  ['from 22 to 2', '01-17 22:00 to 01-18 02:00'],
  ['from 8 to 10 tomorrow', '01-18 08:00 to 01-18 10:00'],
  ['tomorrow from 8 to 10', '01-18 08:00 to 01-18 10:00'],
  ['from now until 16', '01-17 13:10 to 01-17 16:00'],
  ['tonight', '01-17 18:00 to 01-18 06:00'],
  ['this morning', '01-17 06:00 to 01-17 12:00'],
  ['tomorrow morning', '01-18 06:00 to 01-18 12:00'],
  ['today', '01-17 00:00 to 01-18 00:00'],
  ['on saturday', '01-19 00:00 to 01-20 00:00'],
  ['in the next 3 hours', '01-17 13:10 to 01-17 16:10'],
  ['the next hour', '01-17 13:10 to 01-17 14:10'],
  ['in the last hour', '01-17 12:10 to 01-17 13:10'],
  ['the rest of the day', '01-17 13:10 to 01-18 00:00'],
  ['after 18', '01-17 18:00 to 01-18 00:00'],
  ['since 9', '01-17 09:00 to 01-17 13:10'],
  ['since nine', '01-17 09:00 to 01-17 13:10'],
  ['before 15', '01-17 13:10 to 01-17 15:00'],
  ['until 15:30', '01-17 13:10 to 01-17 15:30'],
  ['at 14 for 2 hours', '01-17 14:00 to 01-17 16:00'],
  ['from 14 for 90 minutes', '01-17 14:00 to 01-17 15:30'],
  ['40 minutes', '2400 s'],
  ['1h30', '5400 s'],
  ['an hour and a half', '5400 s'],
  ['2 hours 15 minutes late', '8100 s + late'],
  ['40min', '2400 s'],
  ['40', 'none'],
  ['"tonight"', 'none'],
  ['at 25:00', 'none'],
  ['since 14 january', '01-14 00:00 to 01-17 13:10'],
  ['since 14 January 2008', '01-14 00:00 to 01-17 13:10'],
  ['since 2008-01-14', '01-14 00:00 to 01-17 13:10'],
  ['since 20 december', '12-20 00:00 to 01-17 13:10'],
  ['since yesterday', '01-16 00:00 to 01-17 13:10'],
  ['since yesterday 8 am', '01-16 08:00 to 01-17 13:10'],
  ['since 8 am yesterday', '01-16 08:00 to 01-17 13:10'],
  ['since monday', '01-14 00:00 to 01-17 13:10'],
  ['since last friday at 9', '01-11 09:00 to 01-17 13:10'],
  ['since this morning', '01-17 06:00 to 01-17 13:10'],
  ['since last night', '01-16 18:00 to 01-17 13:10'],
  ['since 3 days ago', '01-14 00:00 to 01-17 13:10'],
  ['since 2 hours ago', '01-17 11:10 to 01-17 13:10'],
  ['since the 14th', '01-14 00:00 to 01-17 13:10'],
  ['since 4:30', '01-17 04:30 to 01-17 13:10'],
  ['since tomorrow', 'none'],
  ['last monday', '01-14 00:00 to 01-15 00:00'],
  ['on the 21st', '01-21 00:00 to 01-22 00:00'],
  ['3 days ago', '01-14 00:00 to 01-15 00:00'],
  ['in 2 days', '01-19 00:00 to 01-20 00:00'],
  ['this week', '01-14 00:00 to 01-21 00:00'],
  ['until friday', '01-17 13:10 to 01-19 00:00'],
  ['before saturday', '01-17 13:10 to 01-19 00:00'],
  ['from friday to sunday', '01-18 00:00 to 01-21 00:00'],
  ['from Fri to Sun', '01-18 00:00 to 01-21 00:00'],
  ['on Sat 08:00', '01-19 08:00'],
  ['Fri 18 Jan 09:30', '01-18 09:30'],
  ['Thurs 24 Jan', '01-24 00:00 to 01-25 00:00'],
  ['between 18 january and 20 january', '01-18 00:00 to 01-21 00:00'],
  ['between 18 and 20 january', '01-18 00:00 to 01-21 00:00'],
  ['from the 18th to the 20th of january', '01-18 00:00 to 01-21 00:00'],
  ['from 28 december to 3 january', '12-28 00:00 to 01-04 00:00'],
  ['from 28 to 3 january', '12-28 00:00 to 01-04 00:00'],
  ['from 18 to 20 january 2008', '01-18 00:00 to 01-21 00:00'],
  ['on 18-20 january', '01-18 00:00 to 01-21 00:00'],
  ['18-20 january', '01-18 00:00 to 01-21 00:00'],
  ['from 31 to 3 march', 'none'],
  ['on 18 january in the afternoon', '01-18 12:00 to 01-18 18:00'],
  ['tomorrow in the morning', '01-18 06:00 to 01-18 12:00'],
  ['tomorrow in the afternoon at 3', '01-18 15:00'],
  ['in the afternoon of 18 january', '01-18 12:00 to 01-18 18:00'],
  ['in the evening on friday', '01-18 18:00 to 01-19 00:00'],
  ['on the morning of the 18th', '01-18 06:00 to 01-18 12:00'],
  ['the night of 18 january', '01-18 18:00 to 01-19 06:00'],
  ['on the morning', 'none'],
  ['in the afternoon on A12', '01-17 12:00 to 01-17 18:00 + on a12'],
  ['next week', '01-21 00:00 to 01-28 00:00'],
  ['during next week', '01-21 00:00 to 01-28 00:00'],
  ['in the next week', '01-17 13:10 to 01-24 13:10'],
  ['the next week', '01-17 13:10 to 01-24 13:10'],
  ['last week', '01-07 00:00 to 01-14 00:00'],
  ['in the last week', '01-10 13:10 to 01-17 13:10'],
  ['this month', '01-01 00:00 to 02-01 00:00'],
  ['in february', '02-01 00:00 to 03-01 00:00'],
  ['in december', '12-01 00:00 to 01-01 00:00'],
  ['in march 2008', '03-01 00:00 to 04-01 00:00'],
  ['next month', '02-01 00:00 to 03-01 00:00'],
  ['last month', '12-01 00:00 to 01-01 00:00'],
  ['this wk', '01-14 00:00 to 01-21 00:00'],
  ['19 january 0800', '01-19 08:00'],
  ['19 january 2030', '01-19 20:30'],
  ['19 january 2008', '01-19 00:00 to 01-20 00:00'],
  ['19 jan 0600 - 1800', '01-19 06:00 to 01-19 18:00'],
  ['tomorrow 1400', '01-18 14:00'],
  ['1700-2000', '01-17 17:00 to 01-17 20:00'],
  ['1700 to 2000', '01-17 17:00 to 01-17 20:00'],
  ['1700 and 2000', 'none'],
  ['1700', 'none'],
  ['1775-2000', 'none'],
  ['20/1', '01-20 00:00 to 01-21 00:00'],
  ['on 1/20', '01-20 00:00 to 01-21 00:00'],
  ['2/1', 'none'],
  ['20/20', 'none'],
  ['evening', '01-17 18:00 to 01-18 00:00'],
  ['evening bank', '01-17 18:00 to 01-18 00:00'],
  ['the evening bank', '01-17 18:00 to 01-18 00:00'],
  ['tomorrow morning rush', '01-18 06:00 to 01-18 12:00'],
  ['night stops', 'none'],
  ['bank', 'none'],
  ['overnight', '01-17 22:00 to 01-18 06:00'],
  ['overnight tonight', '01-17 22:00 to 01-18 06:00'],
  ['overnight tomorrow', '01-18 22:00 to 01-19 06:00'],
  ['tomorrow overnight', '01-18 22:00 to 01-19 06:00'],
  ['tonite', '01-17 18:00 to 01-18 06:00'],
  ['tmrw morning', '01-18 06:00 to 01-18 12:00'],
  ['from 2 til 4 pm', '01-17 14:00 to 01-17 16:00'],
  ['one and a half hours', '5400 s'],
  ['2 and a half hours', '9000 s'],
  ['half a day', '43200 s'],
  ['30 february', 'none'],
  ['2008-02-30', 'none'],
  ['2008-02-30T10:00', 'none'],
  ['2008-02-30T10:00Z', 'none'],
  ['2008-01-17T24:30', 'none'],
])('%s', (text, meaning) => {
  expect(say(text)).toBe(meaning);
});

test.each([
  ['at half past two', '01-17 14:30'],
  ['at 6', '01-17 06:00'],
  ['at 9', '01-17 09:00'],
  ['from 4 to 6', '01-17 16:00 to 01-17 18:00'],
])('of a planning that begins at six and is not about the present: %s', (text, meaning) => {
  const six = Date.parse('2008-01-17T12:00:00Z');
  expect(say(text, six, false, now)).toBe(meaning);
});

// Guarantee: about what has happened, a time without a direction is the latest such time.
test.each([
  ['at 20:00', '01-16 20:00'],
  ['monday', '01-14 00:00 to 01-15 00:00'],
  ['thursday', '01-17 00:00 to 01-18 00:00'],
  ['on 20 december', '12-20 00:00 to 12-21 00:00'],
  ['from 14 january', '01-14 00:00 to 01-17 13:10'],
])('in the past: %s', (text, meaning) => {
  expect(say(text, now, true)).toBe(meaning);
});

test('before six in the morning, "tonight" is the current night', () => {
  expect(say('tonight', Date.parse('2008-01-17T08:00:00Z'))).toBe('01-16 18:00 to 01-17 06:00');
});

// Guarantee: every wall time maps to an instant that shows it, except those that the clock skips.
test('wall times and instants agree around clock changes', () => {
  const spring = { year: 2026, month: 3, day: 29, hour: 1, minute: 30 };
  expect(new Date(toInstant(spring, 'Europe/Berlin')).toISOString()).toBe('2026-03-29T00:30:00.000Z');
  expect(new Date(toInstant({ ...spring, hour: 2 }, 'Europe/Berlin')).toISOString()).toBe('2026-03-29T01:30:00.000Z');
  expect(new Date(toInstant({ ...spring, hour: 4 }, 'Europe/Berlin')).toISOString()).toBe('2026-03-29T02:30:00.000Z');
  const autumn = { year: 2026, month: 10, day: 25, hour: 2, minute: 30 };
  expect(new Date(toInstant(autumn, 'Europe/Berlin')).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  for (const zoneName of ['Europe/Berlin', 'America/Chicago', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
    for (let ms = Date.parse('2026-01-01T00:00:00Z'); ms < Date.parse('2026-12-31T00:00:00Z'); ms += 37 * 3_600_000) {
      const wall = toWallTime(ms, zoneName);
      expect(toWallTime(toInstant(wall, zoneName), zoneName)).toEqual(wall);
    }
  }
});

test('a time that occurs twice has its offset, so that a window does not seem to end before it starts', () => {
  const say = (from: string, to: string): string =>
    sayWindow(Date.parse(from), Date.parse(to), 'Europe/Berlin', Date.parse(from));
  expect(say('2026-10-25T00:30:00Z', '2026-10-25T01:16:00Z')).toBe('02:30 UTC+2–02:16 UTC+1');
  expect(say('2026-10-24T23:30:00Z', '2026-10-25T02:00:00Z')).toBe('01:30–03:00');
});

test('a window includes its day only if it is another day', () => {
  const at = (iso: string): number => Date.parse(iso);
  expect(sayWindow(at('2008-01-17T20:00:00Z'), at('2008-01-17T21:05:00Z'), zone, now)).toBe('14:00–15:05');
  expect(sayWindow(at('2008-01-18T20:00:00Z'), at('2008-01-18T21:05:00Z'), zone, now)).toBe('Fri 18 Jan 14:00–15:05');
  expect(sayWindow(at('2008-01-16T20:00:00Z'), at('2008-01-17T21:05:00Z'), zone, now)).toBe(
    'Wed 16 Jan 14:00–Thu 17 Jan 15:05',
  );
});
