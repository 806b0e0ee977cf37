import { civilFromDays, daysFromCivil, daysInMonth } from './civilDays.ts';
import { parseAnyNotation } from './isoInstant.ts';

const DAY_MS = 86_400_000;
const ZERO = 48;

/**
 * Returns the Unix milliseconds of an ISO 8601 instant with an offset or `Z` (`2026-11-20T09:30:00.000+01:00`), or NaN when the text is
 * not one. Digits beyond milliseconds are dropped. 24:00 is the end of the day; leap seconds are rejected.
 */
export const parseInstant = (text: string): number => {
  const ms = parseUsualNotation(text);
  return Number.isNaN(ms) ? parseAnyNotation(text) : ms;
};

/** The notation that nearly all texts have, which is read much faster than any other. */
const parseUsualNotation = (text: string): number => {
  if (text.length < 17 || !hasSeparators(text)) return Number.NaN;
  const end = endOfTime(text);
  const dayMs = parseDay(text);
  const timeMs = parseTime(text, end);
  const offsetMs = parseOffset(text, end);
  return dayMs + timeMs - offsetMs;
};

const hasSeparators = (text: string): boolean =>
  text[4] === '-' && text[7] === '-' && text[13] === ':' && (text[10] === 'T' || text[10] === 't' || text[10] === ' ');

/** Where the offset begins: after minutes, seconds, or their fraction. */
const endOfTime = (text: string): number => {
  if (text[16] !== ':') return 16;
  if (text[19] !== '.' && text[19] !== ',') return 19;
  let at = 20;
  while (at < text.length && isDigit(text.charCodeAt(at))) at++;
  return at;
};

const parseDay = (text: string): number => {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return Number.NaN;
  return daysFromCivil(year, month, day) * DAY_MS;
};

const parseTime = (text: string, end: number): number => {
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = end === 16 ? 0 : digits(text, 17, 2);
  if (!(minute <= 59 && second <= 59)) return Number.NaN;
  const timeMs = ((hour * 60 + minute) * 60 + second) * 1000 + (end < 20 ? 0 : parseFraction(text, end));
  return timeMs <= DAY_MS ? timeMs : Number.NaN;
};

/** Milliseconds of the digits from 20 to `end`; NaN if there are none. */
const parseFraction = (text: string, end: number): number => {
  if (end === 20) return Number.NaN;
  let milliseconds = 0;
  for (let at = 20, unit = 100; at < Math.min(end, 23); at++, unit /= 10) {
    milliseconds += unit * (text.charCodeAt(at) - ZERO);
  }
  return milliseconds;
};

/** Formats Unix milliseconds as `2026-11-20T09:30:00.000Z`. Throws RangeError outside the years 0 to 9999. */
export const formatInstant = (unixMs: number): string => {
  const days = Math.floor(unixMs / DAY_MS);
  const { year, month, day } = civilFromDays(days);
  if (!(year >= 0 && year <= 9999)) throw new RangeError(`${unixMs} ms is not an instant within the years 0 to 9999.`);
  const rest = Math.floor(unixMs - days * DAY_MS);
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  const seconds = Math.floor(rest / 1000);
  const time = `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
  return `${date}T${time}.${pad(rest % 1000, 3)}Z`;
};

/** Unix milliseconds of a time that is written either way; NaN when it is none. */
export const unixMs = (time: string | number): number => (typeof time === 'number' ? time : parseInstant(time));

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

const isDigit = (code: number): boolean => code >= ZERO && code <= ZERO + 9;

const digits = (text: string, from: number, count: number): number => {
  let value = 0;
  for (let i = from; i < from + count; i++) {
    const code = text.charCodeAt(i);
    if (!isDigit(code)) return Number.NaN;
    value = value * 10 + code - ZERO;
  }
  return value;
};

const parseOffset = (text: string, at: number): number => {
  const rest = text.length - at;
  const sign = text[at];
  if (sign === 'Z' || sign === 'z') return rest === 1 ? 0 : Number.NaN;
  if (sign !== '+' && sign !== '-') return Number.NaN;
  const hours = digits(text, at + 1, 2);
  let minutes = 0;
  if (rest === 5) minutes = digits(text, at + 3, 2);
  else if (rest === 6 && text[at + 3] === ':') minutes = digits(text, at + 4, 2);
  else if (rest !== 3) return Number.NaN;
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
};
