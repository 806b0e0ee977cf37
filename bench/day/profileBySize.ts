import type { AirportProfile } from '../../fixtures/derive/airportProfile.ts';
import { localSeconds } from '../../fixtures/derive/localTime.ts';
import type { Turnaround } from '../../fixtures/derive/turnarounds.ts';
import { mostAtOnce } from '../../fixtures/planning/judge.ts';

/** The time zones of the airports whose days the bench replays and that have no profile of their own. */
const TIME_ZONES: ReadonlyMap<string, string> = new Map([
  ['BOS', 'America/New_York'],
  ['CLT', 'America/New_York'],
  ['DTW', 'America/Detroit'],
  ['IAH', 'America/Chicago'],
  ['LAS', 'America/Los_Angeles'],
  ['LAX', 'America/Los_Angeles'],
  ['MSP', 'America/Chicago'],
]);

/** A concourse has about this many stands. */
const STANDS = 25;
const CODES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

/**
 * A profile of an airport that has none, derived from a day's traffic: a concourse for every 25 aircraft on the ground at the peak, and
 * airlines, the largest first, at home in the concourse that has the least traffic so far, with the next one as their second. Nothing
 * of it describes the real airport. Throws RangeError for an airport whose time zone is not listed here.
 */
export const profileBySize = (airport: string, date: string, turnarounds: readonly Turnaround[]): AirportProfile => {
  const timezone = TIME_ZONES.get(airport);
  if (timezone === undefined) throw new RangeError(`There is neither a profile nor a time zone of airport ${airport}.`);
  const peak = mostAtOnce(
    turnarounds.map(({ scheduled: [start, end] }) => ({
      start: localSeconds(date, start, timezone),
      end: localSeconds(date, end, timezone),
    })),
  );
  const count = Math.min(CODES.length, Math.max(2, Math.round(peak / STANDS)));
  const concourses = CODES.slice(0, count).map((code) => ({ code, name: `Concourse ${code}`, exclusive: [] }));
  const traffic = new Map<string, number>();
  for (const { airline } of turnarounds) traffic.set(airline, (traffic.get(airline) ?? 0) + 1);
  const load = concourses.map(() => 0);
  const homes = new Map<string, readonly string[]>();
  for (const [airline, flights] of [...traffic].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))) {
    const main = load.indexOf(Math.min(...load));
    load[main] += flights;
    homes.set(airline, [concourses[main].code, concourses[(main + 1) % count].code]);
  }
  return {
    airport,
    name: airport,
    timezone,
    concourses,
    twins: new Map(),
    homes,
    others: concourses.map(({ code }) => code),
    fleet: new Map([['HA', { name: 'Airbus A330', code: 'E', type: 'wide-body' }]]),
  };
};
