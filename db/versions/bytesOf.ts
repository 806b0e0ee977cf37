import { type Kind, KINDS, type Version } from './entities.ts';
import type { Layer } from './layer.ts';
import type { PersistentMap } from './persistentMap.ts';

/** Of an object or an array in V8, with the room that it has left; its pointers count apart. */
const OBJECT = 56;
const POINTER = 8;
/** Of a string without its characters, rounded up. */
const STRING = 20;
/** Of a number that lies on the heap: what is no integer of 32 bits, such as an instant. */
const NUMBER = 16;
/** Of long lists so many items are measured, evenly spread, and stand for the others. */
const SAMPLE = 64;
/** Of a very long list only the beginning: to step over all of it takes longer than to measure some. */
const MOST_STEP = 64;
/** Of a row: its entry in the map of its kind and in those that find it otherwise. */
const ENTRY = 120;

/** About what a plain value takes in memory. Buffers are counted whole; what is shared with other values is counted again. */
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

/** Of the rows of one layer: an average over some of each kind. */
export const layerBytes = (layer: Layer): number => rowBytes(layer, ({ rows }, kind) => rows[kind].size);

/** The same without what it shares with another layer. */
export const ownLayerBytes = (layer: Layer, other: Layer): number =>
  rowBytes(layer, ({ rows }, kind) => {
    const own = rows[kind] as PersistentMap<Version>;
    return own.sharesBase(other.rows[kind]) ? own.changeCount : own.size;
  });

const rowBytes = (layer: Layer, countOf: (layer: Layer, kind: Kind) => number): number =>
  KINDS.reduce((sum, kind) => {
    const count = countOf(layer, kind);
    const { size } = layer.rows[kind];
    return size === 0 ? sum : sum + count * (ENTRY + sampled(layer.rows[kind].values(), size) / size);
  }, 0);

/** How many rows a layer has. */
export const rowCount = (layer: Layer): number => KINDS.reduce((sum, kind) => sum + layer.rows[kind].size, 0);
