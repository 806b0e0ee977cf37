import { DAY_MS, readWall, type ReadWall, toWallTime } from '../../../engine/zonedTime.ts';
import { Turn } from '../../turns.ts';
import { doubtOf } from '../clockDoubt.ts';
import { flightKey, flightName } from '../flightKey.ts';
import type { Format, ReadingContext } from '../format.ts';
import { pairStops, type Stop } from '../pairing.ts';
import { stationOf, tooManyItems } from '../refusals.ts';
import { type DayWindow, windowOfDays } from '../window.ts';
import type { Designator, Leg, LegEnd } from './legRecord.ts';
import { readSsim, type SeasonLeg } from './readSsim.ts';

/** Days that are read before and after those that are wanted, because the other side of a turnaround may be there. */
const MARGIN_DAYS = 3;
/** How many arrivals and departures may be read for each item that an upload may have. */
const STOPS_FOR_AN_ITEM = 20;
/** The longest period in days that is read without an end, longer than any season; beyond it, the caller has to name one. */
const LONGEST_DAYS = 400;

interface Call {
  readonly line: number;
  readonly at: ReadWall;
  readonly movement: { readonly role: 'inbound' | 'outbound'; readonly externalId: string };
}

/** Chapter 7 of the Standard Schedules Information Manual: seasons of airlines, in records of 200 bytes. */
export const SSIM: Format = {
  id: 'ssim',
  name: 'SSIM chapter 7 schedule file',
  specification:
    'IATA Standard Schedules Information Manual, chapter 7 (presentation and transfer of schedule data sets), https://www.iata.org/en/publications/manuals/ssim/',
  mediaTypes: ['application/x-ssim'],
  extensions: ['ssim', 'ssi'],
  read: async (bytes, context) => {
    const station = stationOf(context, 'airport');
    const window = windowOfDays(context);
    const most = context.limits.items * STOPS_FOR_AN_ITEM;
    const arrivals: Stop<Call>[] = [];
    const departures: Stop<Call>[] = [];
    const turn = new Turn();
    for await (const one of readSsim(bytes, context)) {
      if (one.leg.departure.station !== station && one.leg.arrival.station !== station) continue;
      for (const day of daysOf(one, window, context)) {
        if (one.leg.arrival.station === station) arrivals.push(stopOf(one, 'inbound', day, context));
        if (one.leg.departure.station === station) departures.push(stopOf(one, 'outbound', day, context));
        if (arrivals.length + departures.length > most) throw tooManyItems(context.limits.items, 'movements');
        if (turn.isOver) await turn.pass();
      }
    }
    return itemsOf(await pairStops(arrivals, departures), window, context);
  },
};

const itemsOf = (
  pairs: Awaited<ReturnType<typeof pairStops<Call>>>,
  { startMs, endMs }: DayWindow,
  { limits, problems, timezone }: ReadingContext,
) => {
  const items: unknown[] = [];
  const lines: number[] = [];
  const seen = new Set<string>();
  const add = ({ line, at, movement }: Call, turnsWith: Call | undefined): void => {
    const key = `${movement.role} ${movement.externalId}`;
    // A leg may be in the file twice, because seasons overlap.
    if (seen.has(key)) return;
    seen.add(key);
    items.push(turnsWith === undefined ? movement : { ...movement, turnsWith: turnsWith.movement.externalId });
    lines.push(line);
    if (at.occurs === 'once') return;
    const field = movement.role === 'inbound' ? 'aircraftArrival' : 'aircraftDeparture';
    problems.warn(line, field, `of ${movement.externalId} ${doubtOf(at, timezone)}`);
  };
  for (const { inbound, outbound } of pairs) {
    const first = inbound?.atMs ?? outbound?.atMs ?? 0;
    const last = outbound?.atMs ?? first;
    if (last < startMs || first >= endMs) continue;
    if (inbound !== null) add(inbound.value, outbound?.value);
    if (outbound !== null) add(outbound.value, inbound?.value);
    if (items.length > limits.items) throw tooManyItems(limits.items, 'movements');
  }
  return { list: 'movements' as const, items, lines };
};

/** Days on which the leg departs, in the time mode of its season, as far as they are wanted. */
function* daysOf({ leg, season }: SeasonLeg, window: DayWindow, { problems }: ReadingContext): Generator<number> {
  const filed = leg.lastDay ?? season.lastDay;
  const first = Math.max(leg.firstDay, Math.floor(window.startMs / DAY_MS) - MARGIN_DAYS);
  const last = Math.min(filed ?? Number.POSITIVE_INFINITY, Math.ceil(window.endMs / DAY_MS) + MARGIN_DAYS);
  if (last - first > LONGEST_DAYS) {
    const message = `is ${filed === null ? 'open' : `more than ${LONGEST_DAYS} days after its beginning`}: name the days that are wanted by from and to`;
    problems.add(leg.line, 'periodTo', 'out_of_range', message);
    return;
  }
  for (let day = first; day <= last; day++) {
    // 1970-01-01 was a Thursday.
    if (leg.weekdays[(day + 3) % 7] && Math.floor((day - leg.firstDay) / 7) % leg.everyWeeks === 0) yield day;
  }
}

/** The instant of one end of a leg that departs on `day`. A local time without a variation is in the planning's time zone. */
const instantOf = ({ leg, season }: SeasonLeg, end: LegEnd, day: number, { timezone }: ReadingContext): ReadWall => {
  const minutes = (day + end.shift - leg.departure.shift) * 1440 + end.minutes;
  if (season.mode === 'U') return { ms: minutes * 60_000, occurs: 'once' };
  if (end.variation !== null) return { ms: (minutes - end.variation) * 60_000, occurs: 'once' };
  return readWall(toWallTime(minutes * 60_000, 'UTC'), timezone);
};

const designatorOf = ({ airline, number, suffix }: Designator): string => `${airline} ${number} ${suffix}`;

const stopOf = (one: SeasonLeg, role: 'inbound' | 'outbound', day: number, context: ReadingContext): Stop<Call> => {
  const { leg, utcShift } = one;
  const isArrival = role === 'inbound';
  const end = isArrival ? leg.arrival : leg.departure;
  const at = instantOf(one, end, day, context);
  const { ms: atMs } = at;
  const originDay = day - leg.departure.shift;
  const here = day + end.shift - leg.departure.shift;
  const flight = designatorOf(leg.flight);
  const { onward } = leg;
  // The next leg of the flight has the number after this one's, and begins on the same day.
  const through = `${flight} ${leg.itinerary} ${leg.sequence + (isArrival ? 1 : 0)} ${originDay}`;
  return {
    atMs,
    fleet: `${leg.flight.airline} ${leg.aircraftType}`,
    through,
    onward: isArrival && onward !== null ? { flight: designatorOf(onward), day: here + onward.layover } : null,
    departs: { flight, day: here },
    value: { line: leg.line, at, movement: movementOf(leg, role, end, atMs, originDay + utcShift) },
  };
};

const movementOf = (leg: Leg, role: 'inbound' | 'outbound', { terminal }: LegEnd, atMs: number, originDay: number) => {
  const { flight, departure, arrival, aircraftType, serviceType } = leg;
  const at = new Date(atMs).toISOString();
  const originDate = new Date(originDay * DAY_MS).toISOString().slice(0, 10);
  const name = { ...flight, originDate, departure: departure.station, arrival: arrival.station };
  return {
    role,
    externalId: flightKey(name),
    taskName: flightName(flight),
    scheduledTime: at,
    expectedTime: at,
    expectedTimesSource: 'schedule',
    metadata: {
      airline: flight.airline,
      ...(role === 'inbound' ? { origin_code: departure.station } : { destination_code: arrival.station }),
      ...(aircraftType === '' ? {} : { aircraft_type: aircraftType }),
      ...(serviceType === '' ? {} : { service_type: serviceType }),
      ...(terminal === '' ? {} : { terminal }),
    },
  };
};
