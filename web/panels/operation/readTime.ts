import { SHORT_MONTHS, SHORT_WEEKDAYS } from '../../../engine/calendarNames.ts';

/** The days before, of and after the one of the present value. */
const DAYS = [-1, 0, 1] as const;
const WEEK = [-3, -2, -1, 0, 1, 2, 3] as const;
const WEEKDAYS = SHORT_WEEKDAYS.map((name) => name.toLowerCase());
const MONTHS = SHORT_MONTHS.map((name) => name.toLowerCase());

/** The days that a text before the hours may mean, such as "", "Sat", "Sat 31", "31 Oct", "31 Oct 2026" or "2026-10-31"; null for any other text. */
const daysOf = (text: string, today: Temporal.PlainDate): readonly Temporal.PlainDate[] | null => {
  if (text === '') return DAYS.map((days) => today.add({ days }));
  const [, date] = /^(\d{4}-\d{2}-\d{2})t?$/.exec(text) ?? [];
  if (date !== undefined) return dateOf(() => Temporal.PlainDate.from(date, { overflow: 'reject' }));
  const [, weekday, day, month, year] =
    /^([a-z]{3})?[a-z]*\.? ?(?:(\d{1,2})\.?)? ?(?:([a-z]{3})[a-z]*\.?(?: (\d{4}))?)?$/.exec(text) ?? [];
  const fromSunday = weekday === undefined ? null : WEEKDAYS.indexOf(weekday);
  if (fromSunday === -1) return null;
  const isMeant = ({ dayOfWeek }: Temporal.PlainDate): boolean => fromSunday === null || dayOfWeek % 7 === fromSunday;
  if (day === undefined) {
    if (fromSunday === null || month !== undefined) return null;
    return WEEK.map((days) => today.add({ days })).filter(isMeant);
  }
  if (month !== undefined && !MONTHS.includes(month)) return null;
  const months =
    month === undefined
      ? DAYS.map((n) => today.add({ months: n }))
      : year === undefined
        ? DAYS.map((n) => monthNear(today, month, n))
        : [monthNear({ year: Number(year) }, month, 0)];
  const days = months.flatMap(
    ({ year, month: number }) =>
      dateOf(() => Temporal.PlainDate.from({ year, month: number, day: Number(day) }, { overflow: 'reject' })) ?? [],
  );
  return days.filter(isMeant);
};

const monthNear = ({ year }: Pick<Temporal.PlainDate, 'year'>, month: string, years: number): Temporal.PlainYearMonth =>
  Temporal.PlainYearMonth.from({ year: year + years, month: MONTHS.indexOf(month) + 1 });

const dateOf = (make: () => Temporal.PlainDate): readonly Temporal.PlainDate[] | null => {
  try {
    return [make()];
  } catch {
    return null;
  }
};

/** The time zone of an offset from UTC, such as "+2" or "-9:30"; null for any other text. */
const zoneOfOffset = (text: string): string | null => {
  const [, sign, hours = '', minutes = '00'] = /^([+-])(\d{1,2})(?::([0-5]\d))?$/.exec(text) ?? [];
  return sign === undefined || Number(hours) > 23 ? null : `${sign}${hours.padStart(2, '0')}:${minutes}`;
};

/**
 * Parses a time that a user typed: `9:05`, `0905`, the same after a day (`Sat 9:05`, `Sat 31 9:05`, `31 Oct 9:05`, `31 Oct 2026 9:05`, `2026-10-31 9:05`), or minutes
 * relative to the present value `now` (`+15`, `-10`). Clock times are in the time zone, or have the offset that follows them (`2:30 UTC+1`), on the day that
 * makes them nearest to `now`, and of an hour that occurs twice the occurrence that is nearest. Returns null for a time that clocks skip on that day, and for
 * any other text.
 */
export const readTime = (text: string, zone: string, now: number): number | null => {
  const words = text.trim().replace('−', '-');
  if (/^[+-]\d{1,5}$/.test(words)) return now + Number(words) * 60;
  const [, day, hours, minutes, offset] = /^(?:(.*[\s,tT]))?(\d{1,2})[:.]?(\d{2})(?: ?UTC(.*))?$/i.exec(words) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate();
  const plainTime = { hour: Number(hours), minute: Number(minutes) };
  const days = daysOf(
    (day ?? '')
      .toLowerCase()
      .replaceAll(/[\s,]+/g, ' ')
      .trim(),
    today,
  );
  const meant = offset === undefined ? zone : zoneOfOffset(offset);
  if (days === null || meant === null) return null;
  const times = days.flatMap((one) => {
    const typed = one.toPlainDateTime(plainTime);
    return (['earlier', 'later'] as const).map((disambiguation) => {
      const zoned = typed.toZonedDateTime(meant, { disambiguation });
      return { at: zoned.epochMilliseconds / 1000, isSkipped: !zoned.toPlainDateTime().equals(typed) };
    });
  });
  const [nearest] = times.toSorted((one, other) => Math.abs(one.at - now) - Math.abs(other.at - now));
  return nearest === undefined || nearest.isSkipped ? null : nearest.at;
};
