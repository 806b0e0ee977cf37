import { z } from 'zod';
import { inputsOf, recordsOf } from './field.ts';
import { Id, IN_PLANNING, optional, Tags, writeShape } from './primitives.ts';
import type { Input, Output } from './shape.ts';
import { externalId, metadata, name, ordering } from './sharedFields.ts';
import { TagDetail } from './tag.ts';

export const RESOURCE = { externalId, ordering, metadata, name };

export const ResourceRecord = z
  .object({
    id: Id,
    versionId: z.string(),
    workspace: Id.nullable(),
    planning: Id,
    ...recordsOf(RESOURCE),
    adjacent: z.array(Id),
    tags: z.array(Id),
    tagsDetails: z.array(TagDetail),
    location: Id,
    parent: Id.nullable(),
  })
  .meta({ id: 'Resource', description: 'An assignable asset within a location.' });
export type ResourceRecord = Output<typeof ResourceRecord>;

const readOnly = ['versionId', 'workspace', 'tagsDetails'];
const adjacent = z.array(Id);
const own = {
  ...inputsOf(RESOURCE),
  adjacent: adjacent.max(1000).exactOptional(),
  tags: Tags.exactOptional(),
  location: Id,
  parent: Id.nullable().exactOptional(),
};
const members = {
  id: Id.exactOptional(),
  planning: Id.exactOptional().meta({
    description: 'The planning of its location. It need not be sent; if it is, it must be that planning.',
  }),
  ...own,
};

export const ResourceCreate = writeShape(members, readOnly).meta({
  id: 'ResourceCreate',
  example: { name: 'A12', location: 'pier-a', tags: [], adjacent: [] },
});

export const ResourcePatch = writeShape(optional(members), readOnly).meta({
  id: 'ResourcePatch',
  example: { name: 'A12L', ordering: 12 },
});
export type ResourceInput = Input<typeof ResourcePatch>;

export const DocumentResource = writeShape({ id: Id, ...own, adjacent: adjacent.exactOptional() }, [
  ...IN_PLANNING,
  'tagsDetails',
]);
