import type { LiveDocument } from '../planning/liveDocument.ts';
import { RAMPS, TINTS } from '../theme/palette.ts';
import type { Bar } from '../timeline/model/bar.ts';
import { wholeText } from '../timeline/model/numbers.ts';
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

/** The category of tags that distinguishes the most operations with a few colors; null when there is none. */
export const mainCategory = (document: LiveDocument): string | null => {
  const [best] = [...countCategories(document)]
    .filter(([, { values, isRequired }]) => values.size >= 2 && values.size <= MOST_VALUES && !isRequired)
    .sort(([, a], [, b]) => b.operations - a.operations || b.values.size - a.values.size);
  return best?.[0] ?? null;
};

/** The categories of the operations' tags, in order of name. */
export const categoriesOf = (document: LiveDocument): readonly string[] => [...countCategories(document).keys()].sort();

/** The data from which tints are computed. */
export interface TintSource {
  readonly document: LiveDocument;
  readonly scene: Scene;
  /** The cost of each operation in weight units; null until it is known. */
  readonly costs: ReadonlyMap<string, number> | null;
}

/** The probabilities of conflicts at which the steps of the color ramp begin. */
const RISKS = [0.05, 0.25, 0.5, 0.75] as const;

/** The meaning of a tint; −1 is the neutral one. */
export interface LegendEntry {
  readonly tint: number;
  readonly label: string;
}

export interface Tints {
  readonly of: (bar: Bar) => number;
  /** What the tints show: a category of tags, cost or risk; empty when there are none. */
  readonly about: string;
  /** All tints that can occur on the board, in order. */
  readonly legend: readonly LegendEntry[];
}

export const tintsBy = (source: TintSource, colorBy: ColorBy): Tints => {
  if (colorBy === 'risk') return tintsByRisk(source.scene);
  if (colorBy === 'cost') return tintsByCost(source.costs ?? new Map<string, number>());
  return tintsByTag(source.document, colorBy?.startsWith('tag:') === true ? colorBy.slice('tag:'.length) : null);
};

const percent = (share: number): string => String(Math.round(100 * share));

/** The tint of a bar by its most probable conflict. */
const tintsByRisk = (scene: Scene): Tints => ({
  about: 'risk',
  of({ operation }) {
    const risk = Math.max(0, ...scene.conflictsOf(operation).map(({ probability }) => probability));
    const step = RISKS.filter((from) => risk >= from).length;
    return step === 0 ? -1 : RAMPS.risk + step - 1;
  },
  legend: [
    { tint: -1, label: `below ${percent(RISKS[0])} %` },
    ...RISKS.map((from, step) => {
      const until = RISKS[step + 1];
      const label = until === undefined ? `${percent(from)} % or more` : `${percent(from)}–${percent(until)} %`;
      return { tint: RAMPS.risk + step, label };
    }),
  ],
});

/** The tint of a bar by its cost: operations with a cost are divided into four groups of equal size. */
const tintsByCost = (costs: ReadonlyMap<string, number>): Tints => {
  const sorted = [...costs.values()].filter((cost) => cost > 0).sort((a, b) => a - b);
  const steps = [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)] ?? Number.POSITIVE_INFINITY);
  const free: LegendEntry = { tint: -1, label: 'none' };
  const from = [0, ...steps];
  const ramp = from.map((least, step): LegendEntry => {
    const most = steps[step];
    return {
      tint: RAMPS.cost + step,
      label: most === undefined ? `over ${wholeText(least)}` : `to ${wholeText(most)}`,
    };
  });
  return {
    about: 'cost',
    of({ operation }) {
      const cost = costs.get(operation) ?? 0;
      return cost <= 0 ? -1 : RAMPS.cost + steps.filter((least) => cost > least).length;
    },
    legend: sorted.length === 0 ? [free] : [free, ...ramp.filter((_, step) => from[step] !== from[step - 1])],
  };
};

const NEUTRAL: Tints = { of: () => -1, about: '', legend: [] };

/** The tint of a bar by tag: each of the most common values has a tint, all others share the last one, and bars without a value are neutral. */
const tintsByTag = (document: LiveDocument, category: string | null): Tints => {
  const values = category === null ? undefined : countCategories(document).get(category)?.values;
  if (category === null || values === undefined) return NEUTRAL;
  const inOrder = [...values].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([uuid]) => uuid);
  const tintOf = new Map(inOrder.map((uuid, i) => [uuid, Math.min(i, TINTS - 1)]));
  const own = inOrder.slice(0, inOrder.length > TINTS ? TINTS - 1 : TINTS);
  return {
    about: category,
    of({ tags }) {
      for (const tag of tags) {
        const tint = tintOf.get(tag);
        if (tint !== undefined) return tint;
      }
      return -1;
    },
    legend: [
      ...own.map((uuid, tint) => ({ tint, label: document.tables.tags.get(uuid)?.value ?? uuid })),
      ...(inOrder.length > own.length ? [{ tint: TINTS - 1, label: `${inOrder.length - own.length} others` }] : []),
    ],
  };
};
