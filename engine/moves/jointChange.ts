import type { Plan } from '../board/plan.ts';
import type { Instance } from '../instance/instance.ts';
import { PairCosts } from '../objective/pairs/pairCosts.ts';
import { Continuities } from '../objective/terms/continuity.ts';
import { GroupMembers } from '../objective/terms/group.ts';
import { hasNoShapesExcept } from '../objective/terms/termShapes.ts';

/**
 * Parts that change places at once, such that each part with which one of them would be in conflict at its destination leaves that place. The delta is found
 * without changing the plan, in a small share of the time that making the change and taking it back would need. Only for instances with `isExact`.
 */
export class JointChange {
  /** The parts and their destinations (−1: none), the first `length` of each. */
  readonly parts: Int32Array;
  readonly destinations: Int32Array;
  length = 0;
  private readonly plan: Plan;
  private readonly groups: GroupMembers;
  private readonly continuities: Continuities;
  private readonly pairs: PairCosts;
  private readonly origins: Int32Array;
  /** By part: its destination, valid where the stamp is the present one. */
  private readonly destinationOf: Int32Array;
  private readonly stamps: Int32Array;
  private stamp = 0;
  /** For each destination, the first of the parts that go there; strays come from elsewhere than this one, or from nowhere. */
  private readonly heads: Int32Array;
  private headCount = 0;
  private readonly strays: Int32Array;
  private strayCount = 0;
  /**
   * The soft costs of parts at their destinations (the first `otherCount`), each with the part that shares it: the cost arises if that part stays.
   */
  private readonly others: number[] = [];
  private readonly costs: number[] = [];
  private otherCount = 0;
  private alone = 0;

  constructor(plan: Plan) {
    const { instance } = plan;
    const { partCount } = instance;
    this.plan = plan;
    this.groups = new GroupMembers(instance);
    this.continuities = new Continuities(instance);
    this.pairs = new PairCosts(instance);
    this.parts = new Int32Array(partCount);
    this.destinations = new Int32Array(partCount);
    this.origins = new Int32Array(partCount);
    this.heads = new Int32Array(partCount);
    this.strays = new Int32Array(partCount);
    this.destinationOf = new Int32Array(partCount);
    this.stamps = new Int32Array(partCount);
  }

  /** Whether parts share costs only in groups, with the parts of their flight before and after them, and in pairs that are near on one resource, whichever it is. */
  static isExact({ terms }: Instance): boolean {
    const isSameEverywhere = terms.buffers.every(({ resources }) => resources.every((applies) => applies === 1));
    return isSameEverywhere && terms.adjacencies.length === 0 && hasNoShapesExcept(terms, ['groups', 'continuities']);
  }

  clear(): void {
    this.stamp++;
    this.length = 0;
    this.alone = 0;
    this.headCount = 0;
    this.strayCount = 0;
    this.otherCount = 0;
  }

  add(part: number, destination: number): void {
    const q = this.length++;
    const origin = this.plan.placement[part];
    this.stamps[part] = this.stamp;
    this.destinationOf[part] = destination;
    this.parts[q] = part;
    this.destinations[q] = destination;
    this.origins[q] = origin;
    if (this.headOf(destination) < 0) this.heads[this.headCount++] = q;
    if (this.isStray(q)) this.strays[this.strayCount++] = q;
  }

  has(part: number): boolean {
    return this.stamps[part] === this.stamp;
  }

  /** Counts what a part costs at its destination, where `plan.findConflicting` was just called for it. `arc`: its arc to there, or −1. */
  count(part: number, arc: number): void {
    const { plan, others, costs } = this;
    const { arcCost, unassignedCost } = plan.instance;
    this.alone += (arc < 0 ? unassignedCost[part] : arcCost[arc]) - plan.aloneWhereItIs(part);
    for (let k = 0; k < plan.softCount; k++) {
      others[this.otherCount] = plan.softPartners[k];
      costs[this.otherCount++] = plan.softCosts[k];
    }
  }

  /** The change of the total cost, after every part was counted. */
  delta(): number {
    const { others, costs, length, parts, strays } = this;
    let delta = this.alone;
    for (let k = 0; k < this.otherCount; k++) if (!this.has(others[k])) delta += costs[k];
    for (let q = 0; q < length; q++) delta += this.teamDelta(parts[q]) - this.parting(parts[q]);
    for (let k = 0; k < this.strayCount; k++) delta += this.meeting(strays[k]);
    return delta;
  }

  apply(delta: number): void {
    this.plan.moveTogether(this.parts, this.destinations, this.length, delta);
  }

  /** What a part shares where it is with parts that it leaves; where both leave one another, the first one counts. */
  private parting(part: number): number {
    const { plan } = this;
    const { conflictCost } = plan.instance;
    plan.findConflicting(part, plan.placement[part]);
    let cost = 0;
    for (let k = 0; k < plan.partnerCount; k++) if (this.leaves(part, plan.partners[k])) cost += conflictCost;
    for (let k = 0; k < plan.softCount; k++) if (this.leaves(part, plan.softPartners[k])) cost += plan.softCosts[k];
    return cost;
  }

  private leaves(part: number, other: number): boolean {
    const to = this.destinationOf[part];
    return !this.has(other) || (part < other && (to < 0 || to !== this.destinationOf[other]));
  }

  private isStray(q: number): boolean {
    const { origins } = this;
    return origins[q] < 0 || origins[q] !== origins[this.headOf(this.destinations[q])];
  }

  /** What a stray shares at its destination with parts that were not beside it before; with other strays, only with earlier ones. */
  private meeting(q: number): number {
    const { parts, destinations, origins, pairs } = this;
    const { start, end, maxGapSeconds } = this.plan.instance;
    const to = destinations[q];
    if (to < 0) return 0;
    let cost = 0;
    for (let k = 0; k < this.length; k++) {
      if (k === q || destinations[k] !== to || (origins[k] >= 0 && origins[k] === origins[q])) continue;
      if (k > q && this.isStray(k)) continue;
      const [a, b] = parts[q] < parts[k] ? [parts[q], parts[k]] : [parts[k], parts[q]];
      const gap = start[b] - end[a];
      if (gap < 0 || gap < maxGapSeconds) cost += pairs.costOf(a, b, to, gap);
    }
    return cost;
  }

  private headOf(destination: number): number {
    const { heads, destinations } = this;
    for (let k = 0; k < this.headCount; k++) if (destinations[heads[k]] === destination) return heads[k];
    return -1;
  }

  /** The change of what a part shares with its group and with the parts of its flight before and after it. */
  private teamDelta(part: number): number {
    const { groups, continuities } = this;
    const { members, memberStart } = groups;
    const { links, linkStart } = continuities;
    const own = this.plan.instance.group[part];
    const delta = own < 0 ? 0 : this.sharedDelta(part, groups, members, memberStart[own], memberStart[own + 1]);
    return delta + this.sharedDelta(part, continuities, links, linkStart[part], linkStart[part + 1]);
  }

  /** The change of what a part shares with others[from…to − 1]; where both change places, the first one counts. */
  private sharedDelta(
    part: number,
    shared: Pick<Continuities, 'pairCost'>,
    others: Int32Array,
    from: number,
    to: number,
  ): number {
    const { destinationOf } = this;
    const { placement } = this.plan;
    const origin = placement[part];
    const destination = destinationOf[part];
    let delta = 0;
    for (let i = from; i < to; i++) {
      const other = others[i];
      const moves = this.has(other);
      if (moves && other <= part) continue;
      const before = placement[other];
      const after = moves ? destinationOf[other] : before;
      if (origin >= 0 && before >= 0 && origin !== before) delta -= shared.pairCost(part, other, origin, before);
      if (destination >= 0 && after >= 0 && destination !== after)
        delta += shared.pairCost(part, other, destination, after);
    }
    return delta;
  }
}
