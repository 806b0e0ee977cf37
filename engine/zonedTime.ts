import { civilFromDays, daysFromCivil } from './instance/civilDays.ts';
import { formatInstant } from './instance/instant.ts';

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
const DAY_MINUTES = 1440;
/** The weekday of 1970-01-01, counted from Sunday. */
const THURSDAY = 4;

/** Whether this names a time zone. */
export const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  return format;
};

/** The zone's offset from UTC at that time, positive east of Greenwich; whole minutes. */
export const offsetMs = (ms: number, zone: string): number => {
  // Such as "10/25/2026, GMT+02:00", or GMT alone.
  const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(formatOf(zone).format(ms)) ?? [];
  const size = sign === undefined ? 0 : (60 * Number(hours) + Number(minutes)) * MINUTE_MS;
  return sign === '-' ? -size : size;
};

export const toWallTime = (ms: number, zone: string): WallTime => {
  const local = Math.floor((ms + offsetMs(ms, zone)) / MINUTE_MS);
  const days = Math.floor(local / DAY_MINUTES);
  const minutes = local - days * DAY_MINUTES;
  return { ...civilFromDays(days), hour: Math.floor(minutes / 60), minute: minutes % 60 };
};

/** Days from 1970-01-01 to the wall clock's day. */
const civilDays = ({ year, month, day }: WallTime): number => {
  const years = Math.floor((month - 1) / 12);
  return daysFromCivil(year + years, month - 12 * years, 1) + day - 1;
};

const asUtc = (wall: WallTime): number => civilDays(wall) * DAY_MS + (60 * wall.hour + wall.minute) * MINUTE_MS;

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
  const minutes = offsetMs(ms, zone) / MINUTE_MS;
  const sign = minutes < 0 ? '-' : '+';
  const local = formatInstant(ms + minutes * MINUTE_MS).slice(0, 19);
  return `${local}${sign}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
};
