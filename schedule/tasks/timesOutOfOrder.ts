import { present } from '../../engine/present.ts';
import type { TaskFields, Version } from '../../db/versions/entities.ts';

/** Members of a task that must be in order: percentiles lie on their side of the expected time. */
export const TIMES = [
  'expectedTime',
  'expectedTimeP05',
  'expectedTimeP10',
  'expectedTimeP90',
  'expectedTimeP95',
] as const satisfies readonly (keyof TaskFields)[];

/** Whether this is a task whose times are out of order, which can happen when two valid writes are merged. */
export const hasTimesOutOfOrder = (version: Version): boolean =>
  version.kind === 'task' && isOutOfOrder(version.fields);

const isOutOfOrder = (fields: Pick<TaskFields, (typeof TIMES)[number]>): boolean => {
  const { expectedTimeP05, expectedTimeP10, expectedTime, expectedTimeP90, expectedTimeP95 } = fields;
  const times = [expectedTimeP05, expectedTimeP10, expectedTime, expectedTimeP90, expectedTimeP95].filter(
    (time) => time !== null,
  );
  return times.some((time, i) => i > 0 && time < present(times[i - 1]));
};
