import { z } from 'zod';
import { ExternalId, Id, Metadata, Name, optional, writeShape } from './primitives.ts';

export const GroupRecord = z
  .object({
    id: Id,
    versionId: z.string(),
    workspace: Id.nullable(),
    planning: Id,
    name: z.string().nullable(),
    externalId: z.string().nullable(),
    metadata: z.unknown(),
  })
  .meta({ id: 'OperationGroup', description: 'A grouping of operations, for example a port call.' });
export type GroupRecord = z.output<typeof GroupRecord>;

const readOnly = ['versionId', 'workspace'];
const members = {
  id: Id.exactOptional(),
  planning: Id,
  name: Name,
  externalId: ExternalId.nullable().exactOptional(),
  metadata: Metadata.exactOptional(),
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
