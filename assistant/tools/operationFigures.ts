import { z } from 'zod';
import { toWallTime } from '../../schedule/zonedTime.ts';
import type { OperationEntry } from '../directory/directory.ts';
import { lateMinutes, selectOperations, stayMs } from './findOperations.ts';
import { from, location, resource, tag, to } from './inputs.ts';
import { Except } from './selection.ts';
import { defineTool, shownTime, type Span } from './tool.ts';

const HOUR_MS = 3_600_000;
const BUSIEST = 48;

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

/** Start of the hour of the wall clock, which does not start with one of UTC in every zone. */
const hourOf = (ms: number, zone: string): number => ms - toWallTime(ms, zone).minute * 60_000 - (ms % 60_000);

interface Hour {
  readonly at: number;
  arrivals: number;
  departures: number;
}

/** Arrivals and departures by the hour in which they are, within the span; hours with neither are left out. */
const hoursOf = (entries: readonly OperationEntry[], span: Span | null, zone: string): readonly Hour[] => {
  const hours = new Map<number, Hour>();
  const count = (ms: number, member: 'arrivals' | 'departures'): void => {
    if (Number.isNaN(ms) || (span !== null && (ms < span.from || ms >= span.to))) return;
    const at = hourOf(ms, zone);
    const hour = hours.get(at) ?? { at, arrivals: 0, departures: 0 };
    hour[member]++;
    hours.set(at, hour);
  };
  for (const { from: start, to: end } of entries) {
    count(start, 'arrivals');
    count(end, 'departures');
  }
  return [...hours.values()].sort((a, b) => a.at - b.at);
};

export const operationFigures = defineTool({
  name: 'operation_figures',
  description:
    'Figures of the operations that are asked for, without blockers: how many, how late they arrive and leave (average, median, total; early ones count as negative), how long they stay (at the places, if they are asked for), and arrivals and departures by hour. Selects them like find_operations.',
  input: z.strictObject({
    query: z.string().max(255).optional().describe('Words of a name, external id, operator or description'),
    except: Except.optional(),
    resource,
    location,
    tag,
    from,
    to,
    event: z.enum(['arrival', 'departure']).optional().describe('Only those that arrive, or leave, in the window'),
  }),
  async run(context, input) {
    const { directory, found, span, places } = await selectOperations(context, { ...input, blockers: false });
    const stays = found.map((entry) => stayMs(entry, places)).filter((ms) => ms > 0);
    const hours = hoursOf(found, span, directory.zone);
    return {
      total: found.length,
      arrivals: latenessOf(found, 'arrival'),
      departures: latenessOf(found, 'departure'),
      stays: distributionOf(stays.map((ms) => ms / 60_000)),
      hours: hours.slice(0, BUSIEST).map(({ at, arrivals, departures }) => ({
        from: shownTime(at, directory.zone),
        to: shownTime(at + HOUR_MS, directory.zone),
        arrivals,
        departures,
      })),
      hoursLeftOut: Math.max(0, hours.length - BUSIEST),
    };
  },
});
