import { type Kind, KINDS } from './entities.ts';
import type { Layer } from './layer.ts';

/** Bytes of an object or array in V8, including spare capacity, without its pointers. */
const OBJECT = 56;
const POINTER = 8;
/** Bytes of a string without its characters, rounded up. */
const STRING = 20;
/** Bytes of a number on the heap, which is any that is not a 32-bit integer, such as an instant. */
const NUMBER = 16;
/** Number of items of a long list that are measured, evenly spread, to estimate the rest. */
const SAMPLE = 64;
/**
 * Maximum distance between two measured items. Stepping through all of a very long list would take longer than measuring, so only its beginning is
 * sampled.
 */
const MOST_STEP = 64;
/** Bytes of a row's entries in the map of its kind and in the indexes. */
const ENTRY = 120;

/** Estimates the memory of a plain value. Buffers count in full, and values that are shared count each time. */
export const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return STRING + value.length;
  if (typeof value === 'number') return (value | 0) === value ? 0 : NUMBER;
  if (typeof value !== 'object' || value === null) return 0;
  if (ArrayBuffer.isView(value)) return OBJECT + value.byteLength;
  if (Array.isArray(value)) return OBJECT + value.length * POINTER + sampled(value, value.length);
  return Object.values(value).reduce<number>((sum, member) => sum + POINTER + bytesOf(member), OBJECT);
};

const sampled = (items: Iterable<unknown>, count: number): number => {
  const step = Math.min(MOST_STEP, Math.max(1, Math.floor(count / SAMPLE)));
  let seen = 0;
  let measured = 0;
  let bytes = 0;
  for (const item of items) {
    if (seen++ % step !== 0) continue;
    measured++;
    bytes += bytesOf(item);
    if (measured >= SAMPLE) break;
  }
  return measured === 0 ? 0 : (bytes / measured) * count;
};

/** Estimates the memory of a layer's rows from a sample of each kind. */
export const layerBytes = (layer: Layer): number => rowBytes(layer, ({ rows }, kind) => rows[kind].size);

/** Like `layerBytes`, without what the layer shares with another one. */
export const ownLayerBytes = (layer: Layer, other: Layer): number =>
  rowBytes(layer, ({ rows }, kind) => {
    const own = rows[kind];
    return own.sharesBase(other.rows[kind]) ? own.changeCount : own.size;
  });

const rowBytes = (layer: Layer, countOf: (layer: Layer, kind: Kind) => number): number =>
  KINDS.reduce((sum, kind) => {
    const count = countOf(layer, kind);
    const { size } = layer.rows[kind];
    return size === 0 ? sum : sum + count * (ENTRY + sampled(layer.rows[kind].values(), size) / size);
  }, 0);

/** The number of rows of a layer. */
export const rowCount = (layer: Layer): number => KINDS.reduce((sum, kind) => sum + layer.rows[kind].size, 0);
