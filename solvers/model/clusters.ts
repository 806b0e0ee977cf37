import type { AdjacencyTerm } from '../../engine/objective/pairs/relations.ts';
import { lowerBound } from '../../engine/binarySearch.ts';
import type { Relaxation } from './relaxation.ts';
import type { RowClasses } from './rowClasses.ts';

/**
 * Equal rows of which any two exclude each other's other side: at each moment, all parts on them are of one side, such as patients of one
 * gender in the beds of a room.
 */
export interface Cluster {
  readonly rows: readonly number[];
  /** The first row's positions in the model, from this one on, have the parts and costs of the entries. */
  readonly first: number;
  /** Number of moments at which a row may become free, in order of time. */
  readonly moments: number;
  /** An entry, one for each part that may use the rows, takes a row from the moment `from` to the moment `to`. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The entries in order of `to`. */
  readonly byEnd: Int32Array;
  readonly side: Uint8Array;
}

/** With more moments than this, what stretches between any two of them are worth takes too much memory and time. */
const MOST_MOMENTS = 1500;

/**
 * Finds the clusters by hard adjacency; `classes` are the rows of the model that are equal. They are valid where no optimal plan has a conflict, as
 * in `exclusionsOf`. If the rows of a cluster differ, each set of equal rows is a cluster of its own, and what these clusters exclude of each other
 * is ignored.
 */
export const clustersOf = (relaxation: Relaxation, classes: () => RowClasses): readonly Cluster[] => {
  const { instance, model } = relaxation;
  const { adjacencies } = instance.terms;
  if (!adjacencies.some(({ hard }) => hard)) return [];
  if (model.partCount === 0 || model.overlapCost < Number.POSITIVE_INFINITY || model.gapCosts !== null) return [];
  const taken = new Uint8Array(model.rowCount);
  const clusters: Cluster[] = [];
  for (const term of adjacencies) {
    if (!term.hard) continue;
    for (const equal of classes()) {
      const free = equal.filter((row) => taken[row] === 0);
      for (const rows of exclusiveSets(term, free)) {
        const cluster = clusterOf(relaxation, term, rows);
        if (cluster === null) continue;
        clusters.push(cluster);
        for (const row of rows) taken[row] = 1;
      }
    }
  }
  return clusters;
};

/** Sets of at least two of the rows in which the term relates each to each. */
const exclusiveSets = ({ relatedStart, related }: AdjacencyTerm, rows: readonly number[]): readonly number[][] => {
  const sets: number[][] = [];
  const left = new Set(rows);
  const othersOf = (row: number): Set<number> => new Set(related.subarray(relatedStart[row], relatedStart[row + 1]));
  for (const first of rows) {
    if (!left.delete(first)) continue;
    const set = [first];
    for (const row of othersOf(first)) {
      if (!left.has(row)) continue;
      const others = othersOf(row);
      if (set.every((member) => others.has(member) && othersOf(member).has(row))) set.push(row);
    }
    for (const row of set) left.delete(row);
    if (set.length > 1) sets.push(set);
  }
  return sets;
};

/**
 * Returns null where a part is on both sides or on none, where the use of a row has a cost, where rows need time between two parts, or where there are
 * too many moments.
 */
const clusterOf = (
  { model, partOf, start, end }: Relaxation,
  { own, other }: AdjacencyTerm,
  rows: readonly number[],
): Cluster | null => {
  const { rowStart, part, next, usage } = model;
  const [first, last] = [rowStart[rows[0]], rowStart[rows[0] + 1] - 1];
  if (usage[rows[0]] > 0 || first === last) return null;
  const free = new Set([first]);
  for (let k = first; k < last; k++) {
    const i = partOf[part[k]];
    const after = next[k];
    const isLate = after > k + 1 && start[part[after - 1]] >= end[part[k]];
    const isSoon = after < last && start[part[after]] < end[part[k]];
    if (own[i] === other[i] || isLate || isSoon) return null;
    free.add(after);
  }
  if (free.size > MOST_MOMENTS) return null;
  const moments = Int32Array.from(free).sort();
  const positions = Array.from({ length: last - first }, (_, q) => first + q);
  const at = (position: number): number => lowerBound(moments, position);
  const to = Int32Array.from(positions, (k) => at(next[k]));
  return {
    rows,
    first,
    moments: moments.length,
    from: Int32Array.from(positions, (k) => at(k + 1) - 1),
    to,
    byEnd: Int32Array.from(positions.keys()).sort((a, b) => to[a] - to[b] || a - b),
    side: Uint8Array.from(positions, (k) => own[partOf[part[k]]]),
  };
};
