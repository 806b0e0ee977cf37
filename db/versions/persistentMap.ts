import { atOnce } from '../../engine/atOnce.ts';

/** Entries per slice; adding them takes a fraction of a millisecond. */
const PIECE = 1024;
/** Maximum size of the top level before it is merged into the middle level. */
const MAX_TOP = 64;
/** Minimum size at which the middle level is merged into a new base. */
const MAX_MIDDLE = 512;

type Level<V> = ReadonlyMap<string, V | undefined>;
const NONE: Level<never> = new Map();

/**
 * An immutable map from strings, in three levels: a large shared base, and two levels of changes over it, the top one small. `with` copies the top
 * level; the middle one once in 64 changes; and the base once in max(512, size / 16). Older maps stay valid and share what did not change.
 */
export class PersistentMap<V> {
  private readonly base: ReadonlyMap<string, V>;
  /** A value of undefined means that the key was removed. */
  private readonly middle: Level<V>;
  private readonly top: Level<V>;
  readonly size: number;

  private constructor(base: ReadonlyMap<string, V>, middle: Level<V>, top: Level<V>, size: number) {
    this.base = base;
    this.middle = middle;
    this.top = top;
    this.size = size;
  }

  static of<V>(entries: Iterable<readonly [string, V]> = []): PersistentMap<V> {
    const base = new Map(entries);
    return new PersistentMap<V>(base, NONE, NONE, base.size);
  }

  /** Whether both maps have the same base. */
  sharesBase(other: PersistentMap<unknown>): boolean {
    return this.base === other.base;
  }

  /** Number of entries outside of the base. */
  get changeCount(): number {
    return this.middle.size + this.top.size;
  }

  /** Keys whose values may differ in the other map; few if both changed little since they had a common origin. A key may occur twice. */
  *keysApart(other: PersistentMap<unknown>): IterableIterator<string> {
    const isNear = this.sharesBase(other);
    for (const map of [this, other]) {
      if (!isNear) yield* map.base.keys();
      if (!isNear || this.middle !== other.middle) yield* map.middle.keys();
      yield* map.top.keys();
    }
  }

  get(key: string): V | undefined {
    if (this.top.size > 0) {
      const own = this.top.get(key);
      if (own !== undefined || this.top.has(key)) return own;
    }
    if (this.middle.size > 0) {
      const own = this.middle.get(key);
      if (own !== undefined || this.middle.has(key)) return own;
    }
    return this.base.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Sets each key, or removes it if the value is undefined. Returns the new map. */
  with(changes: ReadonlyMap<string, V | undefined>): PersistentMap<V> {
    return atOnce(this.withPieces(changes));
  }

  /** Like `with`, in slices. */
  *withPieces(changes: ReadonlyMap<string, V | undefined>): Generator<void, PersistentMap<V>> {
    if (changes.size === 0) return this;
    let { size } = this;
    let count = 0;
    for (const [key, value] of changes) {
      if (++count % PIECE === 0) yield;
      size += Number(value !== undefined) - Number(this.has(key));
    }
    if (this.top.size + changes.size <= MAX_TOP) {
      return new PersistentMap<V>(this.base, this.middle, joined(this.top, changes), size);
    }
    if (this.middle.size + this.top.size + changes.size <= Math.max(MAX_MIDDLE, this.base.size >> 4)) {
      return new PersistentMap<V>(this.base, joined(this.middle, this.top, changes), NONE, size);
    }
    const base = new Map<string, V>();
    for (const level of [this.base, this.middle, this.top, changes]) {
      for (const [key, value] of level) {
        if (++count % PIECE === 0) yield;
        if (value === undefined) base.delete(key);
        else base.set(key, value);
      }
    }
    return new PersistentMap<V>(base, NONE, NONE, size);
  }

  *entries(): IterableIterator<[string, V]> {
    for (const [key, value] of this.base) {
      if (!this.middle.has(key) && !this.top.has(key)) yield [key, value];
    }
    for (const [key, value] of this.middle) {
      if (value !== undefined && !this.top.has(key)) yield [key, value];
    }
    for (const [key, value] of this.top) {
      if (value !== undefined) yield [key, value];
    }
  }

  *values(): IterableIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }
}

/** Merges levels; later ones take precedence. */
const joined = <V>(lowest: Level<V>, ...others: readonly Level<V>[]): Level<V> => {
  const level = new Map(lowest);
  for (const other of others) for (const [key, value] of other) level.set(key, value);
  return level;
};
