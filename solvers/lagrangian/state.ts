import { Plan } from '../../engine/board/plan.ts';
import { gapOf, type Solution } from '../../engine/objective/score.ts';
import { Blackboard, sweepMemoryOf } from '../exchange/exchange.ts';
import { Ascent, congestionKinds } from '../prices/ascent.ts';
import { isWorthMerging, type RowClasses, rowsOfEqualPaths } from '../model/rowClasses.ts';
import { GroupAscent } from '../prices/groupAscent.ts';
import { repairLosses } from '../prices/placeAnew.ts';
import { SharedSweep } from '../prices/sharedSweep.ts';
import { isWithinLimit } from '../../engine/moves/move.ts';
import { teamsRecur } from '../../engine/moves/teams.ts';
import { mend } from '../insertion/mend.ts';
import { groupBundlesOf } from '../model/groupBundles.ts';
import { type Cluster, clustersOf } from '../model/clusters.ts';
import { floorOf, peakFloor, sumOf } from '../model/peakFloor.ts';
import { leastCosts } from '../model/pathModel.ts';
import { FEW_PARTS, FEW_POSITIONS, isInexactDay, MANY_POSITIONS, relax, type Relaxation } from '../model/relaxation.ts';
import type { Tightening } from '../prices/tightening.ts';
import type { Run, SolveResult } from '../solver.ts';
import { joinInTime } from '../model/joinInTime.ts';
import { byPart, toPlan } from '../model/translate.ts';

/** Share of a run's time, and the most seconds, that the first proof may take where the model is not exact. */
const FIRST_PROOF = { day: { share: 0.2, mostSeconds: 20 }, long: { share: 0.1, mostSeconds: 1 } };

/** A bound that rises by less than this share of the gap gains nothing. */
const LEAST_GAIN = 0.005;

/** With a larger gap than this, a plan costs more than the prices prove at most moments; over a day, with one that leaves out more parts than these. */
const MOST_REPAIRED = 0.02;
const MOST_REPAIRED_PARTS = 3;

/** What a search had at some moment, in hundredths. */
export interface Mark {
  readonly cost: number;
  readonly bound: number;
}

/** The state that the components of one search share: its best plan, its bound and prices, and the results taken over from other threads. */
export class SearchState {
  readonly relaxation: Relaxation;
  readonly run: Run;
  readonly ascent: Ascent;
  readonly board: Blackboard | null;
  readonly sharedSweep: SharedSweep | null;
  /** True for a further thread of the run; it leaves the bound to the first one. */
  readonly isFollower: boolean;
  readonly isSmall: boolean;
  readonly isLarge: boolean;
  /** Number of widths of the core that proofs have tried. */
  widthsTried = 0;
  /** Numbers of parts left out by which the bound was to be raised. */
  readonly countsTried = new Set<number>();
  /** True for a search that improves a part of a plan, whose bound nobody asks for. */
  isSlice = false;
  /** Time limit of the next proof where the model is not exact, so that it leaves time for local search. */
  proofSeconds: number;
  /** Prices on terms that concern several resources; null until the first tightening. */
  tightening: Tightening | null = null;
  private groups: GroupAscent | null | undefined;
  private plan: Solution;
  /** Best bound, in hundredths. */
  private bound = Number.NEGATIVE_INFINITY;
  private classes: RowClasses | null = null;
  private foundClusters: readonly Cluster[] | null = null;
  private knowPairs: boolean | null = null;
  /** Cost of the plan that was repaired last. */
  private repaired = Number.NaN;
  /** Versions of the shared plan and prices that were read last. */
  private knownPlan = 0;
  private knownPrices = 0;

  /** Prices that the threads of the run found together, by part of the instance; null: none. */
  readonly joint: Float64Array | null;

  constructor(relaxation: Relaxation, run: Run, joint: Float64Array | null) {
    this.joint = joint;
    this.relaxation = relaxation;
    this.run = run;
    this.plan = run.initial;
    const { share, mostSeconds } = FIRST_PROOF[isInexactDay(relaxation) ? 'day' : 'long'];
    this.proofSeconds = Math.min(mostSeconds, share * run.parameters.timeLimitSeconds);
    const { exchange } = run;
    const { instance, model, partOf } = relaxation;
    this.board = exchange === null ? null : new Blackboard(exchange, instance);
    this.isLarge = model.part.length >= MANY_POSITIONS;
    this.isSmall = model.part.length < FEW_POSITIONS;
    this.isFollower = exchange !== null && exchange.role > 0;
    // Sharing short rows costs more than it saves, and without kinds of parts shared prices prove less.
    const mayShare = exchange !== null && !this.isSmall;
    const kinds = mayShare && !this.isLarge ? congestionKinds(relaxation) : null;
    const isShared = mayShare && (this.isLarge || (kinds !== null && kinds.length > 0));
    this.sharedSweep = isShared
      ? new SharedSweep(sweepMemoryOf(exchange, instance, partOf.length), () => this.publishPrices())
      : null;
    const led = this.isFollower ? null : this.sharedSweep;
    this.ascent = new Ascent(relaxation, run, (bound) => this.raiseBound(bound), kinds, led);
    // Joint prices prove much more.
    if (joint === null) this.raiseBound(this.firstBound());
  }

  /** What the busiest moments prove, the prices of a linear program do, too; where the use of resources costs something, it often proves a plan at once. */
  private firstBound(): number {
    const { relaxation, ascent, isSmall, isLarge } = this;
    const isAtOnce = isSmall || (!isLarge && relaxation.model.usage.some((cost) => cost > 0));
    return isAtOnce && !this.isFollower ? this.floor() : sumOf(ascent.dual.least);
  }

  /** What the busiest moments prove, in weight units. */
  private floor(): number {
    const { relaxation, ascent } = this;
    const { instance, extent, constant, parted } = relaxation;
    const floor = floorOf(relaxation, ascent.dual.least);
    if (instance.terms.balances.length === 0 && parted.cost === 0) return floor;
    // Far from the expected plan, the model proves less than one that leaves out what it counts near that plan.
    const plain = relax(instance, { ...extent, expected: null });
    return Math.max(floor, floorOf(plain, leastCosts(plain.model)) + (plain.constant - constant) / 100);
  }

  /** Whether further threads wait until the first one needs them; see `awaitFirst`. */
  get othersWait(): boolean {
    return this.isEasy || (this.isLarge && this.relaxation.exact && (this.run.kept ?? null) !== null);
  }

  /** Lets the further threads of the run begin, unless there is nothing left to do. */
  letOthersBegin(): void {
    if (!this.isDone()) this.board?.release();
  }

  /** Whether the model is small and exact. */
  get isEasy(): boolean {
    const { exact, model } = this.relaxation;
    return this.isSmall && exact && model.partCount >= FEW_PARTS;
  }

  get best(): Solution {
    return this.plan;
  }

  /**
   * Whether dives count what rules about pairs cost: what related rows exclude, and groups beside a plan. Where whole teams recur, chains of teams make better
   * plans, and clusters have dives of their own.
   */
  get divesKnowPairs(): boolean {
    return (this.knowPairs ??= this.doDivesKnowPairs());
  }

  private doDivesKnowPairs(): boolean {
    const { instance, model } = this.relaxation;
    const { adjacencies, groups } = instance.terms;
    const hasPairs = adjacencies.some(({ hard }) => hard) || groups.some(({ cost }) => cost > 0);
    const mayDive = model.overlapCost === Number.POSITIVE_INFINITY && instance.maxReassignments < 0;
    return hasPairs && mayDive && this.clusters.length === 0 && !teamsRecur(instance);
  }

  /** The ascent by paths over several days; null where no rule keeps groups on one resource, or nobody asks for the bound. */
  get groupAscent(): GroupAscent | null {
    if (this.groups !== undefined) return this.groups;
    const { relaxation, ascent, run } = this;
    const isAsked = relaxation.isLong && !this.isSlice && !this.isFollower;
    const bundles = isAsked ? groupBundlesOf(relaxation) : null;
    this.groups = bundles === null ? null : new GroupAscent(relaxation, bundles, ascent.prices, run.random.split());
    return this.groups;
  }

  /** The ascent by paths over several days goes on with more days at once where it has proven what fewer do. */
  widenGroups(): void {
    this.groups = this.groups?.wider() ?? this.groups;
  }

  gap(): number {
    return gapOf(this.best.cost, this.bound);
  }

  /** The gap that the prices of the ascent leave, whatever else has raised the bound. */
  priceGap(): number {
    return (100 * this.modelGap()) / Math.max(100, Math.abs(this.best.cost));
  }

  mark(): Mark {
    return { cost: this.best.cost, bound: this.bound };
  }

  /** Whether there is a better plan than at the mark, or a bound that is clearly higher. */
  hasGained({ cost, bound }: Mark): boolean {
    return this.best.cost < cost || this.bound - bound > LEAST_GAIN * (cost - bound);
  }

  isDone(): boolean {
    if (this.run.stop()) return true;
    if (this.board !== null) this.raiseTo(this.board.raiseBound(this.bound));
    return this.bound >= this.best.cost;
  }

  result(): SolveResult {
    if (!this.isFollower) this.takeOverAll();
    const bound = Math.min(this.bound, this.best.cost);
    this.run.report({ kind: 'bound', bound });
    this.run.report({ kind: 'prices', prices: this.pricesByPart() });
    return { solution: this.best, bound, status: bound >= this.best.cost ? 'optimal' : 'feasible' };
  }

  /** Raises the bound to a bound of the model in weight units, converted to hundredths and rounded up to the next possible cost of a plan. */
  raiseBound(modelBound: number): void {
    const { constant, grain } = this.relaxation;
    const slack = 1e-3 + 1e-10 * Math.abs(modelBound);
    const bound = constant + Math.ceil((100 * modelBound - slack) / grain) * grain;
    this.raiseTo(this.board === null ? bound : this.board.raiseBound(bound));
  }

  /**
   * Raises the bound to the one that the busiest moments alone prove. Returns true when it is better than that of the prices, which
   * then restart from the prices of those moments.
   */
  raiseAtPeaks(): boolean {
    const { ascent, relaxation } = this;
    const floor = peakFloor(relaxation, ascent.dual.least);
    if (floor === null || floor.bound <= ascent.bound) return false;
    this.raiseBound(floor.bound);
    ascent.beginFrom(floor.prices);
    return true;
  }

  /** Like `raiseAtPeaks`, but the prices stay. */
  raiseToFloor(): void {
    this.raiseBound(this.floor());
  }

  private raiseTo(bound: number): void {
    if (bound <= this.bound) return;
    this.bound = bound;
    this.run.report({ kind: 'bound', bound: Math.min(bound, this.best.cost) });
  }

  /** The cost of the best plan in the model's terms: weight units without the constant. */
  modelCost(): number {
    return (this.best.cost - this.relaxation.constant) / 100;
  }

  /** The cost of the best plan above the bound, in weight units. */
  modelGap(): number {
    return this.modelCost() - this.ascent.bound;
  }

  rowClasses(): RowClasses {
    return (this.classes ??= rowsOfEqualPaths(this.relaxation.model));
  }

  get clusters(): readonly Cluster[] {
    return (this.foundClusters ??= clustersOf(this.relaxation, () => this.rowClasses()));
  }

  /** Whether the horizon is short and so many rows are interchangeable that it pays to merge equal ones. */
  isMerged(): boolean {
    const { model, exact, isLong } = this.relaxation;
    return exact && !isLong && isWorthMerging(this.rowClasses(), model);
  }

  /** Takes over a plan when it is better, reports and publishes it. */
  offer(solution: Solution): void {
    if (solution.cost >= this.best.cost) return;
    this.plan = solution;
    this.run.report({ kind: 'incumbent', solution });
    this.board?.publishPlan(solution.placement, solution.cost);
  }

  offerPositions(positions: Int32Array, relaxation = this.relaxation): void {
    this.offerPlan(toPlan(relaxation, positions));
  }

  offerPlacement(placement: Int32Array): void {
    this.offerPlan(new Plan(this.relaxation.instance, placement));
  }

  /** Like `offer`, if the plan moves no more operations than it may. */
  offerPlan(plan: Plan): void {
    if (plan.cost < this.best.cost && isWithinLimit(plan)) this.offer(plan.snapshot());
  }

  /** Mends the plan at these prices, which are by part of the instance, and offers what comes of it. */
  mend(plan: Plan, prices = this.pricesByPart()): void {
    const run = { step: this.run.step, stop: () => this.isDone() };
    mend(this.relaxation, run, plan, prices, (mended) => this.offerPlan(mended));
  }

  /**
   * Repairs the best plan where it costs much more than the prices prove, unless the prices are far from optimal or an earlier attempt gained
   * nothing. In a small model, the exact searches do that.
   */
  repair(): void {
    const { relaxation, ascent, best, run } = this;
    const { instance, exact, typicalLeaveOut } = relaxation;
    if (this.isSmall || !exact || instance.maxReassignments >= 0 || best.cost === this.repaired) return;
    if (this.isLarge ? this.gap() > MOST_REPAIRED : this.modelGap() > MOST_REPAIRED_PARTS * typicalLeaveOut) return;
    const plan = new Plan(instance, best.placement);
    this.offerPlan(repairLosses(relaxation, plan, ascent.prices, { ...run, stop: () => this.isDone() }));
    this.repaired = this.best.cost;
  }

  /** Continues from given prices. */
  beginFrom(prices: Float64Array): void {
    this.ascent.beginFrom(prices);
    this.ascent.renewMarginals();
  }

  /** Publishes the prices to the other threads, and for the next search. */
  publishPrices(): void {
    const prices = this.pricesByPart();
    this.board?.publishPrices(prices);
    this.run.report({ kind: 'prices', prices });
  }

  /** The prices by part of the instance, NaN where there is none. */
  private pricesByPart(): Float64Array {
    return byPart(this.relaxation, this.ascent.prices);
  }

  /** Takes over a better plan from the other threads. */
  adoptPlan(): void {
    const { board } = this;
    if (board === null || board.planVersion === this.knownPlan) return;
    this.knownPlan = board.planVersion;
    const placement = this.best.placement.slice();
    if (board.takePlan(this.best.cost, placement) < this.best.cost)
      this.plan = new Plan(this.relaxation.instance, placement).snapshot();
  }

  /** Another thread that is busy when the run ends would post its plan and its bound too late. */
  private takeOverAll(): void {
    const { board } = this;
    if (board === null) return;
    this.adoptPlan();
    this.raiseTo(board.sharedBound);
  }

  /** Takes over a better plan from the other threads and, in a follower, the prices of the first thread. */
  adopt(): void {
    this.adoptPlan();
    const { board } = this;
    if (board === null) return;
    if (board.priceVersion === this.knownPrices || !this.isFollower) return;
    this.knownPrices = board.priceVersion;
    const { partOf } = this.relaxation;
    const prices = new Float64Array(this.relaxation.instance.partCount);
    board.takePrices(prices);
    this.beginFrom(Float64Array.from(partOf, (part) => prices[part]));
  }

  /** Like adopt, but over a long horizon joins the two plans, because each may be better in another part of it. */
  join(): void {
    const own = this.best;
    this.adopt();
    const { relaxation, best } = this;
    if (own === best || !relaxation.isLong || !relaxation.exact) return;
    this.offerPositions(joinInTime(relaxation, own.placement, best.placement));
  }
}
