import type { Instance } from '../../engine/instance/instance.ts';
import { isPair } from '../../engine/objective/pairs/pair.ts';

/** The number of next members of a group, in order of time, with which each member is paired. */
export const MOST_PARTNERS = 24;
/** The share of what leaving a part out costs that pairs may take from it. */
const SHARE = 0.5;

/** Pairs of a group that a rule wants on one resource, and that are never on one, because they overlap. */
export interface PartedPairs {
  /** What all pairs cost, in hundredths. */
  readonly cost: number;
  /** What the pairs of each part cost: leaving the part out saves no more than that. */
  readonly ofPart: Float64Array;
  has(i: number, j: number): boolean;
}

export const NO_PARTED_PAIRS: PartedPairs = { cost: 0, ofPart: new Float64Array(0), has: () => false };

/** Whether each resource is a place of its own, so that parts that overlap are apart. */
export const placesAreResources = ({ place }: { readonly place: Int32Array }): boolean =>
  new Set(place).size === place.length;

/**
 * The two parts of such a pair cost w together. This is at least w, minus w for each of the two that is left out: so the model gets the constant w
 * and a lower cost of leaving these parts out. Excluded are pairs for which this would lower that cost too much, and pairs of which the expected plan
 * leaves a part out. `parts`: those of a model, ascending by start; `leaveOut` in hundredths. Valid only where no optimal plan has a conflict.
 */
export const partedPairs = (
  instance: Instance,
  parts: Int32Array,
  leaveOut: Float64Array,
  expected: ArrayLike<number> | null,
): PartedPairs => {
  const terms = instance.terms.groups.filter((term) => term.cost > 0 && placesAreResources(term));
  if (terms.length === 0 || expected === null) return NO_PARTED_PAIRS;
  const { start, end, group } = instance;
  const ofPart = new Float64Array(parts.length);
  const pairs = new Set<number>();
  let sum = 0;
  const members = Map.groupBy(
    [...parts.keys()].filter((i) => group[parts[i]] >= 0 && expected[parts[i]] >= 0),
    (i) => group[parts[i]],
  );
  for (const own of members.values()) {
    own.forEach((i, a) => {
      const until = Math.min(own.length, a + 1 + MOST_PARTNERS);
      for (let b = a + 1; b < until && start[parts[own[b]]] < end[parts[i]]; b++) {
        const j = own[b];
        if (end[parts[j]] <= start[parts[i]] || !isPair(instance, parts[i], parts[j])) continue;
        const cost = terms.reduce(
          (total, term) => total + term.cost * term.member[parts[i]] * term.member[parts[j]],
          0,
        );
        const fits = (k: number): boolean => ofPart[k] + cost <= SHARE * leaveOut[k];
        if (cost === 0 || !fits(i) || !fits(j)) continue;
        ofPart[i] += cost;
        ofPart[j] += cost;
        sum += cost;
        pairs.add(i * parts.length + j);
      }
    });
  }
  return { cost: sum, ofPart, has: (i, j) => pairs.has(Math.min(i, j) * parts.length + Math.max(i, j)) };
};
