import { item } from '../problems.ts';
import type { Edits } from './edits.ts';

/**
 * Merges a written tag list into the stored one. Writing back the list that a reader saw changes nothing: deleted tags that linger in the stored list
 * stay there, because a rule that lost its last tag would apply to every operation.
 */
export const mergeTags = (
  edits: Edits,
  stored: readonly string[],
  written: readonly string[] | undefined,
  path: string,
): readonly string[] => {
  if (written === undefined) return stored;
  const visible = stored.filter((tag) => edits.has('tag', tag));
  if (written.length === visible.length && written.every((tag, i) => tag === visible[i])) return stored;
  const known = new Set(stored);
  for (const [i, tag] of written.entries()) {
    if (!known.has(tag)) edits.reference('tag', tag, item(path, i));
  }
  return [...new Set(written)];
};
