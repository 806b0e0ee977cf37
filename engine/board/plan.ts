import type { Instance } from '../instance/instance.ts';
import { arcCostAt } from '../objective/arcs.ts';
import type { CostLevels, Placement, Solution } from '../objective/score.ts';
import type { Stale } from '../objective/terms/termShape.ts';
import { Board } from './board.ts';

/** Parts that are placed between two yields; placing them takes about a millisecond. */
const PARTS_AT_ONCE = 256;
/** The entries of one step in the undo log, and the number of steps for which it has room at first. */
const STEP = 3;
const FIRST_STEPS = 64;

/**
 * A board that always knows its exact total cost and that a search changes part by part. Deltas allocate nothing; each equals the
 * difference of two full evaluations. The caller also has to respect maxReassignments. A delay by itself costs nothing here.
 */
export class Plan extends Board {
  /** Exact cost in hundredths. */
  cost = 0;
  private changed = 0;
  /** What each placed part costs by itself where it is, which saves looking its arc up. */
  private readonly alone: Int32Array;
  /**
   * A cache of what each part costs where it is: known[part] is valid while knownAt[part] equals the stamp of the part's resource. A
   * resource's stamp grows whenever something changes that a part there may share a term with.
   */
  private readonly known: Float64Array;
  private readonly knownAt: Int32Array;
  private readonly stamps: Int32Array;
  private readonly stale: Stale = {
    resource: (resource) => void this.stamps[resource]++,
    part: (part) => void (this.knownAt[part] = -1),
  };
  /** The undo log since `begin`, three entries for each step: the part, the resource that it came from, and its `alone` before. */
  private steps = new Int32Array(STEP * FIRST_STEPS);
  private stepsEnd = 0;
  private isChanging = false;
  private costBefore = 0;

  /** With `movable`, the plan has its own copy of the windows and may change them. */
  constructor(instance: Instance, placement: Placement, movable = false) {
    super(instance, movable);
    this.alone = new Int32Array(instance.partCount);
    this.known = new Float64Array(instance.partCount);
    this.knownAt = new Int32Array(instance.partCount).fill(-1);
    this.stamps = new Int32Array(instance.resourceCount);
    for (let part = 0; part < instance.partCount; part++) {
      this.cost += instance.unassignedCost[part];
      if (instance.current[part] >= 0) this.changed++;
    }
    for (let part = 0; part < instance.partCount; part++) {
      if (placement[part] >= 0) this.place(part, placement[part]);
    }
  }

  /** Like the constructor, but yields between pieces: building a plan of tens of thousands of parts takes a tenth of a second. */
  static *building(instance: Instance, placement: Placement, movable = false): Generator<void, Plan> {
    const plan = new Plan(instance, new Int32Array(instance.partCount).fill(-1), movable);
    for (let part = 0; part < instance.partCount; part++) {
      if (part % PARTS_AT_ONCE === 0) yield;
      if (placement[part] >= 0) plan.place(part, placement[part]);
    }
    return plan;
  }

  /** The change of the total cost if the part, which has no resource now, is placed. */
  addDelta(part: number, resource: number): number {
    return this.costAt(part, resource) - this.instance.unassignedCost[part];
  }

  /**
   * Like `addDelta`, for the resource of one of the part's arcs, which saves looking the arc up. Exact below `limit`, otherwise only at
   * least as high, which saves looking at every term of a place that is too expensive.
   */
  addArcDelta(part: number, arc: number, limit = Number.POSITIVE_INFINITY): number {
    const { arcCost, arcResource, unassignedCost } = this.instance;
    const alone = arcCost[arc] - unassignedCost[part];
    return alone + this.sharedCost(part, arcResource[arc], limit - alone);
  }

  /** The change of the total cost if the part, which is placed now, loses its resource. */
  removeDelta(part: number): number {
    return this.instance.unassignedCost[part] - this.costWhereItIs(part);
  }

  /** The change of the total cost if the part moves from where it is (or from −1) to the resource (or to −1). */
  moveDelta(part: number, resource: number): number {
    const from = this.placement[part];
    return from === resource ? 0 : this.costAt(part, resource) - this.costWhereItIs(part);
  }

  /** Like `moveDelta`, for the resource of one of the part's arcs, which saves looking the arc up. */
  moveArcDelta(part: number, arc: number): number {
    const { arcCost, arcResource } = this.instance;
    const resource = arcResource[arc];
    const from = this.placement[part];
    return from === resource ? 0 : arcCost[arc] + this.sharedCost(part, resource) - this.costWhereItIs(part);
  }

  /** The change of the total cost if two parts exchange their places; either may have none. */
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

  /** Begins a change of several steps, which `commit` keeps and `rollback` undoes as a whole. */
  begin(): void {
    this.isChanging = true;
    this.costBefore = this.cost;
  }

  commit(): void {
    const { steps, stepsEnd, placement } = this;
    this.isChanging = false;
    this.stepsEnd = 0;
    for (let i = 0; i < stepsEnd; i += STEP) {
      const part = steps[i];
      const from = steps[i + 1];
      if (from >= 0) this.touch(part, from);
      if (placement[part] >= 0) this.touch(part, placement[part]);
    }
  }

  rollback(): void {
    const { steps, placement, alone } = this;
    for (let i = this.stepsEnd - STEP; i >= 0; i -= STEP) {
      const part = steps[i];
      if (placement[part] >= 0) this.detach(part);
      else this.attach(part, steps[i + 1]);
      alone[part] = steps[i + 2];
    }
    this.isChanging = false;
    this.stepsEnd = 0;
    this.cost = this.costBefore;
  }

  /** Places the part, which must have no resource. Returns the delta. */
  place(part: number, resource: number): number {
    const alone = arcCostAt(this.instance, part, resource);
    const cost = alone + this.sharedCost(part, resource);
    const delta = cost - this.instance.unassignedCost[part];
    if (this.isChanging) this.log(part, -1);
    this.alone[part] = alone;
    this.attach(part, resource);
    this.cost += delta;
    if (!this.isChanging) {
      this.touch(part, resource);
      this.known[part] = cost;
      this.knownAt[part] = this.stamps[resource];
    }
    return delta;
  }

  /** Removes the part from its resource. Returns the delta. */
  remove(part: number): number {
    const delta = this.removeDelta(part);
    const resource = this.placement[part];
    this.detach(part);
    this.cost += delta;
    if (this.isChanging) this.log(part, resource);
    else this.touch(part, resource);
    return delta;
  }

  /** Moves the part from where it is to the resource; either may be −1. Returns the delta. */
  override move(part: number, resource: number): number {
    if (this.placement[part] === resource) return 0;
    let delta = 0;
    if (this.placement[part] >= 0) delta += this.remove(part);
    if (resource >= 0) delta += this.place(part, resource);
    return delta;
  }

  /** What the part costs by itself where it is. */
  aloneWhereItIs(part: number): number {
    return this.placement[part] < 0 ? this.instance.unassignedCost[part] : this.alone[part];
  }

  /** Gives the first `count` parts their destinations at once, which changes the cost by `delta`. */
  moveTogether(parts: Int32Array, destinations: Int32Array, count: number, delta: number): void {
    for (let q = 0; q < count; q++) {
      const from = this.placement[parts[q]];
      if (from < 0) continue;
      this.detach(parts[q]);
      this.touch(parts[q], from);
    }
    for (let q = 0; q < count; q++) {
      const [part, to] = [parts[q], destinations[q]];
      if (to < 0) continue;
      this.alone[part] = arcCostAt(this.instance, part, to);
      this.attach(part, to);
      this.touch(part, to);
    }
    this.cost += delta;
  }

  /** Changes the plan to this placement by moving the parts that differ. */
  load(placement: Placement): void {
    for (let part = 0; part < placement.length; part++) {
      if (this.placement[part] !== placement[part] && this.placement[part] >= 0) this.remove(part);
    }
    for (let part = 0; part < placement.length; part++) {
      if (this.placement[part] !== placement[part]) this.place(part, placement[part]);
    }
  }

  /** The number of parts that had a place in the baseline (`current`) and now have another one or none. */
  reassignments(): number {
    return this.changed;
  }

  /** How `reassignments()` would change if the part moved to the resource. */
  reassignmentDelta(part: number, resource: number): number {
    const current = this.instance.current[part];
    if (current < 0) return 0;
    return (resource === current ? 0 : 1) - (this.placement[part] === current ? 0 : 1);
  }

  /** The cost by level. O(parts). */
  levels(): CostLevels {
    const { placement } = this;
    const { partCount, conflictCost, current, unassignedCost, reassignedCost } = this.instance;
    let unassigned = 0;
    let reassigned = 0;
    for (let part = 0; part < partCount; part++) {
      if (placement[part] < 0) unassigned += unassignedCost[part];
      else if (current[part] >= 0 && current[part] !== placement[part]) reassigned += reassignedCost[part];
    }
    let pairs = 0;
    this.visitAllConflicts(() => pairs++);
    const conflicts = pairs * conflictCost;
    const rules = this.cost - conflicts - unassigned - reassigned;
    return { total: this.cost, conflicts, unassigned, reassigned, delay: 0, rules };
  }

  snapshot(): Solution {
    return { placement: this.placement.slice(), cost: this.cost, levels: this.levels() };
  }

  override setWindow(part: number, start: number, end: number): void {
    const resource = this.placement[part];
    this.move(part, -1);
    super.setWindow(part, start, end);
    this.move(part, resource);
  }

  private log(part: number, from: number): void {
    const at = this.stepsEnd;
    if (at === this.steps.length) {
      const longer = new Int32Array(2 * at);
      longer.set(this.steps);
      this.steps = longer;
    }
    this.steps[at] = part;
    this.steps[at + 1] = from;
    this.steps[at + 2] = this.alone[part];
    this.stepsEnd = at + STEP;
  }

  protected override attach(part: number, resource: number): void {
    super.attach(part, resource);
    if (this.instance.current[part] === resource) this.changed--;
  }

  protected override detach(part: number): void {
    if (this.instance.current[part] === this.placement[part]) this.changed++;
    super.detach(part);
  }

  /** Invalidates the cached costs of all parts that share a term with the part, after it was placed on the resource or left it. */
  private touch(part: number, resource: number): void {
    this.knownAt[part] = -1;
    this.stamps[resource]++;
    this.adjacency?.touch(resource, this.stamps);
    for (let i = 0; i < this.deltas.length; i++) this.deltas[i].touch?.(part, resource, this.stale);
  }

  private costWhereItIs(part: number): number {
    const resource = this.placement[part];
    if (resource < 0) return this.instance.unassignedCost[part];
    if (this.stepsEnd > 0) return this.alone[part] + this.sharedCost(part, resource);
    const stamp = this.stamps[resource];
    if (this.knownAt[part] !== stamp) {
      this.known[part] = this.alone[part] + this.sharedCost(part, resource);
      this.knownAt[part] = stamp;
    }
    return this.known[part];
  }
}
