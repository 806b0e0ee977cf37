import { civilFromDays, daysFromCivil, daysInMonth } from './civilDays.ts';

const DATE = String.raw`(?<year>\d{4})(?:(?<s>-?)(?:(?<month>\d{2})\k<s>(?<day>\d{2})|W(?<week>\d{2})\k<s>(?<weekday>[1-7])|(?<ordinal>\d{3})))`;
const TIME = String.raw`(?<hour>\d{2})(?:(?<c>:?)(?<minute>\d{2})(?:\k<c>(?<second>\d{2}))?)?(?<fraction>[.,]\d{1,9})?`;
const OFFSET = String.raw`(?:[Zz]|(?<sign>[+\u2212-])(?<offsetHour>\d{2})(?::?(?<offsetMinute>\d{2}))?)`;
const ISO_8601 = new RegExp(`^${DATE}[Tt ]${TIME}${OFFSET}$`);

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

type Parts = Readonly<Record<string, string | undefined>>;

/**
 * Returns the Unix milliseconds of an instant in any notation of ISO 8601: calendar, week and ordinal dates, extended and basic formats, and a fraction
 * of the last part of the time. NaN when the text is none.
 */
export const parseAnyNotation = (text: string): number => {
  const parts: Parts | undefined = ISO_8601.exec(text)?.groups;
  return parts === undefined ? Number.NaN : dateMs(parts) + timeMs(parts) - offsetMs(parts);
};

/** Epoch milliseconds of midnight UTC on the date; NaN if there is no such date. */
const dateMs = ({ year, month, day, week, weekday, ordinal }: Parts): number => {
  const y = Number(year);
  if (week !== undefined) return weekDays(y, Number(week), Number(weekday)) * DAY_MS;
  if (ordinal !== undefined) return within(daysFromCivil(y, 1, 1), Number(ordinal), 337 + daysInMonth(y, 2)) * DAY_MS;
  const m = Number(month);
  if (!(m >= 1 && m <= 12)) return Number.NaN;
  return within(daysFromCivil(y, m, 1), Number(day), daysInMonth(y, m)) * DAY_MS;
};

/** Days since 1970 of the nth day of a period that begins on `first` and has `count` days. */
const within = (first: number, n: number, count: number): number => (n >= 1 && n <= count ? first + n - 1 : Number.NaN);

/** Week 1 is that of January 4; weeks begin on Monday. A week belongs to the year of its Thursday. */
const weekDays = (year: number, week: number, weekday: number): number => {
  const fourth = daysFromCivil(year, 1, 4);
  // 1970-01-01 was a Thursday, three days after a Monday.
  const monday = fourth - ((((fourth + 3) % 7) + 7) % 7) + (week - 1) * 7;
  return civilFromDays(monday + 3).year === year ? monday + weekday - 1 : Number.NaN;
};

const timeMs = ({ hour, minute, second, fraction = '' }: Parts): number => {
  const [h, m, sec] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  if (h > 24 || m > 59 || sec > 59) return Number.NaN;
  const unitMs = second !== undefined ? 1000 : minute !== undefined ? MINUTE_MS : HOUR_MS;
  const billionths = Number(fraction.slice(1).padEnd(9, '0'));
  const ms = h * HOUR_MS + m * MINUTE_MS + sec * 1000 + Math.floor((billionths * unitMs) / 1e9);
  return ms <= DAY_MS ? ms : Number.NaN;
};

const offsetMs = ({ sign, offsetHour = '0', offsetMinute = '0' }: Parts): number => {
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return Number.NaN;
  const ms = Number(offsetHour) * HOUR_MS + Number(offsetMinute) * MINUTE_MS;
  return sign === undefined || sign === '+' ? ms : -ms;
};
