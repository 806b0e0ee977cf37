import type { Changeset } from '../../db/versions/store.ts';

/** Whether a pattern such as `operation.updated`, `operation.*` or `*` matches the event type. */
export const wants = (patterns: readonly string[], type: string): boolean => {
  const entity = type.slice(0, type.indexOf('.'));
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === `${entity}.*`);
};

/** Event types that a changeset with these counts may cause. Which ones it does cause is known only once its diffs are read. */
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
  // An operation reads differently when its tasks change, and so does a record that refers to an entity that comes back.
  return [...types, 'operation.updated', 'resource.updated', 'location.updated', 'assignment.created'];
};

export const mayWant = (patterns: readonly string[], { counts }: Changeset): boolean =>
  possibleTypes(counts).some((type) => wants(patterns, type));
