import { occurrence } from '../../../engine/occurrence.ts';
import { present } from '../../../engine/present.ts';

/** A half-open span of time in Unix seconds in which the zone has one offset. */
export interface OffsetSpan {
  readonly from: number;
  readonly to: number;
  /** The offset from UTC in seconds; positive east of Greenwich. */
  readonly offset: number;
}

const zonedAt = (zone: string, at: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at * 1000)).toZonedDateTimeISO(zone);

const secondsOf = (zoned: Temporal.ZonedDateTime): number => Math.floor(zoned.epochMilliseconds / 1000);

/** The spans of each zone that were looked up: two for each year at which the board looked. A lookup takes a hundred times as long as finding one here. */
const knownSpans = new Map<string, OffsetSpan[]>();

/** The longest span around a moment in which the zone has one offset. */
const spanAt = (zone: string, at: number): OffsetSpan => {
  const known = knownSpans.get(zone) ?? [];
  const found = known.find(({ from, to }) => at >= from && at < to);
  if (found !== undefined) return found;
  const zoned = zonedAt(zone, at);
  // A transition at this very moment is the start of its span.
  const start = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  const end = zoned.getTimeZoneTransition('next');
  const span = {
    from: start === null ? Number.NEGATIVE_INFINITY : secondsOf(start),
    to: end === null ? Number.POSITIVE_INFINITY : secondsOf(end),
    offset: zoned.offsetNanoseconds / 1e9,
  };
  knownSpans.set(zone, [...known, span]);
  return span;
};

export const offsetAt = (zone: string, at: number): number => spanAt(zone, at).offset;

/** Which one is meant of two moments at which clocks show the same time, since they are set back, such as "UTC+2"; empty at any other moment. */
export const occurrenceAt = (zone: string, at: number): string => occurrence(at, (moment) => offsetAt(zone, moment));

/** [from, to) divided where the offset of the zone changes. */
export const offsetsOf = (zone: string, from: number, to: number): readonly OffsetSpan[] => {
  const spans: OffsetSpan[] = [];
  for (let at = from; at < to; at = present(spans.at(-1)).to) {
    const span = spanAt(zone, at);
    spans.push({ from: at, to: Math.min(to, span.to), offset: span.offset });
  }
  return spans;
};

export type CalendarUnit = 'day' | 'week' | 'month' | 'year';

/** The start of the unit that contains `at`. For a day, that is its first moment, which is not always midnight. */
export const startOfUnit = (zone: string, at: number, unit: CalendarUnit): number => {
  const day = zonedAt(zone, at).startOfDay();
  if (unit === 'day') return secondsOf(day);
  if (unit === 'week') return secondsOf(day.subtract({ days: day.dayOfWeek - 1 }).startOfDay());
  const first = unit === 'month' ? { day: 1 } : { month: 1, day: 1 };
  return secondsOf(day.with(first).startOfDay());
};

/** The local hour of the day that contains `at`, also on a day of 23 or 25 hours. */
export const hourOfDay = (zone: string, at: number, hour: number): number =>
  secondsOf(zonedAt(zone, at).withPlainTime({ hour }));

/** The start of the next unit. */
export const nextUnit = (zone: string, at: number, unit: CalendarUnit): number => {
  const start = zonedAt(zone, startOfUnit(zone, at, unit));
  return secondsOf(start.add({ [`${unit}s`]: 1 }).startOfDay());
};

/** Whether the browser (or its Temporal) knows the zone by this name. */
export const isZone = (zone: string): boolean => {
  try {
    zonedAt(zone, 0);
    return true;
  } catch {
    return false;
  }
};
