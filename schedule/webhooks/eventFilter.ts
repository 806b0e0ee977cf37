import type { Changeset } from '../../db/versions/store.ts';

/** Of `operation.updated`, `operation.*` and `*`: whether one of them means this type. */
export const wants = (patterns: readonly string[], type: string): boolean => {
  const entity = type.slice(0, type.indexOf('.'));
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === `${entity}.*`);
};

/** Types that a changeset with these counts may tell. What it does tell is known once its differences are read. */
const possibleTypes = (counts: Changeset['counts']): string[] => {
  const types: string[] = [];
  for (const [entity, { created, updated, deleted }] of Object.entries(counts)) {
    if (created + updated > 0) types.push(`${entity}.created`);
    if (entity === 'assignment') {
      if (updated + deleted > 0) types.push('assignment.deactivated');
      continue;
    }
    if (updated > 0) types.push(`${entity}.updated`);
    if (deleted > 0) types.push(`${entity}.deleted`);
  }
  // Operations read differently with their tasks; what names something that comes back reads differently, too.
  return [...types, 'operation.updated', 'resource.updated', 'location.updated', 'assignment.created'];
};

export const mayWant = (patterns: readonly string[], { counts }: Changeset): boolean =>
  possibleTypes(counts).some((type) => wants(patterns, type));
