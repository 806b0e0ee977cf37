import type { TagDetail } from '../entities/tag.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';

/** Filters out deleted tags, which remain in the stored lists of the records that had them. */
export const liveTags = (state: PlanningState, tags: readonly string[]): readonly string[] =>
  tags.length === 0 ? tags : tags.filter((tag) => state.get('tag', tag) !== undefined);

export const tagDetails = (state: PlanningState, tags: readonly string[]): TagDetail[] => {
  const details: TagDetail[] = [];
  for (const uuid of tags) {
    const tag = state.get('tag', uuid);
    if (tag === undefined) continue;
    const { category, value, required, color } = tag.fields;
    details.push({ uuid, category, value, required, color });
  }
  return details;
};
