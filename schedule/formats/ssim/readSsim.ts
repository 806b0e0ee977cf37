import { present } from '../../../engine/present.ts';
import { ScheduleError } from '../../errors.ts';
import type { ReadingContext, RecordProblems } from '../format.ts';
import { fixedRecords, type TextRecord } from '../records.ts';
import { dayOf, type Leg, readLeg, RECORD_WIDTH } from './legRecord.ts';

/** What the carrier record before some legs says about them. */
export interface Season {
  /** `U`: all times and days are in UTC; `L`: they are local. */
  readonly mode: 'U' | 'L';
  /** The last day of the season; null if its end is open. */
  readonly lastDay: number | null;
}

export interface SeasonLeg {
  readonly leg: Leg;
  readonly season: Season;
  /** UTC day minus local day at the beginning of the flight. */
  readonly utcShift: number;
}

/** Data element 50: the leg is operated by another carrier, and this is only a second name for it. */
const OPERATING_LEG = '050';
/** Service types of surface vehicles (SSIM, appendix C). */
const ON_THE_GROUND = new Set(['U', 'V']);

/**
 * Follows the records of a file: header (1), carrier (2), flight leg (3), segment data (4) and trailer (5), a season of a carrier between each
 * carrier record and its trailer. Yields the legs that fly, in order.
 */
export async function* readSsim(bytes: Uint8Array, { problems }: ReadingContext): AsyncGenerator<SeasonLeg> {
  const file = new SsimFile(problems);
  for await (const record of fixedRecords(bytes, RECORD_WIDTH, RECORD_WIDTH)) {
    if (problems.isFull) return;
    yield* file.take(record);
  }
  yield* file.end();
}

class SsimFile {
  private readonly problems: RecordProblems;
  private hasHeader = false;
  private season: Season | null = null;
  /** The last leg, which waits because its segment data follow it. */
  private waiting: Leg | null = null;
  private isDuplicate = false;
  private serial = '';
  private line = 0;
  /** UTC day minus local day at the beginning of each flight, by itinerary. */
  private readonly shifts = new Map<string, number>();

  constructor(problems: RecordProblems) {
    this.problems = problems;
  }

  *take({ line, text }: TextRecord): Generator<SeasonLeg> {
    // Blocks of five records are filled up with zeros.
    if (/^0*\s*$/.test(text)) return;
    const record = { line, text: text.padEnd(RECORD_WIDTH) };
    this.line = line;
    const [type] = text;
    if (!this.hasHeader && type !== '1') throw notSsim('its first record is not a header (type 1)');
    if (text.length > RECORD_WIDTH) {
      const message = `has more than ${RECORD_WIDTH} bytes; a record of SSIM has ${RECORD_WIDTH}`;
      this.problems.add(line, '', 'too_big', message);
      return;
    }
    if (type !== '4') yield* this.settle();
    if (type === '1') this.hasHeader = true;
    else if (type === '2') this.begin(record);
    else if (type === '3') this.wait(record);
    else if (type === '4') this.isDuplicate ||= record.text.slice(30, 33) === OPERATING_LEG;
    else if (type === '5') this.finish(record);
    else this.problems.add(line, 'recordType', 'invalid_value', `must be 1 to 5, not ${JSON.stringify(type)}`);
    this.serial = record.text.slice(194, 200);
  }

  *end(): Generator<SeasonLeg> {
    if (!this.hasHeader) throw notSsim('it has no record');
    yield* this.settle();
    if (this.season === null) return;
    this.problems.add(
      this.line,
      '',
      'required',
      'is the last record, but not a trailer (type 5): the file may be cut off',
    );
  }

  private begin({ line, text }: TextRecord): void {
    if (this.season !== null)
      this.problems.add(line, '', 'required', 'begins a season before the trailer (type 5) of the last');
    const mode = text.charAt(1);
    const lastDay = dayOf(text.slice(21, 28));
    if (mode !== 'U' && mode !== 'L') {
      this.problems.add(line, 'timeMode', 'invalid_value', `must be U or L (byte 2), not ${JSON.stringify(mode)}`);
    }
    if (Number.isNaN(lastDay)) {
      const shown = JSON.stringify(text.slice(21, 28));
      this.problems.add(
        line,
        'validityTo',
        'invalid_format',
        `must be a date such as 24OCT26 (bytes 22 to 28), not ${shown}`,
      );
    }
    this.season = { mode: mode === 'L' ? 'L' : 'U', lastDay: Number.isNaN(lastDay) ? null : lastDay };
    this.shifts.clear();
  }

  private wait(record: TextRecord): void {
    if (this.season === null) {
      this.problems.add(record.line, '', 'required', 'is a leg without a carrier record (type 2) before it');
      return;
    }
    this.waiting = readLeg(record, this.problems);
    this.isDuplicate = false;
  }

  private *settle(): Generator<SeasonLeg> {
    const leg = this.waiting;
    this.waiting = null;
    if (leg === null) return;
    const season = present(this.season);
    const utcShift = season.mode === 'U' ? 0 : this.shiftOf(leg);
    if (!this.isDuplicate && !ON_THE_GROUND.has(leg.serviceType)) yield { leg, season, utcShift };
  }

  /** The shift of the flight's first leg, or the leg's own if that one is not known. */
  private shiftOf({ flight, itinerary, sequence, departure }: Leg): number {
    const key = `${flight.airline} ${flight.number} ${flight.suffix} ${itinerary}`;
    const known = this.shifts.get(key);
    if (sequence > 1 && known !== undefined) return known;
    const shift = Math.floor((departure.minutes - (departure.variation ?? 0)) / 1440);
    this.shifts.set(key, shift);
    return shift;
  }

  private finish({ line, text }: TextRecord): void {
    const check = text.slice(187, 193);
    if (check.trim() !== '' && this.serial.trim() !== '' && check !== this.serial) {
      const message = `must be the serial number of the record before, ${this.serial} (bytes 188 to 193), not ${JSON.stringify(check)}: records are missing`;
      this.problems.add(line, 'serialNumberCheck', 'invalid_value', message);
    }
    if (this.season === null) this.problems.add(line, '', 'required', 'is a trailer without a carrier record (type 2)');
    this.season = null;
  }
}

const notSsim = (why: string): ScheduleError =>
  new ScheduleError('validation_failed', `The body is not an SSIM file: ${why}.`);
