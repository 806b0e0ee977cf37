import { z } from 'zod';
import { startOfDay, toWallTime } from '../../engine/zonedTime.ts';
import type { OperationEntry } from '../directory/directory.ts';
import { lateMinutes, selectionShape, selectOperations, stayMs } from './findOperations.ts';
import { defineTool, shownTime, type Span } from './tool.ts';

const HOUR_MS = 3_600_000;
const MOST_PERIODS = 62;

interface Distribution {
  readonly operations: number;
  readonly averageMinutes: number;
  readonly medianMinutes: number;
  readonly totalMinutes: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Null if there is nothing to count. */
const distributionOf = (minutes: readonly number[]): Distribution | null => {
  if (minutes.length === 0) return null;
  const sorted = [...minutes].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const total = sorted.reduce((sum, one) => sum + one, 0);
  return {
    operations: sorted.length,
    averageMinutes: round(total / sorted.length),
    medianMinutes: round(sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2),
    totalMinutes: round(total),
  };
};

const latenessOf = (entries: readonly OperationEntry[], event: 'arrival' | 'departure') => {
  const timed = entries.filter(
    ({ record, from: start }) =>
      !Number.isNaN(start) && (event === 'arrival' ? record.inboundTask : record.outboundTask) !== null,
  );
  return distributionOf(timed.map((entry) => lateMinutes(entry, event)));
};

/** Hours and days of the wall clock; an hour does not start with one of UTC in every zone. */
const UNITS = {
  hour: (ms: number, zone: string) => {
    const from = ms - toWallTime(ms, zone).minute * 60_000 - (ms % 60_000);
    return { from, to: from + HOUR_MS };
  },
  day: (ms: number, zone: string) => ({ from: startOfDay(ms, zone), to: startOfDay(ms, zone, 1) }),
};

interface Period extends Span {
  arrivals: number;
  departures: number;
}

/** Arrivals and departures by the hour or day in which they are, within the span; those with neither are left out. */
const periodsOf = (
  entries: readonly OperationEntry[],
  span: Span | null,
  zone: string,
  unit: keyof typeof UNITS,
): readonly Period[] => {
  const periods = new Map<number, Period>();
  const count = (ms: number, member: 'arrivals' | 'departures'): void => {
    if (Number.isNaN(ms) || (span !== null && (ms < span.from || ms >= span.to))) return;
    const of = UNITS[unit](ms, zone);
    const period = periods.get(of.from) ?? { ...of, arrivals: 0, departures: 0 };
    period[member]++;
    periods.set(of.from, period);
  };
  for (const { from: start, to: end } of entries) {
    count(start, 'arrivals');
    count(end, 'departures');
  }
  return [...periods.values()].sort((one, other) => one.from - other.from);
};

/** When most of the operations are there at once, for the first time, and how many; null if there is nothing. */
const mostAtOnce = (entries: readonly OperationEntry[], places: ReadonlySet<string> | null, span: Span | null) => {
  const { from: first, to: last } = span ?? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const steps = entries
    .flatMap(({ from: start, to: end, stays }) =>
      places === null
        ? [{ from: start, to: end }]
        : stays.filter(({ resource: place }) => place !== null && places.has(place)),
    )
    .map((stay) => ({ from: Math.max(stay.from, first), to: Math.min(stay.to, last) }))
    .filter((stay) => stay.to > stay.from)
    .flatMap((stay) => [
      { at: stay.from, change: 1 },
      { at: stay.to, change: -1 },
    ])
    .sort((a, b) => a.at - b.at || a.change - b.change);
  let most = { operations: 0, from: Number.NaN, to: Number.NaN };
  let there = 0;
  for (const [index, { at, change }] of steps.entries()) {
    there += change;
    if (there > most.operations) most = { operations: there, from: at, to: steps[index + 1]?.at ?? at };
  }
  return most.operations === 0 ? null : most;
};

export const operationFigures = defineTool({
  name: 'operation_figures',
  description:
    'Figures of the operations that are asked for, without blockers: how many, how late they arrive and leave (average, median, total; early ones count as negative), how long they stay (at the places, if they are asked for), how many are there at once at most, and arrivals and departures by hour or day. Selects them like find_operations.',
  input: z.strictObject({
    ...selectionShape,
    by: z.enum(['hour', 'day']).optional().describe('How arrivals and departures are counted; default hour'),
    event: z.enum(['arrival', 'departure']).optional().describe('Only those that arrive, or leave, in the window'),
  }),
  async run(context, input) {
    const { directory, found, span, places } = await selectOperations(context, { ...input, blockers: false });
    const stays = found.map((entry) => stayMs(entry, places)).filter((ms) => ms > 0);
    const most = mostAtOnce(found, places, span);
    const periods = periodsOf(found, span, directory.zone, input.by ?? 'hour');
    return {
      total: found.length,
      arrivals: latenessOf(found, 'arrival'),
      departures: latenessOf(found, 'departure'),
      mostAtOnce:
        most === null
          ? null
          : {
              operations: most.operations,
              from: shownTime(most.from, directory.zone),
              to: shownTime(most.to, directory.zone),
            },
      stays: distributionOf(stays.map((ms) => ms / 60_000)),
      periods: periods.slice(0, MOST_PERIODS).map(({ from: start, to: end, arrivals, departures }) => ({
        from: shownTime(start, directory.zone),
        to: shownTime(end, directory.zone),
        arrivals,
        departures,
      })),
      periodsLeftOut: Math.max(0, periods.length - MOST_PERIODS),
    };
  },
});
