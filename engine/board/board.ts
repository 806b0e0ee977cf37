import { type ConflictKind, type VisitConflict, visitConflicts } from '../conflicts/visitConflicts.ts';
import type { Instance } from '../instance/instance.ts';
import { brokenHardBuffer } from '../objective/pairs/buffers.ts';
import { PairCosts } from '../objective/pairs/pairCosts.ts';
import type { Placement } from '../objective/score.ts';
import { AdjacencyIndex } from '../objective/pairs/adjacency.ts';
import { arcCostAt } from '../objective/arcs.ts';
import type { TermDelta } from '../objective/terms/termShape.ts';
import { deltasOf } from '../objective/terms/termShapes.ts';
import { Timelines } from './timelines.ts';

const NO_RESOURCES = new Int32Array(0);

/**
 * Parts on resources, with what each part costs where it is or would be. Moves, live conflicts, strategies, explanations and drags in
 * the browser use it. Every cost equals the difference of two full evaluations under the board's own windows. The board forbids
 * nothing: arcs decide eligibility, and the caller respects pins. A place that is neither an arc nor the part's place in the document
 * throws RangeError. Queries allocate nothing unless they return an array. The subclass `Plan` also keeps the total cost.
 */
export class Board {
  /** The instance with this board's windows. Where windows may move, parts are no longer in order of start. */
  readonly instance: Instance;
  /** Part → resource or −1. Read only: change it by `move`. */
  readonly placement: Placement;
  /** The parts on each resource; read only. */
  readonly timelines: Timelines;
  protected readonly adjacency: AdjacencyIndex | null;
  /** One delta for each term shape of `objective/terms/` that the instance has. */
  protected readonly deltas: readonly TermDelta[];
  /** Those of them that count parts. */
  private readonly counters: readonly CountingDelta[];
  private readonly pairs: PairCosts;
  /**
   * The parts that `findPartners` found in conflict are partners[0] … partners[partnerCount − 1]: those on the resource itself first,
   * and of these the later ones first.
   */
  readonly partners: Int32Array;
  partnerCount = 0;
  /** All other costs that `findPartners` found (soft pairs, groups, continuity, usage, balance, risk), in hundredths. */
  softCost = 0;
  /** The parts on the resource itself with which the part would have a soft cost, and that cost: the first `softCount` of each. */
  readonly softPartners: Int32Array;
  readonly softCosts: Float64Array;
  softCount = 0;

  /** Creates an empty board. With `movable`, the windows are copied and `shift` and `setWindow` may change them. */
  protected constructor(instance: Instance, movable: boolean) {
    const { terms, partCount, resourceCount } = instance;
    this.instance = movable ? { ...instance, start: instance.start.slice(), end: instance.end.slice() } : instance;
    this.placement = new Int32Array(partCount).fill(-1);
    this.timelines = new Timelines(this.instance.start, this.instance.end, resourceCount, movable);
    this.pairs = new PairCosts(this.instance);
    this.adjacency = terms.adjacencies.length > 0 ? new AdjacencyIndex(this.instance, this.timelines) : null;
    this.deltas = deltasOf(this.instance, this.timelines);
    this.counters = this.deltas.filter(doesCount);
    this.partners = new Int32Array(partCount);
    this.softPartners = new Int32Array(partCount);
    this.softCosts = new Float64Array(partCount);
  }

  /** Returns a board on which parts may move and windows may shift; it does not keep a total cost. */
  static movable(instance: Instance, placement: Placement): Board {
    const board = new Board(instance, true);
    for (let part = 0; part < instance.partCount; part++) board.move(part, placement[part]);
    return board;
  }

  /** Moves the part to the resource, or removes it when `resource` is −1. */
  move(part: number, resource: number): void {
    if (this.placement[part] === resource) return;
    if (this.placement[part] >= 0) this.detach(part);
    if (resource >= 0) this.attach(part, resource);
  }

  /** Gives the part another window, end > start, in seconds. Throws RangeError on a board whose windows are fixed. */
  setWindow(part: number, start: number, end: number): void {
    if (!this.timelines.byStart) throw new RangeError('The windows of this plan are fixed.');
    const resource = this.placement[part];
    if (resource >= 0) this.timelines.delete(resource, part);
    this.instance.start[part] = start;
    this.instance.end[part] = end;
    if (resource >= 0) this.timelines.insert(resource, part);
  }

  /** Shifts the part's window by a number of seconds, which may be negative. */
  shift(part: number, seconds: number): void {
    this.setWindow(part, this.instance.start[part] + seconds, this.instance.end[part] + seconds);
  }

  /** The part's own cost on the resource, without other parts (−1: without a place). */
  aloneCost(part: number, resource: number): number {
    return resource < 0 ? this.instance.unassignedCost[part] : arcCostAt(this.instance, part, resource);
  }

  /** The sum of all terms that involve the part on the resource (−1: without a place), while all other parts stay as they are. */
  costAt(part: number, resource: number): number {
    if (resource < 0) return this.instance.unassignedCost[part];
    return arcCostAt(this.instance, part, resource) + this.sharedCost(part, resource);
  }

  /**
   * Like `costAt`, but only the terms that also depend on other parts or on the use of the resource, without the arc's own cost. No such
   * term is negative, so the sum ends where it reaches `limit`: exact below it, otherwise only at least as high.
   */
  sharedCost(part: number, resource: number, limit = Number.POSITIVE_INFINITY): number {
    const near = this.timelineCost(part, resource, limit);
    if (near >= limit) return near;
    const cost = near + this.farCost(part, resource);
    return this.adjacency === null || cost >= limit ? cost : cost + this.adjacency.costAt(part, resource);
  }

  /** Nobody is on the resource and no term reaches further: parts share no cost there. */
  isFree(resource: number): boolean {
    return this.timelines.lengths[resource] === 0 && this.adjacency === null && this.deltas.length === 0;
  }

  /** The soft terms with parts that need not be near in time, or with the use of the resource. */
  private farCost(part: number, resource: number): number {
    const { deltas, placement } = this;
    let cost = 0;
    for (let i = 0; i < deltas.length; i++) cost += deltas[i].costAt(part, resource, placement);
    return cost;
  }

  /**
   * Splits the `sharedCost` of the part on the resource: `partners` receives the parts that it would be in conflict with, `softCost`
   * the cost of everything else.
   */
  findPartners(part: number, resource: number): void {
    this.partnerCount = 0;
    this.softCount = 0;
    this.softCost = 0;
    if (resource < 0) return;
    this.findPartnersOn(part, resource);
    if (this.adjacency !== null) {
      const before = this.partnerCount;
      this.softCost += this.adjacency.costAt(part, resource);
      this.adjacency.visitConflicts(part, resource, this.addPartner);
      this.softCost -= (this.partnerCount - before) * this.instance.conflictCost;
    }
    this.softCost += this.farCost(part, resource);
  }

  /** Finds only the `partners` and `softPartners`: the parts that the part would be in conflict with, or have a soft cost with, on the resource. */
  findConflicting(part: number, resource: number): void {
    this.partnerCount = 0;
    this.softCount = 0;
    if (resource < 0) return;
    this.findPartnersOn(part, resource);
    this.adjacency?.visitConflicts(part, resource, this.addPartner);
  }

  /** The resource and those that some rule relates to it. */
  sharing(resource: number): readonly number[] {
    return resource < 0 ? [] : [resource, ...this.relatedTo(resource)];
  }

  /** The resources that some rule relates to the resource. */
  relatedTo(resource: number): Int32Array {
    return this.adjacency?.relations.neighborsOf(resource) ?? NO_RESOURCES;
  }

  /** The hard adjacency rule that two parts which overlap in time break at their current places, as an index into names.rules, or −1. */
  hardRelation(a: number, b: number): number {
    return this.adjacency?.relations.hardRuleOf(a, this.placement[a], b, this.placement[b]) ?? -1;
  }

  /** Visits the conflicts that the part is in, or would be in, on the resource; the board is not changed. */
  visitConflicts(
    part: number,
    resource: number,
    visit: (kind: ConflictKind, other: number, rule: number) => void,
  ): void {
    const { start, end, terms } = this.instance;
    this.partnerCount = 0;
    this.softCount = 0;
    this.findPartnersOn(part, resource);
    const found = this.partners.slice(0, this.partnerCount);
    for (const other of found) {
      const [a, b] = start[other] < start[part] ? [other, part] : [part, other];
      const gap = start[b] - end[a];
      if (gap < 0) visit('overlap', other, -1);
      else visit('buffer', other, terms.buffers[brokenHardBuffer(this.instance, a, b, resource, gap)].rule);
    }
    this.adjacency?.visitConflicts(part, resource, (other, rule) => visit('adjacency', other, rule));
  }

  /** Visits every pair of parts in conflict until `visit` returns false; returns false then, and true otherwise. */
  visitAllConflicts(visit: VisitConflict): boolean {
    return visitConflicts(this.instance, this.timelines, this.adjacency, visit);
  }

  protected attach(part: number, resource: number): void {
    this.placement[part] = resource;
    this.timelines.insert(resource, part);
    this.adjacency?.count(part, resource, 1);
    for (let i = 0; i < this.counters.length; i++) this.counters[i].count(part, resource, 1);
  }

  protected detach(part: number): void {
    const resource = this.placement[part];
    this.placement[part] = -1;
    this.timelines.delete(resource, part);
    this.adjacency?.count(part, resource, -1);
    for (let i = 0; i < this.counters.length; i++) this.counters[i].count(part, resource, -1);
  }

  private readonly addPartner = (other: number): void => {
    this.partners[this.partnerCount++] = other;
  };

  /** The costs of overlaps, buffers and risk on the resource itself, up to `limit`. O(log k + near parts), with k parts on the resource. */
  private timelineCost(part: number, resource: number, limit: number): number {
    const length = this.timelines.lengths[resource];
    if (length === 0) return 0;
    const { start, end, maxGapSeconds } = this.instance;
    const { pairs } = this;
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
      cost += pairs.costOf(part, other, resource, next - to);
      if (cost >= limit) return cost;
    }
    for (let i = at - 1; i >= 0 && latest[i] > since && cost < limit; i--) {
      const other = list[i];
      const until = end[other];
      if (until > since) cost += pairs.costOf(other, part, resource, from - until);
    }
    return cost;
  }

  /** Like `timelineCost`, but appends the parts in conflict to `partners`, lists the other costs, and adds them to `softCost`. */
  private findPartnersOn(part: number, resource: number): void {
    const { start, end, maxGapSeconds } = this.instance;
    const { pairs, timelines } = this;
    const list = timelines.lists[resource];
    const latest = timelines.latestEnds[resource];
    const length = timelines.lengths[resource];
    const from = start[part];
    const to = end[part];
    const reach = to + maxGapSeconds;
    const since = from - maxGapSeconds;
    const at = timelines.position(resource, part);
    for (let i = at; i < length; i++) {
      const other = list[i];
      if (start[other] >= reach) break;
      this.addFound(other, pairs.softCostOf(part, other, resource, start[other] - to), pairs.isConflict);
    }
    for (let i = at - 1; i >= 0 && latest[i] > since; i--) {
      const other = list[i];
      if (end[other] <= since) continue;
      this.addFound(other, pairs.softCostOf(other, part, resource, from - end[other]), pairs.isConflict);
    }
  }

  private addFound(other: number, soft: number, isConflict: boolean): void {
    if (isConflict) this.partners[this.partnerCount++] = other;
    if (soft === 0) return;
    this.softPartners[this.softCount] = other;
    this.softCosts[this.softCount++] = soft;
    this.softCost += soft;
  }
}

type CountingDelta = TermDelta & Required<Pick<TermDelta, 'count'>>;

const doesCount = (delta: TermDelta): delta is CountingDelta => delta.count !== undefined;
