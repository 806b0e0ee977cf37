import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { formatInstant, parseInstant } from './instant.ts';

test("parsing and formatting agree with the platform's Date on any instant", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      expect(formatInstant(date.getTime())).toBe(date.toISOString());
      expect(parseInstant(date.toISOString())).toBe(date.getTime());
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '2026-11-20T09:30Z',
  '2026-11-20T09:30:15+05:30',
  '2026-11-20T09:30:15.5-0800',
  '2024-02-29T23:59:59.999999+14:00',
  '2026-11-20T09:30:15.25-08:00',
  '2026-11-20T24:00Z',
  '2026-02-28T24:00:00.000+01:00',
])('reads %s', (text) => {
  expect(parseInstant(text)).toBe(Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(/(\.\d{3})\d+/, '$1')));
});

test.each([
  '',
  'soon',
  '2026-11-20',
  '2026-11-20T09:30:15',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-20T24:00:00.001Z',
  '2026-11-20T24:01Z',
  '2026-11-20T25:00Z',
  '2026-11-20T09:60:00Z',
  '2026-11-20T09:30:15.Z',
  '2026-11-20T09:30:15Zulu',
  '2026-11-20T09:30:15+1:00',
  '2026-11-20T09:30:15+25:00',
])('refuses "%s"', (text) => expect(parseInstant(text)).toBeNaN());

test.each([
  ['20261120T093015Z', '2026-11-20T09:30:15Z'],
  ['2026-W47-5T09:30+01', '2026-11-20T08:30:00Z'],
  ['2026-324T09:30:15,25Z', '2026-11-20T09:30:15.250Z'],
  ['2026-11-20T09.5Z', '2026-11-20T09:30:00Z'],
  ['2026-11-20T09:30:00\u221201:00', '2026-11-20T10:30:00Z'],
])('reads %s in the less usual notations', (text, usual) => expect(parseInstant(text)).toBe(Date.parse(usual)));

test('an offset may consist of hours alone', () => {
  expect(parseInstant('2026-11-20T09:30:00+01')).toBe(Date.UTC(2026, 10, 20, 8, 30));
});
