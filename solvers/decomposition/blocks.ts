import type { Instance } from '../../engine/instance/instance.ts';
import { MOST_BLOCKS } from '../exchange.ts';

/** How an instance is divided. */
export interface BlockSizes {
  /** Fewer movable parts than this stay whole. */
  readonly fewestParts: number;
  /** What a block should have; between half and twice as many, where the fewest parts cross the cut. */
  readonly wantedParts: number;
}

/** Why the instance is better solved whole, as a sentence; null: it can be divided. */
export const reasonToStayWhole = (instance: Instance, { fewestParts, wantedParts }: BlockSizes): string | null => {
  const movable = instance.pinned.reduce((count, pinned) => (pinned === -2 ? count + 1 : count), 0);
  if (movable < fewestParts || movable < wantedParts * 1.5)
    return `There are ${movable} operations to place, too few to divide.`;
  if (instance.maxReassignments >= 0) return 'maxReassignments counts over the whole horizon.';
  return null;
};

/**
 * The movable parts in blocks, each ascending: first by component (parts that share a resource, directly or through
 * others), then by time. A cut falls where fewest parts are under way. Every part is in one block; small components share one.
 */
export const divide = (instance: Instance, sizes: BlockSizes): readonly Int32Array[] => {
  const components = componentsOf(instance);
  const movable = components.reduce((sum, parts) => sum + parts.length, 0);
  const wanted = Math.max(sizes.wantedParts, Math.ceil((2 * movable) / MOST_BLOCKS));
  const blocks: Int32Array[] = [];
  let small: number[] = [];
  for (const parts of components) {
    if (parts.length < wanted / 2) small = [...small, ...parts];
    else blocks.push(...cutByTime(instance, parts, wanted));
    if (small.length < wanted / 2) continue;
    blocks.push(Int32Array.from(small).sort());
    small = [];
  }
  if (small.length > 0) blocks.push(Int32Array.from(small).sort());
  return blocks;
};

/** Movable parts by component, each ascending, in order of their first part. A part without a place is with any other. */
const componentsOf = ({ partCount, pinned, arcStart, arcResource, resourceCount }: Instance): readonly number[][] => {
  const leader = Int32Array.from({ length: resourceCount }, (_, resource) => resource);
  const find = (resource: number): number => {
    let at = resource;
    while (leader[at] !== at) {
      leader[at] = leader[leader[at]]!;
      at = leader[at]!;
    }
    return at;
  };
  for (let part = 0; part < partCount; part++) {
    if (pinned[part] !== -2 || arcStart[part] === arcStart[part + 1]) continue;
    const first = find(arcResource[arcStart[part]]);
    for (let arc = arcStart[part] + 1; arc < arcStart[part + 1]; arc++) leader[find(arcResource[arc])] = first;
  }
  const components = new Map<number, number[]>();
  for (let part = 0; part < partCount; part++) {
    if (pinned[part] !== -2) continue;
    const key = arcStart[part] === arcStart[part + 1] ? -1 : find(arcResource[arcStart[part]]);
    const parts = components.get(key);
    if (parts) parts.push(part);
    else components.set(key, [part]);
  }
  return [...components.values()];
};

const cutByTime = ({ start, end }: Instance, parts: readonly number[], wanted: number): readonly Int32Array[] => {
  const crossing = crossingsOf(
    parts.map((part) => start[part]),
    parts.map((part) => end[part]),
  );
  const blocks: Int32Array[] = [];
  let from = 0;
  while (parts.length - from > 2 * wanted) {
    let cut = from + wanted;
    const last = Math.min(from + 2 * wanted, parts.length - Math.ceil(wanted / 2));
    for (let at = from + Math.ceil(wanted / 2); at <= last; at++) {
      const nearer = Math.abs(at - from - wanted) < Math.abs(cut - from - wanted);
      if (crossing[at] < crossing[cut] || (crossing[at] === crossing[cut] && nearer)) cut = at;
    }
    blocks.push(Int32Array.from(parts.slice(from, cut)));
    from = cut;
  }
  blocks.push(Int32Array.from(parts.slice(from)));
  return blocks;
};

/** How many of the intervals before the k-th, in order of start, end after it starts. */
const crossingsOf = (starts: readonly number[], ends: readonly number[]): Int32Array => {
  const sorted = Int32Array.from(ends).sort();
  let ended = 0;
  return Int32Array.from(starts, (from, k) => {
    while (ended < sorted.length && sorted[ended] <= from) ended++;
    return k - ended;
  });
};
