import { type Instance, type InstanceNames, unpinnedParts } from '../../engine/instance/instance.ts';
import { mapArrays } from '../../engine/instance/mapArrays.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import type { PieceAnswer, PieceOrder } from '../solver.ts';
import type { BlockOutcome, Piece, PieceOutcome } from './pieces.ts';

/** The order with what solving its piece needs of the instance, in memory of its own. */
export const portable = (order: PieceOrder): PieceOrder => ({
  ...order,
  piece: { ...order.piece, instance: stripped(order.piece.instance) },
});

const stripped = (instance: Instance): Instance => {
  const { buffer: _buffer, names, uncertainty, ...rest } = instance;
  const copied = mapArrays(rest, (array) => array.slice() as typeof array);
  return {
    ...copied,
    buffer: new ArrayBuffer(0),
    names: withoutLabels(names),
    uncertainty: ownDistributions(uncertainty),
  };
};

/** Searches read rules and groups only. */
const withoutLabels = ({ planning, rules, groups }: InstanceNames): InstanceNames => ({
  planning,
  rules,
  groups,
  parts: [],
  operations: [],
  resources: [],
  splits: '',
  skipped: [],
  operationTags: { of: new Int32Array(), classes: [] },
  resourceTags: { of: new Int32Array(), classes: [] },
  requiredTags: [],
  tagLabels: new Map(),
  resourceLabels: [],
  operationLabels: [],
});

/** Only the distributions of the parts at hand. */
const ownDistributions = ({ start, end, distributions, horizonSeconds }: Instance['uncertainty']) => {
  const rows = [...new Set([...start, ...end])].filter((row) => row >= 0);
  const indexOf = new Map(rows.map((row, i) => [row, i]));
  const index = (row: number): number => indexOf.get(row) ?? -1;
  return {
    start: start.map(index),
    end: end.map(index),
    distributions: Float64Array.from(rows.flatMap((row) => [...distributions.subarray(3 * row, 3 * row + 3)])),
    horizonSeconds,
  };
};

/**
 * The answer to a piece, or null when it is none: something else, or an answer to another piece. Its bound cannot be verified; it is trusted like
 * that of a thread of this process.
 */
export const answerTo = (piece: Piece, answer: unknown): PieceAnswer | null => {
  try {
    const { outcome, bound, steps } = answer as PieceAnswer;
    const fits = outcome === null || (placesFit(outcome.places, piece) && blockFits(outcome.block, piece));
    return fits && steps >= 0 && Number.isFinite(steps) && bound < Number.POSITIVE_INFINITY
      ? { outcome, bound, steps }
      : null;
  } catch {
    // It lacks a member.
    return null;
  }
};

const placesFit = (places: PieceOutcome['places'], piece: Piece): boolean => {
  if (places === null) return piece.kind === 'region';
  const free = unpinnedParts(piece.instance);
  const isAllowed = (place: number, i: number): boolean => place === -1 || findArc(piece.instance, free[i], place) >= 0;
  return places instanceof Int32Array && places.length === free.length && places.every(isAllowed);
};

const blockFits = (block: BlockOutcome | null, piece: Piece): boolean => {
  if (block === null) return piece.kind === 'region';
  const { bound, gap, prices, priceUnit, arcs } = block;
  const most = piece.instance.arcResource.length;
  return (
    piece.kind === 'block' &&
    [bound, gap, priceUnit].every(Number.isFinite) &&
    gap > -1e-6 * Math.max(1, Math.abs(bound)) &&
    priceUnit > 0 &&
    prices instanceof Float64Array &&
    prices.length === unpinnedParts(piece.instance).length &&
    prices.every(Number.isFinite) &&
    arcs instanceof Int32Array &&
    arcs.every((arc) => arc >= 0 && arc < most)
  );
};
