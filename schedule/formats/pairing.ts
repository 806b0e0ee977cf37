import { present } from '../../engine/present.ts';
import { sortSlicedly, Turn } from '../turns.ts';

/** An arrival or a departure at the station, before it is known what it turns with. */
export interface Stop<T> {
  readonly atMs: number;
  /** Aircraft that may stand in for each other: of one airline and one type. */
  readonly fleet: string;
  /** What carries on: the same flight goes on from the station. */
  readonly through: string;
  /** Of an arrival: which departure its carrier filed as its onward flight. */
  readonly onward?: { readonly flight: string; readonly day: number } | null;
  /** Of a departure: its flight, and its day at the station, counted from 1970-01-01. */
  readonly departs?: { readonly flight: string; readonly day: number };
  readonly value: T;
}

export interface Pair<T> {
  readonly inbound: Stop<T> | null;
  readonly outbound: Stop<T> | null;
}

/** Shortest and longest time on the ground of arrivals and departures that nothing but their order pairs. */
export const GROUND_TIME_MS = { least: 20 * 60_000, most: 24 * 3_600_000 };

/**
 * The rule by which arrivals and departures become turnarounds, each step for what those before it left over: (1) the onward flight that the
 * carrier filed with the arrival, on its day; (2) the next leg of the same flight; (3) first in, first out within an airline's aircraft of one
 * type, at least 20 minutes and at most 24 hours after the arrival. What is left stands alone.
 */
export const pairStops = async <T>(
  arrivals: readonly Stop<T>[],
  departures: readonly Stop<T>[],
): Promise<Pair<T>[]> => {
  const inOrder = await sortSlicedly(arrivals, byTime);
  const leaving = await sortSlicedly(departures, byTime);
  const taken = new Set<Stop<T>>();
  const next = new Map<Stop<T>, Stop<T>>();
  const turn = new Turn();
  const link = (arrival: Stop<T>, departure: Stop<T> | undefined): void => {
    if (departure === undefined || taken.has(departure) || next.has(arrival) || departure.atMs <= arrival.atMs) return;
    next.set(arrival, departure);
    taken.add(departure);
  };

  const filed = new Map(leaving.map((stop) => [`${stop.departs?.flight} ${stop.departs?.day}`, stop]));
  const continued = new Map(leaving.map((stop) => [stop.through, stop]));
  for (const arrival of inOrder) {
    if (arrival.onward != null) link(arrival, filed.get(`${arrival.onward.flight} ${arrival.onward.day}`));
    if (turn.isOver) await turn.pass();
  }
  for (const arrival of inOrder) {
    link(arrival, continued.get(arrival.through));
    if (turn.isOver) await turn.pass();
  }
  const waiting = new Map<string, Stop<T>[]>();
  for (const arrival of inOrder) {
    if (next.has(arrival)) continue;
    const queue = waiting.get(arrival.fleet);
    if (queue === undefined) waiting.set(arrival.fleet, [arrival]);
    else queue.push(arrival);
  }
  const heads = new Map<string, number>();
  for (const departure of leaving) {
    if (taken.has(departure)) continue;
    const queue = waiting.get(departure.fleet) ?? [];
    let at = heads.get(departure.fleet) ?? 0;
    while (at < queue.length && departure.atMs - present(queue[at]).atMs > GROUND_TIME_MS.most) at++;
    const first = queue[at];
    if (first !== undefined && departure.atMs - first.atMs >= GROUND_TIME_MS.least) {
      link(first, departure);
      at++;
    }
    heads.set(departure.fleet, at);
    if (turn.isOver) await turn.pass();
  }
  return [
    ...inOrder.map((inbound) => ({ inbound, outbound: next.get(inbound) ?? null })),
    ...leaving.filter((stop) => !taken.has(stop)).map((outbound) => ({ inbound: null, outbound })),
  ];
};

const byTime = <T>(a: Stop<T>, b: Stop<T>): number => a.atMs - b.atMs;
