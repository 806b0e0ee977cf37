/** The wall clock of a time zone. `month` counts from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

export const DAY_MS = 86_400_000;

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

export const toWallTime = (ms: number, zone: string): WallTime => {
  const wall = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  for (const { type, value } of formatOf(zone).formatToParts(ms))
    if (type in wall) wall[type as keyof WallTime] = Number(value);
  return wall;
};

const asUtc = ({ year, month, day, hour, minute }: WallTime): number => Date.UTC(year, month - 1, day, hour, minute);

const offsetMs = (ms: number, zone: string): number => {
  const minute = Math.floor(ms / 60_000) * 60_000;
  return asUtc(toWallTime(minute, zone)) - minute;
};

/**
 * The instant at which the wall clock shows this time. Members out of range carry over (day 32, minute 90). A time that the clock skips is read with
 * the offset before the change; of a time that occurs twice, the first is meant.
 */
export const toInstant = (wall: WallTime, zone: string): number => {
  const local = asUtc(wall);
  const before = offsetMs(local - DAY_MS, zone);
  const after = offsetMs(local + DAY_MS, zone);
  const first = local - before;
  if (offsetMs(first, zone) === before) return first;
  const second = local - after;
  return offsetMs(second, zone) === after ? second : first;
};

/** Midnight of the wall clock's day, `days` later. */
export const startOfDay = (ms: number, zone: string, days = 0): number => {
  const { year, month, day } = toWallTime(ms, zone);
  return toInstant({ year, month, day: day + days, hour: 0, minute: 0 }, zone);
};

/** Day of the week; Sunday is 0. */
export const weekdayOf = (ms: number, zone: string): number => new Date(asUtc(toWallTime(ms, zone))).getUTCDay();

const pad = (value: number): string => String(value).padStart(2, '0');
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const sayDay = (ms: number, zone: string): string => {
  const { month, day } = toWallTime(ms, zone);
  return `${WEEKDAYS[weekdayOf(ms, zone)]} ${day} ${MONTHS[month - 1]}`;
};

const sayClock = (ms: number, zone: string): string => {
  const { hour, minute } = toWallTime(ms, zone);
  return `${pad(hour)}:${pad(minute)}`;
};

const isSameDay = (a: number, b: number, zone: string): boolean => startOfDay(a, zone) === startOfDay(b, zone);

/** `14:05`, preceded by its day if that is not the day of `today`: `Thu 17 Jan 14:05`. */
export const sayTime = (ms: number, zone: string, today: number): string =>
  isSameDay(ms, today, zone) ? sayClock(ms, zone) : `${sayDay(ms, zone)} ${sayClock(ms, zone)}`;

export const sayWindow = (from: number, to: number, zone: string, today: number): string =>
  `${sayTime(from, zone, today)}–${isSameDay(from, to, zone) ? sayClock(to, zone) : sayTime(to, zone, today)}`;

/** An ISO instant with the zone's offset at that time: `2026-11-20T14:05:00+01:00`. */
export const toLocalIso = (ms: number, zone: string): string => {
  const minutes = Math.round(offsetMs(ms, zone) / 60_000);
  const sign = minutes < 0 ? '-' : '+';
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, 19);
  return `${local}${sign}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
};

/** A duration such as `40 min`, `1 h 30 min` or `2 d 3 h`. */
export const sayDuration = (seconds: number): string => {
  const minutes = Math.round(Math.abs(seconds) / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};
