import { z } from 'zod';
import { field, inputsOf, recordsOf } from './field.ts';
import { BasedOn, Id, IN_PLANNING, TagIds, Tags, VersionId, writeShape } from './primitives.ts';
import type { Input, Output } from './shape.ts';
import { description, externalId, metadata } from './sharedFields.ts';
import { TagDetails } from './tag.ts';
import { DocumentTask, OperationTask, TaskCreateNested, TaskPatchNested } from './task.ts';

const BLOCKING = 'A blocker closes its resource to other operations during its window, and solvers do not place it.';
const BLOCKER = { description: `${BLOCKING} Default: false.` };
const BLOCKER_NEEDED = { description: `${BLOCKING} Required here.` };
const FIXED = { description: 'Solvers and strategies do not move this operation. Default: false.' };

export const OPERATION = {
  externalId,
  description,
  metadata,
  isBlocker: field(z.boolean().meta(BLOCKER), z.boolean().meta(BLOCKER), false),
  isFixedToResource: field(z.boolean().meta(FIXED), z.boolean().meta(FIXED), false),
};

const OperationDependency = z
  .object({
    operation: Id,
    relation: z
      .enum(['precedes', 'follows', 'overlaps'])
      .meta({ description: 'How this operation relates to the other one.' }),
  })
  .meta({ id: 'OperationDependency', description: 'An immediate neighbor in the operation group.' });

export const OperationRecord = z
  .object({
    id: Id,
    versionId: VersionId,
    ...recordsOf(OPERATION),
    planning: Id,
    tags: TagIds,
    tagsDetails: TagDetails,
    requiredTags: z.array(z.string()).meta({ description: 'The ids of those of its tags that are required.' }),
    operationName: z.string().meta({
      description: 'The names of the inbound and the outbound task, with ` / ` between them if they differ.',
    }),
    operationDependencies: z
      .array(OperationDependency)
      .meta({ description: 'Its immediate neighbors in its operation group.' }),
    group: Id.nullable(),
    inboundTask: OperationTask.nullable().meta({ description: 'Null if that side was deleted.' }),
    outboundTask: OperationTask.nullable().meta({ description: 'Null if that side was deleted.' }),
    timesCrossed: z.boolean().meta({ description: 'True if the outbound time is not after the inbound time.' }),
    workspace: Id.nullable(),
  })
  .meta({ id: 'Operation', description: 'Links an inbound task to an outbound task.' });
export type OperationRecord = Output<typeof OperationRecord>;

const readOnly = [
  'versionId',
  'tagsDetails',
  'requiredTags',
  'operationName',
  'operationDependencies',
  'timesCrossed',
  'workspace',
];

const own = {
  ...inputsOf(OPERATION),
  tags: Tags.exactOptional(),
  group: Id.nullable().exactOptional(),
};
const created = {
  id: Id.exactOptional(),
  planning: Id,
  ...own,
  inboundTask: TaskCreateNested,
  outboundTask: TaskCreateNested,
};
const patched = {
  ...own,
  inboundTask: TaskPatchNested.nullable().exactOptional(),
  outboundTask: TaskPatchNested.nullable().exactOptional(),
};

const example = {
  planning: 'demo',
  externalId: 'TG920-20261120',
  isBlocker: false,
  inboundTask: {
    taskName: 'TG920',
    scheduledTime: '2026-11-20T09:30:00Z',
    expectedTime: '2026-11-20T09:45:00Z',
    expectedTimesSource: 'predicted',
  },
  outboundTask: {
    taskName: 'TG921',
    plannedTime: '2026-11-20T11:40:00Z',
    expectedTime: '2026-11-20T11:40:00Z',
    sigma: 240,
  },
};

export const OperationCreate = writeShape(created, readOnly).meta({ id: 'OperationCreate', example });

/** In bulk requests, `isBlocker` is required. */
export const OperationBulkCreate = writeShape(
  { ...created, isBlocker: z.boolean().meta(BLOCKER_NEEDED) },
  readOnly,
).meta({
  id: 'OperationBulkCreate',
  example,
});

const patch = { id: Id.exactOptional(), planning: Id.exactOptional(), ...patched };

export const OperationPatch = writeShape(patch, readOnly).meta({
  id: 'OperationPatch',
  description: 'Absent members keep their values, and null clears a member. The planning of a record never changes.',
  example: { inboundTask: { expectedTime: '2026-11-20T10:05:00Z' } },
});
export type OperationInput = Input<typeof OperationPatch>;

export const OperationBulkPatch = writeShape({ ...patch, id: Id }, readOnly).meta({
  id: 'OperationBulkPatch',
  example: { id: 'op-1', inboundTask: { expectedTime: '2026-11-20T10:05:00Z' } },
});

export const OperationEdit = writeShape({ ...patch, basedOn: BasedOn.exactOptional() }, readOnly).meta({
  id: 'OperationEdit',
  description: 'If the operation exists, absent members keep their values. A new operation needs both tasks.',
  example: { id: 'op-1', outboundTask: { imposedDelayInSeconds: 900 } },
});

const { planning: _planning, ...uploaded } = created;

/** An upload writes to the plannings that the request names, and `isBlocker` defaults to false. */
export const OperationUpload = writeShape(uploaded, [...readOnly, 'planning']).meta({
  id: 'OperationUpload',
  description: 'Updates the operation with this externalId if the planning has one; otherwise creates it.',
  example: { externalId: 'TG920-20261120', inboundTask: example.inboundTask, outboundTask: example.outboundTask },
});

export const DocumentOperation = writeShape(
  { id: Id, ...own, inboundTask: DocumentTask.nullable(), outboundTask: DocumentTask.nullable() },
  [...IN_PLANNING, ...readOnly],
);
