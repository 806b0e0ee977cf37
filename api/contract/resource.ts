import { z } from 'zod';
import { ExternalId, Id, Metadata, Name, optional, writeShape, Tags } from './primitives.ts';
import { TagDetail } from './tag.ts';

export const ResourceRecord = z
  .object({
    id: Id,
    versionId: z.string(),
    workspace: Id.nullable(),
    planning: Id,
    externalId: z.string().nullable(),
    name: z.string(),
    ordering: z.number().nullable(),
    adjacent: z.array(Id),
    tags: z.array(Id),
    tagsDetails: z.array(TagDetail),
    location: Id,
    parent: Id.nullable(),
    metadata: z.unknown(),
  })
  .meta({ id: 'Resource', description: 'An assignable asset within a location.' });
export type ResourceRecord = z.output<typeof ResourceRecord>;

const readOnly = ['versionId', 'workspace', 'tagsDetails'];
const members = {
  id: Id.exactOptional(),
  planning: Id.exactOptional().meta({ description: "Its location's planning; needed by nobody." }),
  externalId: ExternalId.nullable().exactOptional(),
  name: Name,
  ordering: z.number().nullable().exactOptional(),
  adjacent: z.array(Id).max(1000).exactOptional(),
  tags: Tags.exactOptional(),
  location: Id,
  parent: Id.nullable().exactOptional(),
  metadata: Metadata.exactOptional(),
};

export const ResourceCreate = writeShape(members, readOnly).meta({
  id: 'ResourceCreate',
  example: { name: 'A12', location: 'pier-a', tags: [], adjacent: [] },
});
export type ResourceCreate = z.output<typeof ResourceCreate>;

export const ResourcePatch = writeShape(optional(members), readOnly).meta({
  id: 'ResourcePatch',
  example: { name: 'A12L', ordering: 12 },
});
export type ResourcePatch = z.output<typeof ResourcePatch>;
