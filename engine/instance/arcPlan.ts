import type { TermDrafts } from '../objective/rules/ruleKind.ts';
import { hourlyCost } from '../objective/arcs.ts';
import { PartFlag, NOT_PINNED } from './instance.ts';
import type { PartLayout } from './layOutParts.ts';
import type { TagClasses } from './tagClasses.ts';

interface ClassPair {
  readonly eligible: boolean;
  /** Sum of the terms that do not depend on the part's length. */
  readonly cost: number;
  /** Hourly weights; the cost of each is rounded separately. */
  readonly hourly: readonly number[];
}

/** By tag class of operations, then of resources. */
const pairClasses = ({ tags, matches }: ArcSource): readonly (readonly ClassPair[])[] =>
  tags.operations.tags.map((own, o) => {
    const required = [...own].filter((tag) => tags.required.has(tag));
    return tags.resources.tags.map((offered, r): ClassPair => {
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
  /** The cost of each resource without hourly weights, in hundredths. */
  readonly costs: Int32Array;
  /** Whether no rule has an hourly weight. */
  readonly isFlat: boolean;
}

const eligibleRow = (row: readonly ClassPair[], classOfResource: Int32Array): EligibleRow => {
  const list: number[] = [];
  for (let r = 0; r < classOfResource.length; r++) if (row[classOfResource[r]].eligible) list.push(r);
  const costs = Int32Array.from(list, (r) => checkCost(row[classOfResource[r]].cost));
  return { list: Int32Array.from(list), costs, isFlat: row.every(({ hourly }) => hourly.length === 0) };
};

export interface ArcSource {
  readonly layout: PartLayout;
  /** The resource that the baseline gives each part, or −1. Parts are matched by operation and index. */
  readonly current: Int32Array;
  readonly reassignedCost: Int32Array;
  readonly tags: {
    readonly operations: TagClasses;
    readonly resources: TagClasses;
    readonly required: ReadonlySet<number>;
  };
  readonly matches: TermDrafts['matches'];
}

/** The resources that each part may use and what the rules on single parts cost there, computed once per pair of tag classes. */
export class ArcPlan {
  /** By part, and the end. */
  readonly arcStart: Int32Array;
  readonly placedCost: Int32Array;
  private readonly source: ArcSource;
  private readonly pairs: readonly (readonly ClassPair[])[];
  private readonly rows: readonly EligibleRow[];
  private moves = 0;

  /** Plans the arcs of all parts. Throws RangeError when a cost does not fit in 31 bits. */
  constructor(source: ArcSource) {
    const { count } = source.layout;
    this.source = source;
    this.pairs = pairClasses(source);
    this.rows = this.pairs.map((row) => eligibleRow(row, source.tags.resources.of));
    this.arcStart = new Int32Array(count + 1);
    this.placedCost = new Int32Array(count);
    for (let part = 0; part < count; part++) this.arcStart[part + 1] = this.arcStart[part] + this.countArcs(part);
  }

  get arcCount(): number {
    return this.arcStart[this.arcStart.length - 1];
  }

  /** The number of movable parts that have a current place but no arc to it. */
  get forcedMoves(): number {
    return this.moves;
  }

  /** Writes the arcs of all parts, in order of part and resource. */
  fill(arcResource: Int32Array, arcCost: Int32Array): void {
    const { layout } = this.source;
    for (let part = 0; part < layout.count; part++) {
      const pinned = layout.pinned[part];
      if (pinned === NOT_PINNED) this.fillFree(part, arcResource, arcCost);
      else if (pinned >= 0) {
        arcResource[this.arcStart[part]] = pinned;
        arcCost[this.arcStart[part]] = this.placedCost[part];
      }
    }
  }

  private countArcs(part: number): number {
    const { layout, current } = this.source;
    const pinned = layout.pinned[part];
    const placed = layout.placed[part];
    if (placed >= 0) this.placedCost[part] = checkCost(this.costAt(part, placed) + this.reassignmentAt(part, placed));
    if (pinned !== NOT_PINNED) return pinned >= 0 ? 1 : 0;
    const extra = this.extraArc(part);
    const place = current[part];
    if (place >= 0 && place !== extra && !this.isEligible(part, place)) this.moves++;
    return this.rows[this.classOf(part)].list.length + (extra >= 0 ? 1 : 0);
  }

  /** Writes the arcs of a movable part in order of resource, including the extra one. */
  private fillFree(part: number, arcResource: Int32Array, arcCost: Int32Array): void {
    const { current, reassignedCost } = this.source;
    const { list, costs, isFlat } = this.rows[this.classOf(part)];
    const place = current[part];
    const moving = place >= 0 ? reassignedCost[part] : 0;
    let arc = this.arcStart[part];
    let extra = this.extraArc(part);
    for (let i = 0; i < list.length; i++) {
      const resource = list[i];
      if (extra >= 0 && extra < resource) {
        arcResource[arc] = extra;
        arcCost[arc++] = this.placedCost[part];
        extra = -1;
      }
      const cost = isFlat ? costs[i] : this.costAt(part, resource);
      arcResource[arc] = resource;
      arcCost[arc++] = checkCost(resource === place ? cost : cost + moving);
    }
    if (extra >= 0) {
      arcResource[arc] = extra;
      arcCost[arc] = this.placedCost[part];
    }
  }

  private costAt(part: number, resource: number): number {
    const { layout, tags } = this.source;
    const { cost, hourly } = this.pairs[this.classOf(part)][tags.resources.of[resource]];
    if (hourly.length === 0) return cost;
    const seconds = layout.end[part] - layout.start[part];
    return hourly.reduce((sum, weight) => sum + hourlyCost(weight, seconds), cost);
  }

  private reassignmentAt(part: number, resource: number): number {
    const { current, reassignedCost } = this.source;
    const place = current[part];
    return place >= 0 && place !== resource ? reassignedCost[part] : 0;
  }

  /** A place that is kept although it is not eligible; −1: none. */
  private extraArc(part: number): number {
    const { layout } = this.source;
    const placed = layout.placed[part];
    const overridden = (layout.flags[part] & PartFlag.override) !== 0 && placed >= 0;
    return overridden && !this.isEligible(part, placed) ? placed : -1;
  }

  private isEligible(part: number, resource: number): boolean {
    return this.pairs[this.classOf(part)][this.source.tags.resources.of[resource]].eligible;
  }

  private classOf(part: number): number {
    const { layout, tags } = this.source;
    return tags.operations.of[layout.operation[part]];
  }
}

/** The largest absolute cost of an arc (rules on one part plus reassignment), in hundredths of a weight unit. */
export const LARGEST_COST = 0x7fffffff;

const checkCost = (cost: number): number => {
  if (Math.abs(cost) <= LARGEST_COST) return cost;
  throw new RangeError(`A cost of ${cost / 100} weight units is too large; weights and rules must sum to less.`);
};
