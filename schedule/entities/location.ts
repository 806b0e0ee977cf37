import { z } from 'zod';
import { inputsOf, recordsOf } from './field.ts';
import { Id, IN_PLANNING, optional, VersionId, writeShape } from './primitives.ts';
import { ResourceRecord } from './resource.ts';
import type { Input, Output } from './shape.ts';
import { externalId, metadata, name, ordering } from './sharedFields.ts';

export const LOCATION = { name, externalId, ordering, metadata };

export const LocationRecord = z
  .object({
    id: Id,
    versionId: VersionId,
    workspace: Id.nullable(),
    planning: Id,
    ...recordsOf(LOCATION),
    parent: Id.nullable(),
  })
  .meta({ id: 'Location', description: 'A physical area.' });
export type LocationRecord = Output<typeof LocationRecord>;

export const LocationWithResources = LocationRecord.extend({
  resources: z.array(ResourceRecord).meta({ description: 'The resources in the location.' }),
}).meta({
  id: 'LocationWithResources',
});
export type LocationWithResources = Output<typeof LocationWithResources>;

const readOnly = ['versionId', 'workspace', 'resources'];
const own = { ...inputsOf(LOCATION), parent: Id.nullable().exactOptional() };
const members = { id: Id.exactOptional(), planning: Id, ...own };

export const LocationCreate = writeShape(members, readOnly).meta({
  id: 'LocationCreate',
  example: { planning: 'demo', name: 'Pier A' },
});

export const LocationPatch = writeShape(optional(members), readOnly).meta({
  id: 'LocationPatch',
  example: { name: 'Pier A north' },
});
export type LocationInput = Input<typeof LocationPatch>;

export const DocumentLocation = writeShape({ id: Id, ...own }, [...IN_PLANNING, 'resources']);
