type Shared = Int32Array | Uint8Array | Float64Array;

const ALIGNMENT = 8;

/** Where arrays come to lie. */
export interface Layout {
  /** Zeros. */
  ints(length: number): Int32Array;
  copy<T extends Shared>(source: T): T;
}

/** Lays nothing out; counts the bytes that it would take. */
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
 * Lays arrays out on one buffer of a size known in advance: a SharedArrayBuffer where there are any, so that threads share it; a page
 * that is not isolated from other origins has none, and its instances move to a worker by transfer of that one buffer.
 */
export class Arena implements Layout {
  readonly buffer: ArrayBufferLike;
  private used = 0;

  /** `isOwn`: not shared, though it could be. */
  constructor(byteLength: number, isOwn = false) {
    const isShared = !isOwn && typeof SharedArrayBuffer !== 'undefined';
    this.buffer = isShared ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength);
  }

  /** Bytes that an array of this many bytes takes. */
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

  /** A copy of the array on the buffer. */
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
