import { present } from '../../engine/present.ts';
import { TASK, type TaskInput } from '../entities/task.ts';
import { inRange } from '../entities/timestamp.ts';
import type { TaskFields, TaskRole } from '../../db/versions/entities.ts';
import type { Edits } from '../changes/edits.ts';
import { mergeTags } from '../changes/mergeTags.ts';
import { mergeFields } from '../entities/field.ts';
import { below, type Problems } from '../problems.ts';
import { checkPercentiles, mergeUncertainty, PERCENTILES } from './mergeUncertainty.ts';
import { readInstant } from './readInstant.ts';
import type { Percentile } from './spread.ts';
import { derivedExpectedTime } from './window.ts';

export interface TaskPlace {
  readonly operation: string | null;
  readonly role: TaskRole | null;
}

/**
 * Merges a write in either vocabulary into the stored task (null for a new one). Problems are collected in `edits`; an invalid member gets a harmless
 * value, so that the rest can still be checked.
 */
export const mergeTask = (
  edits: Edits,
  stored: TaskFields | null,
  input: TaskInput,
  place: TaskPlace,
  path: string,
): TaskFields => {
  const tags = mergeTags(edits, stored?.tags ?? [], input.tags, below(path, 'tags'));
  return { ...mergeTaskFields(edits.problems, stored, input, place, path), tags };
};

/** Like `mergeTask`, but keeps the stored tags. */
export const mergeTaskFields = (
  problems: Problems,
  stored: TaskFields | null,
  input: TaskInput,
  place: TaskPlace,
  path: string,
): TaskFields => {
  const scheduledTime = mergeScheduled(stored, input, path, problems);
  const expectedTime = mergeRequired(stored?.expectedTime, input.expectedTime, below(path, 'expectedTime'), problems);
  if (stored === null) checkNew(input, path, problems);
  const actualTime =
    input.actualTime == null ? null : readInstant(input.actualTime, below(path, 'actualTime'), problems);
  const fields: TaskFields = {
    ...place,
    ...mergeFields(TASK, stored, input),
    taskName: input.taskName ?? stored?.taskName ?? '',
    scheduledTime,
    expectedTime,
    actualTime: input.actualTime === undefined ? (stored?.actualTime ?? null) : actualTime,
    tags: stored?.tags ?? [],
    ...mergeUncertainty(stored, input, expectedTime, path, problems),
  };
  const isDerived = (member: Percentile): boolean =>
    fields[member] !== stored?.[member] && fields[member] !== Date.parse(input[member] ?? '');
  checkPercentiles(fields, isDerived, path, problems);
  checkRange(fields, path, problems);
  return fields;
};

/** What only a new task must name. In the vocabulary of `plannedTime`, the source has a default. */
const checkNew = (input: TaskInput, path: string, problems: Problems): void => {
  if (input.taskName === undefined) problems.required(below(path, 'taskName'));
  const isPlanned = input.plannedTime !== undefined || input.scheduledTime === undefined;
  if (!isPlanned && input.expectedTimesSource === undefined) problems.required(below(path, 'expectedTimesSource'));
};

/**
 * Merges the two names of one time: the value that differs from the stored one counts. If both differ from it and from each other, the write is
 * refused.
 */
const mergeScheduled = (stored: TaskFields | null, input: TaskInput, path: string, problems: Problems): number => {
  const names = (['scheduledTime', 'plannedTime'] as const).filter((name) => input[name] !== undefined);
  if (stored === null && names.length === 0) problems.required(below(path, 'scheduledTime'));
  const before = stored?.scheduledTime ?? 0;
  const times = names
    .map((name) => readInstant(present(input[name]), below(path, name), problems))
    .filter((time) => time !== null && (stored === null || time !== before));
  if (times.length === 2 && times[0] !== times[1]) {
    problems.add(
      below(path, 'plannedTime'),
      'names_disagree',
      'plannedTime and scheduledTime are two names of one time; send only one, or equal values.',
    );
  }
  return times[0] ?? before;
};

const mergeRequired = (
  stored: number | undefined,
  written: string | undefined,
  path: string,
  problems: Problems,
): number => {
  if (written !== undefined) return readInstant(written, path, problems) ?? stored ?? 0;
  if (stored === undefined) problems.required(path);
  return stored ?? 0;
};

const checkRange = (fields: TaskFields, path: string, problems: Problems): void => {
  if (!inRange(derivedExpectedTime(fields))) {
    const message = 'The imposed delay moves the expected time outside the years 1970 to 2199.';
    problems.add(below(path, 'imposedDelayInSeconds'), 'out_of_range', message);
  }
  for (const member of [...PERCENTILES, 'distributionMean'] as const) {
    const time = fields[member];
    if (time === null || inRange(time)) continue;
    problems.add(below(path, member), 'out_of_range', `${member} would lie outside the years 1970 to 2199.`);
  }
};
