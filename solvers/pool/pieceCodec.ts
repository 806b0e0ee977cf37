import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { portable } from '../decomposition/pieceOrder.ts';
import type { PieceAnswer, PieceOrder } from '../solver.ts';

/** Level of compression: a higher one takes twice the time and saves a tenth. */
const LEVEL = 1;

const encode = (value: unknown): Uint8Array => deflateRawSync(serialize(value), { level: LEVEL });
const decode = (bytes: Uint8Array): unknown => deserialize(inflateRawSync(bytes));

/** The order as bytes for another process of the same version. */
export const encodeOrder = (order: PieceOrder): Uint8Array => encode(portable(order));

/** Throws for bytes that `encodeOrder` has not made. */
export const decodeOrder = (bytes: Uint8Array): PieceOrder => decode(bytes) as PieceOrder;

export const encodeAnswer = (answer: PieceAnswer): Uint8Array => encode(answer);

/** What another process has answered, which is still to be checked; null when it can't be read. */
export const decodeAnswer = (bytes: Uint8Array): unknown => {
  try {
    return decode(bytes);
  } catch {
    return null;
  }
};
