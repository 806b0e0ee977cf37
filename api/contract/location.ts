import { z } from 'zod';
import { inputsOf, recordsOf } from '../../schedule/entities/field.ts';
import { LOCATION } from '../../schedule/entities/fields.ts';
import { Id, Name, optional, writeShape } from '../../schedule/entities/primitives.ts';
import { ResourceRecord } from './resource.ts';

export const LocationRecord = z
  .object({
    id: Id,
    versionId: z.string(),
    workspace: Id.nullable(),
    planning: Id,
    name: z.string(),
    ...recordsOf(LOCATION),
    parent: Id.nullable(),
  })
  .meta({ id: 'Location', description: 'A physical area.' });
export type LocationRecord = z.output<typeof LocationRecord>;

export const LocationWithResources = LocationRecord.extend({ resources: z.array(ResourceRecord) }).meta({
  id: 'LocationWithResources',
});
export type LocationWithResources = z.output<typeof LocationWithResources>;

const readOnly = ['versionId', 'workspace', 'resources'];
const members = {
  id: Id.exactOptional(),
  planning: Id,
  name: Name,
  ...inputsOf(LOCATION),
  parent: Id.nullable().exactOptional(),
};

export const LocationCreate = writeShape(members, readOnly).meta({
  id: 'LocationCreate',
  example: { planning: 'demo', name: 'Pier A' },
});
export type LocationCreate = z.output<typeof LocationCreate>;

export const LocationPatch = writeShape(optional(members), readOnly).meta({
  id: 'LocationPatch',
  example: { name: 'Pier A north' },
});
export type LocationPatch = z.output<typeof LocationPatch>;
