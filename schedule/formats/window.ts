import { toInstant } from '../../engine/zonedTime.ts';
import type { ReadingContext } from './format.ts';

/** A span of time in epoch milliseconds, half-open. */
export interface DayWindow {
  readonly startMs: number;
  readonly endMs: number;
}

const midnight = (day: string, zone: string, days: number): number => {
  const [year = Number.NaN, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  return toInstant({ year, month, day: dayOfMonth + days, hour: 0, minute: 0 }, zone);
};

/** The days that are wanted. Without a first or last one there is no limit on that side. */
export const windowOfDays = ({ from, to, timezone }: ReadingContext): DayWindow => ({
  startMs: from === null ? Number.NEGATIVE_INFINITY : midnight(from, timezone, 0),
  endMs: to === null ? Number.POSITIVE_INFINITY : midnight(to, timezone, 1),
});
