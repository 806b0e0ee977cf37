import { TASK_ROLES } from '../../entities/task.ts';
import { parseTimestamp } from '../../entities/timestamp.ts';
import { type FlightLegName, flightKey, flightName } from '../flightKey.ts';
import type { Format, RecordProblems } from '../format.ts';
import { stationOf, tooManyItems } from '../refusals.ts';
import { childOf, type Element, readElements, textOf } from './readElements.ts';

const ROOTS = ['IATA_AIDX_FlightLegNotifRQ', 'IATA_AIDX_FlightLegRS', 'IATA_AIDX_FlightLegRQ'];

type Role = 'inbound' | 'outbound';

/** Codes of the events at the stand and on the runway (code set 9750). */
const EVENTS = { inbound: ['ONB', 'TDN'], outbound: ['OFB', 'TKO'] } as const;
/** Codes of estimates, the best one first (code set 2005). */
const ESTIMATES = ['EST', 'TAR', 'CAL'];

/** Reads the fields of one leg, and reports what is wrong with them. */
class LegReader {
  failed = false;
  private readonly leg: Element;
  private readonly problems: RecordProblems;

  constructor(leg: Element, problems: RecordProblems) {
    this.leg = leg;
    this.problems = problems;
  }

  refuse(path: string, message: string, line = this.leg.line): void {
    this.failed = true;
    this.problems.add(line, path, 'invalid_format', message);
  }

  /** The text of a member that has to match the pattern. */
  private text(of: Element | undefined, path: string, name: string, pattern: RegExp, needed: string): string {
    const text = textOf(of, name);
    if (!pattern.test(text))
      this.refuse(`${path}.${name}`, `must be ${needed}, not ${JSON.stringify(text.slice(0, 64))}`);
    return text;
  }

  /** A leg identifier: of the leg itself, or of an associated one. */
  name(of: Element | undefined, path: string): FlightLegName {
    const originDate = this.text(of, path, 'OriginDate', /^\d{4}-\d{2}-\d{2}Z?$/, 'a date such as 2026-11-20').slice(
      0,
      10,
    );
    return {
      airline: this.text(of, path, 'Airline', /^[A-Z0-9]{2,3}$/, 'an airline code'),
      number: Number(this.text(of, path, 'FlightNumber', /^\d{1,5}$/, 'a flight number')),
      suffix: this.text(of, path, 'OperationalSuffix', /^[A-Z]?$/, 'a letter, or absent'),
      originDate,
      departure: this.text(of, path, 'DepartureAirport', /^[A-Z]{3,4}$/, 'an airport code'),
      arrival: this.text(of, path, 'ArrivalAirport', /^[A-Z]{3,4}$/, 'an airport code'),
    };
  }

  /** Operation times by qualifier and type, such as `ONB EST`; of several, the last one. Times without an offset are UTC. */
  times(data: Element | undefined): Map<string, string> {
    const times = new Map<string, string>();
    for (const { name, attributes, text, line } of data?.children ?? []) {
      if (name !== 'OperationTime' || text.trim() === '') continue;
      const written = text.trim();
      const ms = parseTimestamp(/(?:Z|[+-]\d{2}:?\d{2})$/.test(written) ? written : `${written}Z`);
      const key = `${attributes['OperationQualifier']} ${attributes['TimeType']}`;
      if (Number.isNaN(ms)) {
        const message = `must be a time such as 2026-11-20T09:30:00Z, not ${JSON.stringify(written.slice(0, 64))}`;
        this.refuse(`LegData.OperationTime (${key.slice(0, 40)})`, message, line);
      } else times.set(key, new Date(ms).toISOString());
    }
    return times;
  }
}

const timesOf = (role: Role, times: ReadonlyMap<string, string>) => {
  const [stand, runway] = EVENTS[role];
  const first = (types: readonly string[]): string | undefined =>
    [stand, runway]
      .flatMap((event) => types.map((type) => times.get(`${event} ${type}`)))
      .find((time) => time !== undefined);
  const scheduledTime = first(['SCT']);
  const expectedTime = first(ESTIMATES);
  // An aircraft on the runway is not at the stand yet, or no longer.
  const actualTime = times.get(`${stand} ACT`);
  const touched = times.get(`${runway} ACT`);
  const expected = expectedTime ?? touched;
  return {
    ...(scheduledTime === undefined ? {} : { scheduledTime }),
    ...(expected === undefined ? {} : { expectedTime: expected, expectedTimesSource: 'external' }),
    ...(actualTime === undefined ? {} : { actualTime }),
  };
};

const detailsOf = (role: Role, name: FlightLegName, data: Element | undefined): Record<string, string> => {
  const aircraft = childOf(data, 'AircraftInfo');
  const side = role === 'inbound' ? 'Arrival' : 'Departure';
  const resources = (data?.children ?? [])
    .filter((one) => one.name === 'AirportResources')
    .flatMap(({ children }) => children)
    .filter((one) => one.name === 'Resource' && one.attributes['DepartureOrArrival'] === side);
  const resource = (member: string): string =>
    resources.map((one) => textOf(one, member)).findLast((text) => text !== '') ?? '';
  const details = {
    airline: name.airline,
    origin_code: role === 'inbound' ? name.departure : '',
    destination_code: role === 'inbound' ? '' : name.arrival,
    aircraft_type: textOf(aircraft, 'AircraftType'),
    registration: textOf(aircraft, 'Registration'),
    service_type: textOf(data, 'ServiceType'),
    stand_told: resource('AircraftParkingPosition'),
    gate: resource('PassengerGate'),
    terminal: resource('AircraftTerminal'),
  };
  return Object.fromEntries(Object.entries(details).filter(([, text]) => text !== '' && text.length <= 255));
};

/** The associated leg of the same aircraft, if it arrives or departs here, opposite to this one. */
const turnsWith = (read: LegReader, role: Role, station: string, data: Element | undefined): string | undefined => {
  for (const one of data?.children ?? []) {
    if (one.name !== 'AssociatedFlightLegAircraft' || one.children.length === 0) continue;
    if (textOf(one, role === 'inbound' ? 'DepartureAirport' : 'ArrivalAirport') !== station) continue;
    return flightKey(read.name(one, 'LegData.AssociatedFlightLegAircraft'));
  }
  return undefined;
};

const isCancelled = (data: Element | undefined): boolean =>
  textOf(data, 'SpecialAction') === 'Delete' ||
  (data?.children ?? [])
    .findLast(({ name, text }) => name === 'OperationalStatus' && /^(?:DX|SQ)$/.test(text.trim()))
    ?.text.trim() === 'DX';

interface Movement {
  readonly role: Role;
  readonly externalId: string;
}

const movementsOf = (leg: Element, station: string, problems: RecordProblems): Movement[] => {
  const read = new LegReader(leg, problems);
  const data = childOf(leg, 'LegData');
  const name = read.name(childOf(leg, 'LegIdentifier'), 'LegIdentifier');
  if (read.failed || (name.departure !== station && name.arrival !== station)) return [];
  const times = read.times(data);
  const movements = TASK_ROLES.filter((role) => (role === 'inbound' ? name.arrival : name.departure) === station).map(
    (role) => {
      const other = turnsWith(read, role, station, data);
      return {
        role,
        externalId: flightKey(name),
        taskName: flightName(name),
        ...timesOf(role, times),
        metadata: detailsOf(role, name, data),
        ...(other === undefined ? {} : { turnsWith: other }),
        ...(isCancelled(data) ? { cancelled: true } : {}),
      };
    },
  );
  return read.failed ? [] : movements;
};

/** Messages about flight legs, of the Aviation Information Data Exchange. */
export const AIDX: Format = {
  id: 'aidx',
  name: 'AIDX flight legs',
  specification:
    'IATA, ACI and A4A, Aviation Information Data Exchange (AIDX), XML Implementation Guide, schema 22.1, https://www.iata.org/en/publications/info-data-exchange/',
  mediaTypes: ['application/xml', 'text/xml'],
  extensions: ['xml', 'aidx'],
  read: async (bytes, context) => {
    const station = stationOf(context, 'airport');
    const items = new Map<string, { readonly movement: object; readonly line: number }>();
    for await (const leg of readElements(bytes, ROOTS, 'FlightLeg')) {
      if (context.problems.isFull) break;
      for (const movement of movementsOf(leg, station, context.problems)) {
        const { role, externalId } = movement;
        // If a message names a leg twice, the later one counts.
        items.set(`${role} ${externalId}`, { movement, line: leg.line });
      }
      if (items.size > context.limits.items) throw tooManyItems(context.limits.items, 'movements');
    }
    const list = [...items.values()];
    return { list: 'movements', items: list.map(({ movement }) => movement), lines: list.map(({ line }) => line) };
  },
};
