const FIRST_CAPACITY = 8;

/**
 * The parts on each resource in order of start, then number, whose windows may change: a part must leave its list before
 * its window changes and come back after. `latestEnds[r][i]` is the latest end among the first i + 1 parts of list r.
 * Insert and delete O(log k + k), the k for a move of a few ints.
 */
export class WindowLists {
  readonly lists: Int32Array[];
  readonly latestEnds: Int32Array[];
  readonly lengths: number[];
  private start: Int32Array;
  private end: Int32Array;

  /** The windows are the caller's arrays, read at every call. */
  constructor(start: Int32Array, end: Int32Array, resourceCount: number) {
    this.start = start;
    this.end = end;
    this.lists = Array.from({ length: resourceCount }, () => new Int32Array(FIRST_CAPACITY));
    this.latestEnds = Array.from({ length: resourceCount }, () => new Int32Array(FIRST_CAPACITY));
    this.lengths = Array.from({ length: resourceCount }, () => 0);
  }

  /** The same windows on larger arrays. */
  rebind(start: Int32Array, end: Int32Array): void {
    this.start = start;
    this.end = end;
  }

  /** The part must not be there yet. */
  insert(resource: number, part: number): void {
    const length = this.lengths[resource];
    if (length === this.lists[resource].length) this.grow(resource);
    const at = this.position(resource, part);
    const list = this.lists[resource];
    list.copyWithin(at + 1, at, length);
    list[at] = part;
    this.lengths[resource] = length + 1;
    this.renewEnds(resource, at);
  }

  /** The part must be there. */
  delete(resource: number, part: number): void {
    const at = this.position(resource, part);
    const length = this.lengths[resource] - 1;
    this.lists[resource].copyWithin(at, at + 1, length + 1);
    this.lengths[resource] = length;
    this.renewEnds(resource, at);
  }

  /** Position of the first part on the resource whose window may reach beyond `from`. */
  firstEndingAfter(resource: number, from: number): number {
    const latest = this.latestEnds[resource];
    let low = 0;
    let high = this.lengths[resource];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (latest[middle] <= from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private position(resource: number, part: number): number {
    const { start } = this;
    const list = this.lists[resource];
    const from = start[part];
    let low = 0;
    let high = this.lengths[resource];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = list[middle];
      if (start[other] < from || (start[other] === from && other < part)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private renewEnds(resource: number, from: number): void {
    const list = this.lists[resource];
    const latest = this.latestEnds[resource];
    const length = this.lengths[resource];
    let running = from === 0 ? Number.NEGATIVE_INFINITY : latest[from - 1];
    for (let i = from; i < length; i++) {
      const end = this.end[list[i]];
      if (end > running) running = end;
      latest[i] = running;
    }
  }

  private grow(resource: number): void {
    for (const arrays of [this.lists, this.latestEnds]) {
      const larger = new Int32Array(arrays[resource].length * 2);
      larger.set(arrays[resource]);
      arrays[resource] = larger;
    }
  }
}
