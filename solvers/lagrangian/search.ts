import { Plan } from '../../engine/objective/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { Blackboard } from '../exchange.ts';
import type { Run, SolveResult } from '../solver.ts';
import { Ascent } from './ascent.ts';
import { classifyRows, type RowClasses } from './core.ts';
import { type DiveOptions, diveForPlan, originsOf } from './dive.ts';
import { NeighborhoodSearch } from './neighborhood.ts';
import { columnsOf, PathPlan, positionOn } from './pathPlan.ts';
import { restrict } from './paths.ts';
import { prove, solveWindow } from './proof.ts';
import type { Relaxation } from './relaxation.ts';

const MOST_CORE_COLUMNS = 16_000;
const MOST_WINDOW_COLUMNS = 4_000;
/** Widths of the core in units, tried in turn. */
const CORE_WIDTHS = [1, 2.5, 6, 12, 24] as const;
/** Over long horizons the whole core is worth trying below this gap only; above it the prices may still be off. */
const LONG_GAP = 0.0005;
const FEW_PARTS = 40;
const FEW_POSITIONS = 30_000;
const MANY_POSITIONS = 300_000;
/** A larger gap after the first dive means that the prices are not there yet. */
const SHORT_ASCENT_GAP = 0.003;
/** What the neighborhood search looks at, in units. */
const NEIGHBORHOOD_WIDTH = 16;
/** One program of the proof may take so long. */
const MOST_PROOF_SECONDS = 20;
/** Attempts between two looks at the other thread's plan, and a round of the neighborhood search. */
const ROUND = 200;

/** One run: bound, dives, neighborhood search and proof, in turns, until the gap is closed or the run stops. */
export class LagrangianSearch {
  private readonly relaxation: Relaxation;
  private readonly run: Run;
  private readonly ascent: Ascent;
  private readonly board: Blackboard | null;
  private best: Solution;
  /** Hundredths. */
  private bound = Number.NEGATIVE_INFINITY;
  private iterations = 0;
  private classes: RowClasses | null = null;
  private rounds = 0;
  private idle = 0;
  private width = 0;
  private hours = 8;

  constructor(relaxation: Relaxation, run: Run) {
    this.relaxation = relaxation;
    this.run = run;
    this.best = run.initial;
    this.board = run.exchange === null ? null : new Blackboard(run.exchange, relaxation.instance.partCount);
    this.ascent = new Ascent(relaxation, run, (bound) => this.raiseBound(bound));
  }

  /** Everything until the gap is closed or the run stops. */
  solve(): SolveResult {
    this.begin();
    while (!this.isDone()) this.round();
    return this.result();
  }

  /** The ascent and a first dive; a longer ascent when the gap says that the first was too short. */
  begin(): void {
    this.climb(this.firstIterations());
    const { partCount } = this.relaxation.model;
    if (
      this.relaxation.exact &&
      partCount >= FEW_PARTS &&
      this.gap() > SHORT_ASCENT_GAP &&
      this.relaxation.model.part.length < MANY_POSITIONS
    )
      this.climb(2 * this.firstIterations());
  }

  private climb(first: number): void {
    if (this.isDone()) return;
    const before = this.ascent.iterations;
    this.ascent.climb(first);
    this.iterations += this.ascent.iterations - before;
    this.ascent.renewMarginals();
    if (!this.isDone()) this.diveOnce({ iterations: 20, share: 0.03, step: this.relaxation.unit });
  }

  private gap(): number {
    return (this.best.cost - this.bound) / Math.max(100, Math.abs(this.best.cost));
  }

  result(): SolveResult {
    const bound = Math.min(this.bound, this.best.cost);
    this.run.report({ kind: 'bound', bound });
    return {
      solution: this.best,
      bound,
      iterations: this.iterations,
      status: bound >= this.best.cost ? 'optimal' : 'feasible',
    };
  }

  get incumbent(): Solution {
    return this.best;
  }

  private firstIterations(): number {
    const positions = this.relaxation.model.part.length;
    if (this.relaxation.model.partCount < FEW_PARTS) return 300;
    if (positions < FEW_POSITIONS) return 1600;
    if (positions < MANY_POSITIONS) return 1000;
    return positions < 3_000_000 ? 1500 : 500;
  }

  isDone(): boolean {
    if (this.run.stop()) return true;
    if (this.board !== null) this.raiseTo(this.board.raiseBound(this.bound));
    return this.bound >= this.best.cost;
  }

  /** A bound of the model in weight units → hundredths, rounded up to what a plan can cost. */
  private raiseBound(modelBound: number): void {
    const { constant, grain, changePrice, boundLimit, instance } = this.relaxation;
    const { maxReassignments } = instance;
    const slack = 1e-3 + 1e-10 * Math.abs(modelBound);
    const paid = Math.round(100 * changePrice) * Math.max(0, maxReassignments);
    const claimed = constant + Math.ceil((100 * modelBound - paid - slack) / grain) * grain;
    const bound = Math.min(claimed, boundLimit);
    this.raiseTo(this.board === null ? bound : this.board.raiseBound(bound));
  }

  private raiseTo(bound: number): void {
    if (bound <= this.bound) return;
    this.bound = bound;
    this.run.report({ kind: 'bound', bound: Math.min(bound, this.best.cost) });
  }

  /** The cost of the best plan in the model's terms: weight units without the constant. */
  private modelCost(): number {
    return (this.best.cost - this.relaxation.constant) / 100;
  }

  /** A plan found elsewhere. */
  offer(solution: Solution): void {
    if (solution.cost >= this.best.cost) return;
    this.best = solution;
    this.run.report({ kind: 'incumbent', solution });
    this.board?.publishPlan(solution.placement, solution.cost);
  }

  /** The plan of positions as a whole plan, pinned parts included. */
  private toPlan(positions: Int32Array, { instance, partOf, columns } = this.relaxation): Plan {
    const placement = instance.pinned.map((pinned) => (pinned === -2 ? -1 : pinned));
    for (let i = 0; i < positions.length; i++) if (positions[i] >= 0) placement[partOf[i]] = columns.row[positions[i]];
    return new Plan(instance, placement);
  }

  private isAllowed(plan: Plan): boolean {
    const { maxReassignments } = this.relaxation.instance;
    return maxReassignments < 0 || plan.reassignments() <= maxReassignments;
  }

  private offerPositions(positions: Int32Array, relaxation = this.relaxation): void {
    const plan = this.toPlan(positions, relaxation);
    if (plan.cost < this.best.cost && this.isAllowed(plan)) this.offer(plan.snapshot());
  }

  private diveOnce(options: DiveOptions): void {
    const { run, relaxation, ascent } = this;
    const keep = ascent.keepWithin(8 * relaxation.unit);
    const { plan, iterations } = diveForPlan(relaxation, ascent.prices, keep, options, run.random, () => run.stop());
    this.iterations += iterations;
    run.step(iterations);
    this.offerPositions(plan.position);
  }

  /** The best plan's parts as paths: those that overlap, or have no position, are left out and inserted anew. */
  private toPaths({ model, columns, partOf }: Relaxation): PathPlan {
    const paths = new PathPlan(model, columns);
    const rest: number[] = [];
    for (let i = 0; i < model.partCount; i++) {
      const resource = this.best.placement[partOf[i]];
      const k = resource < 0 ? -1 : positionOn(columns, i, resource);
      if (k >= 0 && paths.fits(k)) paths.place(k);
      else rest.push(i);
    }
    paths.insert(rest, null);
    return paths;
  }

  /** A dive, a proof, or neither, and a round of the neighborhood search. The second thread proves while the first searches. */
  round(): void {
    const { relaxation, ascent, board } = this;
    const { model, exact } = relaxation;
    const round = this.rounds++;
    const before = this.best.cost;
    if (model.partCount === 0) return;
    if (round > 0 && (round < 4 || round % 4 === 1))
      this.diveOnce({ iterations: 20, share: 0.01, step: relaxation.unit });
    if (this.isDone()) return;
    const isProver = board === null ? round === 2 || (round > 2 && this.idle >= 2) : board.role === 1;
    const isHopeless = relaxation.isLong && this.gap() > LONG_GAP;
    if (
      isProver &&
      !isHopeless &&
      relaxation.changePrice === 0 &&
      model.overlapCost === Number.POSITIVE_INFINITY &&
      this.width < CORE_WIDTHS.length
    ) {
      this.width = this.proveOnce(CORE_WIDTHS[this.width]) ? this.width + 1 : CORE_WIDTHS.length;
      if (this.isDone()) return;
      ascent.renewMarginals();
    }
    if (exact && (isHopeless || this.width === CORE_WIDTHS.length) && round % 2 === 1) this.solveHours();
    this.searchNeighborhoods(exact ? ROUND : ROUND / 2);
    this.idle = this.best.cost < before ? 0 : this.idle + 1;
  }

  private searchNeighborhoods(attempts: number): void {
    const { run, ascent, board } = this;
    if (board !== null) this.adopt(board);
    const relaxation = this.narrow();
    const paths = this.toPaths(relaxation);
    const exactly = relaxation.exact ? null : this.toPlan(paths.position, relaxation);
    const search = new NeighborhoodSearch(relaxation, paths, exactly, ascent.prices, run.random, () => run.stop());
    const seconds = run.elapsedSeconds();
    let reported = Math.min(search.cost, this.best.cost);
    for (let a = 0; a < attempts && !this.isDone(); a++) {
      const unplaced = run.random.next() < 0.15 ? this.pickUnplaced(paths) : -1;
      if (search.isLong && a % 20 === 0) {
        const anchor = relaxation.start[unplaced >= 0 ? unplaced : run.random.below(paths.position.length)];
        search.attemptWindow(anchor, (8 + run.random.below(24)) * 3600);
      } else search.attempt(unplaced);
      this.iterations++;
      run.step(1);
      if (search.cost < reported) {
        reported = search.cost;
        this.offerPositions(paths.position, relaxation);
      }
    }
    run.report({ kind: 'progress', iterations: this.iterations, phase: `neighborhoods since ${seconds.toFixed(1)} s` });
  }

  /**
   * The relaxation with only the positions worth looking at: no better plan uses one whose min-marginal exceeds the gap.
   * Those of the best plan are always among them.
   */
  private narrow(): Relaxation {
    const { relaxation, ascent } = this;
    const { model, columns, partOf, unit } = relaxation;
    const gap = this.modelCost() - ascent.bound;
    const keep = ascent.keepWithin(Math.min(gap + 1e-6, NEIGHBORHOOD_WIDTH * unit));
    for (let i = 0; i < partOf.length; i++) {
      const resource = this.best.placement[partOf[i]];
      const k = resource < 0 ? -1 : positionOn(columns, i, resource);
      if (k >= 0) keep[k] = 1;
    }
    const narrowed = restrict(model, keep);
    const arcOf = Int32Array.from(originsOf(model, keep), (k) => (k < 0 ? -1 : relaxation.arcOf[k]));
    return { ...relaxation, model: narrowed, columns: columnsOf(narrowed), arcOf };
  }

  /** Exact search of the hours whose parts cost most above the bound, everything else staying where it is. */
  private solveHours(): void {
    const { run, relaxation, ascent, board } = this;
    const { model, start, end, unit, grain } = relaxation;
    if (board !== null) this.adopt(board);
    const n = model.partCount;
    const plan = this.toPaths(relaxation);
    const outMarginals = this.outMarginals();
    const excess = (i: number): number => (plan.position[i] < 0 ? outMarginals[i] : ascent.marginals[plan.position[i]]);
    let anchor = 0;
    let worst = Number.NEGATIVE_INFINITY;
    for (let tries = 0; tries < 12; tries++) {
      const candidate = start[run.random.below(n)];
      let sum = 0;
      for (let i = 0; i < n; i++) if (start[i] >= candidate && end[i] < candidate + this.hours * 3600) sum += excess(i);
      if (sum > worst) {
        worst = sum;
        anchor = candidate;
      }
    }
    const until = anchor + this.hours * 3600;
    const { stepLimit, timeLimitSeconds } = run.parameters;
    const outcome = solveWindow(model, {
      plan,
      concerns: (i) => start[i] < until && end[i] > anchor,
      marginals: ascent.marginals,
      outMarginals,
      width: Math.min(4 * unit, this.modelCost() - ascent.bound),
      grain: grain / 100,
      mostColumns: MOST_WINDOW_COLUMNS,
      nodeLimit: stepLimit === null ? null : 20,
      limitSeconds: stepLimit === null ? Math.min(4, Math.max(0.05, timeLimitSeconds - run.elapsedSeconds())) : null,
      stop: () => run.stop(),
    });
    run.step(50);
    if (outcome === 'better') this.offerPositions(plan.position);
    else this.hours = outcome === null ? this.hours * 0.7 : Math.min(14, this.hours * 1.1);
  }

  private outMarginals(): Float64Array {
    const { prices } = this.ascent;
    return Float64Array.from(this.relaxation.model.leaveOut, (out, i) => out - Math.min(out, prices[i]));
  }

  private adopt(board: Blackboard): void {
    const placement = this.best.placement.slice();
    if (board.takePlan(this.best.cost, placement) >= this.best.cost) return;
    this.best = new Plan(this.relaxation.instance, placement).snapshot();
  }

  private pickUnplaced(paths: PathPlan): number {
    const { random } = this.run;
    const n = paths.position.length;
    const first = random.below(n);
    for (let q = 0; q < n; q++) {
      const i = first + q < n ? first + q : first + q - n;
      if (paths.position[i] < 0) return i;
    }
    return -1;
  }

  /** Exact search within a width; false when the core is too large to try. */
  private proveOnce(widthUnits: number): boolean {
    const { run, relaxation, ascent } = this;
    const { model, unit, grain } = relaxation;
    this.classes ??= classifyRows(model);
    const incumbent = this.modelCost();
    const width = Math.min(widthUnits * unit, incumbent - ascent.bound);
    const { stepLimit, timeLimitSeconds } = run.parameters;
    const left = Math.min(MOST_PROOF_SECONDS, Math.max(0.05, timeLimitSeconds - run.elapsedSeconds()));
    const proof = prove(model, this.classes, {
      bound: ascent.bound,
      marginals: ascent.marginals,
      outMarginals: this.outMarginals(),
      width,
      incumbent,
      grain: grain / 100,
      mostColumns: MOST_CORE_COLUMNS,
      nodeLimit: stepLimit === null ? null : 50,
      limitSeconds: stepLimit === null ? left : null,
      stop: () => run.stop(),
      onPlan: (positions) => this.offerPositions(positions),
      onBound: (bound) => this.raiseBound(bound),
    });
    run.step(100);
    if (proof === null) return false;
    this.raiseBound(proof.bound);
    return true;
  }
}
