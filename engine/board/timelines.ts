const FIRST_CAPACITY = 16;
/** Up to this many entries are scanned or moved one by one, which is faster than a binary search or copyWithin. */
const SCAN = 12;

/**
 * The parts on each resource, in order of start, then number. The parts of an instance are numbered by start, so each list is simply in
 * ascending order; where windows move (`byStart`), the starts are compared, and a part must be deleted before its window changes and
 * inserted again afterwards. `latestEnds[r][i]` is the latest end among the first i + 1 parts of list r, so that a backward scan can
 * stop where it falls below the time in question. Insert and delete take O(log k + k), where the k is one move of a few integers.
 */
export class Timelines {
  readonly lists: Int32Array[];
  readonly latestEnds: Int32Array[];
  readonly lengths: Int32Array;
  private readonly start: Int32Array;
  private readonly end: Int32Array;
  readonly byStart: boolean;

  /** `start` and `end` are the caller's arrays; they are read at every call. */
  constructor(start: Int32Array, end: Int32Array, resourceCount: number, byStart = false) {
    this.start = start;
    this.end = end;
    this.byStart = byStart;
    this.lists = Array.from({ length: resourceCount }, () => new Int32Array(FIRST_CAPACITY));
    this.latestEnds = Array.from({ length: resourceCount }, () => new Int32Array(FIRST_CAPACITY));
    this.lengths = new Int32Array(resourceCount);
  }

  /** The position of the first part on the resource that does not precede `part` in the order of the list. */
  position(resource: number, part: number): number {
    if (this.byStart) return this.positionByStart(resource, part);
    const list = this.lists[resource];
    let low = 0;
    let high = this.lengths[resource];
    while (high - low > SCAN) {
      const middle = (low + high) >> 1;
      if (list[middle] < part) low = middle + 1;
      else high = middle;
    }
    while (low < high && list[low] < part) low++;
    return low;
  }

  /** Inserts the part, which must not be on the resource yet. */
  insert(resource: number, part: number): void {
    const length = this.lengths[resource];
    if (length === this.lists[resource].length) this.grow(resource);
    const at = this.position(resource, part);
    const list = this.lists[resource];
    if (length - at > SCAN) list.copyWithin(at + 1, at, length);
    else for (let i = length; i > at; i--) list[i] = list[i - 1];
    list[at] = part;
    this.lengths[resource] = length + 1;
    this.renewEnds(resource, at);
  }

  /** Deletes the part, which must be on the resource. */
  delete(resource: number, part: number): void {
    const at = this.position(resource, part);
    const list = this.lists[resource];
    const length = this.lengths[resource] - 1;
    if (length - at > SCAN) list.copyWithin(at, at + 1, length + 1);
    else for (let i = at; i < length; i++) list[i] = list[i + 1];
    this.lengths[resource] = length;
    this.renewEnds(resource, at);
  }

  /**
   * Writes the parts on the resource that overlap [from, to) to `out`, in order of start, and returns their number. Throws RangeError
   * when `out` is too short.
   */
  overlapping(resource: number, from: number, to: number, out: Int32Array): number {
    const { start, end } = this;
    const list = this.lists[resource];
    const low = this.firstEndingAfter(resource, from);
    const length = this.lengths[resource];
    let count = 0;
    for (let i = low; i < length; i++) {
      const part = list[i];
      if (start[part] >= to) break;
      if (end[part] <= from) continue;
      if (count === out.length) throw new RangeError(`More than ${count} parts overlap.`);
      out[count++] = part;
    }
    return count;
  }

  /** The position of the first part on the resource whose window may extend beyond `from`. */
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

  private positionByStart(resource: number, part: number): number {
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
