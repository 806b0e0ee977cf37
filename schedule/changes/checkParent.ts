import type { Edits } from './edits.ts';

/** Collects a problem unless the parent exists and is not the entity itself or one of its descendants. */
export const checkParent = (
  edits: Edits,
  kind: 'location' | 'resource',
  id: string,
  parent: string | null,
  storedParent: string | null,
): void => {
  if (parent === null || parent === storedParent) return;
  edits.reference(kind, parent, 'parent');
  // A draft may contain a cycle if the mainline changed below it, so stop at an entity that was already visited.
  const seen = new Set<string>();
  let at: string | null = parent;
  while (at !== null && !seen.has(at)) {
    seen.add(at);
    if (at === id) {
      edits.problems.add('parent', 'cycle', `${kind} ${parent} is ${id} itself or lies below it.`);
      return;
    }
    at = edits.get(kind, at)?.parent ?? null;
  }
};
