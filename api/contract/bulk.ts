/** Request and response bodies of endpoints that handle many operations at once. */
import { MovementUpload } from '../../schedule/entities/movement.ts';
import { z } from 'zod';
import { recordOf } from '../../engine/recordOf.ts';
import { OperationBulkCreate, OperationBulkPatch, OperationUpload } from '../../schedule/entities/operation.ts';
import { ExternalId, Id } from '../../schedule/entities/primitives.ts';
import { TaskPatchNested } from '../../schedule/entities/task.ts';
import { Problem } from './error.ts';

/** The schema of a list that is sent as a bare array or as `{ [member]: array }`; parses to the latter, and the path at which the list was sent. */
const listBody = <T extends z.ZodType, M extends string>(item: T, member: M) =>
  z
    .union([
      z.array(item),
      z.strictObject(recordOf([member], () => z.array(item).meta({ description: 'The same list as the bare array.' }))),
    ])
    .transform(
      (body) =>
        (Array.isArray(body) ? { [member]: body, path: '' } : { ...body, path: member }) as {
          readonly [K in M]: z.output<T>[];
        } & { readonly path: string },
    );

export const OperationBulkCreateBody = listBody(OperationBulkCreate, 'operations');
export const OperationBulkPatchBody = listBody(OperationBulkPatch, 'operations');

export const OperationTasksUpdate = z.strictObject({
  operationId: Id,
  inboundTask: TaskPatchNested.exactOptional(),
  outboundTask: TaskPatchNested.exactOptional(),
});

export const TasksBulkUpdate = z
  .strictObject({
    operations: z.array(OperationTasksUpdate).meta({ description: 'The operations with tasks to change.' }),
  })
  .meta({
    id: 'TasksBulkUpdate',
    example: {
      operations: [{ operationId: 'op-1', inboundTask: { plannedTime: '2026-11-20T09:30:00Z', sigma: 300 } }],
    },
  });

const OPERATION_UPLOADED = {
  externalId: 'TG920-20261120',
  inboundTask: { taskName: 'TG920', plannedTime: '2026-11-20T09:30:00Z', expectedTime: '2026-11-20T09:45:00Z' },
  outboundTask: { taskName: 'TG921', plannedTime: '2026-11-20T11:40:00Z', expectedTime: '2026-11-20T11:40:00Z' },
};

export const BulkUpload = z
  .strictObject({
    plannings: z.array(Id).max(100).exactOptional().meta({
      description: 'The plannings to write to, besides those in the query.',
    }),
    operations: z.array(OperationUpload).exactOptional().meta({
      description: 'Operations with both tasks.',
    }),
    movements: z.array(MovementUpload).exactOptional().meta({
      description: 'Arrivals and departures, each on its own; the service makes operations of them.',
    }),
  })
  .superRefine(({ operations, movements }, context) => {
    if (operations !== undefined || movements !== undefined) return;
    const message = 'is required (or movements)';
    context.addIssue({ code: 'custom', path: ['operations'], message, params: { code: 'required' } });
  })
  .meta({
    id: 'BulkUpload',
    description: 'With operations, movements, or both.',
    example: { operations: [OPERATION_UPLOADED] },
  });

const COUNTS = {
  created: z.int().meta({ description: 'Operations that are new.' }),
  updated: z.int().meta({ description: 'Operations that change.' }),
  unchanged: z.int().meta({ description: 'Operations that already matched the upload.' }),
  deleted: z
    .int()
    .meta({ description: 'Operations whose movements were all canceled, or that were merged into another one.' }),
};

const ROW = z.int().nullable().meta({
  description: 'The line of the file, or the position in the array, from 1; null when no single row is at fault.',
});
const ROW_PATH = z.string().meta({
  description:
    'The member of the operation or movement, such as `inboundTask.expectedTime`, or the field of the file; empty when the whole row is at fault.',
});

const WARNINGS = {
  warnings: z.array(z.object({ row: ROW, path: ROW_PATH, message: Problem.shape.message })).meta({
    description:
      'Values whose reading somebody may want to check, at most 1000: local times that occur twice or never because clocks are changed, and external ids of operations that already were in an earlier row.',
  }),
};

export const BulkUploadResult = z
  .object({
    ...COUNTS,
    operations: z.array(Id).meta({ description: 'The ids of the operations that were not deleted.' }),
    ...WARNINGS,
  })
  .meta({
    id: 'BulkUploadResult',
    description: 'What an upload did, in all of its plannings together.',
  });

export const BulkUploadPreview = z
  .object({
    ...COUNTS,
    problems: z
      .array(Problem.extend({ row: ROW, path: ROW_PATH }))
      .meta({ description: 'What is wrong, in the order of the rows.' }),
    ...WARNINGS,
  })
  .meta({
    id: 'BulkUploadPreview',
    description:
      'What an upload would do: counts of the records without a problem, and at most 1000 problems. An upload with any problem is refused as a whole.',
  });

export const OperationSearch = z
  .strictObject({ externalId: ExternalId.meta({ description: 'The externalId of the operations to find.' }) })
  .meta({ id: 'OperationSearch', example: { externalId: 'TG920-20261120' } });
