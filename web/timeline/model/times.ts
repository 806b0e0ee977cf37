import { clockAt, dayAt, shortDayAt } from './ticks.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** In a longer plan, "Sat 31" may occur twice, so the month is said, too. */
const SHORTEST_MONTH = 28 * DAY;

/** Says the times of a plan in a time zone, in Unix seconds. */
export interface Times {
  readonly zone: string;
  /** Such as "09:30", or "Sat 31 09:30" in a plan of several days. */
  at(moment: number): string;
  /** Such as "09:30–10:45", "Sat 31 09:30–10:45" or "Sat 31 09:30–Sun 1 17:00". */
  span(from: number, to: number): string;
}

type DayStyle = 'none' | 'short' | 'month';

/** Over how long nearly all operations begin. On a single day, the hours tell which time is meant, also of a stay from the night before. */
type Busy = { readonly from: number; readonly to: number } | null;

const styleOf = (busy: Busy): DayStyle => {
  const seconds = busy === null ? 0 : busy.to - busy.from;
  return seconds <= DAY ? 'none' : seconds <= SHORTEST_MONTH ? 'short' : 'month';
};

const timesIn = (zone: string, style: DayStyle): Times => {
  const day = (moment: number): string => (style === 'month' ? dayAt(zone, moment) : shortDayAt(zone, moment));
  const withDay = (moment: number): string => `${day(moment)} ${clockAt(zone, moment)}`;
  const at = (moment: number): string => (style === 'none' ? clockAt(zone, moment) : withDay(moment));
  return {
    zone,
    at,
    span: (from, to) => {
      if (to - from >= DAY) return `${withDay(from)}–${withDay(to)}`;
      return `${at(from)}–${dayAt(zone, from) === dayAt(zone, to) ? clockAt(zone, to) : at(to)}`;
    },
  };
};

const known = new Map<string, Times>();

/** How the times of a plan are said. The same plan gets the same object, until its length or the time zone is another one. */
export const timesOf = (zone: string, busy: Busy): Times => {
  const style = styleOf(busy);
  const key = `${style} ${zone}`;
  let times = known.get(key);
  if (times === undefined) known.set(key, (times = timesIn(zone, style)));
  return times;
};

/** A moment of the present, such as "10:05", or "Fri 30 Oct, 10:05" if it is not today. */
export const momentAt = (zone: string, at: number, now: number): string =>
  dayAt(zone, at) === dayAt(zone, now) ? clockAt(zone, at) : `${dayAt(zone, at)}, ${clockAt(zone, at)}`;
