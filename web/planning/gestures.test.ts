/** Guarantee: a part is split inside itself, near the time that was meant. */
import fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { splitTime } from './gestures.ts';

const HOUR = 3600;

test('a time of split leaves something on both sides, and is null only for a part without a whole minute inside', () => {
  fc.assert(
    fc.property(fc.nat(2 * HOUR), fc.nat(2 * HOUR), fc.nat(4 * HOUR), (start, seconds, at) => {
      const end = start + seconds;
      const found = splitTime({ start, end }, at);
      if (found === null) {
        expect(seconds).toBeLessThanOrEqual(60);
        return;
      }
      expect(found % 60).toBe(0);
      expect(found).toBeGreaterThan(start);
      expect(found).toBeLessThan(end);
    }),
  );
});

test.each([
  ['in the middle', 8 * HOUR, 9 * HOUR, 8.52 * HOUR, 8.5 * HOUR],
  ['at its beginning', 8 * HOUR, 9 * HOUR, 8 * HOUR, 8 * HOUR + 300],
  ['just before its end', 8 * HOUR, 9 * HOUR + 60, 9 * HOUR + 59, 9 * HOUR],
  ['in five minutes', 8 * HOUR, 8 * HOUR + 300, 8 * HOUR + 150, 8 * HOUR + 180],
  ['in a minute', 8 * HOUR, 8 * HOUR + 60, 8 * HOUR + 30, null],
])('%s', (_where, start, end, at, expected) => {
  expect(splitTime({ start, end }, at)).toBe(expected);
});
