import type { Version } from './entities.ts';
import type { Windows } from '../schema/versions.ts';
import type { PlanningState } from './planningState.ts';
import type { RangeField } from './store.ts';

export interface Window {
  readonly rangeField: RangeField;
  /** Epoch milliseconds, both inclusive. */
  readonly from: number;
  readonly to: number;
}

type Side = 'In' | 'Out';
/** The columns that each range field compares. */
export const RANGE_COLUMNS = {
  expectedTime95Interval: ['p05In', 'p95Out'],
  expectedTime90Interval: ['p10In', 'p90Out'],
  expectedTime: ['expectedIn', 'expectedOut'],
  scheduledTime: ['scheduledIn', 'scheduledOut'],
} as const satisfies Record<RangeField, readonly [`${string}In`, `${string}Out`]>;

const NONE: Windows = {
  scheduledIn: null,
  scheduledOut: null,
  expectedIn: null,
  expectedOut: null,
  p10In: null,
  p90Out: null,
  p05In: null,
  p95Out: null,
  windowFrom: null,
  windowTo: null,
};

const MAX_SECOND = 2 ** 34 - 1;
/** Clamps to the range of the index (1970 to 2514). Times beyond are found at its edge and rechecked. */
export const clampedSecond = (ms: number, round: (value: number) => number): number =>
  Math.min(MAX_SECOND, Math.max(0, round(ms / 1000)));

/** The derived columns of an operation: null percentiles fall back to the expected time, and without both tasks there is no window. */
export function windowsOf(inbound: Version<'task'> | undefined, outbound: Version<'task'> | undefined): Windows {
  if (inbound === undefined || outbound === undefined) return NONE;
  const a = inbound.fields;
  const b = outbound.fields;
  const times = {
    scheduledIn: a.scheduledTime,
    scheduledOut: b.scheduledTime,
    expectedIn: a.expectedTime,
    expectedOut: b.expectedTime,
    p10In: a.expectedTimeP10 ?? a.expectedTime,
    p90Out: b.expectedTimeP90 ?? b.expectedTime,
    p05In: a.expectedTimeP05 ?? a.expectedTime,
    p95Out: b.expectedTimeP95 ?? b.expectedTime,
  } satisfies Partial<Record<`${string}${Side}`, number>>;
  const all = Object.values(times);
  return {
    ...times,
    windowFrom: clampedSecond(Math.min(...all), Math.floor),
    windowTo: clampedSecond(Math.max(...all), Math.ceil),
  };
}

/** Whether inbound is at or before the end, and outbound at or after the start; operations with crossed times are found, too. */
export function isInWindow(windows: Windows, { rangeField, from, to }: Window): boolean {
  const [inColumn, outColumn] = RANGE_COLUMNS[rangeField];
  const inbound = windows[inColumn];
  const outbound = windows[outColumn];
  return inbound !== null && outbound !== null && inbound <= to && outbound >= from;
}

export const meets = (state: PlanningState, operation: string, window: Window): boolean =>
  isInWindow(windowsOf(state.taskOf(operation, 'inbound'), state.taskOf(operation, 'outbound')), window);

/** Answers `Store.operationsIn` from the state alone, in one pass over its operations. */
export const operationsInWindow = (state: PlanningState, window: Window): Version<'operation'>[] =>
  [...state.all('operation')].filter(({ id }) => meets(state, id, window));
