import type { Instance } from '../../engine/instance/instance.ts';
import type { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { Blackboard, type Exchange, ownExchange, workMemoryOf } from '../exchange/exchange.ts';
import { movablePrices } from './blocks.ts';
import { WorkLedger } from '../exchange/workLedger.ts';
import { insertAnew } from '../insertion/firstPlan.ts';
import { crossingsOf, leastCrossing, type Range } from '../model/crossings.ts';
import {
  type Extent,
  extentAmong,
  MANY_POSITIONS,
  relax,
  type Relaxation,
  isExactButForNeighbors,
  wholeExtent,
} from '../model/relaxation.ts';
import { Ascent } from '../prices/ascent.ts';
import { climbFromCapacity } from '../prices/climbFromCapacity.ts';
import { DIVE_WIDTH } from '../prices/dive.ts';
import { mendedDive } from '../prices/mendedDive.ts';
import { AFTER_MANY_CHANGES, diveInTime, hasMuchChanged, IN_A_HURRY, resumeKept } from '../prices/keptPrices.ts';
import { partsNear, placeAnew, repairLosses } from '../prices/placeAnew.ts';
import { secondsLeft } from '../secondsLeft.ts';
import type { Run } from '../solver.ts';
import { PieceRun, pieceSeed } from './piece.ts';

/**
 * Number of parts for each row, before and after a block, that are solved together with it. With fewer, the prices of two blocks contradict each
 * other near some cuts, and every row takes a part whose price is too high there.
 */
const MARGIN = 4;
/**
 * How far a cut may be from an even division of the horizon, before and after, as shares of a block. The last block is shorter on average, because
 * the thread that makes the first plan begins last.
 */
export const CUT_REACH = { before: 0.025, after: 0.075 } as const;
/** A block has at least this many times as many parts as a margin. */
const LEAST_MARGINS = 3;

/** The ascent from the prices of a linear program on the numbers of rows, and the one from above where there is none. */
const FROM_PROGRAM = { high: 20, first: 128, fine: 100 } as const;
const FROM_ABOVE = { first: 1500, fine: 750 } as const;
/** Share of the remaining time that an ascent may take. */
const ASCENT_SHARE = 0.5;

const DIVE = { iterations: 10, share: 0.06 } as const;

/** Under a step limit, the number of blocks, and the share of the steps that they may take together; joining them takes some, too. */
const REPEATABLE_BLOCKS = 2;
const BLOCKS_SHARE = 0.6;
/** How many times as long as the model of a block that of the whole takes for each part, with what is computed for it. */
const SLOWER = 1.5;

/** What is placed anew at a cut, on each side, as a share of the margin, and how. */
const SEAM = {
  usual: { share: 0.375 },
  fromKept: { share: 0.255, dive: AFTER_MANY_CHANGES.dive },
} as const;

/** The place of a part whose block found no plan in time. */
const NO_PLAN = -2;

/** How many times as long as its model what follows in a block takes, with kept prices and without hurry, and joining. */
const UNHURRIED = 7;

/** The same of what follows a dive. */
const MENDING = 2.3;

/** The same of what a block takes that begins at the linear program. */
const ANEW = 14;

/** What the threads of a run found together. */
export interface JointOpening {
  /** Weight units by part of the instance, NaN for those that may not move; null when the run stopped before there were any. */
  readonly prices: Float64Array | null;
  readonly solution: Solution;
  /** Whether enough time is left to make the model of the whole. */
  readonly mayContinue: boolean;
}

/** How the horizon is divided for the opening. */
export interface OpeningBlocks {
  /** The memory of the threads that open. */
  readonly exchange: Exchange;
  readonly extent: Extent;
  /** Block q has the parts of the extent from `cuts[q]` on to `cuts[q + 1]`. */
  readonly cuts: readonly number[];
  readonly margin: number;
}

/** Whether the threads of a run may open the instance jointly: the model may be large, and no limit counts over the whole horizon. */
export const mayOpenJointly = (instance: Instance): boolean =>
  instance.maxReassignments < 0 && instance.arcResource.length >= MANY_POSITIONS && isProbablyExact(instance);

/**
 * Divides the horizon into as many blocks as the run has threads, and under a step limit into two for any number of them. Null where each thread begins on
 * the whole: the model is not large or leaves out terms, which local search looks at from the beginning, the horizon is short, or little has changed since
 * an earlier search kept prices, from which the whole is open just as soon.
 */
export const openingBlocksOf = (
  instance: Instance,
  { exchange, kept = null, parameters }: Run,
): OpeningBlocks | null => {
  const { resourceCount } = instance;
  const threads = parameters.stepLimit === null ? (exchange?.threads ?? 1) : REPEATABLE_BLOCKS;
  if (threads < 2 || !mayOpenJointly(instance)) return null;
  const extent = wholeExtent(instance);
  if (kept !== null && !hasMuchChanged({ partOf: extent.parts }, kept)) return null;
  if (arcCountOf(instance, extent.parts) < MANY_POSITIONS) return null;
  const margin = MARGIN * resourceCount;
  const count = Math.min(threads, Math.floor(extent.parts.length / (LEAST_MARGINS * margin)));
  if (count < 2) return null;
  const cuts = cutsOf(extent, count, CUT_REACH);
  return { exchange: exchange ?? ownExchange(instance), extent, cuts, margin };
};

/** Whether a model of the instance probably leaves out no term: rules on pairs are hard buffers at most, and no overlap costs less than leaving a part out. */
const isProbablyExact = (instance: Instance): boolean => {
  const { terms, conflictCost, unassignedCost } = instance;
  if (!isExactButForNeighbors(instance) || terms.buffers.some(({ hard }) => !hard)) return false;
  return unassignedCost.every((cost) => cost <= conflictCost);
};

const arcCountOf = ({ arcStart }: Instance, parts: Int32Array): number =>
  parts.reduce((count, part) => count + arcStart[part + 1] - arcStart[part], 0);

/** Cuts into `count` blocks where the fewest parts are under way near by: there, prices hardly depend on one another. */
export const cutsOf = (
  { parts, others: { instance } }: Extent,
  count: number,
  reach: { readonly before: number; readonly after: number },
): readonly number[] => {
  const { length } = parts;
  const timesOf = (times: Int32Array): Int32Array => parts.map((part) => times[part]);
  const crossings = crossingsOf(timesOf(instance.start), timesOf(instance.end));
  const before = Math.floor((reach.before * length) / count);
  const after = Math.floor((reach.after * length) / count);
  return Array.from({ length: count + 1 }, (_, q) => {
    const at = Math.floor((q * length) / count);
    return q === 0 || q === count
      ? at
      : leastCrossing(crossings, at - before, at + after, at + ((after - before) >> 1));
  });
};

/**
 * The threads of a run open a large model together: each solves a block of the horizon and some hours around it as if there were nothing else, and the
 * first one joins the plans. From kept prices there is a plan soon; if time is left, all then begin anew at the linear program, which leads to a better one. A thread
 * that comes late has no block. The first thread's solution is the best joined plan, unless `first` is better; the others return `first`. The solution is
 * loaded in `plan`.
 */
export const openJointly = (blocks: OpeningBlocks, run: Run, plan: Plan, first: Solution): JointOpening => {
  const { instance } = plan;
  const { exchange, cuts } = blocks;
  const board = new Blackboard(exchange, instance);
  const ledger = new WorkLedger(workMemoryOf(exchange.shared, instance));
  const count = cuts.length - 1;
  const isRepeatable = run.parameters.stepLimit !== null;
  const own: OpeningBlock[] = [];
  for (let number = ledger.claim(); number < count && !run.stop(); number = ledger.claim()) {
    const block = new OpeningBlock(blocks, number, run);
    block.findPrices();
    own.push(block);
    block.findPlan();
    block.publish(board, ledger);
  }
  const wholeSeconds = own.reduce((most, block) => Math.max(most, block.wholeSeconds), 0);
  const opening = (prices: Float64Array | null, solution: Solution): JointOpening => {
    return { prices, solution, mayContinue: prices !== null && wholeSeconds < secondsLeft(run) && !run.stop() };
  };
  let best = first;
  const join = (prices: Float64Array): void => {
    run.report({ kind: 'prices', prices });
    loadJoined(plan, blocks, ledger, prices, run);
    if (plan.cost < best.cost) {
      best = plan.snapshot();
      run.report({ kind: 'incumbent', solution: best });
      board.publishPlan(best.placement, best.cost);
    } else plan.load(best.placement);
  };
  // Under a step limit, what others have solved after this thread's last step does not count.
  if ((isRepeatable && run.stop()) || !ledger.awaitPieces(count, run.stop)) return opening(null, first);
  if (isRepeatable) run.step(ledger.steps);
  const prices = movablePrices(board, blocks.extent);
  const isLeader = exchange.role === 0;
  if (isLeader) {
    join(prices);
    // Further threads do not change the plans of blocks before they are joined.
    ledger.repeats = own.length > 0 && own.every((block) => block.mayRepeat);
    ledger.finish(0);
    // From nothing, there is one round: a further thread finds out what the prices prove in the meantime.
  } else if (!run.kept || !ledger.awaitPieces(count + 1, run.stop)) return opening(prices, first);
  if (!ledger.repeats) return opening(prices, best);
  for (const block of own) {
    block.findPricesAnew();
    block.findPlan();
    block.publish(board, ledger);
  }
  if (!ledger.awaitPieces(2 * count + 1, run.stop)) return opening(prices, best);
  const better = movablePrices(board, blocks.extent);
  if (isLeader) join(better);
  return opening(better, best);
};

/** The run for some parts of the whole: an iteration counts for as much of one on the whole as it has parts. */
const countedIn = (run: Run, parts: Int32Array, whole: Extent): Run => {
  const share = parts.length / whole.parts.length;
  return { ...run, step: (n) => run.step(share * n) };
};

/** One block and its margins, solved as if there were nothing else. */
class OpeningBlock {
  private readonly pieceRun: PieceRun;
  private readonly run: Run;
  private readonly extent: Extent;
  /** The parts of the block itself, by index of the relaxation. */
  private readonly own: Range;
  private readonly relaxation: Relaxation;
  private readonly ascent: Ascent;
  private plan: Plan | null = null;
  /** Whether the prices come from an earlier search: they are there soon, but not near optimal ones. */
  private isResumed = false;
  private readonly isHurried: boolean;
  /**
   * About how long it takes to join the plans of the blocks, and to make the model of the whole, which follow. All leaves time for the former, and what
   * comes after the first plan for the latter.
   */
  private readonly joinSeconds: number;
  readonly wholeSeconds: number;

  constructor({ extent: whole, cuts, margin }: OpeningBlocks, number: number, run: Run) {
    const { instance } = whole.others;
    const { stepLimit } = run.parameters;
    const since = run.elapsedSeconds();
    const [from, to] = [cuts[number], cuts[number + 1]];
    const begin = Math.max(0, from - margin);
    // What a resource costs once is paid by all blocks together.
    const usageShare = 1 / (cuts.length - 1);
    this.extent = { ...whole, parts: whole.parts.slice(begin, to + margin), usageShare };
    this.own = { from: from - begin, to: to - begin };
    this.relaxation = relax(instance, this.extent);
    // Joining takes about as long as this.
    this.joinSeconds = run.elapsedSeconds() - since;
    this.wholeSeconds = (SLOWER * this.joinSeconds * whole.parts.length) / this.extent.parts.length;
    this.isHurried = secondsLeft(run) < UNHURRIED * this.joinSeconds;
    const mostSteps = Math.floor((BLOCKS_SHARE * (stepLimit ?? Number.POSITIVE_INFINITY)) / (cuts.length - 1));
    this.pieceRun = new PieceRun(run, pieceSeed(run, number), mostSteps);
    const own = countedIn(this.pieceRun.run, this.extent.parts, whole);
    this.run = { ...own, stop: () => own.stop() || this.left() <= 0 };
    this.ascent = new Ascent(this.relaxation, this.run, () => {});
  }

  /** Whether better prices and a better plan can be found anew in the time that is left. */
  get mayRepeat(): boolean {
    return this.isResumed && this.left() > ANEW * this.joinSeconds;
  }

  /** Makes prices and places of the block's own parts known, with NO_PLAN when there was no time for a plan, and all steps so far, which nobody reads in a second round. */
  publish(board: Blackboard, ledger: WorkLedger): void {
    const { from, to } = this.own;
    const parts = this.extent.parts.subarray(from, to);
    board.finishBlock(parts, this.ascent.prices.subarray(from, to));
    for (const part of parts) ledger.places[part] = this.plan === null ? NO_PLAN : this.plan.placement[part];
    ledger.finish(Math.ceil(this.pieceRun.spent));
  }

  findPrices(): void {
    const { relaxation, ascent, run } = this;
    const { kept = null } = run;
    const seconds = ASCENT_SHARE * this.left();
    const way = this.isHurried ? IN_A_HURRY : AFTER_MANY_CHANGES;
    this.isResumed = kept !== null && ascent.isQuick && resumeKept(relaxation, ascent, kept, way, seconds);
    if (!this.isResumed) this.findPricesAnew();
  }

  findPricesAnew(): void {
    const { relaxation, ascent, run } = this;
    const seconds = ASCENT_SHARE * this.left();
    this.isResumed = false;
    if (!climbFromCapacity(relaxation, ascent, run, FROM_PROGRAM, seconds))
      ascent.climb(FROM_ABOVE.first, FROM_ABOVE.fine, false, seconds);
  }

  /**
   * Makes a plan by a fast dive, and places anew what is near the block's own moments at which it seems to leave out a part too many, unless the prices are not
   * near optimal ones.
   */
  findPlan(): void {
    const { relaxation, ascent, run } = this;
    const near = ascent.nearWithin(DIVE_WIDTH * relaxation.priceUnit);
    const options = this.isResumed ? diveInTime(() => this.left(), MENDING * this.joinSeconds) : DIVE;
    const dived = mendedDive(relaxation, ascent.prices, near, options, run, relaxation.extent.others.placement);
    if (dived === null) return;
    this.plan = dived;
    if (this.isResumed) return;
    this.plan = repairLosses(relaxation, dived, ascent.prices, run, { range: this.own, isShort: true });
  }

  /** The seconds that are left for blocks. */
  private left(): number {
    return secondsLeft(this.run) - (this.plan === null ? this.joinSeconds : this.wholeSeconds);
  }
}

/**
 * Loads the plan with those of the blocks; one that has none keeps what the plan has there. What is near a cut is placed anew between what is not, with
 * all that may be in conflict across the cut.
 */
const loadJoined = (
  plan: Plan,
  { extent, cuts, margin }: OpeningBlocks,
  { places }: WorkLedger,
  prices: Float64Array,
  run: Run,
): void => {
  const { parts, others } = extent;
  const placement = Int32Array.from(others.placement);
  for (const part of parts) placement[part] = places[part] === NO_PLAN ? plan.placement[part] : places[part];
  plan.load(placement);
  for (const at of cuts.slice(1, -1)) {
    const seconds = ASCENT_SHARE * secondsLeft(run);
    const { share, ...limits } = run.kept ? { ...SEAM.fromKept, seconds } : { ...SEAM.usual, seconds };
    const zone = partsNear(plan.instance, parts, at - Math.floor(share * margin), at + Math.floor(share * margin));
    const anew = extentAmong(extent, zone, plan.placement);
    // If there is no time for more, at least no two parts are in conflict.
    insertAnew(plan, zone, () => false);
    const found = placeAnew(anew, prices, countedIn(run, zone, extent), limits);
    if (found !== null && found.cost < plan.cost) plan.load(found.placement);
  }
};
