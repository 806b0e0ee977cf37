/** What one entry of some cache holds on to. */
interface Held {
  readonly weight: number;
  /** In use: stays whatever it weighs. */
  readonly isPinned: () => boolean;
  readonly drop: () => void;
}

/** Room that several caches share, such as bytes of memory: what was used longest ago goes first, whichever cache has it. */
export class Budget {
  readonly limit: number;
  private readonly held = new Set<Held>();
  private heldBytes = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Never above the limit, but for what is in use and for a single entry that is too large itself. */
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
  /** Shared with other caches. */
  readonly budget: Budget;
  /** In the budget's unit. */
  readonly weigh: (value: V) => number;
  readonly isPinned?: (value: V) => boolean;
  /** When an entry goes for want of room. */
  readonly onDrop?: (value: V) => void;
}

/** The entries used last, as many as there is room for. */
export class Lru<K, V> {
  private readonly entries = new Map<K, { readonly value: V; readonly held: Held }>();
  private readonly room: Room<V>;

  /** A number: so many entries. */
  constructor(room: number | Room<V>) {
    this.room = typeof room === 'number' ? { budget: new Budget(room), weigh: () => 1 } : room;
  }

  get(key: K): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.room.budget.touch(entry.held);
    return entry.value;
  }

  /** Set again when its weight may have changed. */
  set(key: K, value: V): void {
    this.delete(key);
    const { budget, weigh, isPinned = () => false, onDrop } = this.room;
    const drop = (): void => {
      this.entries.delete(key);
      onDrop?.(value);
    };
    const held = { weight: weigh(value), isPinned: () => isPinned(value), drop };
    this.entries.set(key, { value, held });
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
  }

  clear(): void {
    for (const key of this.entries.keys()) this.delete(key);
  }
}
