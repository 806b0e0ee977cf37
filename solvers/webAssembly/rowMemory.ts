import { CHEAPEST_PATH } from './bytes.ts';

/** See `cheapestPath.wat`. */
type CheapestPath = (row: number, rests: number, end: number, limit: number, path: number) => number;

const PAGE_BYTES = 65_536;

const module = new WebAssembly.Module(Uint8Array.from(atob(CHEAPEST_PATH), (digit) => digit.charCodeAt(0)));

const pagesOf = (length: number): number => Math.ceil((length * Int32Array.BYTES_PER_ELEMENT) / PAGE_BYTES);

/**
 * 32-bit integers on which WebAssembly searches for the cheapest paths of rows. That takes half as long as in JavaScript, which compares every index with
 * the length of its array, and has no way to choose the lesser of two integers by a conditional move.
 * Source: WebAssembly Core Specification 2.0, W3C (2024), sections 4.4.1 (`select`) and 6 (text format).
 */
export class RowMemory {
  readonly cheapestPath: CheapestPath;
  private readonly memory: WebAssembly.Memory;

  /** All integers are 0 at first. */
  constructor(length: number) {
    this.memory = new WebAssembly.Memory({ initial: pagesOf(length) });
    const { exports } = new WebAssembly.Instance(module, { row: { memory: this.memory } });
    this.cheapestPath = exports['cheapestPath'] as CheapestPath;
  }

  /** Returns the integers, `length` at least. An array that was returned earlier for fewer of them is empty from then on. */
  cells(length: number): Int32Array {
    const more = pagesOf(length) - this.memory.buffer.byteLength / PAGE_BYTES;
    if (more > 0) this.memory.grow(more);
    return new Int32Array(this.memory.buffer);
  }
}
