import type { Instance } from '../../engine/instance/instance.ts';
import type { KeptSearch } from '../../engine/instance/keptSearch.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { wholeExtent } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { createRandom } from '../../engine/random.ts';
import { openBlock } from './openBlock.ts';

/**
 * A piece of the work on a long horizon: plain data with all that is needed to solve it. `instance` has the piece's parts free to move
 * and, pinned, what they may share a term with.
 */
export type Piece = BlockPiece | RegionPiece;

/** The parts of a block are placed as if there were no other parts to place. */
export interface BlockPiece {
  readonly kind: 'block';
  readonly instance: Instance;
  /** The share of each resource's usage cost that this block pays. */
  readonly usageShare: number;
  /** Time for an ascent. */
  readonly seconds: number;
  /** What an earlier search of the planning left for the parts of `instance`. */
  readonly kept: KeptSearch | null;
}

/** Better places are searched for the parts, with everything else in place. */
export interface RegionPiece {
  readonly kind: 'region';
  readonly instance: Instance;
  /** The plan to improve. */
  readonly placement: Int32Array;
  /** A price for each free part. */
  readonly prices: Float64Array;
  readonly priceUnit: number;
}

export interface PieceOutcome {
  /** The resource (−1: none) of each free part; null: as before. */
  readonly places: Int32Array | null;
  /** What was learned about a block; null for a region. */
  readonly block: BlockOutcome | null;
}

export interface BlockOutcome {
  /** Bound of the block's model, and how far above it the block's own plan is, in weight units. */
  readonly bound: number;
  readonly gap: number;
  /** Price of each free part. */
  readonly prices: Float64Array;
  readonly priceUnit: number;
  /** The arcs of `instance` that are worth a look in later searches. */
  readonly arcs: Int32Array;
  readonly iterations: number;
}

/**
 * Searches for better places of a few parts of a plan. The parts are an instance of their own; `run.initial` is their current plan,
 * `prices` has a price for each movable part, and `priceUnit` is that of the whole instance. The solution never costs more than
 * `run.initial`.
 */
export type SearchSlice = (instance: Instance, run: Run, prices: Float64Array, priceUnit: number) => Solution;

/** Solves a piece. Returns null when the run stops earlier; `onBound` has received every bound of the block proven until then. */
export const solvePiece = (
  piece: Piece,
  run: Run,
  searchSlice: SearchSlice,
  onBound: (bound: number) => void = () => {},
): PieceOutcome | null =>
  piece.kind === 'block' ? solveBlock(piece, run, onBound) : solveRegion(piece, run, searchSlice);

const solveBlock = (
  { instance, usageShare, seconds, kept }: BlockPiece,
  run: Run,
  onBound: (bound: number) => void,
): PieceOutcome | null => {
  const opened = openBlock({ ...wholeExtent(instance), usageShare }, { ...run, kept }, seconds, onBound);
  if (opened === null) return null;
  const { relaxation, bound, plan, prices, arcs, iterations } = opened;
  const { priceUnit, columns } = relaxation;
  return {
    places: plan.position.map((k) => (k < 0 ? -1 : columns.row[k])),
    block: { bound, gap: plan.cost() - bound, prices, priceUnit, arcs, iterations },
  };
};

const solveRegion = (
  { instance, placement, prices, priceUnit }: RegionPiece,
  run: Run,
  searchSlice: SearchSlice,
): PieceOutcome => {
  const initial = new Plan(instance, placement).snapshot();
  const solution = searchSlice(instance, { ...run, initial }, prices, priceUnit);
  if (solution.cost >= initial.cost) return { places: null, block: null };
  return { places: wholeExtent(instance).parts.map((part) => solution.placement[part]), block: null };
};

/** The run of one piece of work: its own stream of random numbers, and under a step limit its own share of the steps. */
export class PieceRun {
  readonly run: Run;
  spent = 0;

  constructor(whole: Run, seed: number, mostSteps: number) {
    const isLimited = whole.parameters.stepLimit !== null;
    this.run = {
      ...whole,
      exchange: null,
      elsewhere: null,
      random: createRandom(seed),
      stop: isLimited ? () => this.spent >= mostSteps || whole.stop() : whole.stop,
      step: (n) => {
        this.spent += n;
        if (!isLimited) whole.step(n);
      },
      report: () => {},
    };
  }
}

/** What an earlier search left for these parts. */
export const keptFor = (kept: Run['kept'], partOf: Int32Array): KeptSearch | null =>
  kept === undefined || kept === null
    ? null
    : { prices: Float64Array.from(partOf, (p) => kept.prices[p]), placement: partOf.map((p) => kept.placement[p]) };
