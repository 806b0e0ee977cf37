import type { TermDrafts } from '../objective/rules/ruleKind.ts';
import { hourlyCost } from '../objective/arcs.ts';
import { PartFlag, NOT_PINNED } from './instance.ts';
import type { PartLayout } from './layOutParts.ts';
import type { TagClasses } from './tagClasses.ts';

/** What each part may use and what the rules on one part cost there, found once a pair of tag classes. */
export interface ArcPlan {
  readonly arcCount: number;
  readonly arcStart: Int32Array;
  readonly placedCost: Int32Array;
  /** Movable parts that have a current place and no arc to it. */
  readonly forcedMoves: number;
  /** Writes the arcs of all parts, in order of part and resource. */
  fill(arcResource: Int32Array, arcCost: Int32Array): void;
}

interface ClassPair {
  readonly eligible: boolean;
  /** Sum of the terms that do not depend on the part's length. */
  readonly cost: number;
  /** Weights by the hour; each is rounded on its own. */
  readonly hourly: readonly number[];
}

/** By tag class of operations, then of resources. */
const pairClasses = (
  operations: TagClasses,
  resources: TagClasses,
  requiredTags: ReadonlySet<number>,
  matches: TermDrafts['matches'],
): readonly (readonly ClassPair[])[] =>
  operations.tags.map((tags, o) => {
    const required = [...tags].filter((tag) => requiredTags.has(tag));
    return resources.tags.map((offered, r): ClassPair => {
      let eligible = required.every((tag) => offered.has(tag));
      let cost = 0;
      const hourly: number[] = [];
      for (const match of matches) {
        if (match.operations[o] === 0 || match.resources[r] === 0) continue;
        if (match.hard) eligible = false;
        else if (match.perHour) hourly.push(match.weight);
        else cost += Math.round(100 * match.weight);
      }
      return { eligible, cost, hourly };
    });
  });

/** The resources that a class of operations may use, in order. */
interface EligibleRow {
  readonly list: Int32Array;
  /** What each costs but for what is paid by the hour. */
  readonly costs: Int32Array;
  /** Nothing is paid by the hour. */
  readonly isFlat: boolean;
}

const eligibleRow = (row: readonly ClassPair[], classOfResource: Int32Array): EligibleRow => {
  const list: number[] = [];
  for (let r = 0; r < classOfResource.length; r++) if (row[classOfResource[r]].eligible) list.push(r);
  const costs = Int32Array.from(list, (r) => checkCost(row[classOfResource[r]].cost));
  return { list: Int32Array.from(list), costs, isFlat: row.every(({ hourly }) => hourly.length === 0) };
};

/** Throws RangeError when a cost does not fit in 31 bits. */
export const planArcs = (
  layout: PartLayout,
  current: Int32Array,
  reassignedCost: Int32Array,
  operations: TagClasses,
  resources: TagClasses,
  requiredTags: ReadonlySet<number>,
  matches: TermDrafts['matches'],
): ArcPlan => {
  const { count } = layout;
  const pairs = pairClasses(operations, resources, requiredTags, matches);
  const rows = pairs.map((row) => eligibleRow(row, resources.of));
  const costAt = (part: number, resource: number): number => {
    const { cost, hourly } = pairs[operations.of[layout.operation[part]]][resources.of[resource]];
    if (hourly.length === 0) return cost;
    const seconds = layout.end[part] - layout.start[part];
    return hourly.reduce((sum, weight) => sum + hourlyCost(weight, seconds), cost);
  };
  const classOf = (part: number): number => operations.of[layout.operation[part]];
  const isEligible = (part: number, resource: number): boolean => pairs[classOf(part)][resources.of[resource]].eligible;
  const reassignmentAt = (part: number, resource: number): number => {
    const place = current[part];
    return place >= 0 && place !== resource ? reassignedCost[part] : 0;
  };
  /** A place that is kept although it is not eligible. */
  const extraArc = (part: number): number => {
    const placed = layout.placed[part];
    const overridden = (layout.flags[part] & PartFlag.override) !== 0 && placed >= 0;
    return overridden && !isEligible(part, placed) ? placed : -1;
  };

  const arcStart = new Int32Array(count + 1);
  const placedCost = new Int32Array(count);
  let arcs = 0;
  let forcedMoves = 0;
  for (let part = 0; part < count; part++) {
    arcStart[part] = arcs;
    const pinned = layout.pinned[part];
    const placed = layout.placed[part];
    if (placed >= 0) placedCost[part] = checkCost(costAt(part, placed) + reassignmentAt(part, placed));
    if (pinned !== NOT_PINNED) {
      arcs += pinned >= 0 ? 1 : 0;
      continue;
    }
    const extra = extraArc(part);
    arcs += rows[classOf(part)].list.length + (extra >= 0 ? 1 : 0);
    const place = current[part];
    if (place >= 0 && place !== extra && !isEligible(part, place)) forcedMoves++;
  }
  arcStart[count] = arcs;

  /** In order of resource, the extra one among them. */
  const fillFree = (part: number, arcResource: Int32Array, arcCost: Int32Array): void => {
    const { list, costs, isFlat } = rows[classOf(part)];
    const place = current[part];
    const moving = place >= 0 ? reassignedCost[part] : 0;
    let arc = arcStart[part];
    let extra = extraArc(part);
    for (let i = 0; i < list.length; i++) {
      const resource = list[i];
      if (extra >= 0 && extra < resource) {
        arcResource[arc] = extra;
        arcCost[arc++] = placedCost[part]!;
        extra = -1;
      }
      const cost = isFlat ? costs[i] : costAt(part, resource);
      arcResource[arc] = resource;
      arcCost[arc++] = checkCost(resource === place ? cost : cost + moving);
    }
    if (extra >= 0) {
      arcResource[arc] = extra;
      arcCost[arc] = placedCost[part]!;
    }
  };

  return {
    arcCount: arcs,
    arcStart,
    placedCost,
    forcedMoves,
    fill(arcResource, arcCost) {
      for (let part = 0; part < count; part++) {
        const pinned = layout.pinned[part];
        if (pinned === NOT_PINNED) fillFree(part, arcResource, arcCost);
        else if (pinned >= 0) {
          arcResource[arcStart[part]] = pinned;
          arcCost[arcStart[part]] = placedCost[part]!;
        }
      }
    },
  };
};

/** Hundredths: what a place costs by the rules on one part, or saves, with a reassignment. */
export const LARGEST_COST = 0x7fffffff;

const checkCost = (cost: number): number => {
  if (Math.abs(cost) <= LARGEST_COST) return cost;
  throw new RangeError(`A cost of ${cost / 100} weight units is too large; weights and rules must sum to less.`);
};
