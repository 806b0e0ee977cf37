import type { Instance } from '../instance/instance.ts';
import { isBroken } from '../objective/pairs/adjacency.ts';
import type { AdjacencyTerm } from '../objective/pairs/relations.ts';
import { classesOf, type PairFamily } from './pairFamily.ts';

/**
 * Families of overlapping pairs on related resources: for every two classes of parts, one family for each rule that they break; of the hard rules,
 * only the first counts.
 */
export const adjacencyFamilies = function* (instance: Instance, lists: readonly Int32Array[]): Generator<PairFamily> {
  const { adjacencies } = instance.terms;
  if (adjacencies.length === 0) return;
  const classes = new Map<number, readonly Int32Array[]>();
  const classesOn = (resource: number): readonly Int32Array[] => {
    let known = classes.get(resource);
    if (known === undefined) {
      const keyOf = (part: number): string => adjacencies.map(({ own, other }) => own[part] + 2 * other[part]).join('');
      classes.set(resource, (known = classesOf(lists[resource], keyOf)));
    }
    return known;
  };
  for (const [from, related] of relatedOf(instance).entries()) {
    if (lists[from].length === 0) continue;
    for (const to of related) {
      if (lists[to].length === 0) continue;
      for (const one of classesOn(from)) {
        for (const other of classesOn(to)) {
          const broken = adjacencies.filter((term) => isBroken(term, one[0], from, other[0], to));
          const hardest = broken.find(({ hard }) => hard);
          const counted = broken.filter((term) => !term.hard || term === hardest);
          for (const term of counted) yield* bothWays(instance, term, one, other);
        }
      }
    }
  }
};

const bothWays = function* (
  { conflictCost }: Instance,
  { hard, rule, cost }: AdjacencyTerm,
  one: Int32Array,
  other: Int32Array,
): Generator<PairFamily> {
  const alike = { kind: 'adjacency', hard, rule, cost: hard ? conflictCost : cost, seconds: null } as const;
  yield { ...alike, earlier: one, later: other, twin: 'first' };
  yield { ...alike, earlier: other, later: one, twin: 'second' };
};

/** For each resource, the related resources with a higher number. */
const relatedOf = ({ resourceCount, terms }: Instance): readonly ReadonlySet<number>[] => {
  const found = Array.from({ length: resourceCount }, () => new Set<number>());
  for (const { relatedStart, related } of terms.adjacencies) {
    for (let from = 0; from < resourceCount; from++) {
      for (let i = relatedStart[from]; i < relatedStart[from + 1]; i++) {
        const to = related[i];
        if (to !== from) found[Math.min(from, to)].add(Math.max(from, to));
      }
    }
  }
  return found;
};
