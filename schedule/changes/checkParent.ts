import type { Edits } from './edits.ts';

/** A parent must exist, and must not lie below its own child. Walks up from the new parent. */
export const checkParent = (
  edits: Edits,
  kind: 'location' | 'resource',
  id: string,
  parent: string | null,
  storedParent: string | null,
): void => {
  if (parent === null || parent === storedParent) return;
  edits.reference(kind, parent, 'parent');
  // A draft may hold a circle that its mainline closed: no step is made twice.
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
