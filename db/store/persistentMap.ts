/** Changes kept apart from the base before they are folded into a new one. */
const MAX_DELTA = 512;

/**
 * Immutable map from strings: a large shared base and a small delta of its own. `with` costs the delta, or the base once in
 * max(512, size / 16) changes; older maps stay valid and share what did not change.
 */
export class PersistentMap<V> {
  readonly #base: ReadonlyMap<string, V>;
  /** undefined: removed. */
  readonly #delta: ReadonlyMap<string, V | undefined>;
  readonly size: number;

  private constructor(base: ReadonlyMap<string, V>, delta: ReadonlyMap<string, V | undefined>, size: number) {
    this.#base = base;
    this.#delta = delta;
    this.size = size;
  }

  static of<V>(entries: Iterable<readonly [string, V]> = []): PersistentMap<V> {
    const base = new Map(entries);
    return new PersistentMap<V>(base, new Map(), base.size);
  }

  get(key: string): V | undefined {
    const own = this.#delta.get(key);
    return own !== undefined || this.#delta.has(key) ? own : this.#base.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Sets each key, or removes it where the value is undefined. */
  with(changes: ReadonlyMap<string, V | undefined>): PersistentMap<V> {
    if (changes.size === 0) return this;
    const folds = this.#delta.size + changes.size > Math.max(MAX_DELTA, this.#base.size >> 4);
    if (folds) {
      const base = new Map(this.#base);
      for (const delta of [this.#delta, changes]) {
        for (const [key, value] of delta) {
          if (value === undefined) base.delete(key);
          else base.set(key, value);
        }
      }
      return new PersistentMap<V>(base, new Map(), base.size);
    }
    const delta = new Map(this.#delta);
    let size = this.size;
    for (const [key, value] of changes) {
      size += Number(value !== undefined) - Number(this.has(key));
      delta.set(key, value);
    }
    return new PersistentMap<V>(this.#base, delta, size);
  }

  *entries(): IterableIterator<[string, V]> {
    for (const [key, value] of this.#base) {
      if (!this.#delta.has(key)) yield [key, value];
    }
    for (const [key, value] of this.#delta) {
      if (value !== undefined) yield [key, value];
    }
  }

  *values(): IterableIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }
}
