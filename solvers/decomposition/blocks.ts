import { DisjointSets } from '../../engine/disjointSets.ts';
import { teamsRecur } from '../../engine/moves/teams.ts';
import { type Instance, unpinnedParts } from '../../engine/instance/instance.ts';
import { type Blackboard, MOST_BLOCKS } from '../exchange/exchange.ts';
import { crossingsOf, cutByTime, leastCrossing } from '../model/crossings.ts';
import { concernPairs } from '../model/pairTerms.ts';
import { constantOf, type Extent } from '../model/relaxation.ts';

/** The sizes by which an instance is divided. */
export interface BlockSizes {
  /** An instance with fewer movable parts is not divided. */
  readonly fewestParts: number;
  /** Nor is one with fewer arcs if rules concern pairs of operations on different resources: pieces prove and find much less of what these cost. */
  readonly fewestArcsWithPairs: number;
  /**
   * Movable parts that a block should have. It may have between half and one and a half times as many, so that the cut lies where it
   * crosses the fewest parts.
   */
  readonly wantedParts: number;
}

/** With more movable parts than this, one model of the whole horizon takes too much memory, whatever should stay together. */
const MOST_WITH_TEAMS = 20_000;

/** Returns the reason not to divide the instance, as a sentence, or null when it can be divided. */
export const reasonToStayWhole = (
  instance: Instance,
  { fewestParts, fewestArcsWithPairs, wantedParts }: BlockSizes,
): string | null => {
  const movable = unpinnedParts(instance).length;
  if (movable < fewestParts || movable < wantedParts * 1.5)
    return `There are ${movable} operations to place, too few to divide.`;
  if (instance.maxReassignments >= 0) return 'maxReassignments counts over the whole horizon.';
  if (movable <= MOST_WITH_TEAMS && teamsRecur(instance))
    return 'Groups or flights that should keep their place over days move as a whole.';
  if (instance.arcResource.length < fewestArcsWithPairs && concernPairs(instance.terms))
    return 'Rules about operations on different resources are searched in the whole.';
  return null;
};

/** Two ways to cut an instance into pieces. Every list is in ascending order. */
export interface Division {
  /** Every movable part is in exactly one block. */
  readonly blocks: readonly Int32Array[];
  /** The parts of each block that end before the next one begins: no two of different blocks overlap. */
  readonly insides: readonly Int32Array[];
  /**
   * The parts around each cut between two blocks, from the middle of one block to the middle of the next; likewise, no two of different
   * seams overlap.
   */
  readonly seams: readonly Int32Array[];
}

/**
 * Divides the movable parts into blocks, first by component (parts that share a resource, directly or through others), then by time. A
 * cut lies where the fewest parts are under way. Small components share a block.
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

/**
 * Returns the movable parts of each component in ascending order, ordered by the first part. Parts without an allowed resource are
 * added to any component.
 */
const componentsOf = (instance: Instance): readonly number[][] => {
  const { arcStart, arcResource, resourceCount } = instance;
  const movable = unpinnedParts(instance);
  const linked = new DisjointSets(resourceCount);
  for (const part of movable) {
    for (let arc = arcStart[part] + 1; arc < arcStart[part + 1]; arc++)
      linked.join(arcResource[arcStart[part]], arcResource[arc]);
  }
  const componentOf = (part: number): number =>
    arcStart[part] === arcStart[part + 1] ? -1 : linked.find(arcResource[arcStart[part]]);
  return [...Map.groupBy(movable, componentOf).values()];
};

const middleOf = (crossing: Int32Array, from: number, to: number): number => {
  const quarter = (to - from) >> 2;
  return leastCrossing(crossing, from + quarter, to - quarter - 1, (from + to) >> 1);
};

/** Distributes all parts over the blocks: each part goes to the block in which it spends most of its time. */
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

/** For each block, the parts that begin in it and end before the next block begins. */
const insidesOf = (
  { start, end }: Instance,
  parts: readonly number[],
  cuts: readonly number[],
): readonly Int32Array[] =>
  cuts.slice(1).map((to, k) => {
    const until = to < parts.length ? start[parts[to]] : Number.POSITIVE_INFINITY;
    return Int32Array.from(parts.slice(cuts[k], to).filter((part) => end[part] <= until));
  });

/** The sum of the cheapest place of each part, conflicts ignored, in weight units. */
export const cheapestSum = ({ arcStart, arcCost, unassignedCost }: Instance, parts: Int32Array): number => {
  let sum = 0;
  for (const part of parts) {
    let least = unassignedCost[part];
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) least = Math.min(least, arcCost[arc]);
    sum += least / 100;
  }
  return sum;
};

/** A bound on what the parts cost, in weight units, as a bound on plans in hundredths, rounded up to the next possible cost. */
export const planBound = (constant: number, bound: number): number =>
  constant + Math.ceil(100 * bound - 1e-3 - 1e-8 * Math.abs(bound));

/** A bound on every plan that holds before anything is solved, in hundredths. */
export const floorOfPlans = (extent: Extent): number =>
  planBound(constantOf(extent), cheapestSum(extent.others.instance, extent.parts));

/** The prices on the board of the extent's parts, by part of the instance; NaN for the others, which have none. */
export const movablePrices = (board: Blackboard, { parts, others: { instance } }: Extent): Float64Array => {
  const prices = new Float64Array(instance.partCount);
  board.takePrices(prices);
  const known = new Float64Array(prices.length).fill(Number.NaN);
  for (const part of parts) known[part] = prices[part];
  return known;
};
