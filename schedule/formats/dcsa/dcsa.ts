import { isRecord, keysOf, memberOf } from '../../../engine/recordOf.ts';
import { parseTimestamp } from '../../entities/timestamp.ts';
import { Turn } from '../../turns.ts';
import type { Format, ReadingContext, RecordProblems } from '../format.ts';
import { stationOf, tooManyItems } from '../refusals.ts';
import { windowOfDays } from '../window.ts';

type Json = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 255) : '');

/** Status codes of calls that do not take place: omitted and blanked ones. */
const CANCELLED = new Set(['OMIT', 'BLNK']);
const EVENTS = { inbound: 'ARRI', outbound: 'DEPA' } as const;
type Role = keyof typeof EVENTS;

interface Place {
  readonly call: number;
  readonly path: string;
}

/** A transport call. */
interface Call {
  readonly service: Json;
  readonly vessel: Json;
  readonly call: Json;
  readonly place: Place;
}

class CallReader {
  private readonly problems: RecordProblems;

  constructor(problems: RecordProblems) {
    this.problems = problems;
  }

  refuse({ call, path }: Place, member: string, message: string): void {
    this.problems.add(call, member === '' ? path : `${path}.${member}`, 'invalid_format', message);
  }

  /** The elements of a list that are objects; none if the list is absent. */
  *objects(value: unknown, place: Place, member: string): Generator<readonly [Json, string]> {
    const path = place.path === '' ? member : `${place.path}.${member}`;
    if (value === undefined || value === null) return;
    if (!Array.isArray(value)) {
      this.problems.add(null, path, 'invalid_type', 'must be a list');
      return;
    }
    for (const [i, one] of value.entries()) {
      if (isRecord(one)) yield [one, `${path}.${i}`];
      else this.problems.add(null, `${path}.${i}`, 'invalid_type', 'must be an object');
    }
  }

  /** The transport calls of all schedules, each with its service and vessel. */
  *calls(schedules: unknown): Generator<Call> {
    let number = 0;
    const under = (path: string): Place => ({ call: 0, path });
    for (const [service, atService] of this.objects(schedules, under(''), 'schedules')) {
      for (const [vessel, atVessel] of this.objects(service['vesselSchedules'], under(atService), 'vesselSchedules')) {
        for (const [call, path] of this.objects(vessel['transportCalls'], under(atVessel), 'transportCalls')) {
          yield { service, vessel, call, place: { call: ++number, path } };
        }
      }
    }
  }

  /** Times of one event by classifier (PLN, EST, ACT): at the berth if they are given, else at the pilot boarding place. */
  times(call: Json, event: string, place: Place): Map<string, string> {
    const times = new Map<string, string>();
    const atBerth = new Set<string>();
    for (const [one, path] of this.objects(call['timestamps'], place, 'timestamps')) {
      if (one['eventTypeCode'] !== event) continue;
      const kind = textOf(one['eventClassifierCode']);
      const ms = parseTimestamp(textOf(one['eventDateTime']));
      if (!/^(?:PLN|EST|ACT)$/.test(kind) || Number.isNaN(ms)) {
        const member = Number.isNaN(ms) ? 'eventDateTime' : 'eventClassifierCode';
        const needed = Number.isNaN(ms) ? 'a time such as 2025-01-14T09:21:00+01:00' : 'PLN, EST or ACT';
        this.refuse(
          { ...place, path },
          member,
          `must be ${needed}, not ${JSON.stringify(textOf(one[member]).slice(0, 64))}`,
        );
        continue;
      }
      const isBerth = (one['facilityTypeCode'] ?? 'BRTH') === 'BRTH';
      if (!isBerth && atBerth.has(kind)) continue;
      if (isBerth) atBerth.add(kind);
      times.set(kind, new Date(ms).toISOString());
    }
    return times;
  }
}

const movement = (role: Role, key: string, name: string, times: ReadonlyMap<string, string>, more: object) => {
  const [planned, estimated, actual] = ['PLN', 'EST', 'ACT'].map((kind) => times.get(kind));
  return {
    role,
    externalId: key,
    taskName: name,
    turnsWith: key,
    ...(planned === undefined ? {} : { scheduledTime: planned }),
    ...(estimated === undefined ? {} : { expectedTime: estimated, expectedTimesSource: 'external' }),
    ...(actual === undefined ? {} : { actualTime: actual }),
    ...more,
  };
};

/** Whether the call is at the port, or at the terminal `NLRTM` + `:` + its SMDG code. */
const isHere = (location: unknown, station: string): boolean =>
  isRecord(location) && location['UNLocationCode'] === station;

const metadataOf = (service: Json, vessel: Json, call: Json): Record<string, string> => {
  const members = {
    vessel_imo: textOf(vessel['vesselIMONumber']),
    vessel_mmsi: textOf(vessel['MMSINumber']),
    vessel_name: textOf(vessel['vesselName']),
    operator: textOf(vessel['vesselOperatorSMDGLinerCode']),
    service: textOf(service['carrierServiceCode']),
    import_voyage: textOf(call['carrierImportVoyageNumber']),
    export_voyage: textOf(call['carrierExportVoyageNumber']),
    port_visit: textOf(call['portVisitReference']),
    terminal: textOf(memberOf(call, 'location', 'facilitySMDGCode')),
  };
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ''));
};

/** The arrival and the departure of a call, as far as there are times of them. A canceled call has both. */
const movementsOf = (read: CallReader, { service, vessel, call, place }: Call, reference: string) => {
  const statuses = Array.isArray(call['statusCodes']) ? call['statusCodes'] : [call['statusCode']];
  const isCancelled = statuses.some((one) => CANCELLED.has(textOf(one)));
  const name = textOf(vessel['vesselName']) || textOf(vessel['vesselIMONumber']) || reference;
  const more = { metadata: metadataOf(service, vessel, call), ...(isCancelled ? { cancelled: true } : {}) };
  return keysOf(EVENTS).flatMap((role) => {
    const times = read.times(call, EVENTS[role], place);
    return times.size === 0 && !isCancelled ? [] : [movement(role, reference, name, times, more)];
  });
};

/** Vessel schedules of carriers: which vessel calls where, when. */
export const DCSA: Format = {
  id: 'dcsa',
  name: 'DCSA vessel schedules',
  specification:
    'DCSA Operational Vessel Schedules 3.0.2, https://github.com/dcsaorg/DCSA-OpenAPI/blob/master/ovs/v3/OVS_v3.0.2.yaml',
  mediaTypes: ['application/vnd.dcsa.ovs+json'],
  extensions: ['json'],
  read: async (_bytes, context: ReadingContext) => {
    const station = stationOf(context, 'port');
    const { problems, limits } = context;
    const { startMs, endMs } = windowOfDays(context);
    const read = new CallReader(problems);
    const items: object[] = [];
    const lines: number[] = [];
    const seen = new Set<string>();
    const turn = new Turn();
    for (const one of read.calls(await context.json())) {
      if (turn.isOver) await turn.pass();
      const { call, place } = one;
      if (!isHere(call['location'], station)) continue;
      const reference = textOf(call['transportCallReference']);
      if (reference === '') {
        read.refuse(place, 'transportCallReference', 'is required: the call is known by it');
        continue;
      }
      if (seen.has(reference)) {
        read.refuse(place, 'transportCallReference', `${reference} is in the file twice`);
        continue;
      }
      seen.add(reference);
      const made = movementsOf(read, one, reference);
      const known = made
        .flatMap((each) => [each.actualTime, each.expectedTime, each.scheduledTime].find(Boolean) ?? [])
        .map(Date.parse);
      if (known.length > 0 && (Math.max(...known) < startMs || Math.min(...known) >= endMs)) continue;
      items.push(...made);
      lines.push(...made.map(() => place.call));
      if (items.length > limits.items) throw tooManyItems(limits.items, 'movements');
    }
    return { list: 'movements', items, lines };
  },
};
