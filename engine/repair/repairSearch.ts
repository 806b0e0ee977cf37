import type { Plan } from '../board/plan.ts';
import { NOT_PINNED, PartFlag } from '../instance/instance.ts';
import type { RepairLimits } from './repair.ts';
import { slackOf, tightnessOf } from './slack.ts';

/** Two parts in conflict. */
export type Pair = readonly [number, number];
/** A part and the resource that it goes to. */
export type PartMove = readonly [part: number, to: number];

export interface Found {
  readonly moves: readonly PartMove[];
  /** The plan's cost with the moves and what their tightness costs, in hundredths. */
  readonly cost: number;
  /** Without tightness. */
  readonly loss: number;
  /** The fewest seconds from a moved part to a neighbor, which decides between repairs of the same cost. */
  readonly slack: number;
}

export interface SearchResult {
  readonly best: Found | null;
  /** Whether every place was looked at, so that nothing better exists within the limits. */
  readonly complete: boolean;
  /** No repair has fewer moves. */
  readonly movesBound: number;
  readonly steps: number;
}

/** Which parts may move and where to. `instance.pinned` and the limits decide; an operation at the limit of its moves only if `ignoresMoveLimit`. */
export class Mobility {
  private readonly plan: Plan;
  private readonly limits: RepairLimits;
  private readonly atMoveLimit: ReadonlySet<string>;
  private readonly operations: ReadonlySet<string> | null;
  private readonly allowed: Uint8Array;
  /** Operations that another repair moves already. */
  private readonly moved = new Set<number>();
  ignoresMoveLimit = false;

  constructor(plan: Plan, limits: RepairLimits) {
    const { names, resourceCount } = plan.instance;
    this.plan = plan;
    this.limits = limits;
    this.atMoveLimit = new Set(limits.atMoveLimit);
    this.operations = limits.operations && new Set(limits.operations);
    this.allowed = new Uint8Array(resourceCount).fill(limits.resources === null ? 1 : 0);
    const wanted = new Set(limits.resources);
    for (let r = 0; r < resourceCount; r++) if (wanted.has(names.resources[r])) this.allowed[r] = 1;
  }

  isAtMoveLimit(part: number): boolean {
    const { names, operation } = this.plan.instance;
    return this.atMoveLimit.has(names.operations[operation[part]]);
  }

  /** Leaves the part's operation to the repair that moves it. */
  leave(part: number): void {
    this.moved.add(this.plan.instance.operation[part]);
  }

  mayMove(part: number): boolean {
    if (this.moved.has(this.plan.instance.operation[part])) return false;
    const { names, operation, origin, start, pinned, flags } = this.plan.instance;
    const place = this.plan.placement[part];
    if (place < 0 || this.allowed[place] === 0) return false;
    if (pinned[part] !== NOT_PINNED || (flags[part] & (PartFlag.blocker | PartFlag.started)) !== 0) return false;
    if (origin + start[part] < this.limits.freezeBefore) return false;
    if (this.operations !== null && !this.operations.has(names.operations[operation[part]])) return false;
    return this.ignoresMoveLimit || !this.isAtMoveLimit(part);
  }

  mayUse(resource: number): boolean {
    return this.allowed[resource] !== 0;
  }
}

/**
 * Looks for the fewest moves that close all of the pairs and leave no moved part in a conflict; among these, for the lowest cost including tightness
 * (`tightnessOf`), and among these, for the most time between a moved part and its neighbors. Limits of 1, 2, … moves are tried in turn. Each step
 * takes a pair that is still in conflict and moves one of its two parts to one of its places. In any repair, one part of every such pair has moved,
 * so trying both parts and all places misses none: bounded search trees for hitting sets, with places. Source: Downey and Fellows, Parameterized
 * Complexity (1999), section 3.2 (vertex cover by bounded search trees).
 */
export class RepairSearch {
  private readonly plan: Plan;
  private readonly mobility: Mobility;
  private readonly limits: RepairLimits;
  /** With whom each part was in conflict before any move. */
  private readonly partnersOf: ReadonlyMap<number, readonly number[]>;
  private readonly isRefused: (moves: readonly PartMove[]) => boolean;
  private readonly moves: PartMove[] = [];
  private readonly moved = new Set<number>();
  private best: Found | null = null;
  private costBefore = 0;
  private closed = 0;
  private steps = 0;

  constructor(
    plan: Plan,
    mobility: Mobility,
    limits: RepairLimits,
    partnersOf: ReadonlyMap<number, readonly number[]>,
    isRefused: (moves: readonly PartMove[]) => boolean,
  ) {
    this.plan = plan;
    this.mobility = mobility;
    this.limits = limits;
    this.partnersOf = partnersOf;
    this.isRefused = isRefused;
  }

  /** The plan is the same afterward. */
  search(pairs: readonly Pair[]): SearchResult {
    this.best = null;
    this.steps = 0;
    this.costBefore = this.plan.cost;
    for (let left = Math.max(1, coverBound(pairs)); left <= this.limits.maxMoves; left++) {
      this.extend(pairs, left);
      const complete = this.steps < this.limits.stepLimit;
      if (this.best !== null || !complete) return { best: this.best, complete, movesBound: left, steps: this.steps };
    }
    return { best: null, complete: true, movesBound: this.limits.maxMoves + 1, steps: this.steps };
  }

  /** Tries all ways to close the open pairs with `left` more moves. */
  private extend(open: readonly Pair[], left: number): void {
    const [first] = open;
    if (first === undefined || coverBound(open) > left) return;
    for (const part of first) {
      if (this.moved.has(part) || !this.mobility.mayMove(part)) continue;
      const others = open.filter(([a, b]) => a !== part && b !== part);
      if (left === 1 && others.length > 0) continue;
      this.tryPlaces(part, others, left);
    }
  }

  private tryPlaces(part: number, others: readonly Pair[], left: number): void {
    const { plan, mobility } = this;
    const { arcStart, arcResource } = plan.instance;
    const from = plan.placement[part];
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      const to = arcResource[arc];
      if (to === from || !mobility.mayUse(to)) continue;
      if (++this.steps >= this.limits.stepLimit) return;
      plan.findPartners(part, to);
      const count = plan.partnerCount;
      if (count > left - 1) continue;
      if (count === 0 && others.length === 0) {
        this.offer(part, to);
        continue;
      }
      const pushed = [...plan.partners.subarray(0, count)];
      if (pushed.some((other) => this.moved.has(other) || !mobility.mayMove(other))) continue;
      this.make(part, to);
      this.extend([...pushed.map((other): Pair => [other, part]), ...others], left - 1);
      this.unmake(part, from);
    }
  }

  /** Takes the moves with this last one as a repair, if they cost less than the best so far. */
  private offer(part: number, to: number): void {
    const { plan, limits } = this;
    const planCost = plan.cost + plan.moveDelta(part, to);
    if (this.best !== null && planCost > this.best.cost) return;
    const moves: PartMove[] = [...this.moves, [part, to]];
    const slack = this.slackOf(moves);
    const cost = planCost + tightnessOf(plan.instance, slack);
    if (this.best !== null && (cost > this.best.cost || (cost === this.best.cost && slack <= this.best.slack))) return;
    const closed = this.closed + this.opensWithout(part);
    const loss = planCost - this.costBefore + closed * plan.instance.conflictCost;
    if (limits.maxLoss !== null && loss > limits.maxLoss) return;
    if (!this.isRefused(moves)) this.best = { moves, cost, loss, slack };
  }

  /** The slack of all moved parts at their new places; the last move is not made yet. */
  private slackOf(moves: readonly PartMove[]): number {
    const [part, to] = moves.at(-1)!;
    const from = this.plan.placement[part];
    this.plan.move(part, to);
    const slack = slackOf(
      this.plan,
      moves.map(([moved]) => moved),
    );
    this.plan.move(part, from);
    return slack;
  }

  /** How many conflicts of the part before any move have no part that was moved before it. */
  private opensWithout(part: number): number {
    return (this.partnersOf.get(part) ?? []).filter((other) => !this.moved.has(other)).length;
  }

  private make(part: number, to: number): void {
    this.closed += this.opensWithout(part);
    this.moved.add(part);
    this.moves.push([part, to]);
    this.plan.move(part, to);
  }

  private unmake(part: number, from: number): void {
    this.plan.move(part, from);
    this.moves.pop();
    this.moved.delete(part);
    this.closed -= this.opensWithout(part);
  }
}

/** A lower bound on the parts that must move to close the pairs: the size of a maximal matching. */
const coverBound = (pairs: readonly Pair[]): number => {
  const used = new Set<number>();
  let bound = 0;
  for (const [a, b] of pairs) {
    if (used.has(a) || used.has(b)) continue;
    used.add(a).add(b);
    bound++;
  }
  return bound;
};
