import { type Instance, NOT_PINNED } from '../instance/instance.ts';
import type { Plan } from '../board/plan.ts';
import type { Random } from '../random.ts';
import { drawUnplaced, isWithinLimit, type Move, movableParts, TRIED_ON_PLAN } from './move.ts';

/** The largest number of parts that are removed. */
const MOST_PARTS = 24;
/** The largest number of resources that they are removed from, not counting related resources. */
const MOST_RESOURCES = 4;
/** How many random draws look for a part without a place. */
const DRAWS = 4;
/** The probability of skipping a place, so that others are tried ("blinks"). */
const BLINK = 0.01;
/** Resources are drawn from the part's arcs in order of cost; the higher this exponent, the more often a cheap one. */
const BIAS = 4;

/** Knuth's multiplicative hash. */
const SCATTER = 0x9e3779b1;

/**
 * Ruin and recreate: the parts on a few resources and on those that rules relate to them, around the time of one part, are removed;
 * each then takes the cheapest remaining place, in a random order. This changes what smaller moves cannot: a set of related resources
 * that must agree. Source: Christiaens, Vanden Berghe, "Slack induction by string removals for vehicle routing problems",
 * Transportation Science 54 (2020).
 */
export const ruinRecreate = (plan: Plan): Move => new RuinRecreate(plan);

class RuinRecreate implements Move {
  readonly id = 'ruin-recreate';
  readonly apply = TRIED_ON_PLAN.apply;
  readonly revert = TRIED_ON_PLAN.revert;
  private readonly instance: Instance;
  private readonly parts: Int32Array;
  /** The parts that were taken out. */
  private readonly out: number[] = [];
  private readonly found: Int32Array;
  private readonly keys: Float64Array;
  /** The arcs of each part, cheapest first; computed at first use. */
  private readonly cheapest: (Int32Array | undefined)[] = [];

  constructor(plan: Plan) {
    this.instance = plan.instance;
    this.parts = movableParts(plan);
    this.found = new Int32Array(plan.instance.partCount);
    this.keys = new Float64Array(plan.instance.partCount);
  }

  evaluate(plan: Plan, random: Random): number {
    if (this.parts.length === 0) return Number.POSITIVE_INFINITY;
    this.out.length = 0;
    const before = plan.cost;
    plan.begin();
    this.ruin(plan, random);
    this.sortOut(random);
    for (const part of this.out) this.insert(plan, part, random);
    if (isWithinLimit(plan)) return plan.cost - before;
    plan.rollback();
    return Number.POSITIVE_INFINITY;
  }

  /** Takes out what is on a few resources around the time of one part. */
  private ruin(plan: Plan, random: Random): void {
    const { start, end, arcResource } = this.instance;
    const seed = drawUnplaced(plan, this.parts, DRAWS, random);
    const reach = random.below(3) * Math.floor((end[seed] - start[seed]) / 2);
    const [from, to] = [start[seed] - reach, end[seed] + reach];
    const own = plan.placement[seed];
    this.takeOut(plan, seed);
    const count = 1 + random.below(MOST_RESOURCES);
    const withRelatives = random.below(2) === 0;
    for (let n = 0; n < count && this.out.length < MOST_PARTS; n++) {
      const arcs = this.arcsOf(seed);
      const resource = n === 0 && own >= 0 ? own : arcResource[arcs[Math.floor(arcs.length * random.next() ** BIAS)]];
      this.clear(plan, resource, from, to);
      if (!withRelatives) continue;
      for (const there of plan.relatedTo(resource)) if (there !== resource) this.clear(plan, there, from, to);
    }
  }

  private clear(plan: Plan, resource: number, from: number, to: number): void {
    const { out, found } = this;
    const { pinned, arcStart } = this.instance;
    const count = plan.timelines.overlapping(resource, from, to, found);
    for (let k = 0; k < count && out.length < MOST_PARTS; k++) {
      if (pinned[found[k]] === NOT_PINNED && arcStart[found[k] + 1] > arcStart[found[k]]) this.takeOut(plan, found[k]);
    }
  }

  private takeOut(plan: Plan, part: number): void {
    this.out.push(part);
    if (plan.placement[part] >= 0) plan.remove(part);
  }

  /** Sorts the removed parts by start, by length, by number of places or at random; which of these is drawn. */
  private sortOut(random: Random): void {
    const { keys, out } = this;
    const { start, end, arcStart } = this.instance;
    const order = random.below(4);
    for (const part of out) {
      if (order === 0) keys[part] = start[part];
      else if (order === 1) keys[part] = start[part] - end[part];
      else if (order === 2) keys[part] = arcStart[part + 1] - arcStart[part];
      else keys[part] = random.next();
    }
    out.sort((a, b) => keys[a] - keys[b] || a - b);
  }

  /**
   * Places the part at the cheapest place. Shared costs are never negative, so the search ends at the first arc whose own cost is no
   * better than the best delta.
   */
  private insert(plan: Plan, part: number, random: Random): void {
    const { arcCost, arcResource, unassignedCost } = this.instance;
    const arcs = this.arcsOf(part);
    let least = 0;
    let place = -1;
    for (let i = 0; i < arcs.length; i++) {
      const arc = arcs[i];
      if (arcCost[arc] - unassignedCost[part] >= least) break;
      if (random.next() < BLINK) continue;
      const delta = plan.addArcDelta(part, arc, least);
      if (delta >= least) continue;
      least = delta;
      place = arcResource[arc];
    }
    if (place >= 0) plan.place(part, place);
  }

  private arcsOf(part: number): Int32Array {
    const { arcStart, arcCost } = this.instance;
    let arcs = this.cheapest[part];
    if (arcs === undefined) {
      arcs = Int32Array.from({ length: arcStart[part + 1] - arcStart[part] }, (_, i) => arcStart[part] + i);
      // Arcs of equal cost are ordered by a hash, which differs from part to part.
      arcs.sort((a, b) => arcCost[a] - arcCost[b] || (Math.imul(a, SCATTER) >>> 0) - (Math.imul(b, SCATTER) >>> 0));
      this.cheapest[part] = arcs;
    }
    return arcs;
  }
}
