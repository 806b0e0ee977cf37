import { SHORT_MONTHS } from '../../../engine/calendarNames.ts';
import { recordOf } from '../../../engine/recordOf.ts';
import { parseTimestamp } from '../../entities/timestamp.ts';
import { readWall, type ReadWall, toWallTime } from '../../../engine/zonedTime.ts';

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half' | 'offset';

/** The parts of a pattern, by the letters of Unicode's date format patterns (UTS 35). */
const LETTERS: Readonly<Record<string, readonly [part: Part, pattern: string]>> = {
  yyyy: ['year', String.raw`\d{4}`],
  yy: ['year', String.raw`\d{2}`],
  MMM: ['month', '[A-Za-z]{3}'],
  MM: ['month', String.raw`\d{2}`],
  M: ['month', String.raw`\d{1,2}`],
  dd: ['day', String.raw`\d{2}`],
  d: ['day', String.raw`\d{1,2}`],
  HH: ['hour', String.raw`\d{2}`],
  H: ['hour', String.raw`\d{1,2}`],
  hh: ['hour', String.raw`\d{2}`],
  h: ['hour', String.raw`\d{1,2}`],
  mm: ['minute', String.raw`\d{2}`],
  m: ['minute', String.raw`\d{1,2}`],
  ss: ['second', String.raw`\d{2}`],
  a: ['half', '[AaPp][Mm]'],
  Z: ['offset', String.raw`[Zz]|[+-]\d{2}:?\d{2}`],
};
const MONTHS = SHORT_MONTHS.map((name) => name.toLowerCase());

/** How times are written. */
export interface TimeFormat {
  /** Null if the text does not match. A time without a date is the one nearest to `near`. */
  readonly read: (text: string, timezone: string, near: number | null) => ReadWall | null;
  readonly hasDate: boolean;
}

/** An instant that needs no wall clock to be known. */
const certain = (ms: number): ReadWall | null => (Number.isNaN(ms) ? null : { ms, occurs: 'once' });

const ISO: TimeFormat = {
  hasDate: true,
  read(text, timezone) {
    const local = parseTimestamp(`${text}Z`);
    return Number.isNaN(local) ? certain(parseTimestamp(text)) : atWall(local, timezone);
  },
};

/** The instant at which a clock in the zone shows what a clock in UTC shows at `local`. */
const atWall = (local: number, timezone: string): ReadWall => {
  const { ms, occurs } = readWall(toWallTime(local, 'UTC'), timezone);
  return { ms: ms + (local - Math.floor(local / 60_000) * 60_000), occurs };
};

const UNIX: TimeFormat = {
  hasDate: true,
  read: (text) => (/^\d{1,11}$/.test(text) ? certain(Number(text) * 1000) : null),
};

const formats = new Map<string, TimeFormat>([
  ['iso', ISO],
  ['unix', UNIX],
]);
/** The most parsed formats that are cached. */
const MOST_KEPT = 1000;

/** Parses a time format; returns a text if something is wrong with it. */
export const readTimeFormat = (format: string): TimeFormat | string => {
  const known = formats.get(format);
  if (known !== undefined) return known;
  const made = patternFormat(format);
  if (typeof made !== 'string' && formats.size < MOST_KEPT) formats.set(format, made);
  return made;
};

const patternFormat = (format: string): TimeFormat | string => {
  const parts: Part[] = [];
  const tokens: string[] = [];
  let pattern = '';
  for (const [token, quoted, letters] of format.matchAll(/'([^']*)'|([A-Za-z])\2*|[^]/g)) {
    if (quoted !== undefined) pattern += escaped(quoted === '' ? "'" : quoted);
    else if (letters === undefined) pattern += token === ' ' ? String.raw`\s+` : escaped(token);
    else {
      const [part, digits] = Object.hasOwn(LETTERS, token) ? (LETTERS[token] ?? []) : [];
      if (part === undefined) return `has ${token}, which has no meaning here; put letters in single quotes`;
      if (parts.includes(part)) return `has the ${part} twice`;
      parts.push(part);
      tokens.push(token);
      pattern += `(${digits})`;
    }
  }
  const fault = missingPart(parts, tokens);
  if (fault !== null) return fault;
  const whole = new RegExp(`^${pattern}$`);
  return {
    hasDate: parts.includes('day'),
    read(text, timezone, near) {
      const found = whole.exec(text.trim());
      if (found === null) return null;
      const values: Values = recordOf(parts, (_part, i) => found[i + 1] ?? '');
      return instantOf(values, timezone, near);
    },
  };
};

const missingPart = (parts: readonly Part[], tokens: readonly string[]): string | null => {
  const ofDate = parts.filter((part) => part === 'day' || part === 'month' || part === 'year');
  if (ofDate.length > 0 && ofDate.length < 3) return 'needs day, month and year, or none of them';
  if (!parts.includes('hour') || !parts.includes('minute')) return 'needs hour and minute, as in dd.MM.yyyy HH:mm';
  if (tokens.some((token) => token.startsWith('h')) !== parts.includes('half')) return 'needs both h and a, or H';
  return null;
};

type Values = Readonly<Partial<Record<Part, string>>>;

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`);

const instantOf = (values: Values, timezone: string, near: number | null): ReadWall | null => {
  const minute = Number(values.minute);
  const second = Number(values.second ?? 0);
  const hour = hourOf(values);
  if (minute > 59 || second > 59 || hour > 24 || (hour === 24 && minute + second > 0)) return null;
  const date = dateOf(values);
  if (date === null) return null;
  const at = (day: Day, days: number): ReadWall => {
    if (values.offset === undefined) {
      const { ms, occurs } = readWall({ ...day, day: day.day + days, hour, minute }, timezone);
      return { ms: ms + second * 1000, occurs };
    }
    const local = Date.UTC(day.year, day.month - 1, day.day + days, hour, minute, second);
    return { ms: local - offsetMs(values.offset), occurs: 'once' };
  };
  if (date !== undefined) return at(date, 0);
  if (near === null) return null;
  const day = toWallTime(near, timezone);
  return [-1, 0, 1]
    .map((days) => at(day, days))
    .reduce((best, one) => (Math.abs(one.ms - near) < Math.abs(best.ms - near) ? one : best));
};

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Undefined if the format has no date; null if there is no such day. */
const dateOf = ({ year, month, day }: Values): Day | null | undefined => {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const named = MONTHS.indexOf(month.toLowerCase()) + 1;
  const date = {
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
    month: /^\d/.test(month) ? Number(month) : named,
    day: Number(day),
  };
  const read = new Date(Date.UTC(date.year, date.month - 1, date.day));
  return read.getUTCMonth() === date.month - 1 && read.getUTCDate() === date.day && date.year >= 1900 ? date : null;
};

/** The hour of the day; more than 24 if there is no such hour. */
const hourOf = ({ hour, half }: Values): number => {
  const read = Number(hour);
  if (half === undefined) return read;
  return read < 1 || read > 12 ? 25 : (read % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
};

const offsetMs = (offset: string): number => {
  if (/^z$/i.test(offset)) return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
};
