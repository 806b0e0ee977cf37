import { Plan } from '../../engine/objective/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { Blackboard, crewMemoryOf } from '../exchange.ts';
import type { Run, SolveResult } from '../solver.ts';
import { Ascent } from '../paths/ascent.ts';
import { Crew } from '../paths/crew.ts';
import { classifyRows, type RowClasses } from '../paths/core.ts';
import { type DiveOptions, diveForPlan } from '../paths/dive.ts';
import { HourSearch, hasEqualRows } from './hours.ts';
import { NeighborhoodSearch } from './neighborhood.ts';
import { hasPairs } from '../paths/pairPrices.ts';
import { prove } from './proof.ts';
import type { Relaxation } from '../paths/relaxation.ts';
import { Tightening } from '../paths/tightening.ts';
import { byPart, joinInTime, narrowTo, toPaths, toPlan } from './translate.ts';

const MOST_CORE_COLUMNS = 16_000;
/** Widths of the core in units, tried in turn. */
const CORE_WIDTHS = [1, 2.5, 6, 12, 24] as const;
/** Over long horizons the whole core is worth trying below this gap only; above it the prices may still be off. */
const LONG_GAP = 0.0005;
const FEW_PARTS = 40;
const FEW_POSITIONS = 30_000;
const MANY_POSITIONS = 300_000;
/** A larger gap after the first dive means that the prices are not there yet. */
const SHORT_ASCENT_GAP = 0.003;
/** A larger share gained by larger steps says the same of the prices. */
const REHEATED_GAIN = 0.0003;
/** What the neighborhood search looks at, in units. */
const NEIGHBORHOOD_WIDTH = 16;
/** One program of the proof may take so long. */
const MOST_PROOF_SECONDS = 20;
/** The first plan of a further thread: soon, since the first thread dives slowly. */
const FAST_DIVE = { iterations: 10, share: 0.06 };
/** Attempts between two looks at the other thread's plan, and a round of the neighborhood search. */
const ROUND = 200;
/** Iterations of a round where the relaxation is tightened, from rough prices on. */
const TIGHTENING = 150;
/** Windows of hours in a round. */
const HOURS = 12;
/** So many in a row without a better plan end it: then it is the proof's turn. */
const MOST_FAILURES = 4;

/** One run: bound, dives, neighborhood search and proof, in turns, until the gap is closed or the run stops. */
export class LagrangianSearch {
  private readonly relaxation: Relaxation;
  private readonly run: Run;
  private readonly ascent: Ascent;
  private readonly board: Blackboard | null;
  private readonly crew: Crew | null;
  /** A further thread, where the whole is in one model: it leaves the bound to the first. */
  private readonly isFollower: boolean;
  private best: Solution;
  /** Hundredths. */
  private bound = Number.NEGATIVE_INFINITY;
  private iterations = 0;
  private classes: RowClasses | null = null;
  private rounds = 0;
  private idle = 0;
  private width = 0;
  private hours: HourSearch | null = null;
  private tightening: Tightening | null = null;
  /** Versions of the other threads' plan and prices. */
  private knownPlan = 0;
  private knownPrices = 0;

  constructor(relaxation: Relaxation, run: Run) {
    this.relaxation = relaxation;
    this.run = run;
    this.best = run.initial;
    this.board = run.exchange === null ? null : new Blackboard(run.exchange, relaxation.instance.partCount);
    const { exchange } = run;
    const { instance, model, boundLimit, partOf } = relaxation;
    const isWhole = boundLimit === Number.POSITIVE_INFINITY;
    this.isFollower = isWhole && exchange !== null && exchange.role > 0;
    // Where rows are short, sharing them costs more than it saves.
    const isShared = isWhole && exchange !== null && model.part.length >= FEW_POSITIONS;
    this.crew = isShared ? new Crew(crewMemoryOf(exchange, instance, partOf.length)) : null;
    const led = this.isFollower ? null : this.crew;
    this.ascent = new Ascent(relaxation, run, (bound) => this.raiseBound(bound), led);
    this.raiseBound(this.ascent.dual.least.reduce((sum, cost) => sum + cost, 0));
  }

  /** Everything until the gap is closed or the run stops. */
  solve(): SolveResult {
    this.begin();
    while (!this.isDone()) this.round();
    return this.result();
  }

  /**
   * The ascent and a first dive; a longer ascent when the gap says that the first was too short. Further threads help with
   * the first ascent, and dive from its prices.
   */
  begin(): void {
    const first = this.firstIterations();
    const { exact, model } = this.relaxation;
    if (this.isFollower) {
      // Rough prices soon, for a first plan; good ones come from the first thread.
      if (this.crew === null) return this.climb(first >> 2);
      this.crew.help(this.relaxation, this.ascent.dual, this.run.stop);
      this.adopt(this.board!);
      if (!this.isDone()) this.diveOnce(FAST_DIVE);
      return;
    }
    // A week has many a peak that needs its time, and no time for a second ascent.
    this.climb(first, this.ascent.isQuick && !this.isLarge);
    this.tighten(3 * TIGHTENING);
    if (!exact || model.partCount < FEW_PARTS || this.isLarge) return;
    if (this.board !== null) this.adopt(this.board);
    if (this.gap() <= SHORT_ASCENT_GAP || this.isDone()) return;
    if (this.ascent.isQuick) {
      this.climb(first, false);
      if (this.gap() <= SHORT_ASCENT_GAP || this.isDone()) return;
    }
    const before = this.ascent.bound;
    this.ascent.reheat(first >> 1);
    if (this.ascent.bound - before > REHEATED_GAIN * Math.abs(before)) this.climb(2 * first, false);
    else this.ascent.renewMarginals();
    if (this.board !== null) this.publishPrices(this.board);
  }

  /** Instead of `begin`: goes on from prices that were found elsewhere. */
  beginFrom(prices: Float64Array): void {
    this.ascent.beginFrom(prices);
    this.ascent.renewMarginals();
  }

  private climb(first: number, isQuick = this.ascent.isQuick): void {
    if (this.isDone()) return;
    const before = this.ascent.iterations;
    this.ascent.climb(isQuick ? first >> 1 : first, this.isLarge ? first >> 1 : first, isQuick);
    this.iterations += this.ascent.iterations - before;
    this.ascent.renewMarginals();
    if (this.board !== null && !this.isFollower) this.publishPrices(this.board);
    this.crew?.close();
    if (!this.isDone()) this.diveOnce({ iterations: 20, share: 0.03 });
  }

  /** Where the relaxation leaves out what concerns several resources at once: prices on that. */
  private tighten(iterations: number): void {
    const { relaxation, run, ascent } = this;
    if (!hasPairs(relaxation) || this.isDone()) return;
    this.tightening ??= new Tightening(relaxation, ascent.prices, run.random.split());
    this.iterations += this.tightening.advance(iterations, run);
    this.raiseBound(this.tightening.bound);
  }

  private get isLarge(): boolean {
    return this.relaxation.model.part.length >= MANY_POSITIONS;
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
    const { model } = this.relaxation;
    const positions = model.part.length;
    if (model.partCount < FEW_PARTS || hasPairs(this.relaxation)) return 300;
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

  private isAllowed(plan: Plan): boolean {
    const { maxReassignments } = this.relaxation.instance;
    return maxReassignments < 0 || plan.reassignments() <= maxReassignments;
  }

  private offerPositions(positions: Int32Array, relaxation = this.relaxation): void {
    const plan = toPlan(relaxation, positions);
    if (plan.cost < this.best.cost && this.isAllowed(plan)) this.offer(plan.snapshot());
  }

  private diveOnce({ iterations: between, share }: Omit<DiveOptions, 'step'>): void {
    const { run, relaxation, ascent } = this;
    const options = { iterations: between, share, step: relaxation.unit };
    const keep = ascent.keepWithin(8 * relaxation.unit);
    const { plan, iterations } = diveForPlan(relaxation, ascent.prices, keep, options, run.random, () => run.stop());
    this.iterations += iterations;
    run.step(iterations);
    this.offerPositions(plan.position);
  }

  /**
   * A dive, a proof, or neither, and a round of the neighborhood searches. Over a day the first thread does it all and the
   * others only search, with its prices; over long horizons the second proves.
   */
  round(): void {
    const { relaxation, board } = this;
    const { model, exact, isLong } = relaxation;
    if (model.partCount === 0) return;
    const round = this.rounds++;
    const before = this.best.cost;
    if (board !== null) this.join(board);
    this.tighten(TIGHTENING);
    // Over what was divided, a dive through the whole takes long and finds no better plan than the search has.
    const isDivided = relaxation.boundLimit < Number.POSITIVE_INFINITY;
    if (round > 0 && !isDivided && (round < 4 || round % 4 === 1)) this.diveOnce({ iterations: 20, share: 0.01 });
    if (this.isDone()) return;
    const isMerged = exact && !isLong && hasEqualRows(model, this.rowClasses());
    const patience = isMerged || board === null ? 1 : 0;
    const isTurn =
      board !== null && isLong ? board.role === 1 : round === patience || (round > patience && this.idle >= patience);
    if (isTurn && (isLong || !this.isFollower) && this.mayProve()) this.proveNext();
    if (this.isDone()) return;
    if (isMerged) this.searchHours(HOURS);
    else if (exact && !this.mayProve() && round % 2 === 1) this.searchHours(1);
    this.searchNeighborhoods(exact ? ROUND : ROUND / 2);
    this.idle = this.best.cost < before ? 0 : this.idle + 1;
  }

  private mayProve(): boolean {
    const { model, changePrice, isLong } = this.relaxation;
    if (changePrice !== 0 || model.overlapCost < Number.POSITIVE_INFINITY) return false;
    return this.width < CORE_WIDTHS.length && !(isLong && this.gap() > LONG_GAP);
  }

  private proveNext(): void {
    const outcome = this.proveOnce(CORE_WIDTHS[this.width]);
    if (outcome === 'tooLarge') this.width = CORE_WIDTHS.length;
    if (outcome === 'ended') this.width++;
    if (!this.isDone()) this.ascent.renewMarginals();
  }

  private searchNeighborhoods(attempts: number): void {
    const { run, ascent, board } = this;
    if (board !== null) this.adopt(board);
    const relaxation = this.narrow();
    const paths = toPaths(relaxation, this.best.placement);
    const exactly = relaxation.exact ? null : toPlan(relaxation, paths.position);
    const search = new NeighborhoodSearch(relaxation, paths, exactly, ascent.prices, run.random, () => run.stop());
    const seconds = run.elapsedSeconds();
    let reported = Math.min(search.cost, this.best.cost);
    for (let a = 0; a < attempts && !this.isDone(); a++) {
      const unplaced = run.random.next() < 0.15 ? paths.unplacedFrom(run.random.below(paths.position.length)) : -1;
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
    const gap = this.modelCost() - ascent.bound;
    const keep = ascent.keepWithin(Math.min(gap + 1e-6, NEIGHBORHOOD_WIDTH * relaxation.unit));
    return narrowTo(relaxation, keep, this.best.placement);
  }

  /** Exact search of some hours, as often as told or until one is no use. */
  private searchHours(attempts: number): void {
    const { ascent, relaxation, run } = this;
    this.hours ??= new HourSearch(relaxation, this.rowClasses(), run);
    if (this.board !== null) this.adopt(this.board);
    for (let a = 0, failures = 0; a < attempts && failures < MOST_FAILURES && !this.isDone(); a++, failures++) {
      const { cost } = this.best;
      const positions = this.hours.attempt(toPaths(relaxation, this.best.placement), {
        marginals: ascent.marginals,
        outMarginals: this.outMarginals(),
        gap: this.modelCost() - ascent.bound,
      });
      if (positions !== null) this.offerPositions(positions);
      if (this.best.cost < cost) failures = 0;
    }
  }

  private rowClasses(): RowClasses {
    return (this.classes ??= classifyRows(this.relaxation.model));
  }

  private outMarginals(): Float64Array {
    const { prices } = this.ascent;
    return Float64Array.from(this.relaxation.model.leaveOut, (out, i) => out - Math.min(out, prices[i]));
  }

  /** Over a long horizon two plans are each better somewhere else. */
  private join(board: Blackboard): void {
    const own = this.best;
    this.adopt(board);
    const { relaxation, best } = this;
    if (own === best || !relaxation.isLong || !relaxation.exact) return;
    this.offerPositions(joinInTime(relaxation, own.placement, best.placement));
  }

  /** What another thread has found since: its plan, and on a day its prices. */
  private adopt(board: Blackboard): void {
    if (board.planVersion !== this.knownPlan) {
      this.knownPlan = board.planVersion;
      const placement = this.best.placement.slice();
      if (board.takePlan(this.best.cost, placement) < this.best.cost)
        this.best = new Plan(this.relaxation.instance, placement).snapshot();
    }
    if (board.priceVersion === this.knownPrices || !this.isFollower) return;
    this.knownPrices = board.priceVersion;
    const { partOf } = this.relaxation;
    const prices = new Float64Array(this.relaxation.instance.partCount);
    board.takePrices(prices);
    this.beginFrom(Float64Array.from(partOf, (part) => prices[part]));
  }

  private publishPrices(board: Blackboard): void {
    board.publishPrices(byPart(this.relaxation, this.ascent.prices));
  }

  /** Exact search within a width; `stale`: given up since another thread has found a much better plan. */
  private proveOnce(widthUnits: number): 'ended' | 'tooLarge' | 'stale' {
    const { run, relaxation, ascent } = this;
    const { model, unit, grain } = relaxation;
    const incumbent = this.modelCost();
    const width = Math.min(widthUnits * unit, incumbent - ascent.bound);
    const isStale = (): boolean => 2 * (this.modelCost() - ascent.bound) < incumbent - ascent.bound;
    const { stepLimit, timeLimitSeconds } = run.parameters;
    const left = Math.min(MOST_PROOF_SECONDS, Math.max(0.05, timeLimitSeconds - run.elapsedSeconds()));
    const proof = prove(model, this.rowClasses(), {
      bound: ascent.bound,
      marginals: ascent.marginals,
      outMarginals: this.outMarginals(),
      width,
      incumbent,
      grain: grain / 100,
      mostColumns: MOST_CORE_COLUMNS,
      nodeLimit: stepLimit === null ? null : 50,
      limitSeconds: stepLimit === null ? left : null,
      stop: () => {
        if (this.board !== null) this.adopt(this.board);
        return this.isDone() || (this.board !== null && isStale());
      },
      onPlan: (positions) => this.offerPositions(positions),
      onBound: (bound) => this.raiseBound(bound),
    });
    run.step(100);
    if (proof === null) return 'tooLarge';
    this.raiseBound(proof.bound);
    return this.board !== null && !proof.solved && isStale() ? 'stale' : 'ended';
  }
}
