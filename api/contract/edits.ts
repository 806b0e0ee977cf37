import { AssignmentBulkItem, AssignmentRecord } from '../../schedule/entities/assignment.ts';
import { OperationEdit, OperationRecord } from '../../schedule/entities/operation.ts';
import { TaskEdit, TaskRecord } from '../../schedule/entities/task.ts';
import { z } from 'zod';
import { BasedOn, Description, Id } from '../../schedule/entities/primitives.ts';

export const Edits = z
  .strictObject({
    operations: z.array(OperationEdit).exactOptional().meta({ description: 'Operations to create or update.' }),
    tasks: z.array(TaskEdit).exactOptional().meta({ description: 'Tasks to create or update.' }),
    assignments: z.array(AssignmentBulkItem).exactOptional().meta({ description: 'Operations to assign or unassign.' }),
    delete: z
      .strictObject({
        operations: z
          .array(z.union([Id, z.strictObject({ id: Id, basedOn: BasedOn.exactOptional() })]))
          .exactOptional()
          .meta({ description: 'Operations to delete: their ids, or ids with the versions last seen.' }),
      })
      .exactOptional()
      .meta({ description: 'Records to delete.' }),
    message: Description.exactOptional().meta({ description: 'A message that is kept with the changeset.' }),
  })
  .meta({
    id: 'Edits',
    description:
      'Edits that are written as one changeset. A record with an id that the planning has is updated; without an id, or with a new one, it is created.',
    example: {
      operations: [
        {
          id: 'closed-A12',
          isBlocker: true,
          isFixedToResource: true,
          inboundTask: {
            taskName: 'Closed',
            plannedTime: '2026-11-20T09:00:00Z',
            expectedTime: '2026-11-20T09:00:00Z',
          },
          outboundTask: {
            taskName: 'Open again',
            plannedTime: '2026-11-20T12:00:00Z',
            expectedTime: '2026-11-20T12:00:00Z',
          },
        },
      ],
      assignments: [
        { operation: 'closed-A12', resource: 'A12' },
        { operation: 'op-1', resource: 'A14', basedOn: '0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44' },
      ],
      message: 'A12 is closed for repair',
    },
  });

export const EditsResult = z
  .object({
    change: Id.nullable().meta({
      description: 'The changeset, which can be reverted as one; null when nothing differed.',
    }),
    operations: z.array(OperationRecord).meta({ description: 'The operations of the request.' }),
    tasks: z.array(TaskRecord).meta({ description: 'The tasks of the request.' }),
    assignments: z.array(AssignmentRecord).meta({ description: 'The assignments of the request.' }),
  })
  .meta({ id: 'EditsResult', description: 'Records in the order of the request, as they are after it.' });
