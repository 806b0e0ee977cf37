import { z } from 'zod';
import { DocumentAssignment } from '../../schedule/entities/assignment.ts';
import { DocumentGroup } from '../../schedule/entities/group.ts';
import { DocumentLocation } from '../../schedule/entities/location.ts';
import { DocumentOperation } from '../../schedule/entities/operation.ts';
import { DocumentPlanning } from '../../schedule/entities/planning.ts';
import { DocumentResource } from '../../schedule/entities/resource.ts';
import type { RuleSchemas } from '../../schedule/entities/rule.ts';
import { DocumentTag } from '../../schedule/entities/tag.ts';
import { RunParameters } from './optimization.ts';

const list = <T extends z.ZodType>(item: T) => z.array(item).max(1_000_000).default([]);

/** The schema of one item, for each list of a document. */
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
 * A whole planning as one JSON value (`tidegate/planning@1`). This schema checks shapes only; compiling or importing the
 * document checks that ids exist and are unique. A list that is absent is empty.
 */
export const planningDocument = (rules: RuleSchemas) =>
  z
    .strictObject({
      format: z.literal(FORMAT),
      planning: DocumentPlanning,
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
      description: 'A whole planning, as import, export, fixtures and the solvers use it.',
    });
export type PlanningDocument = z.output<ReturnType<typeof planningDocument>>;
