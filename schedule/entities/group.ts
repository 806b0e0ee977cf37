import { z } from 'zod';
import { field, inputsOf, recordsOf } from './field.ts';
import { Id, IN_PLANNING, Name, NameText, optional, VersionId, writeShape } from './primitives.ts';
import type { Input, Output } from './shape.ts';
import { externalId, metadata } from './sharedFields.ts';

export const GROUP = { name: field(Name.nullable(), NameText.nullable(), null), externalId, metadata };

export const GroupRecord = z
  .object({ id: Id, versionId: VersionId, workspace: Id.nullable(), planning: Id, ...recordsOf(GROUP) })
  .meta({ id: 'OperationGroup', description: 'A grouping of operations, for example a port call.' });
export type GroupRecord = Output<typeof GroupRecord>;

const readOnly = ['versionId', 'workspace'];
/** Some stored groups have no name, but a write must give one. */
const own = { ...inputsOf(GROUP), name: Name };
const members = { id: Id.exactOptional(), planning: Id, ...own };

export const GroupCreate = writeShape(members, readOnly).meta({
  id: 'OperationGroupCreate',
  example: { planning: 'demo', name: 'Port call 4711' },
});

export const GroupPatch = writeShape(optional(members), readOnly).meta({
  id: 'OperationGroupPatch',
  example: { name: 'Port call 4712' },
});
export type GroupInput = Input<typeof GroupPatch>;

export const DocumentGroup = writeShape({ id: Id, ...own }, IN_PLANNING);
