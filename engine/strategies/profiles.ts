import { Arena } from '../instance/arena.ts';
import { type Instance, NOT_PINNED } from '../instance/instance.ts';
import { resourceCosts } from '../objective/terms/termShapes.ts';
import type { Board } from '../board/board.ts';
import { reachableParts } from '../board/nearby.ts';
import { isDelayable } from './delays.ts';
import { UNINTERRUPTED } from './interruption.ts';
import type { ResolveOptions } from './strategy.ts';

/** A part at its place and at all places where it may go, in the unchanged plan. */
export interface Profile {
  /** The parts that it is in conflict with. */
  readonly partners: readonly number[];
  /** The most soft cost that can disappear when the part moves away. */
  readonly soft: number;
  readonly canDelay: boolean;
  /** The resources that it may move to, cheapest first, and how much more each costs than its present place by itself. */
  readonly to: Int32Array;
  readonly delta: Int32Array;
  /** Maps each resource to its position in `to`, or −1. */
  readonly position: Int32Array;
  /** By position, the parts that it would be in conflict with there; computed at first use. */
  readonly blockers: (readonly number[] | undefined)[];
  /** The cache of `pushGain`, by number of moves and position. */
  readonly gains: Float64Array[];
}

export type Limits = Pick<ResolveOptions, 'allowDelay' | 'maxDelaySeconds' | 'allowUnassign' | 'throughConflicts'>;

/** Lower bounds on the cost of moving a part, computed from the unchanged plan. They hold regardless of what else has moved. */
export class Profiles {
  readonly instance: Instance;
  readonly base: Board;
  private readonly maxDelaySeconds: number;
  private readonly allowUnassign: boolean;
  readonly throughConflicts: boolean;
  /** The interruption of the search that currently uses the profiles. */
  interruption = UNINTERRUPTED;
  private readonly usage: Int32Array;
  private readonly profiles: (Profile | undefined)[] = [];
  private readonly weakBounds: Float64Array[] = [];
  private readonly gains: Float64Array[] = [];
  private readonly delayGains: Map<number, number>[] = [];
  /** Scratch memory of `gainOf` by number of moves: while one is worked out, only those of fewer moves are. */
  private readonly largest: Float64Array[] = [];

  /** The board must not change afterwards. */
  constructor(base: Board, limits: Limits) {
    this.instance = base.instance;
    this.base = base;
    this.maxDelaySeconds = limits.allowDelay ? limits.maxDelaySeconds : 0;
    this.allowUnassign = limits.allowUnassign;
    this.throughConflicts = limits.throughConflicts;
    this.usage = resourceCosts(base.instance);
  }

  of(part: number): Profile {
    let profile = this.profiles[part];
    if (profile === undefined) {
      profile = this.build(part);
      this.profiles[part] = profile;
    }
    return profile;
  }

  /** The least cost of a delay of at least this many seconds; Infinity when it is not allowed. */
  delayCost(seconds: number): number {
    if (seconds > this.maxDelaySeconds) return Number.POSITIVE_INFINITY;
    return this.instance.delayCost * Math.max(1, Math.ceil(seconds / 60));
  }

  /** The least cost of reassigning the part as the first of `moves` moves; its own conflicts that end are not counted. */
  weak(part: number, moves: number): number {
    if (moves <= 0) return Number.POSITIVE_INFINITY;
    const bounds = (this.weakBounds[moves] ??= new Float64Array(this.instance.partCount).fill(Number.NaN));
    if (!Number.isNaN(bounds[part])) return bounds[part];
    const { to, delta, soft } = this.of(part);
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < to.length; i++) {
      best = Math.min(best, delta[i] - soft + this.pushGain(part, i, moves - 1));
      if (moves === 1) break;
    }
    bounds[part] = best;
    return best;
  }

  /** The least cost of touching the part when it is pushed, counting its own conflicts that may end then. */
  gain(part: number, moves: number): number {
    const { conflictCost, pinned } = this.instance;
    if (pinned[part] !== NOT_PINNED) return Number.POSITIVE_INFINITY;
    const gains = (this.gains[moves] ??= new Float64Array(this.instance.partCount).fill(Number.NaN));
    if (!Number.isNaN(gains[part])) return gains[part];
    const { soft, canDelay, partners } = this.of(part);
    let best = Math.min(this.weak(part, moves), this.unassignBound(part));
    if (canDelay) {
      best = Math.min(best, this.delayCost(60) - soft + this.delayGain(part, this.base.placement[part], moves - 1));
    }
    gains[part] = this.throughConflicts ? best - conflictCost * partners.length : best;
    return gains[part];
  }

  /** The most (a number ≤ 0) that can be gained below the move of the part to position i with this many moves. */
  pushGain(part: number, i: number, moves: number): number {
    if (moves <= 0) return 0;
    const { to, gains } = this.of(part);
    const known = (gains[moves] ??= new Float64Array(to.length).fill(Number.NaN));
    if (Number.isNaN(known[i])) {
      known[i] = this.gainOf(reachableParts(this.base, part, to[i], this.maxDelaySeconds), moves);
    }
    return known[i];
  }

  /** Like `pushGain`, below a delay of the part on the resource. */
  delayGain(part: number, resource: number, moves: number): number {
    if (moves <= 0) return 0;
    const gains = (this.delayGains[moves] ??= new Map<number, number>());
    const key = part * this.instance.resourceCount + resource;
    let gain = gains.get(key);
    if (gain === undefined) {
      gain = this.gainOf(reachableParts(this.base, part, resource, this.maxDelaySeconds), moves);
      gains.set(key, gain);
    }
    return gain;
  }

  /** The sum of the `moves` largest gains among the parts. */
  private gainOf(parts: readonly number[], moves: number): number {
    if (moves <= 0) return 0;
    this.interruption.check();
    const largest = (this.largest[moves] ??= new Float64Array(moves));
    largest.fill(0);
    for (let i = 0; i < parts.length; i++) {
      let gain = this.gain(parts[i], moves);
      for (let k = 0; k < moves && gain < 0; k++) {
        const other = largest[k];
        if (gain >= other) continue;
        largest[k] = gain;
        gain = other;
      }
    }
    let sum = 0;
    for (let k = 0; k < moves; k++) sum += largest[k];
    return sum;
  }

  /** The least cost of leaving the part without a place; Infinity when it is not allowed. */
  unassignBound(part: number): number {
    if (!this.allowUnassign || this.base.placement[part] < 0) return Number.POSITIVE_INFINITY;
    const cost = this.base.aloneCost(part, -1) - this.base.aloneCost(part, this.base.placement[part]);
    return cost - this.of(part).soft;
  }

  /** The parts that the part would be in conflict with at position i. */
  blockersAt(part: number, i: number): readonly number[] {
    const profile = this.of(part);
    let blockers = profile.blockers[i];
    if (blockers === undefined) {
      this.base.findConflicting(part, profile.to[i]);
      blockers = partnersOn(this.base);
      profile.blockers[i] = blockers;
    }
    return blockers;
  }

  private build(part: number): Profile {
    const { base, instance } = this;
    const place = base.placement[part];
    base.findPartners(part, place);
    const partners = partnersOn(base);
    const soft = base.softCost + (place < 0 ? 0 : this.usage[place]);
    const here = base.aloneCost(part, place);
    const order = this.cheapestArcs(part, place);
    const bytes = 4 * order.length;
    const arena = new Arena(2 * Arena.sizeOf(bytes) + 4 * instance.resourceCount, true);
    const to = arena.ints(order.length);
    const delta = arena.ints(order.length);
    const position = arena.ints(instance.resourceCount).fill(-1);
    for (let i = 0; i < order.length; i++) {
      to[i] = instance.arcResource[order[i]];
      delta[i] = instance.arcCost[order[i]] - here;
      position[to[i]] = i;
    }
    const canDelay = this.maxDelaySeconds > 0 && isDelayable(instance, part);
    return { partners, soft, canDelay, to, delta, position, blockers: [], gains: [] };
  }

  /** The arcs by which the part may leave its place, cheapest first, and among equals in order of resource. */
  private cheapestArcs(part: number, place: number): Int32Array {
    const { arcStart, arcResource, arcCost, pinned } = this.instance;
    const from = arcStart[part];
    const count = pinned[part] === NOT_PINNED ? arcStart[part + 1] - from : 0;
    // One number for cost and arc: numbers are sorted in a fraction of the time that a comparison by a function takes.
    const keys = new Float64Array(count);
    let length = 0;
    for (let i = 0; i < count; i++) {
      if (arcResource[from + i] !== place) keys[length++] = arcCost[from + i] * count + i;
    }
    const sorted = keys.subarray(0, length).sort();
    const arcs = new Int32Array(length);
    for (let i = 0; i < length; i++) arcs[i] = from + sorted[i] - Math.floor(sorted[i] / count) * count;
    return arcs;
  }
}

/** A copy of what the board's latest query for partners found. */
const partnersOn = ({ partners, partnerCount }: Board): readonly number[] => {
  if (partnerCount === 0) return NO_PARTS;
  const found: number[] = [];
  for (let i = 0; i < partnerCount; i++) found.push(partners[i]);
  return found;
};

const NO_PARTS: readonly number[] = [];
