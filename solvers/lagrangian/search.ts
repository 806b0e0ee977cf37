import { Plan } from '../../engine/objective/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { Blackboard } from '../exchange.ts';
import type { Run, SolveResult } from '../solver.ts';
import { Ascent } from './ascent.ts';
import { classifyRows, type RowClasses } from './core.ts';
import { type DiveOptions, diveForPlan } from './dive.ts';
import { NeighborhoodSearch } from './neighborhood.ts';
import { PathPlan } from './pathPlan.ts';
import { prove } from './proof.ts';
import type { Relaxation } from './relaxation.ts';

const MOST_CORE_COLUMNS = 16_000;
/** Widths of the core in units, tried in turn. */
const CORE_WIDTHS = [1, 2.5, 6, 12, 24] as const;
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

  constructor(relaxation: Relaxation, run: Run) {
    this.relaxation = relaxation;
    this.run = run;
    this.best = run.initial;
    this.board = run.exchange === null ? null : new Blackboard(run.exchange, relaxation.instance.partCount);
    this.ascent = new Ascent(relaxation, run, (bound) => this.raiseBound(bound));
  }

  solve(): SolveResult {
    const { run, relaxation } = this;
    this.ascent.climb(this.firstIterations());
    this.ascent.renewMarginals();
    if (relaxation.model.partCount > 0 && !this.isDone()) {
      this.diveOnce({ iterations: 20, share: 0.03, step: relaxation.unit });
      this.improve();
    }
    this.iterations += this.ascent.iterations;
    const bound = Math.min(this.bound, this.best.cost);
    run.report({ kind: 'bound', bound });
    return {
      solution: this.best,
      bound,
      iterations: this.iterations,
      status: bound >= this.best.cost ? 'optimal' : 'feasible',
    };
  }

  private firstIterations(): number {
    const { partCount } = this.relaxation.model;
    return partCount < 50 ? 400 : 800;
  }

  private isDone(): boolean {
    return this.run.stop() || this.bound >= this.best.cost;
  }

  /** A bound of the model in weight units → hundredths, rounded up to what a plan can cost. */
  private raiseBound(modelBound: number): void {
    const { constant, grain } = this.relaxation;
    const slack = 1e-3 + 1e-10 * Math.abs(modelBound);
    let bound = constant + Math.ceil((100 * modelBound - slack) / grain) * grain;
    if (this.board !== null) bound = this.board.raiseBound(bound);
    if (bound <= this.bound) return;
    this.bound = bound;
    this.run.report({ kind: 'bound', bound: Math.min(bound, this.best.cost) });
  }

  /** The cost of the best plan in the model's terms: weight units without the constant. */
  private incumbent(): number {
    return (this.best.cost - this.relaxation.constant) / 100;
  }

  private offer(solution: Solution): void {
    if (solution.cost >= this.best.cost) return;
    this.best = solution;
    this.run.report({ kind: 'incumbent', solution });
    this.board?.publishPlan(solution.placement, solution.cost);
  }

  /** The plan of positions as a whole plan, pinned parts included. */
  private toPlan(positions: Int32Array): Plan {
    const { instance, partOf, columns } = this.relaxation;
    const placement = instance.pinned.map((pinned) => (pinned === -2 ? -1 : pinned));
    for (let i = 0; i < positions.length; i++) if (positions[i] >= 0) placement[partOf[i]] = columns.row[positions[i]];
    return new Plan(instance, placement);
  }

  private isAllowed(plan: Plan): boolean {
    const { maxReassignments } = this.relaxation.instance;
    return maxReassignments < 0 || plan.reassignments() <= maxReassignments;
  }

  private offerPositions(positions: Int32Array): void {
    const plan = this.toPlan(positions);
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
  private toPaths(): PathPlan {
    const { model, columns, partOf, arcOf, instance } = this.relaxation;
    const paths = new PathPlan(model, columns);
    const rest: number[] = [];
    for (let i = 0; i < model.partCount; i++) {
      const resource = this.best.placement[partOf[i]];
      let placed = false;
      for (let a = columns.columnStart[i]; a < columns.columnStart[i + 1] && resource >= 0 && !placed; a++) {
        const k = columns.column[a];
        if (instance.arcResource[arcOf[k]] === resource && paths.fits(k)) {
          paths.place(k);
          placed = true;
        }
      }
      if (!placed) rest.push(i);
    }
    paths.insert(rest, null);
    return paths;
  }

  /** Neighborhood search, dives and proofs in turn. */
  private improve(): void {
    const { relaxation, ascent } = this;
    const { model, exact } = relaxation;
    let width = 0;
    let idle = 0;
    for (let round = 0; !this.isDone(); round++) {
      const before = this.best.cost;
      if (round % 4 === 1 || (round > 0 && round < 4))
        this.diveOnce({ iterations: 20, share: 0.01, step: relaxation.unit });
      if (this.isDone()) return;
      const proves = model.overlapCost === Number.POSITIVE_INFINITY && width < CORE_WIDTHS.length;
      if (proves && (round === 2 || (round > 2 && idle >= 2))) {
        if (this.proveOnce(CORE_WIDTHS[width])) width++;
        else width = CORE_WIDTHS.length;
        if (this.isDone()) return;
        ascent.renewMarginals();
      }
      this.searchNeighborhoods(exact ? ROUND : ROUND / 2);
      idle = this.best.cost < before ? 0 : idle + 1;
    }
  }

  private searchNeighborhoods(attempts: number): void {
    const { run, relaxation, ascent, board } = this;
    if (board !== null) this.adopt(board);
    const paths = this.toPaths();
    const exactly = relaxation.exact ? null : this.toPlan(paths.position);
    const search = new NeighborhoodSearch(relaxation, paths, exactly, ascent.prices, run.random);
    const seconds = run.elapsedSeconds();
    let reported = Math.min(search.cost, this.best.cost);
    for (let a = 0; a < attempts && !this.isDone(); a++) {
      const unplaced = run.random.next() < 0.15 ? this.pickUnplaced(paths) : -1;
      search.attempt(unplaced);
      this.iterations++;
      run.step(1);
      if (search.cost < reported) {
        reported = search.cost;
        this.offerPositions(paths.position);
      }
    }
    run.report({ kind: 'progress', iterations: this.iterations, phase: `neighborhoods since ${seconds.toFixed(1)} s` });
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
    const incumbent = this.incumbent();
    const width = Math.min(widthUnits * unit, incumbent - ascent.bound);
    const outMarginals = Float64Array.from(model.leaveOut, (out, i) => out - Math.min(out, ascent.prices[i]));
    const proof = prove(model, this.classes, {
      bound: ascent.bound,
      marginals: ascent.marginals,
      outMarginals,
      width,
      incumbent,
      grain: grain / 100,
      mostColumns: MOST_CORE_COLUMNS,
      nodeLimit: run.parameters.stepLimit === null ? null : 50,
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
