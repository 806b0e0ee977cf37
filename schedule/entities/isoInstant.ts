const DATE = String.raw`(?<year>\d{4})(?:(?<s>-?)(?:(?<month>\d{2})\k<s>(?<day>\d{2})|W(?<week>\d{2})\k<s>(?<weekday>[1-7])|(?<ordinal>\d{3})))`;
const TIME = String.raw`(?<hour>\d{2})(?:(?<c>:?)(?<minute>\d{2})(?:\k<c>(?<second>\d{2}))?)?(?<fraction>[.,]\d{1,9})?`;
const OFFSET = String.raw`(?:[Zz]|(?<sign>[+\u2212-])(?<offsetHour>\d{2})(?::?(?<offsetMinute>\d{2}))?)`;
const ISO_8601 = new RegExp(`^${DATE}[Tt ]${TIME}${OFFSET}$`);

/** Instants are those of the years 1970 to 2199; this is the first one after them. */
export const LATEST_MS = Date.UTC(2200, 0, 1);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

type Parts = Readonly<Record<string, string | undefined>>;

/**
 * Parses an ISO 8601 instant with an offset or `Z` to epoch milliseconds. Accepts calendar, week and ordinal dates, extended and basic formats, and a
 * fraction of the last part of the time; digits beyond milliseconds are dropped. 24:00 is the end of the day. Returns NaN if the text is not such an
 * instant or lies outside 1970 to 2199; leap seconds are not accepted.
 */
export const parseInstant = (value: string): number => {
  const parts: Parts | undefined = ISO_8601.exec(value)?.groups;
  if (parts === undefined) return Number.NaN;
  const ms = dateMs(parts) + timeMs(parts) - offsetMs(parts);
  return ms >= 0 && ms < LATEST_MS ? ms : Number.NaN;
};

/** Epoch milliseconds of midnight UTC on the date. */
const dateMs = ({ year, month, day, week, weekday, ordinal }: Parts): number => {
  const firstMs = Date.UTC(Number(year), 0, 1);
  let ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (ordinal !== undefined) ms = firstMs + (Number(ordinal) - 1) * DAY_MS;
  if (week !== undefined) return weekMs(Number(year), Number(week), Number(weekday));
  const date = new Date(ms);
  const isInYear = date.getUTCFullYear() === Number(year);
  const isInMonth = month === undefined || date.getUTCMonth() === Number(month) - 1;
  return isInYear && isInMonth ? ms : Number.NaN;
};

/** Week 1 is that of January 4; weeks begin on Monday. A week belongs to the year of its Thursday. */
const weekMs = (year: number, week: number, weekday: number): number => {
  const fourthMs = Date.UTC(year, 0, 4);
  const mondayMs = fourthMs - ((new Date(fourthMs).getUTCDay() + 6) % 7) * DAY_MS + (week - 1) * 7 * DAY_MS;
  const isInYear = new Date(mondayMs + 3 * DAY_MS).getUTCFullYear() === year;
  return isInYear ? mondayMs + (weekday - 1) * DAY_MS : Number.NaN;
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
