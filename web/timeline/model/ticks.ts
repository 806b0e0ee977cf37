import { type CalendarUnit, nextUnit, offsetAt, startOfUnit, stretchesOf } from './zone.ts';

export interface Tick {
  /** Unix seconds. */
  readonly at: number;
  readonly label: string;
}

/** Where the zone's clocks are put forward (positive) or back. */
export interface Jump {
  readonly at: number;
  readonly seconds: number;
}

export interface Ticks {
  readonly minor: readonly Tick[];
  /** Begin before the window where it lies within one, so that its label can stick to the left edge. */
  readonly major: readonly Tick[];
  readonly jumps: readonly Jump[];
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** Steps of the clock, each with the least distance in pixels that its labels need. */
const CLOCK_STEPS = [5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
const CLOCK_PIXELS = 52;
const CALENDAR: readonly { readonly unit: CalendarUnit; readonly seconds: number; readonly pixels: number }[] = [
  { unit: 'day', seconds: DAY, pixels: 44 },
  { unit: 'week', seconds: 7 * DAY, pixels: 44 },
  { unit: 'month', seconds: 30 * DAY, pixels: 0 },
];

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The wall clock as a Date whose UTC members are the zone's. */
const wallAt = (at: number, offset: number): Date => new Date((at + offset) * 1000);

const clockLabel = (at: number, offset: number): string => {
  const wall = wallAt(at, offset);
  return `${twoDigits(wall.getUTCHours())}:${twoDigits(wall.getUTCMinutes())}`;
};

/** HH:MM by the zone's clocks. */
export const clockAt = (zone: string, at: number): string => clockLabel(at, offsetAt(zone, at));

/** "Fri 14 Mar". */
export const dayAt = (zone: string, at: number): string => {
  const wall = wallAt(at, offsetAt(zone, at));
  return `${WEEKDAYS[wall.getUTCDay()]} ${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]}`;
};

/**
 * The ruler of [from, to) by the zone's clocks. The axis is elapsed time: where clocks are put forward an hour is missing from the
 * labels, where they are put back one stands there twice.
 */
export const ticksOf = (zone: string, from: number, to: number, secondsPerPixel: number): Ticks => {
  const stretches = stretchesOf(zone, from, to);
  const jumps = stretches
    .slice(1)
    .map((stretch, i) => ({ at: stretch.from, seconds: stretch.offset - stretches[i].offset }));
  const step = CLOCK_STEPS.find((seconds) => seconds / secondsPerPixel >= CLOCK_PIXELS);
  if (step !== undefined) {
    const minor = stretches.flatMap(({ from: start, to: end, offset }) => {
      const ticks: Tick[] = [];
      const first = Math.ceil((start + offset) / step) * step - offset;
      for (let at = first; at < end; at += step) ticks.push({ at, label: clockLabel(at, offset) });
      return ticks;
    });
    return { minor, major: calendarTicks(zone, from, to, 'day', majorDay), jumps };
  }
  const { unit } = CALENDAR.find(({ seconds, pixels }) => seconds / secondsPerPixel >= pixels)!;
  const isMonths = unit === 'month';
  const minor = calendarTicks(zone, from, to, unit, isMonths ? monthName : minorDay).filter(({ at }) => at >= from);
  const major = calendarTicks(zone, from, to, isMonths ? 'year' : 'month', isMonths ? yearName : majorMonth);
  return { minor, major, jumps };
};

const calendarTicks = (
  zone: string,
  from: number,
  to: number,
  unit: CalendarUnit,
  nameOf: (wall: Date) => string,
): Tick[] => {
  const ticks: Tick[] = [];
  for (let at = startOfUnit(zone, from, unit); at < to; at = nextUnit(zone, at, unit)) {
    ticks.push({ at, label: nameOf(wallAt(at, offsetAt(zone, at))) });
  }
  return ticks;
};

const minorDay = (wall: Date): string => `${WEEKDAYS[wall.getUTCDay()]} ${wall.getUTCDate()}`;
const majorDay = (wall: Date): string =>
  `${WEEKDAYS[wall.getUTCDay()]} ${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`;
const monthName = (wall: Date): string => MONTHS[wall.getUTCMonth()];
const majorMonth = (wall: Date): string => `${MONTHS[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`;
const yearName = (wall: Date): string => String(wall.getUTCFullYear());
