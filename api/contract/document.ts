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

const list = <T extends z.ZodType>(item: T, description: string) =>
  z.array(item).max(1_000_000).default([]).meta({ description });

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
      format: z.literal(FORMAT).meta({ description: 'The format of the document and its version.' }),
      planning: DocumentPlanning.meta({ description: 'The planning itself.' }),
      locations: list(DocumentLocation, 'The locations of the planning. Default: none.'),
      tags: list(DocumentTag, 'The tags of the planning. Default: none.'),
      resources: list(DocumentResource, 'The resources of the planning. Default: none.'),
      groups: list(DocumentGroup, 'The operation groups of the planning. Default: none.'),
      operations: list(DocumentOperation, 'The operations of the planning, with their tasks. Default: none.'),
      rules: list(rules.document, 'The rules of the planning. Default: none.'),
      assignments: list(DocumentAssignment, 'The active assignments. Default: none.'),
      parameters: RunParameters.exactOptional().meta({ description: 'The parameters of a run on the document.' }),
    })
    .meta({
      id: 'PlanningDocument',
      description: 'A whole planning, as import, export, fixtures and the solvers use it.',
    });
export type PlanningDocument = z.output<ReturnType<typeof planningDocument>>;
