import { Arena, ArenaSize } from './arena.ts';
import type { Instance } from './instance.ts';

type TypedArray = Int32Array | Uint8Array | Float64Array;

/** A deep copy of plain data, with `map` in place of copying typed arrays. Buffers and maps are not copied. */
export const mapArrays = <T>(value: T, map: <A extends TypedArray>(array: A) => A): T => {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ArrayBuffer || value instanceof Map) return value;
  if (isTypedArray(value)) return map(value);
  if (Array.isArray(value)) return value.map((one) => mapArrays(one, map)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapArrays(member, map)])) as T;
};

const isTypedArray = (value: unknown): value is TypedArray => ArrayBuffer.isView(value);

/** A copy of the instance in one buffer of its own, which threads share. Names are not copied. */
export const sharedCopy = (instance: Instance): Instance => {
  const { names, buffer: _buffer, ...arrays } = instance;
  const size = new ArenaSize();
  mapArrays(arrays, (array) => size.copy(array));
  const arena = new Arena(size.bytes);
  return { ...mapArrays(arrays, (array) => arena.copy(array)), buffer: arena.buffer, names };
};
