import type { KeptSearch } from '../../engine/instance/keptSearch.ts';
import { Plan } from '../../engine/board/plan.ts';
import { wholeExtent } from '../model/relaxation.ts';
import type { PieceMethod, Run } from '../solver.ts';
import type { BlockPiece, Piece, PieceOutcome, RegionPiece } from './pieces.ts';
import { createRandom } from '../../engine/random.ts';
import { openBlock } from './openBlock.ts';
import { sketchBlock } from './sketchBlock.ts';

/**
 * Searches for better places of a few parts of a plan. The parts are an instance of their own; `run.initial` is their current plan. The solution never
 * costs more than that.
 */
export type SearchSlice = PieceMethod['search'];

/** Solves a piece. Returns null when the run stops earlier; `onBound` has received every bound of the block proven until then. */
export const solvePiece = (
  piece: Piece,
  run: Run,
  searchSlice: SearchSlice,
  onBound: (bound: number) => void,
): PieceOutcome | null =>
  piece.kind === 'block' ? solveBlock(piece, run, onBound) : solveRegion(piece, run, searchSlice);

const solveBlock = (
  { instance, usageShare, isSketch, seconds, kept }: BlockPiece,
  run: Run,
  onBound: (bound: number) => void,
): PieceOutcome | null => {
  const extent = { ...wholeExtent(instance), usageShare };
  const opened = isSketch ? sketchBlock(extent, run, onBound) : openBlock(extent, { ...run, kept }, seconds, onBound);
  if (opened === null) return null;
  const { relaxation, bound, plan, prices, arcs } = opened;
  const { priceUnit, columns } = relaxation;
  return {
    places: plan.position.map((k) => (k < 0 ? -1 : columns.row[k])),
    block: { bound, gap: plan.cost() - bound, prices, priceUnit, arcs },
  };
};

const solveRegion = (
  { instance, placement, ...from }: RegionPiece,
  run: Run,
  searchSlice: SearchSlice,
): PieceOutcome => {
  const initial = new Plan(instance, placement).snapshot();
  const solution = searchSlice(instance, { ...run, initial }, from);
  if (solution.cost >= initial.cost) return { places: null, block: null };
  return { places: wholeExtent(instance).parts.map((part) => solution.placement[part]), block: null };
};

/** The seed of a piece of the run; pieces are numbered throughout the run. */
export const pieceSeed = ({ parameters }: Run, number: number): number => Math.imul(parameters.seed, 7919) + number;

/** The run of one piece of work: its own stream of random numbers, and under a step limit its own share of the steps. */
export class PieceRun {
  readonly run: Run;
  spent = 0;

  constructor(whole: Run, seed: number, mostSteps: number) {
    const isLimited = whole.parameters.stepLimit !== null;
    this.run = {
      ...whole,
      exchange: null,
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
export const keptFor = (kept: KeptSearch | null, partOf: Int32Array): KeptSearch | null =>
  kept && { prices: Float64Array.from(partOf, (p) => kept.prices[p]), placement: partOf.map((p) => kept.placement[p]) };
