import { Problem } from './error.ts';
import { z } from 'zod';
import { inputsOf, recordsOf } from '../../schedule/entities/field.ts';
import { OPERATION } from '../../schedule/entities/fields.ts';
import { BasedOn, ExternalId, Id, writeShape, Tags } from '../../schedule/entities/primitives.ts';
import { TagDetail } from './tag.ts';
import { OperationTask, TaskCreateNested, TaskPatchNested } from './task.ts';

export const OperationDependency = z
  .object({
    operation: Id,
    relation: z
      .enum(['precedes', 'follows', 'overlaps'])
      .meta({ description: 'What this operation does to the other.' }),
  })
  .meta({ id: 'OperationDependency', description: 'An immediate neighbour in the operation group.' });

export const OperationRecord = z
  .object({
    id: Id,
    versionId: z.string(),
    ...recordsOf(OPERATION),
    planning: Id,
    tags: z.array(Id),
    tagsDetails: z.array(TagDetail),
    requiredTags: z.array(z.string()),
    operationName: z.string(),
    operationDependencies: z.array(OperationDependency),
    group: Id.nullable(),
    inboundTask: OperationTask.nullable().meta({ description: 'Null when that side was deleted.' }),
    outboundTask: OperationTask.nullable().meta({ description: 'Null when that side was deleted.' }),
    timesCrossed: z.boolean().meta({ description: 'The outbound time is not after the inbound time.' }),
    workspace: Id.nullable(),
  })
  .meta({ id: 'Operation', description: 'Links an inbound task to an outbound task.' });
export type OperationRecord = z.output<typeof OperationRecord>;

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
export type OperationCreate = z.output<typeof OperationCreate>;

/** In bulk `isBlocker` is required. */
export const OperationBulkCreate = writeShape({ ...created, isBlocker: z.boolean() }, readOnly).meta({
  id: 'OperationBulkCreate',
  example,
});
export type OperationBulkCreate = z.output<typeof OperationBulkCreate>;

const patch = { id: Id.exactOptional(), planning: Id.exactOptional(), ...patched };

export const OperationPatch = writeShape(patch, readOnly).meta({
  id: 'OperationPatch',
  description: 'Members that are absent stay; null clears. The planning of a record never changes.',
  example: { inboundTask: { expectedTime: '2026-11-20T10:05:00Z' } },
});
export type OperationPatch = z.output<typeof OperationPatch>;

export const OperationBulkPatch = writeShape({ ...patch, id: Id }, readOnly).meta({
  id: 'OperationBulkPatch',
  example: { id: 'op-1', inboundTask: { expectedTime: '2026-11-20T10:05:00Z' } },
});
export type OperationBulkPatch = z.output<typeof OperationBulkPatch>;

export const OperationEdit = writeShape({ ...patch, basedOn: BasedOn.exactOptional() }, readOnly).meta({
  id: 'OperationEdit',
  description: 'Of an operation that is there: members that are absent stay. A new one needs both tasks.',
  example: { id: 'op-1', outboundTask: { imposedDelayInSeconds: 900 } },
});

/** A list body: bare, or below `member`. */
export const listBody = <T extends z.ZodType, M extends string>(item: T, member: M) =>
  z
    .union([z.array(item), z.strictObject({ [member]: z.array(item) } as { [K in M]: z.ZodArray<T> })])
    .transform((body) => (Array.isArray(body) ? body : (body as { [K in M]: z.output<T>[] })[member]));

export const OperationBulkCreateBody = listBody(OperationBulkCreate, 'operations');
export const OperationBulkPatchBody = listBody(OperationBulkPatch, 'operations');

export const OperationTasksUpdate = z.strictObject({
  operationId: Id,
  inboundTask: TaskPatchNested.exactOptional(),
  outboundTask: TaskPatchNested.exactOptional(),
});

export const TasksBulkUpdate = z.strictObject({ operations: z.array(OperationTasksUpdate) }).meta({
  id: 'TasksBulkUpdate',
  example: {
    operations: [{ operationId: 'op-1', inboundTask: { plannedTime: '2026-11-20T09:30:00Z', sigma: 300 } }],
  },
});
export type TasksBulkUpdate = z.output<typeof TasksBulkUpdate>;

const { planning: _planning, ...uploaded } = created;

/** Upload: the planning is the path's and those named; `isBlocker` defaults to false. */
export const OperationUpload = writeShape(uploaded, [...readOnly, 'planning']).meta({
  id: 'OperationUpload',
  description: 'Created, or updated when its externalId exists in the planning already.',
  example: { externalId: 'TG920-20261120', inboundTask: example.inboundTask, outboundTask: example.outboundTask },
});
export type OperationUpload = z.output<typeof OperationUpload>;

export const BulkUpload = z
  .strictObject({ plannings: z.array(Id).max(100).exactOptional(), operations: z.array(OperationUpload) })
  .meta({ id: 'BulkUpload' });
export type BulkUpload = z.output<typeof BulkUpload>;

export const BulkUploadResult = z
  .object({ created: z.int(), updated: z.int(), unchanged: z.int(), operations: z.array(Id) })
  .meta({ id: 'BulkUploadResult', description: 'created, updated and unchanged count records over all plannings.' });

export const BulkUploadPreview = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    problems: z.array(
      Problem.extend({
        row: z.int().nullable().meta({
          description: 'Line of the CSV or NDJSON, or element of the array, from 1; null: no single row is at fault.',
        }),
        path: z.string().meta({ description: 'In the operation: `inboundTask.expectedTime`; empty: the whole row.' }),
      }),
    ),
  })
  .meta({
    id: 'BulkUploadPreview',
    description:
      'What an upload would do: counts of the records without a problem, and at most 1000 problems. With any problem the real one is refused as a whole.',
  });

export const OperationSearch = z
  .strictObject({ externalId: ExternalId })
  .meta({ id: 'OperationSearch', example: { externalId: 'TG920-20261120' } });
