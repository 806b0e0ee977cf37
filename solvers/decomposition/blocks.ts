import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import { MOST_BLOCKS } from '../exchange/exchange.ts';

/** How an instance is divided. */
export interface BlockSizes {
  /** Fewer movable parts than this stay whole. */
  readonly fewestParts: number;
  /** What a block should have; between half and half again as many, where the fewest parts cross the cut. */
  readonly wantedParts: number;
}

/** Why the instance is better solved whole, as a sentence; null: it can be divided. */
export const reasonToStayWhole = (instance: Instance, { fewestParts, wantedParts }: BlockSizes): string | null => {
  const movable = instance.pinned.reduce((count, pinned) => (pinned === NOT_PINNED ? count + 1 : count), 0);
  if (movable < fewestParts || movable < wantedParts * 1.5)
    return `There are ${movable} operations to place, too few to divide.`;
  if (instance.maxReassignments >= 0) return 'maxReassignments counts over the whole horizon.';
  return null;
};

/** An instance in pieces, twice: the lists ascend. */
export interface Division {
  /** Every movable part is in one. */
  readonly blocks: readonly Int32Array[];
  /** The parts of each block that end before the next one begins: no two of different blocks overlap. */
  readonly insides: readonly Int32Array[];
  /** Around each cut between two blocks likewise, from the middle of one to the middle of the next. */
  readonly seams: readonly Int32Array[];
}

/**
 * The movable parts in blocks: first by component (parts that share a resource, directly or through others), then by time. A
 * cut falls where fewest parts are under way. Small components share a block.
 */
export const divide = (instance: Instance, sizes: BlockSizes): Division => {
  const components = componentsOf(instance);
  const movable = components.reduce((sum, parts) => sum + parts.length, 0);
  const wanted = Math.max(sizes.wantedParts, Math.ceil((2 * movable) / MOST_BLOCKS));
  const blocks: Int32Array[] = [];
  const insides: Int32Array[] = [];
  const seams: Int32Array[] = [];
  let small: number[] = [];
  const closeSmall = (): void => {
    const block = Int32Array.from(small).sort();
    blocks.push(block);
    insides.push(block);
    small = [];
  };
  for (const parts of components) {
    if (parts.length < wanted / 2) {
      small = [...small, ...parts];
      if (small.length >= wanted / 2) closeSmall();
      continue;
    }
    const crossing = crossingsOf(
      parts.map((part) => instance.start[part]),
      parts.map((part) => instance.end[part]),
    );
    const cuts = cutByTime(crossing, wanted);
    const middles = cuts.slice(1).map((to, k) => middleOf(crossing, cuts[k], to));
    blocks.push(...byMiddle(instance, parts, cuts));
    insides.push(...insidesOf(instance, parts, cuts));
    seams.push(...insidesOf(instance, parts, middles));
  }
  if (small.length > 0) closeSmall();
  return { blocks, insides, seams };
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
    if (pinned[part] !== NOT_PINNED || arcStart[part] === arcStart[part + 1]) continue;
    const first = find(arcResource[arcStart[part]]);
    for (let arc = arcStart[part] + 1; arc < arcStart[part + 1]; arc++) leader[find(arcResource[arc])] = first;
  }
  const components = new Map<number, number[]>();
  for (let part = 0; part < partCount; part++) {
    if (pinned[part] !== NOT_PINNED) continue;
    const key = arcStart[part] === arcStart[part + 1] ? -1 : find(arcResource[arcStart[part]]);
    const parts = components.get(key);
    if (parts) parts.push(part);
    else components.set(key, [part]);
  }
  return [...components.values()];
};

/** Where blocks begin, and where the last one ends; `crossing` says how many parts are under way at each. */
const cutByTime = (crossing: Int32Array, wanted: number): readonly number[] => {
  const cuts = [0];
  let from = 0;
  while (crossing.length - from > 1.5 * wanted) {
    const last = Math.min(from + Math.floor(1.5 * wanted), crossing.length - Math.ceil(wanted / 2));
    from = leastCrossing(crossing, from + Math.ceil(wanted / 2), last, from + wanted);
    cuts.push(from);
  }
  return [...cuts, crossing.length];
};

const middleOf = (crossing: Int32Array, from: number, to: number): number => {
  const quarter = (to - from) >> 2;
  return leastCrossing(crossing, from + quarter, to - quarter - 1, (from + to) >> 1);
};

/** From `first` to `last`, both included: where fewest are under way, the nearest to `wanted` of equals. */
const leastCrossing = (crossing: Int32Array, first: number, last: number, wanted: number): number => {
  let least = first;
  for (let at = first + 1; at <= last; at++) {
    const nearer = Math.abs(at - wanted) < Math.abs(least - wanted);
    if (crossing[at] < crossing[least] || (crossing[at] === crossing[least] && nearer)) least = at;
  }
  return least;
};

/** All parts, cut at the starts of some: each where it spends more of its time. */
const byMiddle = (
  { start, end }: Instance,
  parts: readonly number[],
  cuts: readonly number[],
): readonly Int32Array[] => {
  const blocks: number[][] = cuts.slice(1).map(() => []);
  for (const part of parts) {
    let block = 0;
    while (block + 1 < blocks.length && start[parts[cuts[block + 1]]] <= (start[part] + end[part]) / 2) block++;
    blocks[block].push(part);
  }
  return blocks.map((block) => Int32Array.from(block));
};

/** Between each two cuts: the parts that begin there and end before what follows begins. */
const insidesOf = (
  { start, end }: Instance,
  parts: readonly number[],
  cuts: readonly number[],
): readonly Int32Array[] =>
  cuts.slice(1).map((to, k) => {
    const until = to < parts.length ? start[parts[to]] : Number.POSITIVE_INFINITY;
    return Int32Array.from(parts.slice(cuts[k], to).filter((part) => end[part] <= until));
  });

/** How many of the intervals before the k-th, in order of start, end after it starts. */
const crossingsOf = (starts: readonly number[], ends: readonly number[]): Int32Array => {
  const sorted = Int32Array.from(ends).sort();
  let ended = 0;
  return Int32Array.from(starts, (from, k) => {
    while (ended < sorted.length && sorted[ended] <= from) ended++;
    return k - ended;
  });
};
