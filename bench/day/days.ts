import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentOperation, DocumentTask, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { committedDay } from '../../fixtures/committedDay.ts';
import { type AirportProfile, builtInProfile } from '../../fixtures/derive/airportProfile.ts';
import { deriveDay } from '../../fixtures/derive/deriveDay.ts';
import { readTurnarounds } from '../../fixtures/derive/turnarounds.ts';
import { profileBySize } from './profileBySize.ts';

/** The days kept for final figures, which nobody looks at while tuning. See `day.ts`. */
const KEPT: ReadonlySet<string> = new Set([
  '2008-01-17_ORD',
  '2008-01-17_PHX',
  '2015-01-02_LAX',
  '2015-01-03_CLT',
  '2015-01-03_DTW',
  '2015-01-03_MSP',
]);

/** The demo days of the project, which need no file. */
const FIXTURES: ReadonlyMap<string, string> = new Map([
  ['2008-03-14_ATL', 'atl-2008-03-14'],
  ['2008-01-17_MDW', 'mdw-2008-01-17'],
]);

/** When an operation was to be on its stand, and when it really was, in minutes from the Unix epoch. */
export interface Stay {
  readonly id: string;
  /** The airport that the aircraft came from; empty for a blocker. */
  readonly origin: string;
  readonly isBlocker: boolean;
  readonly scheduled: Window;
  readonly actual: Window;
}

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** A real day: the planning as it was known the evening before, and what happened then. */
export interface Day {
  /** `DATE_AIRPORT`. */
  readonly name: string;
  readonly isKept: boolean;
  /** Every expected time is the scheduled one; no task has an actual time or percentiles. */
  readonly document: PlanningDocument;
  readonly stays: readonly Stay[];
}

export const MINUTE_MS = 60_000;

/** The names of all days that can be read: the demo days, and files `DATE_AIRPORT.csv` in the folder (null: none). */
export const dayNames = (folder: string | null): readonly string[] => {
  const files = folder === null ? [] : readdirSync(folder).flatMap((file) => /^(.+)\.csv$/.exec(file)?.[1] ?? []);
  return [...new Set([...FIXTURES.keys(), ...files])].sort();
};

/** The days that an option names: `tuning`, `kept`, `all`, or names, comma-separated. */
export const chooseDays = (wanted: string, folder: string | null): readonly string[] => {
  const names = wanted.split(',').map((one) => one.trim());
  return dayNames(folder).filter((name) => {
    if (wanted === 'all') return true;
    if (wanted === 'tuning' || wanted === 'kept') return isKept(name) === (wanted === 'kept');
    return names.includes(name);
  });
};

export const isKept = (name: string): boolean => KEPT.has(name);

/** Reads a day, from the fixtures or from its file of turnarounds in the folder. */
export const readDay = (name: string, folder: string | null): Day => {
  const derived = FIXTURES.has(name) ? committedDay(FIXTURES.get(name)!) : derive(name, folder);
  return {
    name,
    isKept: isKept(name),
    document: { ...derived, operations: derived.operations.map(asScheduled) },
    stays: derived.operations.map(stayOf),
  };
};

const derive = (name: string, folder: string | null): PlanningDocument => {
  const [date, airport] = name.split('_');
  if (folder === null) throw new RangeError(`Day ${name} needs --turnarounds FOLDER.`);
  const csv = readFileSync(join(folder, `${name}.csv`), 'utf8');
  return deriveDay(csv, date, profileOf(airport, date, csv));
};

const profileOf = (airport: string, date: string, csv: string): AirportProfile => {
  try {
    return builtInProfile(airport);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return profileBySize(airport, date, readTurnarounds(csv));
  }
};

/** The derived days have the actual times as expected ones. */
const stayOf = ({ id, metadata, isBlocker, inboundTask, outboundTask }: DocumentOperation): Stay => ({
  id,
  origin: (metadata as { readonly origin_code?: string } | undefined)?.origin_code ?? '',
  isBlocker: isBlocker === true,
  scheduled: { start: minutesOf(inboundTask!.scheduledTime!), end: minutesOf(outboundTask!.scheduledTime!) },
  actual: { start: minutesOf(inboundTask!.expectedTime), end: minutesOf(outboundTask!.expectedTime) },
});

const minutesOf = (time: string): number => Math.round(Date.parse(time) / MINUTE_MS);

const asScheduled = (operation: DocumentOperation): DocumentOperation => ({
  ...operation,
  inboundTask: scheduledTask(operation.inboundTask!),
  outboundTask: scheduledTask(operation.outboundTask!),
});

const scheduledTask = ({ taskName, scheduledTime }: DocumentTask): DocumentTask => ({
  taskName,
  scheduledTime: scheduledTime!,
  expectedTime: scheduledTime!,
  expectedTimesSource: 'schedule',
});

/** The day's document with what really happened as its expected times, or as its actual ones. */
export const withActualTimes = ({ document, stays }: Day, member: 'expectedTime' | 'actualTime'): PlanningDocument => {
  const actual = new Map(stays.map((stay) => [stay.id, stay.actual]));
  const at = (minutes: number): string => new Date(minutes * MINUTE_MS).toISOString();
  return {
    ...document,
    operations: document.operations.map((operation) => ({
      ...operation,
      inboundTask: { ...scheduledTask(operation.inboundTask!), [member]: at(actual.get(operation.id)!.start) },
      outboundTask: { ...scheduledTask(operation.outboundTask!), [member]: at(actual.get(operation.id)!.end) },
    })),
  };
};
