import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import type { KeptSearch } from '../../engine/instance/keptSearch.ts';
import type { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { Blackboard, ownExchange, workMemoryOf } from '../exchange/exchange.ts';
import { constantOf, type Extent, wholeExtent } from '../model/relaxation.ts';
import { secondsLeft } from '../secondsLeft.ts';
import type { Elsewhere, PieceOrder, Run, SolveResult } from '../solver.ts';
import { WorkLedger } from '../exchange/workLedger.ts';
import { type Division, cheapestSum, movablePrices, planBound } from './blocks.ts';
import { fitRows } from './fitRows.ts';
import { IncumbentPlan } from './incumbentPlan.ts';
import { keptFor, PieceRun, pieceSeed, type SearchSlice, solvePiece } from './piece.ts';
import { answerTo } from './pieceOrder.ts';
import type { BlockOutcome, Piece, PieceOutcome } from './pieces.ts';
import { slice } from './slice.ts';
import { worthSearching } from './worthSearching.ts';

/** The most steps that one piece of work takes under a step limit, in rounds without and with dives. */
const MOST_STEPS = { search: 1000, dive: 4000 } as const;

/** When a block's plan is this close to its bound, or closer, its prices are good. */
const GOOD_GAP = 0.001;

/** Share of the remaining time that the first ascents of the blocks may take. */
const OPENING_SHARE = 0.45;

/** Milliseconds that a thread waits for other processes at a time. */
const ELSEWHERE_WAIT_MS = 20;

/** A set of pieces of work of which no two touch. */
interface Round {
  readonly pieces: readonly Int32Array[];
  /** The most steps that each piece takes under a step limit. */
  readonly mostSteps: number;
  /** Whether the places found for a piece are fitted between the parts around it. */
  readonly isFitted: boolean;
  /** Returns the piece with this index, as the plan is now; null when it needs no work. */
  readonly prepare: (index: number) => Piece | null;
}

/** How each block is solved alone. */
interface Opening {
  readonly isSketch?: boolean;
  /** What an earlier search of the planning left. */
  readonly kept?: KeptSearch | null;
  readonly wanted?: (index: number) => boolean;
}

/**
 * Solves a long horizon in pieces. First each block is solved alone, quickly and then properly: an ascent bounds it, a linear program or a dive makes
 * its plan, and the plan is merged into the whole around the parts that cross the block's cuts. The bound leaves out the costs between blocks, which are
 * ≥ 0, and each block pays only its share of the cost of using a resource, so the sum of the blocks' bounds is a bound of the whole. Then, in turns, the
 * parts around each cut and the parts inside each block are searched for a better plan, with everything else in place. Threads take different pieces of
 * one round. Under a step limit they wait for each other after each round, and every piece begins from the plan before the round, so the result is that
 * of one thread. A thread with `run.exchange.elsewhere` passes its pieces on to other processes.
 * Sources: costs split among subproblems, Guignard, Kim, "Lagrangean decomposition", Mathematical Programming 39 (1987); search by pieces, Taillard,
 * Voss, "POPMUSIC", in: Essays and Surveys in Metaheuristics (2002).
 */
export class DividedSearch {
  private readonly instance: Instance;
  private readonly division: Division;
  private readonly run: Run;
  private readonly searchSlice: SearchSlice;
  private readonly board: Blackboard;
  private readonly ledger: WorkLedger;
  private readonly extent: Extent;
  private readonly constant: number;
  /** A bound of each block's model that holds before the block is solved. */
  private readonly floors: Float64Array;
  private readonly isRepeatable: boolean;
  private readonly incumbent: IncumbentPlan;
  private bound = Number.NEGATIVE_INFINITY;
  /** The piece of work that this thread has claimed, and the first one of the round. */
  private claimed = -1;
  private offset = 0;
  private arrivals = 0;
  /** Steps reported to the run so far; used under a step limit only. */
  private reportedSteps = 0;

  constructor(instance: Instance, division: Division, run: Run, plan: Plan, first: Solution, searchSlice: SearchSlice) {
    this.instance = instance;
    this.division = division;
    this.run = run;
    this.searchSlice = searchSlice;
    const exchange = run.exchange ?? ownExchange(instance);
    this.board = new Blackboard(exchange, instance);
    this.incumbent = new IncumbentPlan(plan, first, this.board, run);
    this.ledger = new WorkLedger(workMemoryOf(exchange.shared, instance));
    this.extent = wholeExtent(instance);
    this.constant = constantOf(this.extent);
    this.floors = Float64Array.from(division.blocks, (parts) => cheapestSum(instance, parts));
    this.isRepeatable = run.parameters.stepLimit !== null;
  }

  /** Searches until the gap is closed or the run stops. */
  solve(): SolveResult {
    const { board, run } = this;
    const { insides, seams } = this.division;
    const { kept = null } = run;
    board.publishPlan(this.incumbent.best.placement, this.incumbent.best.cost);
    this.raiseBound();
    // Blocks take a second each. Until each has its turn, whoever waits for a plan has sketches; nobody waits under a step limit.
    let goesOn = kept !== null || this.isRepeatable || this.perform(this.opening({ isSketch: true }));
    goesOn &&= this.perform(this.opening({ kept }));
    goesOn &&= this.ledger.awaitPieces(this.offset, run.stop);
    const isOpened = goesOn;
    // Kept prices soon give a plan. A block whose plan is not good enough is then solved again without them.
    if (goesOn && kept !== null) {
      goesOn = this.perform(this.opening({ wanted: (index) => !this.isGood(index) }));
      goesOn &&= this.ledger.awaitPieces(this.offset, run.stop);
    }
    const prices = movablePrices(board, this.extent);
    if (isOpened) run.report({ kind: 'prices', prices });
    const rounds = seams.length > 0 ? [seams, insides] : [insides];
    for (let round = 0; goesOn && !this.isDone(); round++) {
      const pieces = rounds[round % rounds.length];
      const visit = Math.floor(round / rounds.length);
      goesOn = this.perform(this.searching(pieces, prices, mayDive(visit)));
    }
    this.incumbent.adopt();
    this.raiseBound();
    const bound = Math.min(this.bound, this.incumbent.best.cost);
    run.report({ kind: 'bound', bound });
    const status = bound >= this.incumbent.best.cost ? 'optimal' : 'feasible';
    return { solution: this.incumbent.best, bound, status };
  }

  private isDone(): boolean {
    if (this.run.stop()) return true;
    // Another thread may have solved the last block.
    if (!this.isRepeatable) this.raiseBound();
    return this.bound >= this.incumbent.best.cost;
  }

  /** Runs one round. Returns false when no further round can follow because the run stops or its steps are spent. */
  private perform(round: Round): boolean {
    const { ledger, run } = this;
    const { pieces } = round;
    const { stepLimit } = run.parameters;
    const left = stepLimit === null ? round.mostSteps : Math.floor((stepLimit - this.reportedSteps) / pieces.length);
    if (left < 1 || this.isDone()) return false;
    const until = this.offset + pieces.length;
    const mostSteps = Math.min(left, round.mostSteps);
    const elsewhere = run.exchange?.elsewhere;
    if (elsewhere) this.dealOut(round, mostSteps, until, elsewhere);
    else {
      if (this.claimed < this.offset) this.claimed = ledger.claim();
      for (; this.claimed < until && !run.stop(); this.claimed = ledger.claim())
        this.workOn(round, this.claimed, round.prepare(this.claimed - this.offset), mostSteps);
    }
    this.offset = until;
    return this.isRepeatable ? this.gather(round) : !run.stop();
  }

  /** Solves a piece on this thread. */
  private workOn(round: Round, number: number, piece: Piece | null, mostSteps: number): void {
    const own = new PieceRun(this.run, pieceSeed(this.run, number), mostSteps);
    const onBound = (bound: number): void => this.raiseBlock(number - this.offset, bound);
    const outcome = piece === null ? null : solvePiece(piece, own.run, this.searchSlice, onBound);
    this.conclude(round, number, piece, outcome, own.spent);
  }

  /**
   * Sends pieces of the round to other processes: as many as they have places, and, except at the end of the round, as many again, so that no process
   * waits for work. At the end of the round, this process's own threads can take a piece as soon as another process could. A piece that no other
   * process solves is solved here.
   */
  private dealOut(round: Round, mostSteps: number, until: number, elsewhere: Elsewhere): void {
    const { ledger, run } = this;
    const sent = new Map<number, Piece>();
    const take = (number: number): void => {
      const piece = round.prepare(number - this.offset);
      if (piece === null || elsewhere.places === 0) return this.workOn(round, number, piece, mostSteps);
      elsewhere.send(number, this.orderOf(number, piece, mostSteps));
      sent.set(number, piece);
    };
    // The previous round ended with this claim.
    if (this.claimed >= this.offset && this.claimed < until) take(this.claimed);
    while (!run.stop() && (sent.size > 0 || ledger.claimedCount < until)) {
      const { places } = elsewhere;
      ledger.helpers = places;
      const mostSent = (): number => (until - ledger.claimedCount > this.board.threads + places ? 2 : 1) * places;
      while (sent.size < mostSent() && this.claimed < until && !run.stop()) {
        this.claimed = ledger.claim();
        if (this.claimed < until) take(this.claimed);
      }
      const answered = elsewhere.receive(ELSEWHERE_WAIT_MS);
      const piece = answered && sent.get(answered.id);
      if (answered === null || !piece) continue;
      const { id } = answered;
      sent.delete(id);
      const solved = answerTo(piece, answered.answer);
      if (solved === null) this.workOn(round, id, piece, mostSteps);
      else {
        if (!this.isRepeatable) run.step(solved.steps);
        this.raiseBlock(id - this.offset, solved.bound);
        this.conclude(round, id, piece, solved.outcome, solved.steps);
      }
    }
  }

  private orderOf(number: number, piece: Piece, mostSteps: number): PieceOrder {
    const { parameters, elapsedSeconds } = this.run;
    const timeLimitSeconds = Math.max(0, parameters.timeLimitSeconds - elapsedSeconds());
    return { piece, parameters: { ...parameters, timeLimitSeconds }, seed: pieceSeed(this.run, number), mostSteps };
  }

  /** Takes in what was found for a piece. `outcome` is null when nothing was. */
  private conclude(
    round: Round,
    number: number,
    piece: Piece | null,
    outcome: PieceOutcome | null,
    steps: number,
  ): void {
    const { ledger, run } = this;
    const index = number - this.offset;
    if (piece !== null && outcome !== null && outcome.block !== null) this.learn(index, outcome.block, piece.instance);
    const places = outcome?.places ?? null;
    if (this.isRepeatable) this.note(round.pieces[index], places);
    else if (places !== null) this.takeIn(round, round.pieces[index], places);
    ledger.finish(Math.max(1, steps));
    run.report({ kind: 'progress', phase: `piece ${number}` });
  }

  /** Under a step limit, stores the places that a piece of work found until the round ends. */
  private note(piece: Int32Array, places: Int32Array | null): void {
    for (let i = 0; i < piece.length; i++)
      this.ledger.places[piece[i]] = places === null ? this.incumbent.best.placement[piece[i]] : places[i];
  }

  /** Under a step limit, merges the results of all pieces; every thread does so in the same order. */
  private gather(round: Round): boolean {
    const { ledger, board, run } = this;
    if (!ledger.awaitPieces(this.offset, run.stop)) return false;
    for (const piece of round.pieces)
      this.put(
        round,
        piece,
        piece.map((part) => ledger.places[part]),
      );
    const { steps } = ledger;
    run.step(steps - this.reportedSteps);
    this.reportedSteps = steps;
    this.raiseBound();
    return ledger.arrive(++this.arrivals * board.members, run.stop) && !this.isDone();
  }

  /** Merges the places that a piece of work found into the best plan at that time. */
  private takeIn(round: Round, piece: Int32Array, places: Int32Array): void {
    const work = (): void => {
      this.incumbent.adopt();
      this.put(round, piece, places);
    };
    this.ledger.alone(work, this.run.stop);
  }

  private put({ isFitted }: Round, piece: Int32Array, places: Int32Array): void {
    const { instance, incumbent } = this;
    const fitted = isFitted ? fitRows(instance, piece, places, incumbent.best.placement) : { parts: piece, places };
    incumbent.put(fitted);
  }

  /** Returns the time for the ascent of one block, in seconds, when this many blocks are left; infinity for a run under a step limit. */
  private secondsFor(blocks: number): number {
    const workers = this.board.threads + this.ledger.helpers;
    return (OPENING_SHARE * workers * secondsLeft(this.run)) / blocks;
  }

  /** The round that solves each block alone; those that are not `wanted` stay as they are. */
  private opening({ isSketch = false, kept = null, wanted = () => true }: Opening): Round {
    const { division, extent, instance } = this;
    const { blocks } = division;
    return {
      pieces: blocks,
      mostSteps: Number.POSITIVE_INFINITY,
      isFitted: true,
      prepare: (index) => {
        if (!wanted(index)) return null;
        const { instance: part, partOf } = slice(instance, blocks[index], extent.others.placement, null);
        return {
          kind: 'block',
          instance: part,
          usageShare: 1 / blocks.length,
          isSketch,
          seconds: this.secondsFor(blocks.length - index),
          kept: keptFor(kept, partOf),
        };
      },
    };
  }

  /** Takes over a bound of a block while it is being solved. */
  private raiseBlock(index: number, bound: number): void {
    const { board } = this;
    const known = board.blockBound(index)?.bound ?? Number.NEGATIVE_INFINITY;
    if (bound > known) board.setBlockBound(index, { bound, gap: Number.POSITIVE_INFINITY });
    if (!this.isRepeatable) this.raiseBound();
  }

  /** Publishes what a block's search found. `part` is the block's own instance. */
  private learn(index: number, { bound, gap, prices, priceUnit, arcs }: BlockOutcome, part: Instance): void {
    const { board, ledger, division, instance } = this;
    const parts = division.blocks[index];
    board.setBlockBound(index, { bound: Math.max(bound, board.blockBound(index)?.bound ?? bound), gap });
    const keeps = new Uint8Array(part.arcResource.length);
    for (const arc of arcs) keeps[arc] = 1;
    // The block's own instance has all arcs of each of its free parts, in the same order.
    for (let i = 0, j = 0; j < parts.length; i++) {
      if (part.pinned[i] !== NOT_PINNED) continue;
      copyMarks(keeps, part.arcStart[i], part.arcStart[i + 1], board.arcs, instance.arcStart[parts[j++]]);
    }
    if (index === 0) ledger.priceUnit = priceUnit;
    board.finishBlock(parts, prices);
  }

  /** Whether the block's plan is close enough to its bound. */
  private isGood(index: number): boolean {
    const known = this.board.blockBound(index);
    return known !== null && known.gap <= GOOD_GAP * Math.abs(known.bound);
  }

  /** The round that searches each of the pieces for a better plan, with everything else in place. */
  private searching(pieces: readonly Int32Array[], prices: Float64Array, mayDive: boolean): Round {
    const { board, ledger, instance } = this;
    const { cost, placement: now } = this.incumbent.best;
    const boundOf = (block: number): number => board.blockBound(block)?.bound ?? this.floors[block];
    const isWorthIt = worthSearching(instance, this.division.blocks, boundOf, now, cost - this.bound);
    return {
      pieces,
      mostSteps: mayDive ? MOST_STEPS.dive : MOST_STEPS.search,
      isFitted: false,
      prepare: (index) => {
        if (!this.isRepeatable) this.incumbent.adopt();
        const parts = pieces[index];
        if (!isWorthIt(parts)) return null;
        const { instance: part, placement } = slice(instance, parts, this.incumbent.best.placement, board.arcs);
        const own = Float64Array.from(parts, (p) => prices[p]);
        return { kind: 'region', instance: part, placement, prices: own, priceUnit: ledger.priceUnit, mayDive };
      },
    };
  }

  private raiseBound(): void {
    const { board, division, floors, constant } = this;
    let sum = 0;
    for (const block of division.blocks.keys())
      sum += Math.max(floors[block], board.blockBound(block)?.bound ?? floors[block]);
    const bound = board.raiseBound(planBound(constant, sum));
    if (bound <= this.bound) return;
    this.bound = bound;
    this.run.report({ kind: 'bound', bound: Math.min(bound, this.incumbent.best.cost) });
  }
}

/** A dive that has found nothing better is made again after ever more visits. */
const mayDive = (visit: number): boolean => Number.isInteger(Math.log2(Math.max(1, visit)));

/** Sets the marks of `target` from `at` on where `marks` has some between `from` and `to`; other marks stay. */
const copyMarks = (marks: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void => {
  for (let k = from; k < to; k++) if (marks[k] === 1) target[at + k - from] = 1;
};
