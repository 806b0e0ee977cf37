const DAY = 86_400;
const HALF_DAY = DAY / 2;

/**
 * Parses a time that a user typed: `9:05`, `0905`, or minutes relative to the present value `now` (`+15`, `-10`). Clock times are in the time zone,
 * on the day that makes them nearest to `now`. Returns null for any other text.
 */
export const readTime = (text: string, zone: string, now: number): number | null => {
  const words = text.trim().replace('−', '-');
  if (/^[+-]\d{1,4}$/.test(words)) return now + Number(words) * 60;
  const [, hours, minutes] = /^(\d{1,2})[:.]?(\d{2})$/.exec(words) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate();
  const at = today.toZonedDateTime({ timeZone: zone, plainTime: { hour: Number(hours), minute: Number(minutes) } });
  const seconds = at.epochMilliseconds / 1000;
  if (seconds - now > HALF_DAY) return seconds - DAY;
  return now - seconds > HALF_DAY ? seconds + DAY : seconds;
};
