/** One entry of a cache. */
interface Held {
  readonly weight: number;
  /** Whether it is in use; a pinned entry is never evicted. */
  readonly isPinned: () => boolean;
  readonly drop: () => void;
}

/**
 * A budget that several caches share, such as bytes of memory. The least recently used entry is evicted first, whichever cache it belongs to. Each
 * cache keeps the entry that it used last: otherwise a small value that was computed from a large one, such as the conflicts of a planning's state,
 * would evict what it was computed from, and each request would read that again.
 */
export class Budget {
  readonly limit: number;
  private readonly held = new Set<Held>();
  private heldBytes = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Does not exceed the limit, except by pinned entries and by the one of each cache that was used last. */
  get used(): number {
    return this.heldBytes;
  }

  hold(held: Held): void {
    this.held.add(held);
    this.heldBytes += held.weight;
    for (const oldest of this.held) {
      if (this.heldBytes <= this.limit) return;
      if (oldest === held || oldest.isPinned()) continue;
      this.release(oldest);
      oldest.drop();
    }
  }

  touch(held: Held): void {
    this.held.delete(held);
    this.held.add(held);
  }

  release(held: Held): void {
    if (this.held.delete(held)) this.heldBytes -= held.weight;
  }
}

export interface Room<V> {
  /** May be shared with other caches. */
  readonly budget: Budget;
  /** The weight of an entry, in the unit of the budget. */
  readonly weigh: (value: V) => number;
  readonly isPinned?: (value: V) => boolean;
  /** Called when an entry is evicted. */
  readonly onDrop?: (value: V) => void;
}

/** A cache of the most recently used entries, as many as fit into its budget. */
export class Lru<K, V> {
  private readonly entries = new Map<K, { readonly value: V; readonly held: Held }>();
  private readonly room: Room<V>;
  /** The entry that was used last. */
  private newest: Held | undefined;

  /** A number is the maximum number of entries. */
  constructor(room: number | Room<V>) {
    this.room = typeof room === 'number' ? { budget: new Budget(room), weigh: () => 1 } : room;
  }

  get(key: K): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.room.budget.touch(entry.held);
    this.newest = entry.held;
    return entry.value;
  }

  /** Adds or replaces an entry. Set it again when its weight may have changed. */
  set(key: K, value: V): void {
    this.delete(key);
    const { budget, weigh, isPinned = () => false, onDrop } = this.room;
    const drop = (): void => {
      this.entries.delete(key);
      onDrop?.(value);
    };
    const held: Held = { weight: weigh(value), isPinned: () => held === this.newest || isPinned(value), drop };
    this.entries.set(key, { value, held });
    this.newest = held;
    budget.hold(held);
  }

  *values(): IterableIterator<V> {
    for (const { value } of this.entries.values()) yield value;
  }

  get size(): number {
    return this.entries.size;
  }

  delete(key: K): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.room.budget.release(entry.held);
    this.entries.delete(key);
    if (this.newest === entry.held) this.newest = undefined;
  }

  clear(): void {
    for (const key of this.entries.keys()) this.delete(key);
  }
}
