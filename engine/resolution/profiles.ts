import type { Instance } from '../instance/instance.ts';
import { usageCosts } from '../objective/terms/usage.ts';
import type { Board } from './board.ts';
import { isDelayable } from './delays.ts';
import type { ResolveOptions } from './strategy.ts';

/** A part where it is, and everywhere it may go, in the unchanged plan. */
export interface Profile {
  /** What it is in conflict with. */
  readonly partners: readonly number[];
  /** At most this much soft cost goes when the part goes. */
  readonly soft: number;
  readonly canDelay: boolean;
  /** Resources it may move to, cheapest first, and what each costs more than its place, alone. */
  readonly to: Int32Array;
  readonly delta: Int32Array;
  /** Resource → position in `to`, or −1. */
  readonly position: Int16Array;
  /** By position: what it would be in conflict with there; found when first asked for. */
  readonly blockers: (readonly number[] | undefined)[];
  /** By number of moves, then position: `pushGain`, once it is known. */
  readonly gains: Float64Array[];
}

type Limits = Pick<ResolveOptions, 'allowDelay' | 'maxDelaySeconds' | 'allowUnassign' | 'throughConflicts'>;

/**
 * Lower bounds on what moving a part can cost, from the unchanged plan. `weak`, `pushGain` and `delayGain` hold whatever else has moved;
 * `last` and `lastButOne` hold when the parts of `moved` have.
 */
export class Profiles {
  private readonly instance: Instance;
  private readonly base: Board;
  private readonly maxDelaySeconds: number;
  private readonly allowUnassign: boolean;
  private readonly throughConflicts: boolean;
  private readonly usage: Int32Array;
  private readonly profiles: (Profile | undefined)[] = [];
  private readonly weakBounds: Float64Array[] = [];
  private readonly gains: Float64Array[] = [];
  private readonly delayGains: Map<number, number>[] = [];
  private readonly lefts: (readonly number[])[] = [];
  private readonly lastBounds: Float64Array;

  /** The board must stay as it is. */
  constructor(base: Board, limits: Limits) {
    this.instance = base.view;
    this.base = base;
    this.maxDelaySeconds = limits.allowDelay ? limits.maxDelaySeconds : 0;
    this.allowUnassign = limits.allowUnassign;
    this.throughConflicts = limits.throughConflicts;
    this.usage = usageCosts(base.view);
    this.lastBounds = new Float64Array(base.view.partCount).fill(Number.NaN);
  }

  of(part: number): Profile {
    let profile = this.profiles[part];
    if (profile === undefined) {
      profile = this.build(part);
      this.profiles[part] = profile;
    }
    return profile;
  }

  /** At least this much a delay by so many seconds costs; infinite when it is not allowed. */
  delayCost(seconds: number): number {
    if (seconds > this.maxDelaySeconds) return Number.POSITIVE_INFINITY;
    return this.instance.delayCost * Math.max(1, Math.ceil(seconds / 60));
  }

  /** What reassigning the part costs at least with `moves` moves, it first; its own conflicts that end are not counted. */
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

  /** What touching the part costs at least when it is pushed, with the conflicts of its own that may end then. */
  private gain(part: number, moves: number): number {
    const { conflictCost, pinned } = this.instance;
    if (pinned[part] !== -2) return Number.POSITIVE_INFINITY;
    const gains = (this.gains[moves] ??= new Float64Array(this.instance.partCount).fill(Number.NaN));
    if (!Number.isNaN(gains[part])) return gains[part];
    const { soft, canDelay, partners } = this.of(part);
    let best = Math.min(this.weak(part, moves), this.unassignBound(part));
    if (canDelay) {
      best = Math.min(best, this.delayCost(60) - soft + this.delayGain(part, this.base.place[part], moves - 1));
    }
    gains[part] = this.throughConflicts ? best - conflictCost * partners.length : best;
    return gains[part];
  }

  /**
   * What touching a pushed part costs at least once the parts of `moved` were touched; waiting takes it at least so many
   * seconds. One that is among them can but wait.
   */
  pushedCost(part: number, moves: number, seconds: number, moved: readonly number[]): number {
    if (this.throughConflicts) return this.gain(part, moves);
    const { soft, canDelay } = this.of(part);
    let cost = Number.POSITIVE_INFINITY;
    if (canDelay) cost = this.delayCost(seconds) - soft + this.delayGain(part, this.base.place[part], moves - 1);
    if (moved.includes(part)) return cost;
    const leaving = moves === 1 ? this.last(part, moved) : this.weak(part, moves);
    return Math.min(cost, leaving, this.unassignBound(part));
  }

  /** At most this much (a number ≤ 0) can be gained below the move of the part to position i, with so many moves. */
  pushGain(part: number, i: number, moves: number): number {
    if (moves <= 0) return 0;
    const { to, gains } = this.of(part);
    const known = (gains[moves] ??= new Float64Array(to.length).fill(Number.NaN));
    if (Number.isNaN(known[i])) {
      known[i] = this.gainOf(this.base.reachable(part, to[i], this.maxDelaySeconds), moves);
    }
    return known[i];
  }

  /** The same below a delay of the part on the resource (its own when absent). */
  delayGain(part: number, resource: number, moves: number): number {
    if (moves <= 0) return 0;
    const gains = (this.delayGains[moves] ??= new Map<number, number>());
    const key = part * this.instance.resourceCount + resource;
    let gain = gains.get(key);
    if (gain === undefined) {
      gain = this.gainOf(this.base.reachable(part, resource, this.maxDelaySeconds), moves);
      gains.set(key, gain);
    }
    return gain;
  }

  /** The sum of the `moves` largest gains among the parts. */
  private gainOf(parts: readonly number[], moves: number): number {
    if (moves <= 0) return 0;
    let gains: number[] | null = null;
    for (const part of parts) {
      const gain = this.gain(part, moves);
      if (gain < 0) (gains ??= []).push(gain);
    }
    if (gains === null) return 0;
    if (gains.length > moves) gains.sort((a, b) => a - b).length = moves;
    return gains.reduce((sum, gain) => sum + gain, 0);
  }

  private unassignBound(part: number): number {
    if (!this.allowUnassign || this.base.place[part] < 0) return Number.POSITIVE_INFINITY;
    const cost = this.base.aloneCost(part, -1) - this.base.aloneCost(part, this.base.place[part]);
    return cost - this.of(part).soft;
  }

  blockersAt(part: number, i: number): readonly number[] {
    const profile = this.of(part);
    let blockers = profile.blockers[i];
    if (blockers === undefined) {
      this.base.meet(part, profile.to[i]);
      blockers = Array.from(this.base.partners.subarray(0, this.base.partnerCount));
      profile.blockers[i] = blockers;
    }
    return blockers;
  }

  /** Where places come free when the part goes. */
  private left(part: number): readonly number[] {
    return (this.lefts[part] ??= this.base.sharing(this.base.place[part]));
  }

  /** Reassigning the part as the last move. */
  last(part: number, moved: readonly number[]): number {
    const { conflictCost } = this.instance;
    const profile = this.of(part);
    const { to, delta, soft, position } = profile;
    let best = this.lastBounds[part];
    if (Number.isNaN(best)) {
      best = Number.POSITIVE_INFINITY;
      for (let i = 0; i < to.length && delta[i] - soft < best; i++) {
        best = Math.min(best, delta[i] - soft + conflictCost * this.blockersAt(part, i).length);
      }
      this.lastBounds[part] = best;
    }
    for (let k = 0; k < moved.length; k++) {
      if (moved[k] === part) continue;
      const left = this.left(moved[k]);
      for (let n = 0; n < left.length; n++) {
        const i = position[left[n]];
        if (i < 0 || delta[i] - soft >= best) continue;
        best = Math.min(best, delta[i] - soft + conflictCost * countOthers(this.blockersAt(part, i), moved));
      }
    }
    return best;
  }

  /** Reassigning the part as the last move but one. */
  lastButOne(part: number, moved: readonly number[]): number {
    const { to, delta, soft } = this.of(part);
    const after = [...moved, part];
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < to.length; i++) {
      const cost = delta[i] - soft;
      if (cost + this.pushGain(part, i, 1) >= best) continue;
      const blockers = this.blockersAt(part, i);
      if (blockers.length === 0) {
        best = Math.min(best, cost);
        continue;
      }
      best = Math.min(best, cost + this.clearing(part, blockers, after));
    }
    return best;
  }

  /** One move to be rid of the blockers that have not moved: one of them goes, or the part is delayed, or they stay. */
  private clearing(part: number, blockers: readonly number[], moved: readonly number[]): number {
    const { start, end, conflictCost, pinned } = this.instance;
    let count = 0;
    let latest = 0;
    let saving = 0;
    for (const blocker of blockers) {
      if (moved.includes(blocker)) continue;
      count++;
      latest = Math.max(latest, end[blocker]);
      if (pinned[blocker] !== -2) continue;
      const profile = this.of(blocker);
      let cost = Math.min(this.last(blocker, moved), this.unassignBound(blocker));
      if (profile.canDelay) cost = Math.min(cost, this.delayCost(end[part] - start[blocker]) - profile.soft);
      const further = this.throughConflicts ? profile.partners.length : 0;
      saving = Math.min(saving, cost - conflictCost * (1 + further));
      if (profile.canDelay) saving = Math.min(saving, this.delayCost(60) - profile.soft - conflictCost * further);
    }
    if (count === 0) return 0;
    const staying = count * conflictCost + saving;
    return this.of(part).canDelay ? Math.min(staying, this.delayCost(latest - start[part])) : staying;
  }

  private build(part: number): Profile {
    const { base, instance } = this;
    const place = base.place[part];
    base.meet(part, place);
    const partners = Array.from(base.partners.subarray(0, base.partnerCount));
    const soft = base.softCost + (place < 0 ? 0 : this.usage[place]);
    const here = base.aloneCost(part, place);
    const order: number[] = [];
    if (instance.pinned[part] === -2) {
      for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1]; arc++) {
        if (instance.arcResource[arc] !== place) order.push(arc);
      }
    }
    order.sort((a, b) => instance.arcCost[a] - instance.arcCost[b] || a - b);
    const to = Int32Array.from(order, (arc) => instance.arcResource[arc]);
    const position = new Int16Array(instance.resourceCount).fill(-1);
    to.forEach((resource, i) => {
      position[resource] = i;
    });
    return {
      partners,
      soft,
      canDelay: this.maxDelaySeconds > 0 && isDelayable(instance, part),
      to,
      delta: Int32Array.from(order, (arc) => instance.arcCost[arc] - here),
      position,
      blockers: Array.from({ length: to.length }),
      gains: [],
    };
  }
}

const countOthers = (parts: readonly number[], without: readonly number[]): number => {
  let count = 0;
  for (let i = 0; i < parts.length; i++) if (!without.includes(parts[i])) count++;
  return count;
};
