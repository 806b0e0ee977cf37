import { NOT_PINNED } from '../instance/instance.ts';
import type { Profiles } from './profiles.ts';

const NO_PART = -1;
/** The most results that `openedBy` caches, which limits its memory over a long horizon. */
const MOST_OPENED = 1_000_000;

/** The parts that a part would push elsewhere, each with the cost of going to that place without the cost of the push itself; cheapest first. */
interface Pushes {
  readonly others: Int32Array;
  readonly costs: Float64Array;
  /** The least cost of moving any of the others away. */
  readonly least: number;
}

/**
 * Lower bounds on the cost of reassigning an untouched part as the first of one, two or three remaining moves, after the parts in
 * `moved` have moved: chains in the unchanged plan together with the places that these left. `moved` includes the part itself and is
 * unchanged afterwards. Every other part that moves takes one of the moves.
 */
export class ChainBounds {
  private readonly profiles: Profiles;
  private readonly lefts: (readonly number[])[] = [];
  private readonly lastBounds: Float64Array;
  private readonly lastButOneBounds: Float64Array;
  private readonly pushes: (Pushes | undefined)[] = [];
  /** The cache of `openedBy`, by the part and the moved parts. */
  private readonly opened = new Map<number, number>();

  constructor(profiles: Profiles) {
    this.profiles = profiles;
    const { partCount } = profiles.instance;
    this.lastBounds = new Float64Array(partCount).fill(Number.NaN);
    this.lastButOneBounds = new Float64Array(partCount).fill(Number.NaN);
  }

  /** A bound for reassigning the part as the last move. */
  last(part: number, moved: readonly number[]): number {
    const { conflictCost } = this.profiles.instance;
    const { to, delta, soft, position } = this.profiles.of(part);
    let best = this.lastBounds[part];
    if (Number.isNaN(best)) {
      best = Number.POSITIVE_INFINITY;
      for (let i = 0; i < to.length && delta[i] - soft < best; i++) {
        best = Math.min(best, delta[i] - soft + conflictCost * this.profiles.blockersAt(part, i).length);
      }
      this.lastBounds[part] = best;
    }
    for (let k = 0; k < moved.length; k++) {
      if (moved[k] === part) continue;
      const left = this.left(moved[k]);
      for (let n = 0; n < left.length; n++) {
        const i = position[left[n]];
        if (i < 0 || delta[i] - soft >= best) continue;
        best = Math.min(best, delta[i] - soft + conflictCost * countOthers(this.profiles.blockersAt(part, i), moved));
      }
    }
    return best;
  }

  /** A bound for reassigning the part as the last move but one. `target` counts as moved when deciding which parts may be pushed. */
  lastButOne(part: number, moved: number[], target: number): number {
    let best = this.lastButOneAlone(part);
    if (!moved.includes(target)) best = Math.min(best, this.intoLeft(part, target, moved, target, best));
    for (let x = 0; x < moved.length; x++) {
      const one = moved[x];
      if (one === part) continue;
      let two = NO_PART;
      for (let y = 0; y < moved.length; y++) {
        if (y === x || moved[y] === part || moved[y] === one || !this.sharesLeft(one, moved[y])) continue;
        if (two >= 0) return this.cheapest(part, moved, target);
        two = moved[y];
      }
      best = Math.min(best, this.intoLeft(part, one, moved, target, best), this.openedBy(part, one, two));
    }
    return best;
  }

  /** A bound for reassigning the part with two moves left afterwards. */
  lastButTwo(part: number, moved: number[], target: number): number {
    const { profiles } = this;
    const { conflictCost } = profiles.instance;
    const profile = profiles.of(part);
    const { to, delta, soft } = profile;
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < to.length; i++) {
      const cost = delta[i] - soft;
      const gain = profiles.pushGain(part, i, 2);
      if (cost + gain >= best) continue;
      const blockers = profiles.blockersAt(part, i);
      const count = countOthers(blockers, moved);
      if (count === 0) {
        // The part may still be delayed, because of parts that have moved there.
        const waiting = profile.canDelay ? profiles.delayCost(60) + profiles.pushGain(part, i, 1) : 0;
        best = Math.min(best, cost + Math.min(0, waiting));
        continue;
      }
      if (this.isBarred(part, blockers, moved, target)) continue;
      const waiting = profile.canDelay
        ? profiles.delayCost(this.earliestEnd(blockers, moved) - profiles.instance.start[part]) +
          profiles.pushGain(part, i, 1)
        : Number.POSITIVE_INFINITY;
      let clearing = Math.max(1, count - 2) * conflictCost + gain;
      if (count < 3 && cost + Math.min(gain, waiting) < best) {
        clearing = Math.min(clearing, this.pushedAll(part, blockers, count, moved, target));
      }
      best = Math.min(best, cost + Math.min(clearing, waiting));
    }
    return best;
  }

  /** A bound for touching all one or two parts that the part pushes, with two moves. */
  private pushedAll(part: number, blockers: readonly number[], count: number, moved: number[], target: number): number {
    const before = moved.length;
    for (let k = 0; k < blockers.length; k++) if (!moved.includes(blockers[k])) moved.push(blockers[k]);
    let cost = 0;
    for (let k = before; k < moved.length; k++) cost += this.pushed(part, moved[k], 3 - count, moved, target);
    moved.length = before;
    return cost;
  }

  /** A bound for touching one part that the part pushes. */
  private pushed(part: number, other: number, moves: number, moved: number[], target: number): number {
    const { profiles } = this;
    const { start, end, conflictCost, pinned } = profiles.instance;
    if (pinned[other] !== NOT_PINNED) return Number.POSITIVE_INFINITY;
    const { soft, canDelay, partners } = profiles.of(other);
    const leaving = moves === 1 ? this.last(other, moved) : this.lastButOne(other, moved, target);
    let cost = Math.min(leaving, profiles.unassignBound(other));
    if (canDelay) {
      const delay = profiles.delayCost(end[part] - start[other]);
      cost = Math.min(cost, delay - soft + profiles.delayGain(other, profiles.base.placement[other], moves - 1));
    }
    return profiles.throughConflicts ? cost - conflictCost * partners.length : cost;
  }

  /** The least bound over all positions of the part, with one move left afterwards. */
  private cheapest(part: number, moved: readonly number[], target: number): number {
    const { to } = this.profiles.of(part);
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < to.length; i++) best = Math.min(best, this.at(part, i, moved, target, best));
    return best;
  }

  /** The least bound over the places that the moved part `one` left or whose parts may now be pushed. */
  private intoLeft(part: number, one: number, moved: readonly number[], target: number, limit: number): number {
    const { position } = this.profiles.of(part);
    const left = this.left(one);
    let best = limit;
    for (let n = 0; n < left.length; n++) {
      const i = position[left[n]];
      if (i >= 0) best = Math.min(best, this.at(part, i, moved, target, best));
    }
    return best;
  }

  /** A bound for moving the part to position i with one move left afterwards; exact only below `limit`. */
  private at(part: number, i: number, moved: readonly number[], target: number, limit: number): number {
    const { delta, soft, canDelay } = this.profiles.of(part);
    const cost = delta[i] - soft;
    const gain = this.profiles.pushGain(part, i, 1);
    if (cost + gain >= limit) return limit;
    const blockers = this.profiles.blockersAt(part, i);
    const count = blockers.length === 0 ? 0 : countOthers(blockers, moved);
    if (count === 0) return cost;
    const { conflictCost } = this.profiles.instance;
    if (count > 1 && !canDelay && cost + gain + (count - 1) * conflictCost >= limit) return limit;
    return cost + this.clearing(part, blockers, moved, target);
  }

  /**
   * The least bound over positions from which nothing moved away, but where a blocker could go to a place that `one`, or perhaps `two`
   * (−1: no part), left. Other moved parts did not leave that place. Never more than the bound when nothing has moved.
   */
  private openedBy(part: number, one: number, two: number): number {
    const { profiles, opened } = this;
    const { partCount, conflictCost, start, end, maxGapSeconds } = profiles.instance;
    const key = (part * partCount + one) * partCount + two + 1;
    let best = opened.get(key);
    if (best !== undefined) return best;
    best = this.lastButOneAlone(part);
    const left = this.left(one);
    const from = start[one] - maxGapSeconds;
    const until = end[one] + maxGapSeconds;
    const moved = [part, one, two];
    const { others, costs, least } = this.pushesOf(part);
    for (let k = 0; k < others.length && costs[k] + least < best; k++) {
      const other = others[k];
      if (start[other] >= until || end[other] <= from || other === one) continue;
      const there = profiles.of(other);
      for (let n = 0; n < left.length; n++) {
        const j = there.position[left[n]];
        if (j < 0) continue;
        const cost = costs[k] + there.delta[j] - there.soft;
        if (cost >= best) continue;
        const blocking = profiles.blockersAt(other, j);
        if (blocking.includes(one)) best = Math.min(best, cost + conflictCost * countOthers(blocking, moved));
      }
    }
    if (opened.size >= MOST_OPENED) opened.clear();
    opened.set(key, best);
    return best;
  }

  /** The bound of `lastButOne` when nothing has moved. */
  private lastButOneAlone(part: number): number {
    if (Number.isNaN(this.lastButOneBounds[part])) {
      this.lastButOneBounds[part] = this.cheapest(part, [part], NO_PART);
    }
    return this.lastButOneBounds[part];
  }

  private pushesOf(part: number): Pushes {
    return (this.pushes[part] ??= this.findPushes(part));
  }

  private findPushes(part: number): Pushes {
    const { profiles } = this;
    const { conflictCost, pinned } = profiles.instance;
    const { to, delta, soft } = profiles.of(part);
    const alone = [part];
    const found: { readonly other: number; readonly cost: number }[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < to.length; i++) {
      const blockers = profiles.blockersAt(part, i);
      if (blockers.length === 0 || this.isBarred(part, blockers, alone, NO_PART)) continue;
      for (let k = 0; k < blockers.length; k++) {
        if (pinned[blockers[k]] !== NOT_PINNED) continue;
        const there = profiles.of(blockers[k]);
        if (there.to.length === 0) continue;
        const further = profiles.throughConflicts ? there.partners.length : 0;
        const cost = delta[i] - soft + conflictCost * (blockers.length - 1 - further);
        found.push({ other: blockers[k], cost });
        least = Math.min(least, there.delta[0] - there.soft);
      }
    }
    found.sort((x, y) => x.cost - y.cost);
    return {
      others: Int32Array.from(found, ({ other }) => other),
      costs: Float64Array.from(found, ({ cost }) => cost),
      least,
    };
  }

  /**
   * A bound for one move that answers the conflicts with the unmoved blockers: one of them moves, or the part is delayed, or the
   * conflicts stay.
   */
  private clearing(part: number, blockers: readonly number[], moved: readonly number[], target: number): number {
    const { profiles } = this;
    const { start, end, conflictCost, pinned } = profiles.instance;
    let count = 0;
    let latest = 0;
    let saving = 0;
    if (this.isBarred(part, blockers, moved, target)) return Number.POSITIVE_INFINITY;
    for (let k = 0; k < blockers.length; k++) {
      const blocker = blockers[k];
      if (moved.includes(blocker)) continue;
      count++;
      latest = Math.max(latest, end[blocker]);
      if (pinned[blocker] !== NOT_PINNED) continue;
      const profile = profiles.of(blocker);
      let cost = Math.min(this.last(blocker, moved), profiles.unassignBound(blocker));
      if (profile.canDelay) cost = Math.min(cost, profiles.delayCost(end[part] - start[blocker]) - profile.soft);
      const further = profiles.throughConflicts ? profile.partners.length : 0;
      saving = Math.min(saving, cost - conflictCost * (1 + further));
      if (profile.canDelay) saving = Math.min(saving, profiles.delayCost(60) - profile.soft - conflictCost * further);
    }
    if (count === 0) return 0;
    const staying = count * conflictCost + saving;
    return profiles.of(part).canDelay ? Math.min(staying, profiles.delayCost(latest - start[part])) : staying;
  }

  /** Whether the part may not go there, because it would push a part that is in a conflict of which neither part was touched. */
  private isBarred(part: number, blockers: readonly number[], moved: readonly number[], target: number): boolean {
    const { profiles } = this;
    if (profiles.throughConflicts) return false;
    for (let k = 0; k < blockers.length; k++) {
      const blocker = blockers[k];
      const { partners } = profiles.of(blocker);
      if (partners.length === 0 || blocker === target || moved.includes(blocker) || partners.includes(part)) continue;
      for (let n = 0; n < partners.length; n++) {
        if (partners[n] !== target && !moved.includes(partners[n])) return true;
      }
    }
    return false;
  }

  /** The places that become free when the part moves, and those whose parts may then be pushed. */
  private left(part: number): readonly number[] {
    let left = this.lefts[part];
    if (left === undefined) {
      const { base, throughConflicts } = this.profiles;
      const gone = throughConflicts ? [part] : [part, ...this.profiles.of(part).partners];
      left = [...new Set(gone.flatMap((one) => base.sharing(base.placement[one])))];
      this.lefts[part] = left;
    }
    return left;
  }

  private sharesLeft(one: number, two: number): boolean {
    const left = this.left(one);
    const other = this.left(two);
    for (let n = 0; n < left.length; n++) if (other.includes(left[n])) return true;
    return false;
  }

  private earliestEnd(blockers: readonly number[], moved: readonly number[]): number {
    const { end } = this.profiles.instance;
    let earliest = Number.POSITIVE_INFINITY;
    for (const blocker of blockers) if (!moved.includes(blocker)) earliest = Math.min(earliest, end[blocker]);
    return earliest;
  }
}

const countOthers = (parts: readonly number[], without: readonly number[]): number => {
  let count = 0;
  for (let i = 0; i < parts.length; i++) if (!without.includes(parts[i])) count++;
  return count;
};
