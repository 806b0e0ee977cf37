import type { Instance } from '../../engine/instance/instance.ts';
import type { KeptSearch } from '../../engine/instance/keptSearch.ts';

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
  /** Whether only a quick plan is wanted. */
  readonly isSketch: boolean;
  /** Time for an ascent. */
  readonly seconds: number;
  /** What an earlier search of the planning left for the parts of `instance`. */
  readonly kept: KeptSearch | null;
}

/** What is known of a piece before it is searched. */
export interface PieceStart {
  /** A price for each free part, in weight units, near optimal ones. */
  readonly prices: Float64Array;
  /** The price unit of the whole instance. */
  readonly priceUnit: number;
  /** Whether all parts may be placed anew where the plan leaves out more of them than the prices want. */
  readonly mayDive: boolean;
}

/** Better places are searched for the parts, with everything else in place. */
export interface RegionPiece extends PieceStart {
  readonly kind: 'region';
  readonly instance: Instance;
  /** The plan to improve. */
  readonly placement: Int32Array;
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
}
