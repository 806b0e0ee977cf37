import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { expectedByHour } from './overTheDay.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const conflictsAt = (...times: string[]) => times.map((time) => ({ start: at(time), probability: 0.5 }));
const textsOf = (conflicts: ReturnType<typeof conflictsAt>, zone = 'UTC'): string[] =>
  expectedByHour(conflicts, zone).labels.map(({ text }) => text);

test('a day has a column for each hour, and labels of hours', () => {
  const conflicts = conflictsAt('2031-05-14T06:10Z', '2031-05-14T06:50Z', '2031-05-14T20:00Z');
  const { hours, columns } = expectedByHour(conflicts, 'Europe/Berlin');
  expect(hours).toBe(1);
  expect(columns).toHaveLength(15);
  expect(columns[0]).toEqual({ label: 'Wed 14 May, 08:00', value: 1 });
  expect(columns.at(-1)).toEqual({ label: 'Wed 14 May, 22:00', value: 0.5 });
  expect(textsOf(conflicts, 'Europe/Berlin')).toEqual(['09:00', '12:00', '15:00', '18:00', '21:00']);
});

test('labels tell the days of a longer planning apart', () => {
  expect(textsOf(conflictsAt('2031-05-14T15:00Z', '2031-05-15T20:00Z'))).toEqual([
    '18:00',
    'Thu 15',
    '06:00',
    '12:00',
    '18:00',
  ]);
  const week = conflictsAt('2031-05-12T03:00Z', '2031-05-18T22:00Z');
  expect(textsOf(week)).toEqual(['Mon 12', 'Tue 13', 'Wed 14', 'Thu 15', 'Fri 16', 'Sat 17', 'Sun 18']);
  const { hours, columns } = expectedByHour(week, 'UTC');
  expect(hours).toBe(4);
  expect(columns.map(({ label }) => label).slice(0, 7)).toContain('Tue 13 May, 00:00');
  const quarter = expectedByHour(conflictsAt('2031-04-01T03:00Z', '2031-06-29T03:00Z'), 'UTC');
  expect(quarter.columns.length).toBeLessThanOrEqual(48);
  expect(new Set(quarter.labels.map(({ text }) => text)).size).toBe(quarter.labels.length);
});
