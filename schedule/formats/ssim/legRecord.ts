import { SHORT_MONTHS } from '../../../engine/calendarNames.ts';
import { DAY_MS } from '../../../engine/zonedTime.ts';
import type { RecordProblems } from '../format.ts';
import type { TextRecord } from '../records.ts';

/** Bytes of every record. */
export const RECORD_WIDTH = 200;

/** First and last byte of a field, from 1, as the manual counts them (SSIM, chapter 7, flight leg record). */
const FIELDS = {
  operationalSuffix: [2, 2],
  airlineDesignator: [3, 5],
  flightNumber: [6, 9],
  itineraryVariation: [10, 11],
  legSequence: [12, 13],
  serviceType: [14, 14],
  periodFrom: [15, 21],
  periodTo: [22, 28],
  daysOfOperation: [29, 35],
  frequencyRate: [36, 36],
  departureStation: [37, 39],
  aircraftDeparture: [44, 47],
  departureVariation: [48, 52],
  departureTerminal: [53, 54],
  arrivalStation: [55, 57],
  aircraftArrival: [58, 61],
  arrivalVariation: [66, 70],
  arrivalTerminal: [71, 72],
  aircraftType: [73, 75],
  itineraryVariationOverflow: [128, 128],
  onwardAirline: [138, 140],
  onwardFlightNumber: [141, 144],
  rotationLayover: [145, 145],
  onwardSuffix: [146, 146],
  departureDateVariation: [193, 193],
  arrivalDateVariation: [194, 194],
} as const;
type FieldName = keyof typeof FIELDS;

export interface Designator {
  readonly airline: string;
  /** The flight number. */
  readonly number: number;
  readonly suffix: string;
}

/** One end of a leg. */
export interface LegEnd {
  readonly station: string;
  /** Minutes after midnight, in the time mode of the season. */
  readonly minutes: number;
  /** Local time minus UTC, in minutes; null if the record does not say. */
  readonly variation: number | null;
  readonly terminal: string;
  /** Days between the beginning of the flight and this end of the leg. */
  readonly shift: number;
}

/** A flight leg record. Days are counted from 1970-01-01, in the time mode of its season. */
export interface Leg {
  readonly line: number;
  readonly flight: Designator;
  /** The itinerary of the flight that the leg belongs to; `sequence` is its position there. */
  readonly itinerary: string;
  readonly sequence: number;
  readonly serviceType: string;
  readonly aircraftType: string;
  /** The period in which the leg is flown; `lastDay` is null if it ends with the season. */
  readonly firstDay: number;
  readonly lastDay: number | null;
  /** Whether the leg is flown on each day of the week, from Monday. */
  readonly weekdays: readonly boolean[];
  readonly everyWeeks: number;
  readonly departure: LegEnd;
  readonly arrival: LegEnd;
  readonly onward: (Designator & { readonly layover: number }) | null;
}

const MONTHS = SHORT_MONTHS.map((name) => name.toUpperCase());

/** `29MAR26` as a day; null for `00XXX00`, an open end; NaN if it is not a date. Years from 70 on belong to the last century. */
export const dayOf = (text: string): number | null => {
  if (text === '00XXX00') return null;
  const [, day, month = '', year] = /^(\d{2})([A-Z]{3})(\d{2})$/.exec(text) ?? [];
  const at = MONTHS.indexOf(month);
  if (at === -1) return Number.NaN;
  const ms = Date.UTC(Number(year) + (Number(year) < 70 ? 2000 : 1900), at, Number(day));
  return new Date(ms).getUTCDate() === Number(day) ? ms / DAY_MS : Number.NaN;
};

/** Reads the fields of one record by name, and reports what is wrong with them. */
class Reader {
  failed = false;
  private readonly record: TextRecord;
  private readonly problems: RecordProblems;

  constructor(record: TextRecord, problems: RecordProblems) {
    this.record = record;
    this.problems = problems;
  }

  raw(field: FieldName): string {
    const [from, to] = FIELDS[field];
    return this.record.text.slice(from - 1, to);
  }

  /** The text of a field. Reports a problem if it does not match the pattern. */
  text(field: FieldName, pattern: RegExp, needed: string): string {
    const text = this.raw(field).trim();
    if (!pattern.test(text)) this.refuse(field, needed);
    return text;
  }

  refuse(field: FieldName, needed: string): void {
    this.failed = true;
    const [from, to] = FIELDS[field];
    const shown = JSON.stringify(this.raw(field));
    const where = from === to ? `byte ${from}` : `bytes ${from} to ${to}`;
    this.problems.add(this.record.line, field, 'invalid_format', `must be ${needed} (${where}), not ${shown}`);
  }

  day(field: FieldName): number | null {
    const day = dayOf(this.raw(field));
    if (Number.isNaN(day)) this.refuse(field, 'a date such as 29MAR26');
    return day;
  }

  minutes(field: FieldName): number {
    const text = this.text(field, /^(?:[01]\d|2[0-4])[0-5]\d$/, 'a time such as 0930');
    return Number(text.slice(0, 2)) * 60 + Number(text.slice(2));
  }

  variation(field: FieldName): number | null {
    const text = this.text(field, /^(?:|[+-](?:0\d|1\d)[0-5]\d)$/, 'hours and minutes such as +0100, or blank');
    if (text === '') return null;
    const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3));
    return text.startsWith('-') ? -minutes : minutes;
  }

  /** The date variation in days: 0 if it is blank, −1 for `A` and `J`. */
  shift(field: FieldName): number {
    const text = this.text(field, /^[0-9AJ]?$/, 'a digit, A, J or blank');
    return text === 'A' || text === 'J' ? -1 : Number(text);
  }

  weekdays(): boolean[] {
    const days = this.raw('daysOfOperation').split('');
    if (
      days.length !== 7 ||
      !days.every((day, i) => day === ' ' || day === String(i + 1)) ||
      days.every((d) => d === ' ')
    ) {
      this.refuse('daysOfOperation', 'the digits of its days, each at its place, such as "1 3 5  "');
    }
    return days.map((day) => day !== ' ');
  }
}

const STATION = /^[A-Z]{3}$/;
const AIRLINE = /^[A-Z0-9]{2,3}$/;
const NUMBER = /^\d{1,4}$/;
const SUFFIX = /^[A-Z]?$/;

const endOf = (read: Reader, side: 'departure' | 'arrival'): LegEnd => {
  const isDeparture = side === 'departure';
  return {
    station: read.text(`${side}Station`, STATION, 'the IATA code of an airport'),
    minutes: read.minutes(isDeparture ? 'aircraftDeparture' : 'aircraftArrival'),
    variation: read.variation(`${side}Variation`),
    terminal: read.text(`${side}Terminal`, /^[A-Z0-9]{0,2}$/, 'a terminal or blank'),
    shift: read.shift(`${side}DateVariation`),
  };
};

const onwardOf = (read: Reader): Leg['onward'] => {
  if (read.raw('onwardFlightNumber').trim() === '') return null;
  const airline = read.text('onwardAirline', AIRLINE, 'an airline designator');
  const number = Number(read.text('onwardFlightNumber', NUMBER, 'a flight number'));
  const layover = Number(read.text('rotationLayover', /^\d?$/, 'a number of days or blank'));
  return { airline, number, suffix: read.text('onwardSuffix', SUFFIX, 'a letter or blank'), layover };
};

/** Reads a leg. Reports problems and returns null if a field is wrong. */
export const readLeg = (record: TextRecord, problems: RecordProblems): Leg | null => {
  const read = new Reader(record, problems);
  const flight = {
    airline: read.text('airlineDesignator', AIRLINE, 'an airline designator'),
    number: Number(read.text('flightNumber', NUMBER, 'a flight number')),
    suffix: read.text('operationalSuffix', SUFFIX, 'a letter or blank'),
  };
  const firstDay = read.day('periodFrom');
  if (firstDay === null) read.refuse('periodFrom', 'a date such as 29MAR26');
  const lastDay = read.day('periodTo');
  if (lastDay !== null && firstDay !== null && lastDay < firstDay)
    read.refuse('periodTo', 'no earlier than periodFrom');
  const overflow = read.raw('itineraryVariationOverflow').trim();
  const leg = {
    line: record.line,
    flight,
    itinerary: overflow + read.text('itineraryVariation', /^\d{1,2}$/, 'a number'),
    sequence: Number(read.text('legSequence', /^\d{1,2}$/, 'a number')),
    serviceType: read.text('serviceType', SUFFIX, 'a letter'),
    aircraftType: read.text('aircraftType', /^[A-Z0-9]{0,3}$/, 'an aircraft type'),
    firstDay: firstDay ?? 0,
    lastDay,
    weekdays: read.weekdays(),
    everyWeeks: Number(read.text('frequencyRate', /^[12]?$/, 'blank, 1 or 2') || 1),
    departure: endOf(read, 'departure'),
    arrival: endOf(read, 'arrival'),
    onward: onwardOf(read),
  };
  return read.failed ? null : leg;
};
