import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { portable } from '../decomposition/pieceOrder.ts';
import type { PieceAnswer, PieceOrder } from '../solver.ts';

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const encode = (value: unknown): Uint8Array => zstdCompressSync(serialize(value), FASTEST);
const decode = (bytes: Uint8Array): unknown => deserialize(zstdDecompressSync(bytes));

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
