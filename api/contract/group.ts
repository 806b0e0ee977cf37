import { z } from 'zod';
import { inputsOf, recordsOf } from '../../schedule/entities/field.ts';
import { GROUP } from '../../schedule/entities/fields.ts';
import { Id, Name, optional, writeShape } from '../../schedule/entities/primitives.ts';

export const GroupRecord = z
  .object({
    id: Id,
    versionId: z.string(),
    workspace: Id.nullable(),
    planning: Id,
    ...recordsOf(GROUP),
  })
  .meta({ id: 'OperationGroup', description: 'A grouping of operations, for example a port call.' });
export type GroupRecord = z.output<typeof GroupRecord>;

const readOnly = ['versionId', 'workspace'];
const members = {
  id: Id.exactOptional(),
  planning: Id,
  ...inputsOf(GROUP),
  name: Name,
};

export const GroupCreate = writeShape(members, readOnly).meta({
  id: 'OperationGroupCreate',
  example: { planning: 'demo', name: 'Port call 4711' },
});
export type GroupCreate = z.output<typeof GroupCreate>;

export const GroupPatch = writeShape(optional(members), readOnly).meta({
  id: 'OperationGroupPatch',
  example: { name: 'Port call 4712' },
});
export type GroupPatch = z.output<typeof GroupPatch>;
