import { z } from 'zod';
import { inputsOf } from '../../schedule/entities/field.ts';
import { GROUP, LOCATION, OPERATION, RESOURCE } from '../../schedule/entities/fields.ts';
import { Color } from './tag.ts';
import { onePlace, placeMembers, withoutRepeatedPlace } from './assignment.ts';
import { RunParameters } from './optimization.ts';
import { planningMembers } from './planning.ts';
import { Id, Metadata, Name, text, writeShape, Tags } from '../../schedule/entities/primitives.ts';
import type { RuleSchemas } from './rule.ts';
import { DocumentTask } from './task.ts';

const inPlanning = ['planning', 'versionId', 'workspace'];
const list = <T extends z.ZodType>(item: T) => z.array(item).max(1_000_000).default([]);

const DocumentLocation = writeShape(
  {
    id: Id,
    name: Name,
    ...inputsOf(LOCATION),
    parent: Id.nullable().exactOptional(),
  },
  [...inPlanning, 'resources'],
);

const DocumentTag = writeShape(
  {
    uuid: Id,
    category: text(100).min(1),
    value: text(255).min(1),
    required: z.boolean().exactOptional(),
    color: Color.exactOptional(),
  },
  inPlanning,
);

const DocumentResource = writeShape(
  {
    id: Id,
    name: Name,
    location: Id,
    ...inputsOf(RESOURCE),
    adjacent: z.array(Id).exactOptional(),
    tags: Tags.exactOptional(),
    parent: Id.nullable().exactOptional(),
  },
  [...inPlanning, 'tagsDetails'],
);

const DocumentGroup = writeShape({ id: Id, ...inputsOf(GROUP), name: Name }, inPlanning);

const DocumentOperation = writeShape(
  {
    id: Id,
    ...inputsOf(OPERATION),
    tags: Tags.exactOptional(),
    group: Id.nullable().exactOptional(),
    inboundTask: DocumentTask.nullable(),
    outboundTask: DocumentTask.nullable(),
  },
  [...inPlanning, 'tagsDetails', 'requiredTags', 'operationName', 'operationDependencies', 'timesCrossed'],
);

const DocumentAssignment = writeShape(
  {
    id: Id.exactOptional(),
    operation: Id,
    ...placeMembers,
    metadata: Metadata.exactOptional(),
    override: z.boolean().exactOptional(),
  },
  [...inPlanning, 'assignedAt', 'assignedBy', 'assignedByName', 'validTo', 'tombstone', 'location', 'active'],
  onePlace,
).transform(withoutRepeatedPlace);

/** What the lists of a document hold. */
export const documentLists = (rules: RuleSchemas) => ({
  locations: DocumentLocation,
  tags: DocumentTag,
  resources: DocumentResource,
  groups: DocumentGroup,
  operations: DocumentOperation,
  rules: rules.document,
  assignments: DocumentAssignment,
});

const FORMAT = 'tidegate/planning@1';

/**
 * A whole planning as one JSON value (`tidegate/planning@1`). Checks shapes; that ids exist and are unique is judged by
 * whoever compiles or imports it. Lists that are absent are empty.
 */
export const planningDocument = (rules: RuleSchemas) =>
  z
    .strictObject({
      format: z.literal(FORMAT),
      planning: writeShape(planningMembers, [
        'organization',
        'change',
        'createdAt',
        'updatedAt',
        'versionId',
        'workspace',
      ]),
      locations: list(DocumentLocation),
      tags: list(DocumentTag),
      resources: list(DocumentResource),
      groups: list(DocumentGroup),
      operations: list(DocumentOperation),
      rules: list(rules.document),
      assignments: list(DocumentAssignment),
      parameters: RunParameters.exactOptional(),
    })
    .meta({
      id: 'PlanningDocument',
      description: 'A whole planning: fixtures, import, export and the solvers use it.',
    });
export type PlanningDocument = z.output<ReturnType<typeof planningDocument>>;
