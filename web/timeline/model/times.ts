import { present } from '../../../engine/present.ts';
import { clockAt, dayAt, shortDayAt, yearAt } from './ticks.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** In a longer plan, "Sat 31" may occur twice, so the month is said, too. */
const SHORTEST_MONTH = 28 * DAY;
/** In a longer plan, "31 Oct" may occur twice, so the year is said, too. */
const LONGEST_WITHOUT_YEAR = 330 * DAY;

/** Says the times of a plan in a time zone, in Unix seconds. */
export interface Times {
  readonly zone: string;
  /** Such as "Sat 31 Oct", or "31 Oct 2027" if the plan is of another year. */
  day(moment: number): string;
  /** Such as "09:30", or "Sat 31 09:30" in a plan of several days. What is far from the plan is said with its month, and its year if that is another one. */
  at(moment: number): string;
  /** Such as "09:30–10:45", "Sat 31 09:30–10:45" or "Sat 31 09:30–Sun 1 17:00". */
  span(from: number, to: number): string;
}

/** How a day is said, the shortest way first. */
const DAY_STYLES = ['none', 'short', 'month', 'year'] as const;
type DayStyle = (typeof DAY_STYLES)[number];

/** Over how long nearly all operations begin. On a single day, the hours tell which time is meant, also of a stay from the night before. */
type Busy = { readonly from: number; readonly to: number } | null;

/** How the day of a moment is said so that it is not taken for another one of the plan, or for one near it. */
const styleAt = (zone: string, busy: Busy, moment: number): DayStyle => {
  if (busy === null) return 'none';
  const { from, to } = busy;
  const away = Math.max(from - moment, moment - to, 0);
  if (to - from <= DAY && away < DAY) return 'none';
  const seconds = to - from + away;
  if (seconds <= SHORTEST_MONTH) return 'short';
  const year = yearAt(zone, moment);
  const isOfPlan = year >= yearAt(zone, from) && year <= yearAt(zone, to);
  return to - from <= LONGEST_WITHOUT_YEAR && isOfPlan ? 'month' : 'year';
};

/** The date with its year, such as "5 Dec 2027". It needs no weekday. */
const dateAt = (zone: string, moment: number): string =>
  `${dayAt(zone, moment).replace(/^\S+ /, '')} ${yearAt(zone, moment)}`;

const timesIn = (zone: string, busy: Busy): Times => {
  const inStyle = (style: DayStyle, moment: number): string => {
    const clock = clockAt(zone, moment);
    if (style === 'none') return clock;
    if (style === 'short') return `${shortDayAt(zone, moment)} ${clock}`;
    return `${style === 'year' ? dateAt(zone, moment) : dayAt(zone, moment)} ${clock}`;
  };
  const rankAt = (moment: number): number => DAY_STYLES.indexOf(styleAt(zone, busy, moment));
  return {
    zone,
    day: (moment) => (styleAt(zone, busy, moment) === 'year' ? dateAt(zone, moment) : dayAt(zone, moment)),
    at: (moment) => inStyle(styleAt(zone, busy, moment), moment),
    span: (from, to) => {
      const isLong = to - from >= DAY;
      const style = present(DAY_STYLES[Math.max(rankAt(from), rankAt(to), isLong ? 1 : 0)]);
      const isOneDay = dayAt(zone, from) === dayAt(zone, to);
      return `${inStyle(style, from)}–${inStyle(isOneDay && !isLong ? 'none' : style, to)}`;
    },
  };
};

const known = new Map<string, { readonly busy: Busy; readonly times: Times }>();

/** How the times of a plan are said. The same plan gets the same object, until the hour of its begin or end, or the time zone, is another one. */
export const timesOf = (zone: string, busy: Busy): Times => {
  const kept = known.get(zone);
  const hours = busy && { from: Math.floor(busy.from / HOUR) * HOUR, to: Math.ceil(busy.to / HOUR) * HOUR };
  if (kept !== undefined && kept.busy?.from === hours?.from && kept.busy?.to === hours?.to) return kept.times;
  const times = timesIn(zone, hours);
  known.set(zone, { busy: hours, times });
  return times;
};

/** A moment of the present, such as "10:05", or "Fri 30 Oct, 10:05" if it is not today, or "30 Oct 2025, 10:05" if it is not of this year. */
export const momentAt = (zone: string, at: number, now: number): string => {
  const [clock, day] = [clockAt(zone, at), dayAt(zone, at)];
  if (yearAt(zone, at) !== yearAt(zone, now)) return `${dateAt(zone, at)}, ${clock}`;
  return day === dayAt(zone, now) ? clock : `${day}, ${clock}`;
};
