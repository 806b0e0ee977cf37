import { present } from '../../../engine/present.ts';
import { SHORT_MONTHS, SHORT_WEEKDAYS } from '../../../engine/calendarNames.ts';
import { type CalendarUnit, hourOfDay, nextUnit, occurrenceAt, offsetAt, startOfUnit, offsetsOf } from './zone.ts';

export interface Tick {
  /** Unix seconds. */
  readonly at: number;
  readonly label: string;
}

/** A change of the zone's clocks; `seconds` is positive when they go forward. */
export interface Jump {
  readonly at: number;
  readonly seconds: number;
}

export interface Ticks {
  readonly minor: readonly Tick[];
  /** Major ticks. The first one may be before the window, so that its label can stick to the left edge. */
  readonly major: readonly Tick[];
  readonly jumps: readonly Jump[];
  /** The nights; empty at scales where they would only be stripes. */
  readonly nights: readonly Night[];
}

/** A night, in Unix seconds. */
export interface Night {
  readonly from: number;
  readonly to: number;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** The local hours at which nights begin and end. */
const NIGHT_BEGINS = 20;
const NIGHT_ENDS = 6;
/** The largest scale with nights; at larger ones they would only be stripes. */
const LARGEST_SCALE_WITH_NIGHTS = 6 * HOUR;
/** The possible steps of ticks within a day, in seconds. Labels need a distance of CLOCK_PIXELS. */
const CLOCK_STEPS = [5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
const CLOCK_PIXELS = 52;
const CALENDAR: readonly { readonly unit: CalendarUnit; readonly seconds: number; readonly pixels: number }[] = [
  { unit: 'day', seconds: DAY, pixels: 44 },
  { unit: 'week', seconds: 7 * DAY, pixels: 44 },
  { unit: 'month', seconds: 30 * DAY, pixels: 0 },
];

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The local time as a Date whose UTC members are those of the zone. */
const wallAt = (at: number, offset: number): Date => new Date((at + offset) * 1000);

const clockLabel = (at: number, offset: number): string => {
  const wall = wallAt(at, offset);
  return `${twoDigits(wall.getUTCHours())}:${twoDigits(wall.getUTCMinutes())}`;
};

/** The local time in the zone as HH:MM; in an hour that occurs twice with its offset, such as "02:30 UTC+2". */
export const clockAt = (zone: string, at: number): string =>
  `${clockLabel(at, offsetAt(zone, at))} ${occurrenceAt(zone, at)}`.trimEnd();

/** The local date in the zone, such as "Fri 14 Mar". */
export const dayAt = (zone: string, at: number): string => {
  const wall = wallAt(at, offsetAt(zone, at));
  return `${minorDay(wall)} ${monthName(wall)}`;
};

/** The local date in the zone without its month, such as "Fri 14". */
export const shortDayAt = (zone: string, at: number): string => minorDay(wallAt(at, offsetAt(zone, at)));

export const yearAt = (zone: string, at: number): number => wallAt(at, offsetAt(zone, at)).getUTCFullYear();

/** The distance between two ticks: seconds, or a unit of the calendar. */
type Scale = number | CalendarUnit;

const scaleOf = (secondsPerPixel: number): Scale =>
  CLOCK_STEPS.find((seconds) => seconds / secondsPerPixel >= CLOCK_PIXELS) ??
  CALENDAR.find(({ seconds, pixels }) => seconds / secondsPerPixel >= pixels)?.unit ??
  'month';

/**
 * The ticks of [from, to) in the local time of the zone. The axis is elapsed time: when clocks go forward, the labels skip an hour, and when they
 * go back, one hour occurs twice.
 */
export const ticksOf = (zone: string, from: number, to: number, secondsPerPixel: number): Ticks => {
  const spans = offsetsOf(zone, from, to);
  const jumps = spans.flatMap(({ from: at, offset }, i) => {
    const before = spans[i - 1];
    return before === undefined ? [] : [{ at, seconds: offset - before.offset }];
  });
  const scale = scaleOf(secondsPerPixel);
  if (typeof scale === 'number') {
    const step = scale;
    const minor = spans.flatMap(({ from: start, to: end, offset }) => {
      const ticks: Tick[] = [];
      const first = Math.ceil((start + offset) / step) * step - offset;
      for (let at = first; at < end; at += step) ticks.push({ at, label: clockLabel(at, offset) });
      return ticks;
    });
    const nights = scale > LARGEST_SCALE_WITH_NIGHTS ? [] : nightsOf(zone, from, to);
    return { minor, major: calendarTicks(zone, from, to, 'day', majorDay), jumps, nights };
  }
  const isMonths = scale === 'month';
  const minor = calendarTicks(zone, from, to, scale, isMonths ? monthName : minorDay).filter(({ at }) => at >= from);
  const major = calendarTicks(zone, from, to, isMonths ? 'year' : 'month', isMonths ? yearName : majorMonth);
  return { minor, major, jumps, nights: [] };
};

const nightsOf = (zone: string, from: number, to: number): readonly Night[] => {
  const nights: Night[] = [];
  for (let day = startOfUnit(zone, from, 'day'); day < to; ) {
    const next = nextUnit(zone, day, 'day');
    nights.push(
      { from: day, to: hourOfDay(zone, day, NIGHT_ENDS) },
      { from: hourOfDay(zone, day, NIGHT_BEGINS), to: next },
    );
    day = next;
  }
  return nights.filter((night) => night.to > from && night.from < to);
};

/** Cached ticks of more time than is shown, so that scrolling or zooming a little needs no calendar computations. */
interface KeptTicks {
  readonly zone: string;
  readonly scale: Scale;
  readonly from: number;
  readonly to: number;
  readonly ticks: Ticks;
}

/** Computes the ticks of successive frames, mostly from a cache. */
export class Ruler {
  private kept: KeptTicks | null = null;

  of(zone: string, from: number, to: number, secondsPerPixel: number): Ticks {
    const scale = scaleOf(secondsPerPixel);
    const known = this.kept;
    const isKnown =
      known !== null && known.zone === zone && known.scale === scale && known.from <= from && known.to >= to;
    const { ticks } = isKnown ? known : this.keep(zone, scale, from, to, secondsPerPixel);
    const isShown = ({ at }: { readonly at: number }): boolean => at >= from && at < to;
    const majors = ticks.major.filter(({ at }) => at < to);
    const begun = majors.findLastIndex(({ at }) => at <= from);
    return {
      minor: ticks.minor.filter(isShown),
      major: majors.slice(Math.max(0, begun)),
      jumps: ticks.jumps.filter(isShown),
      nights: ticks.nights.filter((night) => night.to > from && night.from < to),
    };
  }

  private keep(zone: string, scale: Scale, from: number, to: number, secondsPerPixel: number): KeptTicks {
    const around = to - from;
    const wide = { from: from - around, to: to + around };
    this.kept = { zone, scale, ...wide, ticks: ticksOf(zone, wide.from, wide.to, secondsPerPixel) };
    return this.kept;
  }
}

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

const minorDay = (wall: Date): string => `${SHORT_WEEKDAYS[wall.getUTCDay()]} ${wall.getUTCDate()}`;
const monthName = (wall: Date): string => present(SHORT_MONTHS[wall.getUTCMonth()]);
const majorMonth = (wall: Date): string => `${monthName(wall)} ${wall.getUTCFullYear()}`;
const majorDay = (wall: Date): string => `${minorDay(wall)} ${majorMonth(wall)}`;
const yearName = (wall: Date): string => String(wall.getUTCFullYear());
