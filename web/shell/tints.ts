import type { LiveDocument } from '../planning/liveDocument.ts';
import { TINTS } from '../theme/palette.ts';
import type { Bar } from '../timeline/model/bar.ts';

interface CategoryCount {
  operations: number;
  readonly values: Map<string, number>;
  isRequired: boolean;
}

const MOST_VALUES = 40;

const countCategories = (document: LiveDocument): ReadonlyMap<string, CategoryCount> => {
  const counts = new Map<string, CategoryCount>();
  for (const operation of document.operations()) {
    for (const uuid of operation.tags ?? []) {
      const tag = document.tables.tags.get(uuid);
      if (tag === undefined) continue;
      const known = counts.get(tag.category) ?? { operations: 0, values: new Map<string, number>(), isRequired: false };
      known.operations++;
      known.values.set(uuid, (known.values.get(uuid) ?? 0) + 1);
      known.isRequired ||= tag.required === true;
      counts.set(tag.category, known);
    }
  }
  return counts;
};

/** The category that tells most operations apart in a few colors; null: there is none. */
export const mainCategory = (document: LiveDocument): string | null => {
  const [best] = [...countCategories(document)]
    .filter(([, { values, isRequired }]) => values.size >= 2 && values.size <= MOST_VALUES && !isRequired)
    .sort(([, a], [, b]) => b.operations - a.operations || b.values.size - a.values.size);
  return best?.[0] ?? null;
};

/** Categories of operations' tags, in order of name. */
export const categoriesOf = (document: LiveDocument): readonly string[] => [...countCategories(document).keys()].sort();

/** The commonest values have a tint each, all others share the last one; what has none of them stays neutral. */
export const tintsBy = (document: LiveDocument, category: string | null): ((bar: Bar) => number) => {
  const values = category === null ? undefined : countCategories(document).get(category)?.values;
  if (values === undefined) return () => -1;
  const inOrder = [...values].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([uuid]) => uuid);
  const tintOf = new Map(inOrder.map((uuid, i) => [uuid, Math.min(i, TINTS - 1)]));
  return ({ tags }) => {
    for (const tag of tags) {
      const tint = tintOf.get(tag);
      if (tint !== undefined) return tint;
    }
    return -1;
  };
};
