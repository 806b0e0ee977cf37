import { item } from '../problems.ts';
import type { Edits } from './edits.ts';

/**
 * A written tag list over the stored one. What a reader saw, written back, changes nothing: deleted tags that linger in the stored list stay
 * there, so that a rule that lost its tags does not come to mean every operation.
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
