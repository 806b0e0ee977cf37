import type { LiveDocument } from '../planning/liveDocument.ts';
import { RAMPS, TINTS } from '../theme/palette.ts';
import type { Bar } from '../timeline/model/bar.ts';
import type { Scene } from '../timeline/model/scene.ts';
import type { ColorBy } from './colorBy.ts';

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

/** What colors are taken from, besides the document. */
export interface TintSource {
  readonly document: LiveDocument;
  readonly scene: Scene;
  /** Weight units of each operation where it is; null: not known yet. */
  readonly costs: ReadonlyMap<string, number> | null;
}

/** From here on the next step of the ramp begins: a conflict's probability. */
const RISKS = [0.05, 0.25, 0.5, 0.75];

export const tintsBy = (source: TintSource, colorBy: ColorBy): ((bar: Bar) => number) => {
  if (colorBy === 'risk') return tintsByRisk(source.scene);
  if (colorBy === 'cost') return tintsByCost(source.costs ?? new Map<string, number>());
  return tintsByTag(source.document, colorBy?.startsWith('tag:') === true ? colorBy.slice('tag:'.length) : null);
};

/** By the most probable of its conflicts. */
const tintsByRisk =
  (scene: Scene) =>
  ({ operation }: Bar): number => {
    const risk = Math.max(0, ...scene.conflictsOf(operation).map(({ probability }) => probability));
    const step = RISKS.filter((from) => risk >= from).length;
    return step === 0 ? -1 : RAMPS.risk + step - 1;
  };

/** Those that cost anything in four groups of the same size. */
const tintsByCost = (costs: ReadonlyMap<string, number>): ((bar: Bar) => number) => {
  const sorted = [...costs.values()].filter((cost) => cost > 0).sort((a, b) => a - b);
  const steps = [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)] ?? Number.POSITIVE_INFINITY);
  return ({ operation }) => {
    const cost = costs.get(operation) ?? 0;
    return cost <= 0 ? -1 : RAMPS.cost + steps.filter((from) => cost > from).length;
  };
};

/** The commonest values have a tint each, all others share the last one; what has none of them stays neutral. */
const tintsByTag = (document: LiveDocument, category: string | null): ((bar: Bar) => number) => {
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
