type Shared = Int32Array | Uint8Array | Float64Array;

const ALIGNMENT = 8;

/** Allocates arrays. */
export interface Layout {
  /** An array of zeros. */
  ints(length: number): Int32Array;
  copy<T extends Shared>(source: T): T;
}

/** Allocates nothing; adds up the bytes that the arrays would take. */
export class ArenaSize implements Layout {
  bytes = 0;

  ints(length: number): Int32Array {
    this.bytes += Arena.sizeOf(length * 4);
    return NONE;
  }

  copy<T extends Shared>(source: T): T {
    this.bytes += Arena.sizeOf(source.byteLength);
    return source;
  }
}

const NONE = new Int32Array(0);

/**
 * Allocates arrays in one buffer of a size known in advance. The buffer is a SharedArrayBuffer where the platform has it, so that
 * threads share it; a web page that is not cross-origin isolated has none, and there instances move to a worker by transferring that
 * one buffer.
 */
export class Arena implements Layout {
  readonly buffer: ArrayBufferLike;
  private used = 0;

  /** With `isOwn`, the buffer is an ordinary ArrayBuffer even where shared ones are available. */
  constructor(byteLength: number, isOwn = false) {
    const isShared = !isOwn && typeof SharedArrayBuffer !== 'undefined';
    this.buffer = isShared ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength);
  }

  /** The bytes that an array of `byteLength` bytes takes with alignment. */
  static sizeOf(byteLength: number): number {
    return Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT;
  }

  private take(byteLength: number): number {
    const at = this.used;
    this.used += Arena.sizeOf(byteLength);
    return at;
  }

  ints(length: number): Int32Array {
    return new Int32Array(this.buffer, this.take(length * 4), length);
  }

  /** Returns a copy of the array in the buffer. */
  copy<T extends Shared>(source: T): T {
    const at = this.take(source.byteLength);
    let copy: Shared;
    if (source instanceof Int32Array) copy = new Int32Array(this.buffer, at, source.length);
    else if (source instanceof Uint8Array) copy = new Uint8Array(this.buffer, at, source.length);
    else copy = new Float64Array(this.buffer, at, source.length);
    copy.set(source);
    return copy as T;
  }
}
