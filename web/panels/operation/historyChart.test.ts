/** Guarantee: the chart of estimates shows every estimate with its spread, also after a delay, and has room for the labels at the ends. */
import { expect, test } from 'vitest';
import type { TaskVersion } from '../../server/endpoints.ts';
import { HEIGHT, layoutOf, pointOf } from './historyChart.ts';

const at = (clock: string): string => `2031-05-14T${clock}:00.000Z`;
const version = (derived: string, delayMinutes: number): TaskVersion =>
  ({
    scheduledTime: at('08:00'),
    validFrom: at('06:00'),
    derivedExpectedTime: at(derived),
    expectedTimeP05: at('08:20'),
    expectedTimeP95: at('08:50'),
    imposedDelayInSeconds: delayMinutes * 60,
    actualTime: null,
  }) as TaskVersion;

test('an imposed delay moves the estimate with its spread', () => {
  expect(pointOf(version('08:30', 0))).toMatchObject({ late: 30, low: 20, high: 50 });
  expect(pointOf(version('09:30', 60))).toMatchObject({ late: 90, low: 80, high: 110 });
});

test('lines and the labels at their ends are within the chart', () => {
  // An estimate by hand may be outside of the spread that was predicted.
  const points = [pointOf(version('08:30', 0)), pointOf(version('10:30', 60)), pointOf(version('07:00', 0))];
  const { y } = layoutOf([points], Date.parse(at('07:00')) / 1000);
  for (const { late, low, high } of points) {
    for (const minutes of [late, low, high]) {
      expect(y(minutes) - 7 - 8).toBeGreaterThanOrEqual(0);
      expect(y(minutes) + 15).toBeLessThanOrEqual(HEIGHT - 15);
    }
  }
});
