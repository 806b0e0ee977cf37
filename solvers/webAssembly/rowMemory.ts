import { CHEAPEST_PATH } from './bytes.ts';

/** The functions of `cheapestPath.wat`. */
interface Paths {
  readonly cheapestPath: (row: number, rests: number, end: number, limit: number, path: number) => number;
  readonly cheapestPathInWeights: (
    row: number,
    cost: number,
    rests: number,
    end: number,
    usage: number,
    path: number,
  ) => number;
}

const PAGE_BYTES = 65_536;

const module = new WebAssembly.Module(Uint8Array.from(atob(CHEAPEST_PATH), (digit) => digit.charCodeAt(0)));

const pagesOf = (bytes: number): number => Math.ceil(bytes / PAGE_BYTES);

/**
 * A memory in which WebAssembly searches for the cheapest paths of rows. That takes half as long as in JavaScript, which compares every index with the length
 * of its array, and has no way to choose the lesser of two numbers without a branch.
 * Source: WebAssembly Core Specification 2.0, W3C (2024), sections 4.4.1 (`select`), 4.3.3 (`fpmin`) and 6 (text format).
 */
export class RowMemory {
  readonly paths: Paths;
  private readonly memory: WebAssembly.Memory;

  /** All bytes are 0 at first. */
  constructor(bytes: number) {
    this.memory = new WebAssembly.Memory({ initial: pagesOf(bytes) });
    const { exports } = new WebAssembly.Instance(module, { row: { memory: this.memory } });
    this.paths = exports as Paths;
  }

  /** Returns the memory, of `bytes` at least. Arrays on what was returned earlier for fewer of them are empty from then on. */
  atLeast(bytes: number): ArrayBuffer {
    const more = pagesOf(bytes) - this.memory.buffer.byteLength / PAGE_BYTES;
    if (more > 0) this.memory.grow(more);
    return this.memory.buffer;
  }
}
