import { z } from 'zod';
import { field, inputsOf, recordsOf } from './field.ts';
import {
  AuthorName,
  type Across,
  BasedOn,
  Id,
  IN_PLANNING,
  Instant,
  Timestamp,
  VersionId,
  writeShape,
} from './primitives.ts';
import type { Input, Output } from './shape.ts';
import { metadata } from './sharedFields.ts';

const PARTS = {
  description: 'The parts, one after another; an operation that stays on one resource has one part.',
};
const OVERRIDE = {
  description:
    'Assigns the operation even if the resource lacks required tags; the message of the changeset says so. Default: false.',
};
const FIXED = { description: 'Solvers and strategies do not move this part. Default: false.' };
export const PART = { isFixed: field(z.boolean().meta(FIXED), z.boolean().meta(FIXED), false), metadata };

/** Instants in records; stored as epoch milliseconds. */
const FOLLOWS = { description: 'Null if the part follows the expected window of the operation. Default: null.' };
const ownTime = { input: Timestamp.nullable().meta(FOLLOWS), record: Instant.nullable().meta(FOLLOWS) };
export const PART_TIMES = { startAt: ownTime, endAt: ownTime };

export const ASSIGNMENT = { metadata };

const AssignmentPart = z
  .object({
    id: Id,
    ...recordsOf(PART_TIMES),
    resource: Id.nullable(),
    ...recordsOf(PART),
  })
  .meta({ id: 'AssignmentPart' });

export const AssignmentRecord = z
  .object({
    id: Id.nullable().meta({ description: 'Null for a tombstone of a workspace.' }),
    versionId: VersionId.nullable(),
    operation: Id,
    planning: Id,
    parts: z.array(AssignmentPart).meta(PARTS),
    resource: Id.nullable().meta({ description: 'The resource of the first part.' }),
    location: Id.nullable().meta({ description: "The location of the first part's resource." }),
    ...recordsOf(ASSIGNMENT),
    override: z.boolean().meta(OVERRIDE),
    active: z.boolean().meta({ description: 'True while the assignment holds; false once it has ended.' }),
    assignedAt: Instant.nullable(),
    assignedBy: z.string().nullable().meta({ description: 'The id of the user who assigned the operation.' }),
    assignedByName: AuthorName.exactOptional(),
    validTo: Instant.nullable(),
    workspace: Id.nullable(),
    tombstone: z.boolean().meta({ description: 'True if a workspace ends an assignment of the mainline.' }),
  })
  .meta({ id: 'Assignment', description: 'Links an operation to a resource, or to several one after another.' });
export type AssignmentRecord = Output<typeof AssignmentRecord>;

export const PartWrite = writeShape({
  id: Id.exactOptional(),
  ...inputsOf(PART_TIMES),
  resource: Id.nullable(),
  ...inputsOf(PART),
}).meta({ id: 'AssignmentPartWrite' });
export type AssignmentPartInput = Partial<Input<typeof PartWrite>>;

/** Maximum number of parts of one assignment. */
const PART_LIMIT = 100;

export const placeMembers = {
  resource: Id.nullable().exactOptional(),
  parts: z.array(PartWrite).min(1).max(PART_LIMIT).exactOptional().meta(PARTS),
};
export const overrideMember = { override: z.boolean().exactOptional().meta(OVERRIDE) };

interface Place {
  readonly resource?: string | null;
  readonly parts?: readonly { readonly resource: string | null }[];
}

/** Checks that a write has `resource` or `parts`. Both are allowed only as they are read, where `resource` is that of the first part. */
export const onePlace: Across<Place> = ({ parts, resource }, { issues }, isSent) => {
  if (!isSent('parts') && !isSent('resource')) {
    issues.push({
      code: 'custom',
      input: undefined,
      path: ['resource'],
      message: 'is required unless parts is given',
      params: { code: 'required' },
    });
  }
  if (parts !== undefined && resource !== undefined && parts[0]?.resource !== resource) {
    issues.push({
      code: 'custom',
      input: parts,
      path: ['resource'],
      message: 'contradicts parts; it must be the resource of the first part, so send only one of the two',
      params: { code: 'resource_and_parts' },
    });
  }
};

/** Drops `resource` if `parts` is given, which includes it. */
export const withoutRepeatedPlace = <T extends Place>(place: T): T => {
  if (place.parts === undefined || place.resource === undefined) return place;
  const rest = { ...place };
  Reflect.deleteProperty(rest, 'resource');
  return rest;
};

const readOnly = [
  'versionId',
  'assignedAt',
  'assignedBy',
  'assignedByName',
  'validTo',
  'workspace',
  'tombstone',
  'location',
];
const members = {
  id: Id.exactOptional(),
  operation: Id,
  planning: Id.exactOptional(),
  ...placeMembers,
  ...inputsOf(ASSIGNMENT),
  ...overrideMember,
};

export const AssignmentCreate = writeShape(
  {
    ...members,
    active: z.literal(true).exactOptional().meta({ description: 'Always true here, and may be left out.' }),
  },
  readOnly,
  onePlace,
)
  .transform(withoutRepeatedPlace)
  .meta({
    id: 'AssignmentCreate',
    example: {
      operation: 'op-1',
      resource: 'A12',
      planning: 'demo',
      metadata: { kind: 'maritime_berth', position: null },
    },
  });

export const AssignmentBulkItem = writeShape(
  {
    ...members,
    active: z.boolean().exactOptional().meta({ description: 'False ends the assignment. Default: true.' }),
    basedOn: BasedOn.nullable().exactOptional().meta({
      description:
        "versionId of the operation's assignment that you last saw, or null if it had none. The response is 412 if it has changed since.",
    }),
  },
  readOnly,
  (item, context, isSent) => {
    if (item.active !== false) onePlace(item, context, isSent);
  },
)
  .transform(withoutRepeatedPlace)
  .meta({ id: 'AssignmentBulkItem', description: '`active: false` unassigns.' });
/** A place is `resource` (one part) or `parts`. If both are given, as in a record that was read, they must agree. */
export type AssignmentInput = Omit<Input<typeof AssignmentBulkItem>, 'parts'> & {
  readonly parts?: readonly AssignmentPartInput[] | undefined;
};

export const AssignmentBulk = z
  .strictObject({
    assignments: z
      .array(AssignmentBulkItem)
      .meta({ description: 'At most one item for each operation; all are written as one changeset.' }),
  })
  .meta({ id: 'AssignmentBulk', example: { assignments: [{ operation: 'op-1', resource: 'A12', active: true }] } });

export const DocumentAssignment = writeShape(
  { id: Id.exactOptional(), operation: Id, ...placeMembers, ...inputsOf(ASSIGNMENT), ...overrideMember },
  [...IN_PLANNING, ...readOnly, 'active'],
  onePlace,
).transform(withoutRepeatedPlace);
