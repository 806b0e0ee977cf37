import type {
  DocumentAssignment,
  DocumentGroup,
  DocumentLocation,
  DocumentOperation,
  DocumentPlanning,
  DocumentResource,
  DocumentRule,
  DocumentTag,
  DocumentTask,
  PlanningDocument,
} from '../engine/instance/planningDocument.ts';

/** The additional members of records in an export with `versions=true`. */
export interface Versioned {
  readonly versionId?: string | null;
  readonly assignedBy?: string | null;
  readonly assignedByName?: string | null;
  readonly assignedAt?: string | null;
}

export type Operation = DocumentOperation & Versioned;
export type Assignment = DocumentAssignment & Versioned;

/** The records of a planning by id; assignments by the id of their operation. Records are replaced, never changed in place. */
export interface Tables {
  planning: DocumentPlanning;
  readonly locations: Map<string, DocumentLocation>;
  readonly tags: Map<string, DocumentTag>;
  readonly resources: Map<string, DocumentResource>;
  readonly groups: Map<string, DocumentGroup>;
  readonly operations: Map<string, Operation>;
  readonly rules: Map<string, DocumentRule>;
  readonly assignments: Map<string, Assignment>;
}

const byId = <T extends { readonly id: string }>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((item) => [item.id, item]));

export const tablesOf = (document: PlanningDocument): Tables => ({
  planning: document.planning,
  locations: byId(document.locations),
  tags: new Map(document.tags.map((tag) => [tag.uuid, tag])),
  resources: byId(document.resources),
  groups: byId(document.groups),
  operations: byId(document.operations),
  rules: byId(document.rules),
  assignments: new Map(document.assignments.map((assignment) => [assignment.operation, assignment])),
});

/**
 * The planning document of the tables, with lists in order of id. References to records that no longer exist (a tag, a stand) are left out, as
 * the service does.
 */
export const documentOf = (tables: Tables): PlanningDocument => {
  const { planning, locations, tags, groups, operations, rules, assignments } = tables;
  const resources = new Map([...tables.resources].filter(([, { location }]) => locations.has(location)));
  const tagged = <T extends DocumentOperation | DocumentTask | DocumentResource>(record: T): T =>
    record.tags?.every((tag) => tags.has(tag)) === false
      ? { ...record, tags: record.tags.filter((tag) => tags.has(tag)) }
      : record;
  const task = (side: DocumentTask | null | undefined): DocumentTask | null => (side == null ? null : tagged(side));
  return {
    format: 'tidegate/planning@1',
    planning,
    locations: inOrder(locations).map((location) => keeping(location, 'parent', locations)),
    tags: inOrder(tags),
    resources: inOrder(resources).map((resource) => ({
      ...keeping(tagged(resource), 'parent', resources),
      ...(resource.adjacent === undefined ? {} : { adjacent: resource.adjacent.filter((id) => resources.has(id)) }),
    })),
    groups: inOrder(groups),
    operations: inOrder(operations).map((operation) => ({
      ...keeping(tagged(operation), 'group', groups),
      inboundTask: task(operation.inboundTask),
      outboundTask: task(operation.outboundTask),
    })),
    rules: inOrder(rules),
    assignments: inOrder(assignments)
      .filter(({ operation }) => operations.has(operation))
      .map((assignment) =>
        assignment.parts === undefined
          ? keeping(assignment, 'resource', resources)
          : { ...assignment, parts: assignment.parts.map((part) => keeping(part, 'resource', resources)) },
      ),
  };
};

const inOrder = <T>(map: ReadonlyMap<string, T>): T[] =>
  [...map.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);

/** The record, with `member` set to null when it refers to a record that does not exist. */
const keeping = <M extends string, T extends { readonly [K in M]?: string | null | undefined }>(
  record: T,
  member: M,
  known: ReadonlyMap<string, unknown>,
): T => {
  const id = record[member];
  return id == null || known.has(id) ? record : { ...record, [member]: null };
};
