import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Instance, type InstanceNames, NOT_PINNED } from '../../engine/instance/instance.ts';
import { mapArrays } from '../../engine/instance/mapArrays.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import type { SolverParameters } from '../solver.ts';
import type { BlockOutcome, Piece, PieceOutcome } from './piece.ts';

/** A piece of a run, with all that its result depends on. */
export interface PieceOrder {
  readonly piece: Piece;
  /** Those of the run, with the time that it has left. */
  readonly parameters: SolverParameters;
  readonly seed: number;
  /** The most steps that the piece takes under a step limit. */
  readonly mostSteps: number;
}

export interface PieceAnswer {
  /** Null when the steps were not enough. */
  readonly outcome: PieceOutcome | null;
  /** The best bound of a block's model that was proven, also when the steps were not enough; −∞: none. */
  readonly bound: number;
  readonly steps: number;
}

/** Level of compression: a higher one takes twice the time and saves a tenth. */
const LEVEL = 1;

const encode = (value: unknown): Uint8Array => deflateRawSync(serialize(value), { level: LEVEL });
const decode = (bytes: Uint8Array): unknown => deserialize(inflateRawSync(bytes));

/** The order as bytes for another process of the same version. */
export const encodeOrder = (order: PieceOrder): Uint8Array =>
  encode({ ...order, piece: { ...order.piece, instance: stripped(order.piece.instance) } });

/** Throws for bytes that `encodeOrder` has not made. */
export const decodeOrder = (bytes: Uint8Array): PieceOrder => {
  const order = decode(bytes) as PieceOrder;
  const { instance } = order.piece;
  return { ...order, piece: { ...order.piece, instance: { ...instance, buffer: new ArrayBuffer(0) } } };
};

/** What solving a piece needs of its instance, in memory of its own. */
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

export const encodeAnswer = (answer: PieceAnswer): Uint8Array => encode(answer);

/**
 * The answer to a piece, or null when it is none: not made by `encodeAnswer`, or not an answer to this piece. Whether its bound is true
 * can't be seen; it is trusted like that of a thread of this process.
 */
export const decodeAnswer = (bytes: Uint8Array, piece: Piece): PieceAnswer | null => {
  try {
    const { outcome, bound, steps } = decode(bytes) as PieceAnswer;
    const fits = outcome === null || (placesFit(outcome.places, piece) && blockFits(outcome.block, piece));
    return fits && steps >= 0 && bound < Number.POSITIVE_INFINITY ? { outcome, bound, steps } : null;
  } catch {
    return null;
  }
};

const freeParts = ({ instance }: Piece): readonly number[] =>
  Array.from(instance.pinned.keys()).filter((part) => instance.pinned[part] === NOT_PINNED);

const placesFit = (places: PieceOutcome['places'], piece: Piece): boolean => {
  if (places === null) return piece.kind === 'region';
  const free = freeParts(piece);
  const isAllowed = (place: number, i: number): boolean => place === -1 || findArc(piece.instance, free[i], place) >= 0;
  return places instanceof Int32Array && places.length === free.length && places.every(isAllowed);
};

const blockFits = (block: BlockOutcome | null, piece: Piece): boolean => {
  if (block === null) return piece.kind === 'region';
  const { bound, gap, prices, priceUnit, arcs, iterations } = block;
  const most = piece.instance.arcResource.length;
  return (
    piece.kind === 'block' &&
    [bound, gap, priceUnit, iterations].every(Number.isFinite) &&
    gap > -1e-6 * Math.max(1, Math.abs(bound)) &&
    priceUnit > 0 &&
    prices instanceof Float64Array &&
    prices.length === freeParts(piece).length &&
    prices.every(Number.isFinite) &&
    arcs instanceof Int32Array &&
    arcs.every((arc) => arc >= 0 && arc < most)
  );
};
