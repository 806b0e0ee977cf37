import { z } from 'zod';
import { inputsOf, recordsOf } from './field.ts';
import { Id, IN_PLANNING, optional, TagIds, Tags, VersionId, writeShape } from './primitives.ts';
import type { Input, Output } from './shape.ts';
import { externalId, metadata, name, ordering } from './sharedFields.ts';
import { TagDetails } from './tag.ts';

export const RESOURCE = { externalId, ordering, metadata, name };

const adjacent = z.array(Id);
const ADJACENT = { description: 'The ids of its neighbors, to which adjacency rules refer. Default: none.' };

export const ResourceRecord = z
  .object({
    id: Id,
    versionId: VersionId,
    workspace: Id.nullable(),
    planning: Id,
    ...recordsOf(RESOURCE),
    adjacent: adjacent.meta(ADJACENT),
    tags: TagIds,
    tagsDetails: TagDetails,
    location: Id,
    parent: Id.nullable(),
  })
  .meta({ id: 'Resource', description: 'An assignable asset within a location.' });
export type ResourceRecord = Output<typeof ResourceRecord>;

const readOnly = ['versionId', 'workspace', 'tagsDetails'];
const own = {
  ...inputsOf(RESOURCE),
  adjacent: adjacent.max(1000).exactOptional().meta(ADJACENT),
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

export const DocumentResource = writeShape({ id: Id, ...own, adjacent: adjacent.exactOptional().meta(ADJACENT) }, [
  ...IN_PLANNING,
  'tagsDetails',
]);
