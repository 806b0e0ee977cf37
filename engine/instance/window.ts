import { type Problems } from './compileError.ts';
import { unixMs } from './instant.ts';
import { type DocumentTask, PERCENTILES, type Time } from './planningDocument.ts';

export const DEFAULT_MINIMUM_STAY_SECONDS = 1800;

/** The time that an operation occupies its resource: Unix seconds, half-open. */
export interface Window {
  readonly start: number;
  readonly end: number;
  /** The outbound time is not after the inbound time, so the end was set to a plausible stay. */
  readonly crossed: boolean;
  /** The inbound actual time is known. */
  readonly arrived: boolean;
  /** An actual time is known on either side. */
  readonly happened: boolean;
}

type TaskTimes = Pick<
  DocumentTask<Time>,
  'scheduledTime' | 'plannedTime' | 'expectedTime' | 'actualTime' | 'imposedDelayInSeconds'
>;

interface Sides {
  readonly inboundTask?: TaskTimes | null;
  readonly outboundTask?: TaskTimes | null;
}

/**
 * The task's effective time in Unix milliseconds: the actual time when known, else the expected time plus the imposed delay. NaN when a
 * time is not an instant.
 */
const derivedExpectedMs = (task: TaskTimes): number =>
  task.actualTime == null
    ? unixMs(task.expectedTime) + (task.imposedDelayInSeconds ?? 0) * 1000
    : unixMs(task.actualTime);

/**
 * The window of an operation, or null when a side is missing. Times must be valid; milliseconds are dropped, and a window lasts at
 * least a second.
 */
export const windowOf = ({ inboundTask, outboundTask }: Sides, minimumStaySeconds: number): Window | null => {
  if (!inboundTask || !outboundTask) return null;
  const startMs = derivedExpectedMs(inboundTask);
  const endMs = derivedExpectedMs(outboundTask);
  const start = Math.floor(startMs / 1000);
  const arrived = inboundTask.actualTime != null;
  const known = { start, arrived, happened: arrived || outboundTask.actualTime != null };
  if (endMs > startMs) return { ...known, end: Math.max(Math.floor(endMs / 1000), start + 1), crossed: false };
  const scheduledMs = scheduledTimeMs(outboundTask) - scheduledTimeMs(inboundTask);
  const scheduledSeconds = Number.isNaN(scheduledMs) ? 0 : Math.floor(scheduledMs / 1000);
  return { ...known, end: start + Math.max(scheduledSeconds, minimumStaySeconds, 1), crossed: true };
};

const scheduledTimeMs = (task: TaskTimes): number => unixMs(task.scheduledTime ?? task.plannedTime ?? '');

/** Reports every time of the task that is not an instant, and every number that is out of range. */
export const checkTask = (task: DocumentTask<Time>, path: string, problems: Problems): void => {
  if (typeof task !== 'object') {
    problems.add(path, 'invalid_type', 'A task is an object or null.');
    return;
  }
  checkTime(task.expectedTime, `${path}.expectedTime`, problems);
  for (const member of OPTIONAL_TIMES) {
    const time = task[member];
    if (time != null) checkTime(time, `${path}.${member}`, problems);
  }
  const { imposedDelayInSeconds, sigma, skewFactor } = task;
  if (imposedDelayInSeconds != null && !Number.isFinite(imposedDelayInSeconds)) {
    problems.add(`${path}.imposedDelayInSeconds`, 'invalid_value', 'Needs a number of seconds.');
  }
  if (sigma != null && !(sigma >= 0 && sigma < Number.POSITIVE_INFINITY)) {
    problems.add(`${path}.sigma`, 'invalid_value', 'Needs a number of seconds that is not negative.');
  }
  if (skewFactor != null && !(Math.abs(skewFactor) <= 0.995)) {
    problems.add(`${path}.skewFactor`, 'invalid_value', 'Needs a number from -0.995 to 0.995.');
  }
};

const OPTIONAL_TIMES = ['scheduledTime', 'plannedTime', 'actualTime', ...PERCENTILES, 'distributionMean'] as const;

/** Adds a problem at the path unless the value is a time: an ISO 8601 instant, or Unix milliseconds. */
export const checkTime = (time: unknown, path: string, problems: Problems): void => {
  if ((typeof time === 'string' || typeof time === 'number') && Number.isFinite(unixMs(time))) return;
  problems.add(path, 'invalid_timestamp', `${JSON.stringify(time)} is not an ISO 8601 instant with an offset or Z.`);
};
