import { daysFromCivil } from './instance/civilDays.ts';
import { formatInstant } from './instance/instant.ts';
import { isOneOf } from './recordOf.ts';

/** The wall clock of a time zone. `month` counts from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The weekday of 1970-01-01, counted from Sunday. */
const THURSDAY = 4;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
};

const WALL = ['year', 'month', 'day', 'hour', 'minute'] as const;

export const toWallTime = (ms: number, zone: string): WallTime => {
  const wall = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  for (const { type, value } of formatOf(zone).formatToParts(ms)) if (isOneOf(WALL, type)) wall[type] = Number(value);
  return wall;
};

/** Days from 1970-01-01 to the wall clock's day. */
const civilDays = ({ year, month, day }: WallTime): number => {
  const years = Math.floor((month - 1) / 12);
  return daysFromCivil(year + years, month - 12 * years, 1) + day - 1;
};

const asUtc = (wall: WallTime): number => civilDays(wall) * DAY_MS + (60 * wall.hour + wall.minute) * MINUTE_MS;

/** The zone's offset from UTC at that time, positive east of Greenwich. */
export const offsetMs = (ms: number, zone: string): number => {
  const minute = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  return asUtc(toWallTime(minute, zone)) - minute;
};

/** An instant that was read from a wall clock, and how often that shows this time: it is skipped when clocks are set forward, and repeated when they are set back. */
export interface ReadWall {
  readonly ms: number;
  readonly occurs: 'once' | 'twice' | 'never';
}

/**
 * The instant at which the wall clock shows this time. Members out of range carry over (day 32, minute 90). A time that the clock skips is read with
 * the offset before the change; of a time that occurs twice, the first is meant.
 */
export const readWall = (wall: WallTime, zone: string): ReadWall => {
  const local = asUtc(wall);
  const before = offsetMs(local - DAY_MS, zone);
  const after = offsetMs(local + DAY_MS, zone);
  const [first, second] = [local - before, local - after];
  const isFirst = offsetMs(first, zone) === before;
  if (first === second) return { ms: first, occurs: isFirst ? 'once' : 'never' };
  const isSecond = offsetMs(second, zone) === after;
  if (isFirst) return { ms: first, occurs: isSecond ? 'twice' : 'once' };
  return isSecond ? { ms: second, occurs: 'once' } : { ms: first, occurs: 'never' };
};

export const toInstant = (wall: WallTime, zone: string): number => readWall(wall, zone).ms;

/** Midnight of the wall clock's day, `days` later. */
export const startOfDay = (ms: number, zone: string, days = 0): number => {
  const { year, month, day } = toWallTime(ms, zone);
  return toInstant({ year, month, day: day + days, hour: 0, minute: 0 }, zone);
};

/** Day of the week; Sunday is 0. */
export const weekdayOf = (ms: number, zone: string): number => {
  const sinceSunday = civilDays(toWallTime(ms, zone)) + THURSDAY;
  return sinceSunday - 7 * Math.floor(sinceSunday / 7);
};

const pad = (value: number): string => String(value).padStart(2, '0');

/** An ISO instant with the zone's offset at that time: `2026-11-20T14:05:00+01:00`. */
export const toLocalIso = (ms: number, zone: string): string => {
  const minutes = Math.round(offsetMs(ms, zone) / MINUTE_MS);
  const sign = minutes < 0 ? '-' : '+';
  const local = formatInstant(ms + minutes * MINUTE_MS).slice(0, 19);
  return `${local}${sign}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
};
