import { type Instance, PartFlag } from '../instance/instance.ts';
import { type ConflictKind, visitConflicts } from '../conflicts/visitConflicts.ts';
import { Timelines } from '../intervals/timelines.ts';
import type { CostLevels, Placement, Solution } from './score.ts';
import { AdjacencyIndex } from './terms/adjacency.ts';
import { arcCostAt } from './terms/arc.ts';
import { brokenHardBuffer, gapCost } from './terms/buffer.ts';
import { GroupMembers } from './terms/group.ts';
import { RiskCosts } from './terms/risk.ts';
import { isPair } from './terms/term.ts';
import { UsageCounts } from './terms/usage.ts';

/**
 * A placement that a search changes part by part, with its exact cost at any time. Deltas allocate nothing; each equals
 * the difference of two full evaluations. Nothing here forbids: eligibility is the arcs', pins and maxReassignments are the
 * caller's to keep. A place that is neither an arc nor where the document has the part throws RangeError.
 */
export class Plan {
  readonly instance: Instance;
  /** Part → resource or −1. Read only: change it by place, remove and move. */
  readonly placement: Placement;
  /** Exact cost in hundredths. */
  cost = 0;
  /** The parts on each resource; read only. */
  readonly timelines: Timelines;
  private readonly adjacency: AdjacencyIndex | null;
  private readonly groups: GroupMembers | null;
  private readonly usage: UsageCounts | null;
  private readonly risk: RiskCosts | null;
  private unassigned = 0;
  private reassigned = 0;
  private changed = 0;
  /**
   * What parts cost where they are, as far as asked for: known[part] holds as long as knownAt[part] is the sum of its
   * resource's and its group's stamp. Stamps only grow, whenever something changes that parts there may have a term with.
   */
  private readonly known: Float64Array;
  private readonly knownAt: Int32Array;
  private readonly stamps: Int32Array;
  private readonly groupStamps: Int32Array;
  /** Steps since `begin`: the part, and where it was. */
  private readonly changedParts: number[] = [];
  private readonly changedFrom: number[] = [];
  private isChanging = false;
  private costBefore = 0;

  constructor(instance: Instance, placement: Placement) {
    const { terms } = instance;
    this.instance = instance;
    this.placement = new Int32Array(instance.partCount).fill(-1);
    this.timelines = new Timelines(instance.start, instance.end, instance.resourceCount);
    this.adjacency = terms.adjacencies.length > 0 ? new AdjacencyIndex(instance, this.timelines) : null;
    this.groups = terms.groups.length > 0 ? new GroupMembers(instance) : null;
    this.usage = terms.usages.length > 0 ? new UsageCounts(instance) : null;
    this.risk = terms.risk ? new RiskCosts(instance) : null;
    this.known = new Float64Array(instance.partCount);
    this.knownAt = new Int32Array(instance.partCount).fill(-1);
    this.stamps = new Int32Array(instance.resourceCount);
    this.groupStamps = new Int32Array(instance.names.groups.length + 1);
    for (let part = 0; part < instance.partCount; part++) {
      this.unassigned += instance.unassignedCost[part];
      if (instance.current[part] >= 0) this.changed++;
    }
    this.cost = this.unassigned;
    for (let part = 0; part < instance.partCount; part++) {
      if (placement[part] >= 0) this.place(part, placement[part]);
    }
  }

  /** What placing the part, now without a resource, adds to the cost. */
  addDelta(part: number, resource: number): number {
    return this.costAt(part, resource) - this.instance.unassignedCost[part];
  }

  /** The same by the part's arc: no search for it. */
  addArcDelta(part: number, arc: number): number {
    const { arcCost, arcResource, unassignedCost } = this.instance;
    return arcCost[arc] + this.sharedCost(part, arcResource[arc]) - unassignedCost[part];
  }

  /** What leaving the part, now placed, without a resource adds to the cost. */
  removeDelta(part: number): number {
    return this.instance.unassignedCost[part] - this.costWhereItIs(part);
  }

  /** What moving the part from where it is (−1 too) to the resource (−1 too) adds to the cost. */
  moveDelta(part: number, resource: number): number {
    const from = this.placement[part];
    return from === resource ? 0 : this.costAt(part, resource) - this.costWhereItIs(part);
  }

  /** The same to the resource of the part's arc. */
  moveArcDelta(part: number, arc: number): number {
    const { arcCost, arcResource } = this.instance;
    const resource = arcResource[arc];
    const from = this.placement[part];
    return from === resource ? 0 : arcCost[arc] + this.sharedCost(part, resource) - this.costWhereItIs(part);
  }

  /** What exchanging the places of two parts adds to the cost; either may be without one. */
  swapDelta(a: number, b: number): number {
    if (a === b) return 0;
    const before = this.cost;
    const ra = this.placement[a];
    const rb = this.placement[b];
    this.begin();
    this.move(b, -1);
    this.move(a, rb);
    const after = ra < 0 ? this.cost : this.cost + this.addDelta(b, ra);
    this.rollback();
    return after - before;
  }

  /** Begins a change of several steps, which `commit` keeps or `rollback` takes back whole. */
  begin(): void {
    this.isChanging = true;
    this.costBefore = this.cost;
  }

  commit(): void {
    const { changedParts, changedFrom } = this;
    this.isChanging = false;
    for (let i = 0; i < changedParts.length; i++) {
      const part = changedParts[i];
      if (changedFrom[i] >= 0) this.touch(part, changedFrom[i]);
      if (this.placement[part] >= 0) this.touch(part, this.placement[part]);
    }
    changedParts.length = 0;
    changedFrom.length = 0;
  }

  rollback(): void {
    const { changedParts, changedFrom, placement } = this;
    for (let i = changedParts.length - 1; i >= 0; i--) {
      const part = changedParts[i];
      if (placement[part] >= 0) this.detach(part);
      else this.attach(part, changedFrom[i]);
    }
    this.isChanging = false;
    this.cost = this.costBefore;
    changedParts.length = 0;
    changedFrom.length = 0;
  }

  /** The part, without a resource until now, is placed. Returns the delta. */
  place(part: number, resource: number): number {
    const cost = this.costAt(part, resource);
    const delta = cost - this.instance.unassignedCost[part];
    this.attach(part, resource);
    this.cost += delta;
    if (this.isChanging) this.log(part, -1);
    else {
      this.touch(part, resource);
      this.known[part] = cost;
      this.knownAt[part] = this.stampOf(part, resource);
    }
    return delta;
  }

  /** The part loses its place. Returns the delta. */
  remove(part: number): number {
    const delta = this.removeDelta(part);
    const resource = this.placement[part];
    this.detach(part);
    this.cost += delta;
    if (this.isChanging) this.log(part, resource);
    else this.touch(part, resource);
    return delta;
  }

  /** From where the part is to the resource; −1 on either side. Returns the delta. */
  move(part: number, resource: number): number {
    if (this.placement[part] === resource) return 0;
    let delta = 0;
    if (this.placement[part] >= 0) delta += this.remove(part);
    if (resource >= 0) delta += this.place(part, resource);
    return delta;
  }

  /** Makes the placement this one, by moving what differs. */
  load(placement: Placement): void {
    for (let part = 0; part < placement.length; part++) {
      if (this.placement[part] !== placement[part] && this.placement[part] >= 0) this.remove(part);
    }
    for (let part = 0; part < placement.length; part++) {
      if (this.placement[part] !== placement[part]) this.place(part, placement[part]);
    }
  }

  /** How many parts with a current place have another now, or none. */
  reassignments(): number {
    return this.changed;
  }

  /** How `reassignments()` would change. */
  reassignmentDelta(part: number, resource: number): number {
    const current = this.instance.current[part];
    if (current < 0) return 0;
    return (resource === current ? 0 : 1) - (this.placement[part] === current ? 0 : 1);
  }

  /** Parts on the resource that overlap [from, to), by start; returns how many. Throws RangeError when `out` is short. */
  overlapping(resource: number, from: number, to: number, out: Int32Array): number {
    return this.timelines.overlapping(resource, from, to, out);
  }

  /** The cost by level. O(parts). */
  levels(): CostLevels {
    const { unassigned, reassigned } = this;
    const conflicts = this.conflictPairs() * this.instance.conflictCost;
    const rules = this.cost - conflicts - unassigned - reassigned;
    return { total: this.cost, conflicts, unassigned, reassigned, delay: 0, rules };
  }

  snapshot(): Solution {
    return { placement: this.placement.slice(), cost: this.cost, levels: this.levels() };
  }

  /** Visits the conflicts that the part is in, or would be in, on the resource; the plan is not changed. */
  visitConflicts(
    part: number,
    resource: number,
    visit: (kind: ConflictKind, other: number, rule: number) => void,
  ): void {
    const { start, end, maxGapSeconds, terms } = this.instance;
    const list = this.timelines.lists[resource];
    const latest = this.timelines.latestEnds[resource];
    const at = this.timelines.position(resource, part);
    const visitPair = (a: number, b: number, other: number): void => {
      if (!isPair(this.instance, a, b)) return;
      const gap = start[b] - end[a];
      if (gap < 0) visit('overlap', other, -1);
      else {
        const broken = brokenHardBuffer(this.instance, a, b, resource, gap);
        if (broken >= 0) visit('buffer', other, terms.buffers[broken].rule);
      }
    };
    for (let i = at; i < this.timelines.lengths[resource] && start[list[i]] - end[part] < maxGapSeconds; i++) {
      visitPair(part, list[i], list[i]);
    }
    for (let i = at - 1; i >= 0 && start[part] - latest[i] < maxGapSeconds; i--) visitPair(list[i], part, list[i]);
    this.adjacency?.visitConflicts(part, resource, (other, rule) => visit('adjacency', other, rule));
  }

  private conflictPairs(): number {
    let pairs = 0;
    visitConflicts(this.instance, this.timelines, this.adjacency, () => pairs++);
    return pairs;
  }

  private log(part: number, from: number): void {
    this.changedParts.push(part);
    this.changedFrom.push(from);
  }

  private attach(part: number, resource: number): void {
    const { current, unassignedCost, reassignedCost } = this.instance;
    this.placement[part] = resource;
    this.timelines.insert(resource, part);
    this.adjacency?.count(part, resource, 1);
    this.usage?.add(part, resource, 1);
    this.unassigned -= unassignedCost[part];
    if (current[part] === resource) this.changed--;
    else if (current[part] >= 0) this.reassigned += reassignedCost[part];
  }

  private detach(part: number): void {
    const { current, unassignedCost, reassignedCost } = this.instance;
    const resource = this.placement[part];
    this.placement[part] = -1;
    this.timelines.delete(resource, part);
    this.adjacency?.count(part, resource, -1);
    this.usage?.add(part, resource, -1);
    this.unassigned += unassignedCost[part];
    if (current[part] === resource) this.changed++;
    else if (current[part] >= 0) this.reassigned -= reassignedCost[part];
  }

  /** The part came to the resource or left it: what is known of those it has terms with no longer holds. */
  private touch(part: number, resource: number): void {
    this.knownAt[part] = -1;
    this.stamps[resource]++;
    this.adjacency?.touch(resource, this.stamps);
    if (this.groups !== null) this.groupStamps[this.instance.group[part] + 1]++;
  }

  private stampOf(part: number, resource: number): number {
    const stamp = this.stamps[resource];
    return this.groups === null ? stamp : stamp + this.groupStamps[this.instance.group[part] + 1];
  }

  private costWhereItIs(part: number): number {
    const resource = this.placement[part];
    if (resource < 0 || this.isChanging) return this.costAt(part, resource);
    const stamp = this.stampOf(part, resource);
    if (this.knownAt[part] !== stamp) {
      this.known[part] = this.costAt(part, resource);
      this.knownAt[part] = stamp;
    }
    return this.known[part];
  }

  /** All terms that the part is in when it is there, everything else as it is. */
  private costAt(part: number, resource: number): number {
    if (resource < 0) return this.instance.unassignedCost[part];
    return arcCostAt(this.instance, part, resource) + this.sharedCost(part, resource);
  }

  /** Those terms of them that other parts, or the resource's use, have a hand in; the arc's own cost is not among them. */
  sharedCost(part: number, resource: number): number {
    let cost = this.timelineCost(part, resource);
    if (this.adjacency !== null) cost += this.adjacency.costAt(part, resource);
    if (this.usage !== null) cost += this.usage.costAt(part, resource, this.placement[part] === resource);
    if (this.groups !== null) cost += this.groups.costAt(part, resource, this.placement);
    return cost;
  }

  /** Overlaps, buffers and risk on the resource itself. O(log k + near parts). */
  private timelineCost(part: number, resource: number): number {
    const length = this.timelines.lengths[resource];
    if (length === 0) return 0;
    const { start, end, maxGapSeconds } = this.instance;
    const list = this.timelines.lists[resource];
    const latest = this.timelines.latestEnds[resource];
    const from = start[part];
    const to = end[part];
    const at = this.timelines.position(resource, part);
    const reach = to + maxGapSeconds;
    const since = from - maxGapSeconds;
    let cost = 0;
    for (let i = at; i < length; i++) {
      const other = list[i];
      const next = start[other];
      if (next >= reach) break;
      cost += this.pairCost(part, other, resource, next - to);
    }
    for (let i = at - 1; i >= 0 && latest[i] > since; i--) {
      const other = list[i];
      const until = end[other];
      if (until > since) cost += this.pairCost(other, part, resource, from - until);
    }
    return cost;
  }

  /** a < b on one resource, a gap (negative: an overlap) between. */
  private pairCost(a: number, b: number, resource: number, gap: number): number {
    const { operation, flags, conflictCost } = this.instance;
    if (operation[a] === operation[b] || (flags[a] & flags[b] & PartFlag.blocker) !== 0) return 0;
    if (gap < 0) return conflictCost;
    const cost = gapCost(this.instance, a, b, resource, gap);
    return this.risk === null ? cost : cost + this.risk.costOf(a, b, gap);
  }
}
