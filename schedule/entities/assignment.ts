import { z } from 'zod';
import { field, inputsOf, recordsOf } from './field.ts';
import { AuthorName, type Across, BasedOn, Id, IN_PLANNING, Instant, Timestamp, writeShape } from './primitives.ts';
import type { Input, Told } from './shape.ts';
import { metadata } from './sharedFields.ts';

/** Of one part: one resource, from when to when. */
const FIXED = { description: 'Solvers and strategies leave this part where it is. Default: false.' };
export const PART = { isFixed: field(z.boolean().meta(FIXED), z.boolean().meta(FIXED), false), metadata };

/** Epoch milliseconds where they are stored. */
const FOLLOWS = { description: 'Null when the part follows the expected window of the operation. Default: null.' };
const ownTime = { input: Timestamp.nullable().meta(FOLLOWS), record: Instant.nullable().meta(FOLLOWS) };
export const PART_TIMES = { startAt: ownTime, endAt: ownTime };

export const ASSIGNMENT = { metadata };

export const AssignmentPart = z
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
    versionId: z.string().nullable(),
    operation: Id,
    planning: Id,
    parts: z.array(AssignmentPart),
    resource: Id.nullable().meta({ description: "The first part's." }),
    location: Id.nullable().meta({ description: "That of the first part's resource." }),
    ...recordsOf(ASSIGNMENT),
    override: z.boolean(),
    active: z.boolean(),
    assignedAt: Instant.nullable(),
    assignedBy: z.string().nullable(),
    assignedByName: AuthorName.exactOptional(),
    validTo: Instant.nullable(),
    workspace: Id.nullable(),
    tombstone: z.boolean(),
  })
  .meta({ id: 'Assignment', description: 'Links an operation to a resource, or to several one after another.' });
export type AssignmentRecord = Told<typeof AssignmentRecord>;

export const PartWrite = writeShape({
  id: Id.exactOptional(),
  ...inputsOf(PART_TIMES),
  resource: Id.nullable(),
  ...inputsOf(PART),
}).meta({ id: 'AssignmentPartWrite' });
export type AssignmentPartInput = Partial<Input<typeof PartWrite>>;

/** The most parts one assignment may have. */
export const PART_LIMIT = 100;

export const placeMembers = {
  resource: Id.nullable().exactOptional(),
  parts: z.array(PartWrite).min(1).max(PART_LIMIT).exactOptional(),
};

interface Place {
  readonly resource?: string | null;
  readonly parts?: readonly { readonly resource: string | null }[];
}

/** `resource` or `parts`; both only as they are read, where `resource` is the first part's. */
export const onePlace: Across<Place> = ({ parts, resource }, { issues }, isSent) => {
  if (!isSent('parts') && !isSent('resource')) {
    issues.push({
      code: 'custom',
      input: undefined,
      path: ['resource'],
      message: 'is required (or parts)',
      params: { code: 'required' },
    });
  }
  if (parts !== undefined && resource !== undefined && parts[0]?.resource !== resource) {
    issues.push({
      code: 'custom',
      input: parts,
      path: ['resource'],
      message: 'contradicts parts; it is the first part’s resource, so send one of the two',
      params: { code: 'resource_and_parts' },
    });
  }
};

/** Of a place as read, `parts` says it all. */
export const withoutRepeatedPlace = <T extends Place>(place: T): T => {
  if (place.parts === undefined || place.resource === undefined) return place;
  const { resource: _resource, ...rest } = place;
  return rest as T;
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
  override: z
    .boolean()
    .exactOptional()
    .meta({ description: 'Place it although the resource lacks required tags; kept with the changeset.' }),
};

export const AssignmentCreate = writeShape({ ...members, active: z.literal(true).exactOptional() }, readOnly, onePlace)
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
    active: z.boolean().exactOptional(),
    basedOn: BasedOn.nullable().exactOptional().meta({
      description:
        'versionId of the assignment that the operation had when you looked, null for none: 412 when it has another now.',
    }),
  },
  readOnly,
  (item, context, isSent) => {
    if (item.active !== false) onePlace(item, context, isSent);
  },
)
  .transform(withoutRepeatedPlace)
  .meta({ id: 'AssignmentBulkItem', description: '`active: false` unassigns.' });
/** `resource` (one part) or `parts`. Where both are there, as in a record read back, they must agree. */
export type AssignmentInput = Omit<Input<typeof AssignmentBulkItem>, 'parts'> & {
  readonly parts?: readonly AssignmentPartInput[] | undefined;
};

export const AssignmentBulk = z
  .strictObject({ assignments: z.array(AssignmentBulkItem) })
  .meta({ id: 'AssignmentBulk', example: { assignments: [{ operation: 'op-1', resource: 'A12', active: true }] } });

const documented = z.boolean().exactOptional();
export const DocumentAssignment = writeShape(
  { id: Id.exactOptional(), operation: Id, ...placeMembers, ...inputsOf(ASSIGNMENT), override: documented },
  [...IN_PLANNING, ...readOnly, 'active'],
  onePlace,
).transform(withoutRepeatedPlace);
