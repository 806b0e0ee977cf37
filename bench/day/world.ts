import { dataOf, type Answered, type Tidegate } from '../../client/tidegate.ts';
import { MINUTE_MS, type Day, type Window } from './days.ts';
import type { Message } from './feed.ts';
import type { Place } from './conflictMinutes.ts';

/** The service that is replayed on. */
export interface Served {
  readonly tidegate: Tidegate;
  readonly organization: string;
}

/** Two operations that overlap on one resource by the times known now; `later` arrives last. */
export interface OpenConflict {
  readonly earlier: string;
  readonly later: string;
  readonly resource: string;
  readonly start: number;
}

/** Conflicts that are at most this many minutes ahead concern the planner at the desk. */
export const AHEAD = 120;

/** What a planner knows at a minute of the day, and the service that the plan is kept in. Minutes are from the Unix epoch. */
export class World {
  readonly tidegate: Tidegate;
  readonly planning: string;
  readonly day: Day;
  /** The time of the replay. */
  now: number;
  /** The window of each operation as it is expected now. */
  readonly expected = new Map<string, Window>();
  /** Operations whose aircraft is on its stand, or was. */
  readonly arrived = new Set<string>();
  readonly places = new Map<string, Place[]>();
  /** The resources on which an operation may stand at all, of those that were asked for. */
  readonly allowed = new Map<string, ReadonlySet<string>>();
  /** Whether the feed has said something that the policy did not act on yet. */
  isNew = false;
  /** How long the service took for the feed's updates and for what the policy asked, in milliseconds. */
  readonly feedMs: number[] = [];
  readonly policyMs: number[] = [];
  /** For each conflict that was ever open: the minutes from the first to the last moment at which it was. */
  readonly opened = new Map<string, { readonly since: number; until: number }>();

  constructor({ tidegate }: Served, planning: string, day: Day, now: number) {
    this.tidegate = tidegate;
    this.planning = planning;
    this.day = day;
    this.now = now;
    for (const { id, scheduled, isBlocker } of day.stays) {
      this.expected.set(id, scheduled);
      // A closure is where it is.
      if (isBlocker) this.arrived.add(id);
    }
  }

  /** Awaits a request and notes its time. */
  async timed<T>(times: number[], call: () => Promise<Answered<T>>): Promise<Exclude<T, undefined>> {
    const from = performance.now();
    const data = await dataOf(call());
    times.push(performance.now() - from);
    return data;
  }

  /** Takes in the messages of one minute, without telling the service. */
  hear(messages: readonly Message[]): void {
    this.isNew = true;
    for (const { operation, side, expected, isActual } of messages) {
      const known = this.expected.get(operation)!;
      this.expected.set(
        operation,
        side === 'inboundTask' ? { ...known, start: expected } : { ...known, end: expected },
      );
      if (isActual && side === 'inboundTask') this.arrived.add(operation);
    }
  }

  /** Takes in the messages of one minute, and sends them as one request, as a feed that is read every minute does. */
  async tell(messages: readonly Message[]): Promise<void> {
    this.hear(messages);
    const sides = new Map<string, { inboundTask?: object; outboundTask?: object }>();
    for (const { operation, side, expected, sigmaMinutes, isActual } of messages) {
      const at = new Date(expected * MINUTE_MS).toISOString();
      const task = isActual
        ? { expectedTime: at, actualTime: at, expectedTimesSource: 'actual', ...NO_PERCENTILES, sigma: null }
        : {
            expectedTime: at,
            expectedTimesSource: 'external',
            ...NO_PERCENTILES,
            sigma: Math.round(sigmaMinutes * 60),
            skewFactor: 0,
          };
      sides.set(operation, { ...sides.get(operation), [side]: task });
    }
    const operations = [...sides].map(([id, tasks]) => ({ id, ...tasks }));
    await this.timed(this.feedMs, () =>
      this.tidegate.POST('/v1/plannings/{id}/edits/', {
        params: { path: { id: this.planning } },
        body: { operations },
      }),
    );
  }

  /** Reads where every operation is planned to be, and notes what has changed as of now. */
  async look(): Promise<void> {
    const assignments = await dataOf(
      this.tidegate.GET('/v1/plannings/{id}/assignments/', { params: { path: { id: this.planning } } }),
    );
    const resourceOf = new Map(assignments.map(({ operation, resource }) => [operation, resource]));
    for (const { id } of this.day.stays) this.put(id, resourceOf.get(id) ?? null);
  }

  /** Notes that the operation has this place as of now. */
  put(operation: string, resource: string | null): void {
    const own = this.places.get(operation) ?? [];
    this.places.set(operation, own);
    const last = own.at(-1);
    if (last !== undefined && last.resource === resource) return;
    if (last?.from === this.now) own.pop();
    own.push({ operation, from: this.now, resource });
  }

  placeOf(operation: string): string | null {
    return this.places.get(operation)?.at(-1)?.resource ?? null;
  }

  /** The conflicts by the times and places known now that have not passed, in order of time; closer than `gap` minutes is one. */
  conflicts(gap = 0): readonly OpenConflict[] {
    const byResource = new Map<string, { readonly id: string; readonly window: Window; readonly is: boolean }[]>();
    for (const { id, isBlocker } of this.day.stays) {
      const resource = this.placeOf(id);
      const window = this.expected.get(id)!;
      if (resource === null || window.end <= this.now) continue;
      const there = byResource.get(resource) ?? [];
      byResource.set(resource, there);
      there.push({ id, window, is: isBlocker });
    }
    const found: OpenConflict[] = [];
    for (const [resource, there] of byResource) {
      there.sort((a, b) => a.window.start - b.window.start);
      for (let i = 0; i < there.length; i++) {
        for (let j = i + 1; j < there.length && there[j].window.start < there[i].window.end + gap; j++) {
          if (there[i].is && there[j].is) continue;
          found.push({ earlier: there[i].id, later: there[j].id, resource, start: there[j].window.start });
        }
      }
    }
    return found.sort((a, b) => a.start - b.start);
  }

  /** The conflicts of the next two hours. */
  conflictsAhead(): readonly OpenConflict[] {
    return this.conflicts().filter(({ start }) => start <= this.now + AHEAD);
  }

  /** Notes which conflicts of the next two hours are open at the end of this minute; there is time for those further ahead. */
  noteOpen(): void {
    for (const { earlier, later } of this.conflictsAhead()) {
      const key = [earlier, later].sort().join(' ');
      const known = this.opened.get(key);
      if (known === undefined) this.opened.set(key, { since: this.now, until: this.now + 1 });
      else known.until = this.now + 1;
    }
  }
}

const NO_PERCENTILES = {
  expectedTimeP05: null,
  expectedTimeP10: null,
  expectedTimeP90: null,
  expectedTimeP95: null,
  distributionMean: null,
};
