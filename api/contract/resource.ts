import { z } from 'zod';
import { inputsOf, recordsOf } from '../../schedule/entities/field.ts';
import { RESOURCE } from '../../schedule/entities/fields.ts';
import { Id, Name, optional, writeShape, Tags } from '../../schedule/entities/primitives.ts';
import { TagDetail } from './tag.ts';

export const ResourceRecord = z
  .object({
    id: Id,
    versionId: z.string(),
    workspace: Id.nullable(),
    planning: Id,
    ...recordsOf(RESOURCE),
    name: z.string(),
    adjacent: z.array(Id),
    tags: z.array(Id),
    tagsDetails: z.array(TagDetail),
    location: Id,
    parent: Id.nullable(),
  })
  .meta({ id: 'Resource', description: 'An assignable asset within a location.' });
export type ResourceRecord = z.output<typeof ResourceRecord>;

const readOnly = ['versionId', 'workspace', 'tagsDetails'];
const members = {
  id: Id.exactOptional(),
  planning: Id.exactOptional().meta({ description: "Its location's planning; needed by nobody." }),
  ...inputsOf(RESOURCE),
  name: Name,
  adjacent: z.array(Id).max(1000).exactOptional(),
  tags: Tags.exactOptional(),
  location: Id,
  parent: Id.nullable().exactOptional(),
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
