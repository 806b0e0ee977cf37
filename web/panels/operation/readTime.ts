/** The days before, of and after the one of the present value. */
const DAYS = [-1, 0, 1] as const;

/**
 * Parses a time that a user typed: `9:05`, `0905`, or minutes relative to the present value `now` (`+15`, `-10`). Clock times are in the time zone,
 * on the day that makes them nearest to `now`, and of an hour that occurs twice the occurrence that is nearest. A time that clocks skip on that day
 * is read on a day that has it. Returns null for any other text.
 */
export const readTime = (text: string, zone: string, now: number): number | null => {
  const words = text.trim().replace('−', '-');
  if (/^[+-]\d{1,4}$/.test(words)) return now + Number(words) * 60;
  const [, hours, minutes] = /^(\d{1,2})[:.]?(\d{2})$/.exec(words) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate();
  const plainTime = { hour: Number(hours), minute: Number(minutes) };
  const times = DAYS.flatMap((days) => {
    const typed = today.add({ days }).toPlainDateTime(plainTime);
    return (['earlier', 'later'] as const)
      .map((disambiguation) => typed.toZonedDateTime(zone, { disambiguation }))
      .filter((at) => at.toPlainDateTime().equals(typed))
      .map((at) => at.epochMilliseconds / 1000);
  });
  const away = (at: number): number => Math.abs(at - now);
  return times.reduce<number | null>((best, at) => (best !== null && away(best) <= away(at) ? best : at), null);
};
