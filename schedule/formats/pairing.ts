import { present } from '../../engine/present.ts';
import { sortSlicedly, Turn } from '../turns.ts';

/** An arrival or a departure at the station that is not paired yet. */
export interface Stop<T> {
  readonly atMs: number;
  /** Airline and type of the aircraft: aircraft of one fleet are interchangeable when stops are paired. */
  readonly fleet: string;
  /** A key that an arrival and the next leg of the same flight share. */
  readonly through: string;
  /** For an arrival, the departure that its carrier filed as its onward flight. */
  readonly onward?: { readonly flight: string; readonly day: number } | null;
  /** For a departure, its flight and its day at the station, counted from 1970-01-01. */
  readonly departs?: { readonly flight: string; readonly day: number };
  readonly value: T;
}

export interface Pair<T> {
  readonly inbound: Stop<T> | null;
  readonly outbound: Stop<T> | null;
}

/** Shortest and longest time on the ground of arrivals and departures that nothing but their order pairs. */
const GROUND_TIME_MS = { least: 20 * 60_000, most: 24 * 3_600_000 };

/**
 * The rule by which arrivals and departures become turnarounds, each step for what those before it left over: (1) the onward flight that the
 * carrier filed with the arrival, on its day; (2) the next leg of the same flight; (3) first in, first out within an airline's aircraft of one
 * type, at least 20 minutes and at most 24 hours after the arrival. What is left stands alone.
 */
export const pairStops = async <T>(
  arrivals: readonly Stop<T>[],
  departures: readonly Stop<T>[],
): Promise<Pair<T>[]> => {
  const pairing = new Pairing(await sortSlicedly(arrivals, byTime), await sortSlicedly(departures, byTime));
  await pairing.linkOnwardFlights();
  await pairing.linkSameFlights();
  await pairing.linkInOrder();
  return pairing.pairs();
};

class Pairing<T> {
  private readonly arrivals: readonly Stop<T>[];
  private readonly departures: readonly Stop<T>[];
  private readonly departureOf = new Map<Stop<T>, Stop<T>>();
  private readonly taken = new Set<Stop<T>>();
  private readonly turn = new Turn();

  /** Both lists are in order of time. */
  constructor(arrivals: readonly Stop<T>[], departures: readonly Stop<T>[]) {
    this.arrivals = arrivals;
    this.departures = departures;
  }

  async linkOnwardFlights(): Promise<void> {
    const filed = new Map(this.departures.map((stop) => [`${stop.departs?.flight} ${stop.departs?.day}`, stop]));
    for (const arrival of this.arrivals) {
      if (arrival.onward != null) this.link(arrival, filed.get(`${arrival.onward.flight} ${arrival.onward.day}`));
      if (this.turn.isOver) await this.turn.pass();
    }
  }

  async linkSameFlights(): Promise<void> {
    const continued = new Map(this.departures.map((stop) => [stop.through, stop]));
    for (const arrival of this.arrivals) {
      this.link(arrival, continued.get(arrival.through));
      if (this.turn.isOver) await this.turn.pass();
    }
  }

  async linkInOrder(): Promise<void> {
    const waiting = this.waitingByFleet();
    for (const departure of this.departures) {
      if (this.taken.has(departure)) continue;
      const queue = waiting.get(departure.fleet);
      if (queue !== undefined) this.linkFirst(queue, departure);
      if (this.turn.isOver) await this.turn.pass();
    }
  }

  pairs(): Pair<T>[] {
    return [
      ...this.arrivals.map((inbound) => ({ inbound, outbound: this.departureOf.get(inbound) ?? null })),
      ...this.departures.filter((stop) => !this.taken.has(stop)).map((outbound) => ({ inbound: null, outbound })),
    ];
  }

  private link(arrival: Stop<T>, departure: Stop<T> | undefined): void {
    if (departure === undefined || this.taken.has(departure) || this.departureOf.has(arrival)) return;
    if (departure.atMs <= arrival.atMs) return;
    this.departureOf.set(arrival, departure);
    this.taken.add(departure);
  }

  /** Links a departure to the first arrival in its queue that is neither too long ago nor too recent, and passes over those that are too long ago. */
  private linkFirst(queue: Queue<T>, departure: Stop<T>): void {
    const { stops } = queue;
    while (queue.head < stops.length && departure.atMs - present(stops[queue.head]).atMs > GROUND_TIME_MS.most)
      queue.head++;
    const first = stops[queue.head];
    if (first === undefined || departure.atMs - first.atMs < GROUND_TIME_MS.least) return;
    this.link(first, departure);
    queue.head++;
  }

  private waitingByFleet(): ReadonlyMap<string, Queue<T>> {
    const waiting = new Map<string, Queue<T>>();
    for (const arrival of this.arrivals) {
      if (this.departureOf.has(arrival)) continue;
      const queue = waiting.get(arrival.fleet);
      if (queue === undefined) waiting.set(arrival.fleet, { stops: [arrival], head: 0 });
      else queue.stops.push(arrival);
    }
    return waiting;
  }
}

/** Arrivals that wait for a departure, in order of time; those before `head` wait no longer. */
interface Queue<T> {
  readonly stops: Stop<T>[];
  head: number;
}

const byTime = <T>(a: Stop<T>, b: Stop<T>): number => a.atMs - b.atMs;
