import { clockAt, dayAt, shortDayAt, ticksOf } from '../../timeline/model/ticks.ts';
import { offsetAt } from '../../timeline/model/zone.ts';
import { type AxisLabel, type Column, FEWEST_COLUMNS, WIDTH } from './chart.ts';

const HOUR = 3600;
const DAY = 86_400;
const MOST_COLUMNS = 48;
/** The hours that a column may have, so that columns begin at the same times on each day. */
const STEPS = [1, 2, 3, 4, 6, 8, 12, 24];

interface ExpectedByHour {
  /** How many hours each column has. */
  readonly hours: number;
  readonly columns: readonly Column[];
  readonly labels: readonly AxisLabel[];
}

/** The expected number of conflicts that begin in each hour, or in each few hours of a longer planning, from the first to the last with any. */
export const expectedByHour = (
  conflicts: readonly { readonly start: number; readonly probability: number }[],
  zone: string,
): ExpectedByHour => {
  const starts = conflicts.map(({ start }) => start);
  const [earliest, latest] = [Math.min(...starts), Math.max(...starts)];
  const least = (latest - earliest) / HOUR / (MOST_COLUMNS - 1);
  const hours = STEPS.find((step) => step >= least) ?? 24 * Math.ceil(least / 24);
  const step = hours * HOUR;
  const offset = offsetAt(zone, earliest);
  const columnOf = ({ start }: { readonly start: number }): number => Math.floor((start + offset) / step);
  const byColumn = Map.groupBy(conflicts, columnOf);
  const first = columnOf({ start: earliest });
  const from = first * step - offset;
  const columns = Array.from({ length: columnOf({ start: latest }) - first + 1 }, (_, i) => ({
    label: `${dayAt(zone, from + i * step)}, ${clockAt(zone, from + i * step)}`,
    value: (byColumn.get(first + i) ?? []).reduce((sum, { probability }) => sum + probability, 0),
  }));
  return { hours, columns, labels: axisOf(zone, from, Math.max(FEWEST_COLUMNS, columns.length), step) };
};

/** Labels of hours or days as on the ruler of the timeline, but with the day in place of its midnight, since there is no second line for it. */
const axisOf = (zone: string, from: number, columns: number, step: number): readonly AxisLabel[] => {
  const to = from + columns * step;
  return ticksOf(zone, from, to, (to - from) / WIDTH).minor.map(({ at, label }) => ({
    column: (at - from) / step,
    text: to - from > DAY && label === '00:00' ? shortDayAt(zone, at) : label,
  }));
};
