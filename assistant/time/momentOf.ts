import { present } from '../../engine/present.ts';
import { DAY_MS, startOfDay, toInstant, toWallTime } from '../../engine/zonedTime.ts';
import type { ClockTime } from './clockWords.ts';
import { type NamedDay, PART_MINUTES, type TimeFrame } from './dayWords.ts';

const HALF_DAY_MINUTES = 720;

/** The moment so many minutes after the beginning of the day, by its clocks. */
export const onDay = (midnight: number, minutes: number, zone: string): number => {
  const { year, month, day } = toWallTime(midnight, zone);
  return toInstant({ year, month, day, hour: 0, minute: minutes }, zone);
};

/** The moments of a day that a dial may show: "at 3" is 03:00 and 15:00. */
const momentsOn = (midnight: number, { minutes, half }: ClockTime, zone: string): readonly number[] =>
  [minutes, ...(half ? [(minutes + HALF_DAY_MINUTES) % 1440] : [])]
    .toSorted((a, b) => a - b)
    .map((one) => onDay(midnight, one, zone));

/**
 * The moment that is nearest to now. A past one counts as twice as far away, except in a planning that is not about the present. For something that
 * has already happened, the latest past moment.
 */
const likeliest = (moments: readonly number[], { now, past, present: clock }: TimeFrame): number => {
  if (past === true) return present(moments.findLast((at) => at <= now) ?? moments[0]);
  const ofPassed = clock === undefined ? 2 : Number.POSITIVE_INFINITY;
  const distance = (at: number): number => (at < now ? ofPassed * (now - at) : at - now);
  return moments.reduce((best, at) => (distance(at) <= distance(best) ? at : best));
};

/** A clock time on a day: in the afternoon, evening or night, 3 is 15:00; in a night, 2 is on the next day; today, 3 is whichever is likelier. */
export const clockOn = ({ midnight, part }: NamedDay, clock: ClockTime, frame: TimeFrame): number => {
  const { minutes, half } = clock;
  const { now, zone } = frame;
  if (part === null) {
    const isToday = half && midnight === startOfDay(now, zone);
    return isToday ? likeliest(momentsOn(midnight, clock, zone), frame) : onDay(midnight, minutes, zone);
  }
  const [from, to] = PART_MINUTES[part];
  const readings = half ? [minutes, minutes + HALF_DAY_MINUTES] : [minutes];
  const inside = [...readings, ...readings.map((one) => one + 1440)].find((one) => one >= from && one < to);
  return onDay(midnight, inside ?? minutes, zone);
};

/**
 * A bare clock time means the one between six hours ago and eighteen hours ahead, and one that a dial shows whichever is likelier; of what has
 * happened, the latest.
 */
export const nearest = (clock: ClockTime, frame: TimeFrame): number => {
  const { now, zone, past } = frame;
  const moments = [-1, 0, 1].flatMap((days) => momentsOn(startOfDay(now, zone, days), clock, zone));
  if (past === true || clock.half) return likeliest(moments, frame);
  return present(moments.find((at) => at >= now - DAY_MS / 4) ?? moments.at(-1));
};
