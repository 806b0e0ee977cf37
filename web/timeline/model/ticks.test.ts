/**
 * Guarantee: the ruler shows the correct local times of the time zone, also in the two nights of the year in which clocks in Europe/Berlin change,
 * whatever the browser's own time zone is.
 */
import 'temporal-polyfill/global';
import fc from '../../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
import { Ruler, ticksOf } from './ticks.ts';
import { nextUnit, startOfUnit, offsetsOf } from './zone.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const SPRING = at('2026-03-29T01:00:00Z');
const AUTUMN = at('2026-10-25T01:00:00Z');
const MINUTE_PER_PIXEL = 60;

/** HH:MM from Intl, as an independent implementation. */
const clock = (zone: string, seconds: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    seconds * 1000,
  );

// No result depends on the time zone of the machine.
describe.each(['Asia/Tokyo', 'UTC', 'America/St_Johns'])('with the machine in %s', (machine) => {
  const seen = <T>(look: () => T): T => {
    const before = process.env['TZ'];
    process.env['TZ'] = machine;
    try {
      return look();
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  };

  test('two o’clock is skipped in spring', () => {
    const { minor, jumps } = seen(() => ticksOf('Europe/Berlin', SPRING - 7200, SPRING + 7200, MINUTE_PER_PIXEL));
    expect(minor.map(({ label }) => label)).toEqual(['00:00', '01:00', '03:00', '04:00']);
    expect(minor.map(({ at: moment }) => (moment - SPRING) / 3600)).toEqual([-2, -1, 0, 1]);
    expect(jumps).toEqual([{ at: SPRING, seconds: 3600 }]);
  });

  test('two o’clock occurs twice in autumn', () => {
    const { minor, jumps } = seen(() => ticksOf('Europe/Berlin', AUTUMN - 7200, AUTUMN + 7200, MINUTE_PER_PIXEL));
    expect(minor.map(({ label }) => label)).toEqual(['01:00', '02:00', '02:00', '03:00']);
    expect(minor.map(({ at: moment }) => (moment - AUTUMN) / 3600)).toEqual([-2, -1, 0, 1]);
    expect(jumps).toEqual([{ at: AUTUMN, seconds: -3600 }]);
  });
});

test('the days of clock changes have 23 and 25 hours', () => {
  const length = (moment: number): number =>
    (nextUnit('Europe/Berlin', moment, 'day') - startOfUnit('Europe/Berlin', moment, 'day')) / 3600;
  expect([length(SPRING), length(AUTUMN), length(AUTUMN + 86_400)]).toEqual([23, 25, 24]);
});

test.each([
  ['23', SPRING],
  ['25', AUTUMN],
])('a night ends at six o’clock and begins at eight in the evening on a day of %s hours', (_, moment) => {
  const { nights } = ticksOf('Europe/Berlin', moment, moment + 20 * 3600, MINUTE_PER_PIXEL);
  expect(nights.map(({ to }) => clock('Europe/Berlin', to))).toEqual(['06:00', '00:00']);
  expect(nights.map(({ from }) => clock('Europe/Berlin', from))).toEqual(['00:00', '20:00']);
});

test('a day without midnight begins at its first moment', () => {
  // Clocks in Beirut went from 00:00 to 01:00 on 2022-03-27.
  const moment = at('2022-03-27T09:00:00Z');
  expect(startOfUnit('Asia/Beirut', moment, 'day')).toBe(at('2022-03-26T22:00:00Z'));
});

const zones = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'UTC',
  'Asia/Tokyo',
);
const moments = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });
/** Times with fractions of a millisecond, as the edges of a window have. */
const edges = fc.tuple(moments, fc.nat(999_999)).map(([whole, micros]) => whole + micros / 1e6);

test('every label is the zone’s local time, in order, inside the window', () => {
  fc.assert(
    fc.property(zones, moments, fc.integer({ min: 3, max: 60 }), (zone, from, secondsPerPixel) => {
      const to = from + 1600 * secondsPerPixel;
      const { minor, major } = ticksOf(zone, from, to, secondsPerPixel);
      for (const [i, tick] of minor.entries()) {
        expect(tick.label).toBe(clock(zone, tick.at));
        expect(tick.at).toBeGreaterThanOrEqual(from);
        expect(tick.at).toBeLessThan(to);
        if (i > 0) expect(tick.at).toBeGreaterThan(minor[i - 1].at);
      }
      expect(major[0].at).toBeLessThanOrEqual(from);
    }),
    { numRuns: 60 },
  );
});

test('spans cover the window without a gap', () => {
  fc.assert(
    fc.property(zones, edges, fc.integer({ min: 1, max: 400 * 86_400 }), (zone, from, seconds) => {
      const spans = offsetsOf(zone, from, from + seconds);
      expect(spans[0].from).toBe(from);
      expect(spans.at(-1)?.to).toBe(from + seconds);
      for (const [i, span] of spans.slice(1).entries()) expect(span.from).toBe(spans[i].to);
    }),
    { numRuns: 60 },
  );
});

test('a ruler that is used again and again gives the same ticks as a new one', () => {
  const step = fc.record({
    zone: fc.constantFrom('Europe/Berlin', 'UTC', 'America/St_Johns'),
    from: fc.integer({ min: SPRING - 3 * 86_400, max: SPRING + 3 * 86_400 }),
    width: fc.integer({ min: 300, max: 4000 }),
    secondsPerPixel: fc.constantFrom(2, 30, 31, 100, 500, 3000),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 6 }), (steps) => {
      const ruler = new Ruler();
      for (const { zone, from, width, secondsPerPixel } of steps) {
        const to = from + width * secondsPerPixel;
        const once = ticksOf(zone, from, to, secondsPerPixel);
        const again = ruler.of(zone, from, to, secondsPerPixel);
        // A ruler that has cached a longer time may give a whole night where a new one gives a part.
        const shown = ({ nights }: typeof once) =>
          nights.map((night) => [Math.max(night.from, from), Math.min(night.to, to)]);
        expect({ ...again, nights: shown(again) }).toEqual({ ...once, nights: shown(once) });
      }
    }),
    { numRuns: 60 },
  );
});
