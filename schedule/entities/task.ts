import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { field, inputsOf, type Member, recordsOf } from './field.ts';
import { percentileFaults } from './percentileOrder.ts';
import {
  type Across,
  BasedOn,
  Id,
  Instant,
  Name,
  optional,
  TagIds,
  Tags,
  Timestamp,
  VersionId,
  writeShape,
} from './primitives.ts';
import type { Input, Output } from './shape.ts';
import { externalId, metadata } from './sharedFields.ts';
import { TagDetails } from './tag.ts';

/** One year: the maximum of sigma and of an imposed delay, in seconds. */
const LONGEST_SECONDS = 366 * 86_400;

const ExpectedTimesSource = z
  .enum(['schedule', 'actual', 'manual', 'predicted', 'external'])
  .meta({ description: 'The source of the expected time. Default: external.' });
const DELAY = {
  description: 'Seconds that a planner adds to the expected time; a negative value makes it earlier. Default: 0.',
};
const MOCK = { description: 'True for a placeholder of a task that is not known yet. Default: false.' };

export const TASK = {
  externalId,
  expectedTimesSource: field(ExpectedTimesSource, ExpectedTimesSource, 'external'),
  imposedDelayInSeconds: field(
    z.int().min(-LONGEST_SECONDS).max(LONGEST_SECONDS).nullable().meta(DELAY),
    z.int().meta(DELAY),
    0,
  ),
  isMock: field(z.boolean().meta(MOCK), z.boolean().meta(MOCK), false),
  metadata,
};

const time = (description: string) => ({
  input: Timestamp.meta({ description }),
  record: Instant.meta({ description }),
});
const timeOrNull = (description: string) => ({
  input: Timestamp.nullable().meta({ description }),
  record: Instant.nullable().meta({ description }),
});
const percentile = (percent: number) =>
  timeOrNull(
    `The event happens before this time with a probability of ${percent} %. Null if it is not given; the expected time is used instead.`,
  );

export const TASK_PERCENTILES = {
  expectedTimeP05: percentile(5),
  expectedTimeP10: percentile(10),
  expectedTimeP90: percentile(90),
  expectedTimeP95: percentile(95),
};

/** Stored as epoch milliseconds. These members depend on each other; `schedule/tasks/mergeTask.ts` merges them. */
export const TASK_TIMES = {
  scheduledTime: time('The scheduled time. `plannedTime` is another name for it.'),
  expectedTime: time('The expected time, which is the median of its distribution.'),
  ...TASK_PERCENTILES,
  actualTime: timeOrNull('The actual time. Null while it is not known.'),
  distributionMean: timeOrNull('The mean of the distribution that the percentiles, or sigma and skewFactor, describe.'),
};

const SIGMA = {
  description: 'Standard deviation of the expected time, in seconds. Null if the time is treated as exact.',
};
const SKEW = {
  description:
    'Skewness of the skew-normal distribution, from -0.995 to 0.995; if positive, the tail of late times is the longer one. Default if sigma is given: 0.',
};

/** The other members that express uncertainty. `schedule/tasks/mergeUncertainty.ts` merges them with the percentiles. */
export const TASK_SPREAD = {
  sigma: {
    input: z.number().min(0).max(LONGEST_SECONDS).nullable().meta(SIGMA),
    record: z.number().nullable().meta(SIGMA),
  },
  skewFactor: {
    input: z.number().min(-0.995).max(0.995).nullable().meta(SKEW),
    record: z.number().nullable().meta(SKEW),
  },
} satisfies Record<string, Member>;

export const TASK_ROLES = ['inbound', 'outbound'] as const;
/** The member of an operation that is its task of this role. */
export const TASK_MEMBER = { inbound: 'inboundTask', outbound: 'outboundTask' } as const;
export const TaskRole = z.enum(TASK_ROLES).meta({ description: 'Which side of its operation the task is.' });
const TASK_NAME = { description: 'The name of the task, such as a flight number; 1 to 255 characters.' };

/**
 * Records have both vocabularies: `plannedTime` repeats `scheduledTime`, and the distribution is given by percentiles as well as by sigma and
 * skewFactor.
 */
export const TaskRecord = z
  .object({
    id: Id,
    versionId: VersionId,
    ...recordsOf(TASK),
    planning: Id,
    operation: Id.nullable(),
    role: TaskRole.nullable(),
    taskName: z.string().meta(TASK_NAME),
    ...recordsOf(TASK_TIMES),
    plannedTime: Instant,
    ...recordsOf(TASK_SPREAD),
    distributionEarliest: Instant.nullable().meta({ description: 'The same time as expectedTimeP05.' }),
    distributionLatest: Instant.nullable().meta({ description: 'The same time as expectedTimeP95.' }),
    derivedExpectedTime: Instant.meta({
      description:
        'actualTime if it is known, else expectedTime plus the imposed delay. Conflicts and solvers use this time.',
    }),
    tags: TagIds,
    tagsDetails: TagDetails,
    workspace: Id.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    validFrom: Instant,
    validTo: Instant.nullable(),
    persisted: z.boolean().meta({ description: 'False only for tasks of a virtual state.' }),
  })
  .meta({ id: 'Task', description: 'One version of a task. validTo is null for the current version.' });
export type TaskRecord = Output<typeof TaskRecord>;

/** A task inside an operation, without the members that would only repeat the operation's. */
export const OperationTask = TaskRecord.omit({ planning: true, operation: true, role: true, workspace: true }).meta({
  id: 'OperationTask',
});
export type OperationTask = Output<typeof OperationTask>;

const times = {
  taskName: Name.exactOptional().meta(TASK_NAME),
  ...inputsOf(TASK_TIMES),
  plannedTime: Timestamp.exactOptional(),
  ...inputsOf(TASK_SPREAD),
  tags: Tags.exactOptional(),
};

const readOnly = [
  'versionId',
  'operation',
  'role',
  'tagsDetails',
  'workspace',
  'createdAt',
  'updatedAt',
  'validFrom',
  'validTo',
  'planning',
  'persisted',
  'distributionEarliest',
  'distributionLatest',
  'derivedExpectedTime',
];

/** What may be written of a task wherever it stands. */
export const TASK_MEMBERS = { ...inputsOf(TASK), ...times };
const linkable = { id: Id.exactOptional(), ...TASK_MEMBERS };

/** A task in a write of an operation; all members are optional. `id` alone links a standalone task. */
export const TaskPatchNested = writeShape(linkable, readOnly).meta({
  id: 'OperationTaskPatch',
  description:
    'Any difference creates a new version of the task. If both names of one value are sent, the one that differs from the stored value counts.',
  example: { expectedTime: '2026-11-20T10:05:00Z', expectedTimesSource: 'predicted' },
});
/** A write in either vocabulary. In an update, every member is optional, and null clears a nullable one. */
export type TaskInput = Input<typeof TaskPatchNested>;

type Times = Omit<z.output<typeof TaskPatchNested>, 'id' | 'externalId'>;

/** Members of a task that is created; it has `scheduledTime`, `plannedTime`, or both. */
export type TaskTimes = Times & Required<Pick<Times, 'taskName' | 'expectedTime'>>;

interface Finding {
  readonly member: keyof Times;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Checks what a complete task needs beyond the shapes of its members. */
const completeness = (task: Partial<Times>, isSent: (member: keyof Times) => boolean): Finding[] => {
  const findings: Finding[] = [];
  const lacks = (member: keyof Times, message = 'is required'): void => {
    findings.push({ member, code: 'required', message });
  };
  if (!isSent('taskName')) lacks('taskName');
  if (!isSent('expectedTime')) lacks('expectedTime');
  if (!isSent('scheduledTime') && !isSent('plannedTime'))
    lacks('scheduledTime', 'is required unless plannedTime is given');
  if (isSent('scheduledTime') && !isSent('plannedTime') && !isSent('expectedTimesSource')) {
    lacks('expectedTimesSource', 'is required with scheduledTime');
  }
  if (task.scheduledTime !== undefined && task.plannedTime !== undefined && task.scheduledTime !== task.plannedTime) {
    findings.push({
      member: 'plannedTime',
      code: 'names_disagree',
      message: 'differs from scheduledTime; both name the same time',
    });
  }
  for (const fault of percentileFaults((member) => task[member]))
    findings.push({ ...fault, code: 'percentiles_out_of_order' });
  return findings;
};

const complete: Across<Times> = (task, { issues }, isSent) => {
  for (const { member, code, message } of completeness(task, isSent)) {
    issues.push({ code: 'custom', input: task[member], path: [member], message, params: { code } });
  }
};

const REQUIRED_NOTE =
  'Requires taskName, expectedTime, and either plannedTime or scheduledTime with expectedTimesSource.';

/** A task in the creation of an operation. With `id` and no other required member, it links a standalone task. */
export const TaskCreateNested = writeShape(linkable, readOnly, (task, context, isSent) => {
  const links = isSent('id') && !isSent('taskName') && !isSent('expectedTime');
  if (!links) complete(task, context, isSent);
}).meta({
  id: 'OperationTaskCreate',
  description: `${REQUIRED_NOTE} Alternatively, only the id of a standalone task, to link it.`,
  example: {
    taskName: 'Arrival TG920',
    scheduledTime: '2026-11-20T09:30:00Z',
    expectedTime: '2026-11-20T09:45:00Z',
    expectedTimesSource: 'predicted',
    sigma: 300,
    skewFactor: 0.4,
  },
});

const freeReadOnly = readOnly.filter((name) => name !== 'planning');
const free = { ...linkable, planning: Id };

/** A standalone task, which can be linked to an operation later. */
export const TaskCreate = writeShape(free, freeReadOnly, complete).meta({
  id: 'TaskCreate',
  description: REQUIRED_NOTE,
  example: {
    planning: 'demo',
    externalId: 'TG920-20261120-in',
    taskName: 'Arrival TG920',
    plannedTime: '2026-11-20T09:30:00Z',
    expectedTime: '2026-11-20T09:45:00Z',
  },
});

export const TaskPatch = writeShape(optional(free), freeReadOnly).meta({
  id: 'TaskPatch',
  example: { expectedTime: '2026-11-20T10:05:00Z' },
});
export type StandaloneTaskInput = Input<typeof TaskPatch>;

export const TaskEdit = writeShape({ ...optional(free), basedOn: BasedOn.exactOptional() }, freeReadOnly).meta({
  id: 'TaskEdit',
  description:
    'If the task exists, absent members keep their values. A new task stands alone until an operation links it.',
  example: { id: 'task-1', expectedTime: '2026-11-20T10:05:00Z' },
});

/** A task of a planning document: complete, with an optional id. */
export const DocumentTask = writeShape(linkable, readOnly, complete)
  .refine((task): task is typeof task & TaskTimes => task.taskName !== undefined && task.expectedTime !== undefined)
  .meta({ id: 'DocumentTask', description: REQUIRED_NOTE });
