import type {
  DocumentAssignment,
  DocumentGroup,
  DocumentLocation,
  DocumentOperation,
  DocumentPlanning,
  DocumentResource,
  DocumentRule,
  DocumentTag,
  PlanningDocument,
} from '../../engine/instance/planningDocument.ts';

/** What an export with versions tells besides the document. */
export interface Versioned {
  readonly versionId?: string | null;
  readonly workspace?: string | null;
  readonly assignedBy?: string | null;
  readonly assignedAt?: string | null;
}

export type Operation = DocumentOperation & Versioned;
export type Assignment = DocumentAssignment & Versioned;

/** A planning as the board keeps it: by id, an assignment by its operation. Entries are replaced, never changed. */
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

/** Its lists in order of id, as an export has them: two tables that say the same give the same document. */
export const documentOf = (tables: Tables): PlanningDocument => {
  const inOrder = <T>(map: ReadonlyMap<string, T>): T[] =>
    [...map.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  return {
    format: 'tidegate/planning@1',
    planning: tables.planning,
    locations: inOrder(tables.locations),
    tags: inOrder(tables.tags),
    resources: inOrder(tables.resources),
    groups: inOrder(tables.groups),
    operations: inOrder(tables.operations),
    rules: inOrder(tables.rules),
    assignments: inOrder(tables.assignments),
  };
};
