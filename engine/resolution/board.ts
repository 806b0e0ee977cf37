import type { Instance } from '../instance/instance.ts';
import { arcCostAt } from '../objective/terms/arc.ts';
import { GroupMembers } from '../objective/terms/group.ts';
import { isPair } from '../objective/terms/term.ts';
import { UsageCounts } from '../objective/terms/usage.ts';
import type { Placement } from '../objective/score.ts';
import { overlapProbability } from '../uncertainty/pairProbability.ts';
import { hardGap } from './hardGap.ts';
import { Relations } from './relations.ts';
import { WindowLists } from './windowLists.ts';

/**
 * A placement whose parts may move and be delayed. What a part costs where it is, or would be, equals what a full
 * evaluation under the changed windows says. Nothing here forbids; delay itself costs nothing here.
 */
export class Board {
  /** The instance under this board's windows; its parts are not in order of start any more once one was delayed. */
  readonly view: Instance;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly place: Placement;
  readonly lists: WindowLists;
  private readonly relations: Relations | null;
  private readonly groups: GroupMembers | null;
  private readonly usage: UsageCounts | null;
  /** Parts that `meet` found in conflict: partners[0]…partners[partnerCount − 1]. */
  readonly partners: Int32Array;
  partnerCount = 0;
  /** What `meet` found besides: soft pairs, group, usage, risk. */
  softCost = 0;

  constructor(instance: Instance, placement: Placement) {
    const { partCount, resourceCount, terms } = instance;
    this.start = instance.start.slice();
    this.end = instance.end.slice();
    this.view = { ...instance, start: this.start, end: this.end };
    this.place = new Int32Array(partCount).fill(-1);
    this.lists = new WindowLists(this.start, this.end, resourceCount);
    this.relations = terms.adjacencies.length > 0 ? new Relations(instance) : null;
    this.groups = terms.groups.length > 0 ? new GroupMembers(instance) : null;
    this.usage = terms.usages.length > 0 ? new UsageCounts(instance) : null;
    this.partners = new Int32Array(partCount);
    for (let part = 0; part < partCount; part++) this.move(part, placement[part]);
  }

  /** To the resource, or to none (−1). */
  move(part: number, resource: number): void {
    const from = this.place[part];
    if (from === resource) return;
    if (from >= 0) {
      this.lists.delete(from, part);
      this.usage?.add(part, from, -1);
    }
    this.place[part] = resource;
    if (resource >= 0) {
      this.lists.insert(resource, part);
      this.usage?.add(part, resource, 1);
    }
  }

  /** Shifts the part's window; negative seconds shift it back. */
  shift(part: number, seconds: number): void {
    const resource = this.place[part];
    if (resource >= 0) this.lists.delete(resource, part);
    this.start[part] += seconds;
    this.end[part] += seconds;
    if (resource >= 0) this.lists.insert(resource, part);
  }

  /** What the part costs alone on the resource (−1: without one). */
  aloneCost(part: number, resource: number): number {
    return resource < 0 ? this.view.unassignedCost[part] : arcCostAt(this.view, part, resource);
  }

  /** What the part would meet on the resource, everything else as it is: fills `partners` and `softCost`. */
  meet(part: number, resource: number): void {
    this.partnerCount = 0;
    this.softCost = 0;
    if (resource < 0) return;
    this.meetOn(part, resource);
    if (this.relations !== null) this.meetRelated(part, resource, this.relations);
    if (this.usage !== null) this.softCost += this.usage.costAt(part, resource, this.place[part] === resource);
    if (this.groups !== null) this.softCost += this.groups.costAt(part, resource, this.place);
  }

  /** Writes the parts that the part on the resource would be in conflict with for some delay in [0, seconds]. */
  reachable(part: number, resource: number, seconds: number): readonly number[] {
    if (resource < 0) return [];
    const { maxGapSeconds } = this.view;
    const from = this.start[part] - maxGapSeconds;
    return this.between(resource, from, this.end[part] + maxGapSeconds + seconds).filter((other) => other !== part);
  }

  /** The parts on the resource that start or end within so many seconds of the part's window, or overlap it. */
  near(part: number, resource: number, seconds: number): readonly number[] {
    const found: number[] = [];
    const since = this.start[part] - seconds;
    const until = this.end[part] + seconds;
    const list = this.lists.lists[resource];
    const length = this.lists.lengths[resource];
    for (let i = this.lists.firstEndingAfter(resource, since); i < length && this.start[list[i]] < until; i++) {
      const other = list[i];
      if (other !== part && this.end[other] > since && isPair(this.view, part, other)) found.push(other);
    }
    return found;
  }

  /** Probability of a conflict of two parts that share a resource and do not overlap. */
  nearProbability(x: number, y: number): number {
    const [a, b] = this.start[x] < this.start[y] ? [x, y] : [y, x];
    return overlapProbability(this.view, a, b, hardGap(this.view, a, b, this.place[a]));
  }

  /** The parts on the resource, and on those related to it, that overlap [from, to). */
  between(resource: number, from: number, to: number): readonly number[] {
    const found: number[] = [];
    for (const there of this.sharing(resource)) {
      const list = this.lists.lists[there];
      const length = this.lists.lengths[there];
      for (let i = this.lists.firstEndingAfter(there, from); i < length && this.start[list[i]] < to; i++) {
        if (this.end[list[i]] > from) found.push(list[i]);
      }
    }
    return found;
  }

  /** The resource and those that some rule relates to it. */
  sharing(resource: number): readonly number[] {
    if (resource < 0) return [];
    return this.relations === null ? [resource] : [resource, ...this.relations.neighbors[resource]];
  }

  /** What `relations` says of two parts that overlap in time: the hard rule, or −1. */
  hardRelation(a: number, b: number): number {
    if (this.relations === null) return -1;
    this.relations.judge(a, this.place[a], b, this.place[b]);
    return this.relations.hardRule;
  }

  private meetOn(part: number, resource: number): void {
    const { start, end, view } = this;
    const { maxGapSeconds } = view;
    const from = start[part];
    const to = end[part];
    const since = from - maxGapSeconds;
    const until = to + maxGapSeconds;
    const list = this.lists.lists[resource];
    const length = this.lists.lengths[resource];
    for (let i = this.lists.firstEndingAfter(resource, since); i < length; i++) {
      const other = list[i];
      if (start[other] >= until) break;
      if (end[other] <= since || other === part || !isPair(view, part, other)) continue;
      const after = start[other] - to;
      const before = from - end[other];
      if (after < 0 && before < 0) this.partners[this.partnerCount++] = other;
      else if (maxGapSeconds > 0) {
        if (after >= 0) this.meetNear(part, other, resource, after, other);
        else this.meetNear(other, part, resource, before, other);
      }
    }
  }

  /** a before b with a gap of at least 0. */
  private meetNear(a: number, b: number, resource: number, gap: number, other: number): void {
    const { view } = this;
    const { terms } = view;
    let isConflict = false;
    for (let i = 0; i < terms.buffers.length; i++) {
      const { seconds, hard, cost, previous, next, resources } = terms.buffers[i];
      if (gap >= seconds || previous[a] === 0 || next[b] === 0 || resources[resource] === 0) continue;
      if (hard) isConflict = true;
      else this.softCost += cost;
    }
    if (isConflict) this.partners[this.partnerCount++] = other;
    if (terms.risk && gap < terms.risk.horizonSeconds) {
      this.softCost += Math.round(100 * terms.risk.weight * overlapProbability(view, a, b));
    }
  }

  private meetRelated(part: number, resource: number, relations: Relations): void {
    const { start, end } = this;
    const from = start[part];
    const to = end[part];
    const neighbors = relations.neighbors[resource];
    for (let n = 0; n < neighbors.length; n++) {
      const there = neighbors[n];
      const list = this.lists.lists[there];
      const length = this.lists.lengths[there];
      for (let i = this.lists.firstEndingAfter(there, from); i < length; i++) {
        const other = list[i];
        if (start[other] >= to) break;
        if (end[other] <= from || other === part || !isPair(this.view, part, other)) continue;
        relations.judge(part, resource, other, there);
        this.softCost += relations.soft;
        if (relations.hardRule >= 0) this.partners[this.partnerCount++] = other;
      }
    }
  }
}
