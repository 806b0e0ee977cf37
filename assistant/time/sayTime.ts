import { SHORT_MONTHS, SHORT_WEEKDAYS } from '../../engine/calendarNames.ts';
import { occurrence } from '../../engine/occurrence.ts';
import { durationText } from '../../engine/wording.ts';
import { offsetMs, startOfDay, toWallTime, weekdayOf } from '../../engine/zonedTime.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

export const sayDay = (ms: number, zone: string): string => {
  const { month, day } = toWallTime(ms, zone);
  return `${SHORT_WEEKDAYS[weekdayOf(ms, zone)]} ${day} ${SHORT_MONTHS[month - 1]}`;
};

/** A time that the clock shows twice, because it is set back, has its offset: `02:16 UTC+1`. */
const sayClock = (ms: number, zone: string): string => {
  const { hour, minute } = toWallTime(ms, zone);
  const which = occurrence(ms / 1000, (at) => offsetMs(at * 1000, zone) / 1000);
  return `${pad(hour)}:${pad(minute)} ${which}`.trimEnd();
};

const isSameDay = (a: number, b: number, zone: string): boolean => startOfDay(a, zone) === startOfDay(b, zone);

/** `14:05`, preceded by its day if that is not the day of `today`: `Thu 17 Jan 14:05`. */
export const sayTime = (ms: number, zone: string, today: number): string =>
  isSameDay(ms, today, zone) ? sayClock(ms, zone) : `${sayDay(ms, zone)} ${sayClock(ms, zone)}`;

/** Of two days, the second is said whenever the first is: a stay from yesterday until today would seem to end yesterday. */
export const sayWindow = (from: number, to: number, zone: string, today: number): string => {
  const start = sayTime(from, zone, today);
  if (isSameDay(from, to, zone)) return `${start}–${sayClock(to, zone)}`;
  return `${start}–${sayDay(to, zone)} ${sayClock(to, zone)}`;
};

/** A duration such as `40 min`, `1 h 30 min` or `2 d 3 h`. */
export const sayDuration = (seconds: number): string => {
  const hours = Math.floor(Math.round(Math.abs(seconds) / 60) / 60);
  if (hours < 48) return durationText(seconds);
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};
