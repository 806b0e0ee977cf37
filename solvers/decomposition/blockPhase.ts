import type { Instance } from '../../engine/instance/instance.ts';
import type { Plan } from '../../engine/objective/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { Blackboard, createExchangeBuffer } from '../exchange.ts';
import { insertByRegret } from '../insertion/insertByRegret.ts';
import { Ascent } from '../paths/ascent.ts';
import { diveForPlan } from '../paths/dive.ts';
import type { PathPlan } from '../paths/pathPlan.ts';
import type { PathModel } from '../paths/paths.ts';
import { relax, type Relaxation, type Scope, wholeScope } from '../paths/relaxation.ts';
import type { Run } from '../solver.ts';
import { certify } from './certify.ts';

/** Arcs further than this above a block's bound are left out of what follows, in units: the widest that keeps few enough. */
const KEPT_WIDTHS = [24, 16, 11, 8, 6, 4, 2] as const;
const KEPT_A_PART = 60;
/** Iterations of a block's first phase; where many operations compete for what there is, prices have far to go. */
const CLIMB = 350;
const CLIMB_OF_FEW = 800;
const CLIMB_OF_OVERLOADED = 800;
/** Share of parts whose price is more than half of what leaving them out costs. */
const OVERLOADED = 0.03;
const DIVE_WIDTH = 8;
const DIVE_SHARE = 0.03;
const DIVE_ITERATIONS = 20;
const FEW_PARTS = 40;
const FEW_POSITIONS = 30_000;

/** The whole horizon on the arcs that matter, and prices by part of it. */
export interface Stitched {
  readonly relaxation: Relaxation;
  readonly prices: Float64Array;
  /** How far above the bound these arcs reach, in weight units. */
  readonly width: number;
}

/**
 * Solves the blocks one by one, several threads each another: bound and prices by an ascent on the block alone, and a dive
 * that goes into the plan around what crosses its cuts. What blocks do to each other is left out, costs ≥ 0; each pays its
 * share of what using a resource costs: so the sum of their bounds bounds the whole.
 * Source: costs split among subproblems, Guignard, Kim, "Lagrangean decomposition", Mathematical Programming 39 (1987).
 */
export class BlockPhase {
  /** The best plan, always the loaded one. */
  private best: Solution;
  private bound = Number.NEGATIVE_INFINITY;
  private readonly instance: Instance;
  private readonly blocks: readonly Int32Array[];
  private readonly run: Run;
  private readonly plan: Plan;
  private readonly board: Blackboard;
  private readonly scope: Scope;
  private readonly constant: number;
  /** A bound of each block's model before anything is known of it. */
  private readonly floors: Float64Array;
  private iterations = 0;

  constructor(instance: Instance, blocks: readonly Int32Array[], run: Run, plan: Plan, first: Solution) {
    this.instance = instance;
    this.blocks = blocks;
    this.run = run;
    this.plan = plan;
    this.best = first;
    const { exchange } = run;
    const own = { role: 0, threads: 1 };
    this.board = new Blackboard(exchange ?? { ...own, shared: createExchangeBuffer(instance) }, instance.partCount);
    this.scope = wholeScope(instance);
    this.constant = this.scope.others.cost - this.scope.parts.reduce((sum, p) => sum + instance.unassignedCost[p], 0);
    this.floors = Float64Array.from(blocks, (parts) => floorOf(instance, parts));
  }

  /** False when the run stopped before all blocks were done. */
  solve(): boolean {
    const { board, blocks, run } = this;
    board.publishPlan(this.best.placement, this.best.cost);
    this.raiseBound();
    for (let block = board.claimBlock(); block < blocks.length && !run.stop(); block = board.claimBlock())
      this.solveBlock(block);
    const all = board.awaitBlocks(blocks.length, run.stop);
    this.adoptShared();
    this.raiseBound();
    return all;
  }

  result(): { best: Solution; bound: number; iterations: number } {
    return { best: this.best, bound: Math.min(this.bound, this.best.cost), iterations: this.iterations };
  }

  /** What the blocks kept, and the prices of its parts put together. */
  stitch(): Stitched {
    const { board, blocks, instance, scope } = this;
    let grain = 0;
    let width = Number.POSITIVE_INFINITY;
    let bound = 0;
    for (const block of blocks.keys()) {
      const known = board.blockBound(block)!;
      grain = gcd(grain, known.grain);
      width = Math.min(width, known.width);
      bound += known.bound;
    }
    const prices = new Float64Array(instance.partCount);
    board.takePrices(prices);
    const arcs = board.arcs.slice();
    return {
      width,
      prices: Float64Array.from(scope.parts, (part) => prices[part]),
      relaxation: this.narrow(arcs, bound + width, grain),
    };
  }

  /**
   * An ascent over the whole horizon from there, on what the blocks kept; what its prices prove on all arcs; and what
   * those keep.
   */
  refine({ relaxation, prices, width }: Stitched, iterations: number): Stitched {
    const { run, scope, constant } = this;
    const { grain } = relaxation;
    const ascent = new Ascent(relaxation, run, () => {});
    ascent.beginFrom(prices);
    ascent.refine(KEPT_WIDTHS[0], 0.5, 0.1, iterations);
    ascent.refine(DIVE_WIDTH, 0.1, 0.02, iterations);
    this.iterations += ascent.iterations;
    const certificate = run.stop() ? null : certify(scope, ascent.prices, width, run.stop);
    if (certificate === null) return { relaxation, prices, width };
    this.raiseTo(roundUp(constant, 100 * certificate.bound, grain));
    return {
      relaxation: this.narrow(certificate.arcs, certificate.bound + width, grain),
      prices: ascent.prices,
      width,
    };
  }

  /** The whole horizon on these arcs and those of the best plan; every plan that uses others costs `limit` at least. */
  private narrow(arcs: Uint8Array, limit: number, grain: number): Relaxation {
    const { instance, best, scope, constant } = this;
    const { arcStart, arcResource } = instance;
    for (let part = 0; part < instance.partCount; part++) {
      for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++)
        if (arcResource[arc] === best.placement[part]) arcs[arc] = 1;
    }
    return { ...relax(instance, 0, { ...scope, arcs }), grain, boundLimit: roundUp(constant, 100 * limit, grain) };
  }

  private solveBlock(block: number): void {
    const { instance, run, board, blocks } = this;
    const parts = blocks[block];
    const relaxation = relax(instance, 0, { ...this.scope, parts, usageShare: 1 / blocks.length });
    const { model, unit, grain, arcOf } = relaxation;
    let width = 0;
    const ascent = new Ascent(relaxation, run, (bound) => {
      board.setBlockBound(block, { bound, width, grain });
      this.raiseBound();
    });
    if (model.part.length < FEW_POSITIONS) ascent.climb(parts.length < FEW_PARTS ? 150 : CLIMB_OF_FEW);
    else ascent.climb(CLIMB);
    if (parts.length >= FEW_PARTS && isOverloaded(model, ascent.prices)) ascent.climb(CLIMB_OF_OVERLOADED);
    const plan = this.dive(relaxation, ascent);
    this.iterations += ascent.iterations;
    if (run.stop()) return;
    const { marginals } = ascent;
    width = keptWidth(marginals, unit, KEPT_A_PART * parts.length);
    for (let k = 0; k < marginals.length; k++) if (marginals[k] <= width) board.arcs[arcOf[k]] = 1;
    board.setBlockBound(block, { bound: ascent.bound, width, grain });
    this.put(relaxation, plan.position);
    board.finishBlock(parts, ascent.prices);
  }

  private dive(relaxation: Relaxation, ascent: Ascent): PathPlan {
    const { run } = this;
    ascent.renewMarginals();
    const options = { iterations: DIVE_ITERATIONS, share: DIVE_SHARE, step: relaxation.unit };
    const keep = ascent.keepWithin(DIVE_WIDTH * relaxation.unit);
    const { plan, iterations } = diveForPlan(relaxation, ascent.prices, keep, options, run.random, run.stop);
    this.iterations += iterations;
    run.step(iterations);
    return plan;
  }

  /** Places the block's parts so, takes out what then overlaps from other blocks, and inserts it anew. */
  private put({ columns, partOf }: Relaxation, positions: Int32Array): void {
    const { plan, board, run } = this;
    this.adoptShared();
    const homeless: number[] = [];
    for (const part of partOf) if (plan.placement[part] >= 0) plan.remove(part);
    for (let i = 0; i < partOf.length; i++) {
      if (positions[i] < 0) homeless.push(partOf[i]);
      else {
        const resource = columns.row[positions[i]];
        this.evict(partOf[i], resource, homeless);
        plan.place(partOf[i], resource);
      }
    }
    insertByRegret(plan, homeless, () => false);
    if (plan.cost < this.best.cost) {
      this.best = plan.snapshot();
      run.report({ kind: 'incumbent', solution: this.best });
      board.publishPlan(this.best.placement, this.best.cost);
    } else plan.load(this.best.placement);
  }

  /** Takes out the movable parts that the part is in conflict with there. */
  private evict(part: number, resource: number, homeless: number[]): void {
    const { plan } = this;
    const { pinned } = this.instance;
    const found: number[] = [];
    plan.visitConflicts(part, resource, (_, other) => found.push(other));
    for (const other of found) {
      if (pinned[other] !== -2 || plan.placement[other] < 0) continue;
      plan.remove(other);
      homeless.push(other);
    }
  }

  private adoptShared(): void {
    const { plan, board } = this;
    const placement = this.best.placement.slice();
    if (board.takePlan(this.best.cost, placement) >= this.best.cost) return;
    plan.load(placement);
    this.best = plan.snapshot();
  }

  private raiseBound(): void {
    const { board, blocks, floors, constant } = this;
    let sum = 0;
    for (const block of blocks.keys()) sum += Math.max(floors[block], board.blockBound(block)?.bound ?? floors[block]);
    this.raiseTo(roundUp(constant, 100 * sum, 1));
  }

  private raiseTo(claimed: number): void {
    const bound = this.board.raiseBound(claimed);
    if (bound <= this.bound) return;
    this.bound = bound;
    this.run.report({ kind: 'bound', bound: Math.min(bound, this.best.cost) });
  }
}

/** Hundredths: the least cost of a plan whose parts cost at least `model` above the constant. */
const roundUp = (constant: number, model: number, grain: number): number =>
  constant + Math.ceil((model - 1e-3 - 1e-10 * Math.abs(model)) / grain) * grain;

const isOverloaded = ({ leaveOut }: PathModel, prices: Float64Array): boolean =>
  prices.reduce((count, price, i) => (price > leaveOut[i] / 2 ? count + 1 : count), 0) > OVERLOADED * prices.length;

/** The widest that keeps at most so many positions. */
const keptWidth = (marginals: Float64Array, unit: number, most: number): number => {
  for (const units of KEPT_WIDTHS) {
    let count = 0;
    for (let k = 0; k < marginals.length; k++) if (marginals[k] <= units * unit) count++;
    if (count <= most) return units * unit;
  }
  return unit;
};

/** Every part in its cheapest place, whatever else is there; weight units. */
const floorOf = ({ arcStart, arcCost, unassignedCost }: Instance, parts: Int32Array): number => {
  let sum = 0;
  for (const part of parts) {
    let least = unassignedCost[part];
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) least = Math.min(least, arcCost[arc]);
    sum += least / 100;
  }
  return sum;
};

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
