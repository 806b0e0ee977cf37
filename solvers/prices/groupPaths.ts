import { backward, gapCost, type PathModel, rowScratch } from '../model/pathModel.ts';
import type { GroupBundles } from '../model/groupBundles.ts';

/** The most labels of one search, and the most that are open at a time. */
const MOST_LABELS = 12_000;
const MOST_OPEN = 400;

export interface RowOutcome {
  /** No path of the row costs less, its usage cost aside. */
  readonly cost: number;
  /** The number of parts of a path of this cost, in `path`; −1 where none was found. */
  readonly length: number;
}

/**
 * The cheapest path of a row when each bundle costs `half` for each of its parts on the row and each of its parts elsewhere: over all rows that is the cost
 * of the pairs that are apart. Labels are paths through all stretches at once, extended bundle by bundle. A label ends when its cost and that of the cheapest
 * rest exceeds a limit, or when another one costs no more and leaves as much room. The rest is that of the shifted model, where multipliers stand for the
 * bundles, so that each stretch has its own path.
 * Sources: labels, Irnich, Desaulniers, "Shortest path problems with resource constraints", in: Column Generation (2005); completion bounds, Baldacci,
 * Christofides, Mingozzi, Mathematical Programming 115 (2008).
 */
export class GroupPaths {
  readonly path: Int32Array;
  private readonly model: PathModel;
  private readonly shifted: PathModel;
  private readonly bundles: GroupBundles;
  private readonly best: Float64Array;
  /** The positions of each row in order of bundle. */
  private readonly sequence: Int32Array;
  /** By row and stretch, the first position of the stretch or a later one. */
  private readonly stretchFrom: Int32Array;
  /** By place in `sequence` and stretch: the first position of the stretch, or the end of the stretch, from that place on. */
  private readonly floors: Int32Array;

  private readonly cost = new Float64Array(MOST_LABELS);
  private readonly parent = new Int32Array(MOST_LABELS);
  /** The positions that a label added to its parent: bits that count from a place in `sequence`. */
  private readonly takenFrom = new Int32Array(MOST_LABELS);
  private readonly taken = new Int32Array(MOST_LABELS);
  /** By label and stretch, the last position taken; −1 where it no longer matters. */
  private readonly last: Int32Array;
  private labels = 0;
  private open: number[] = [];
  private nextOpen: number[] = [];

  // Of the bundle at hand: the positions that a label may take, and how taking each changes the label's cost and its least cost in the end.
  private readonly fits = new Int32Array(8);
  private readonly gains = new Float64Array(8);
  private readonly changes = new Float64Array(8);
  private readonly sums = new Float64Array(256);
  private readonly bits = new Int32Array(256);

  constructor(model: PathModel, shifted: PathModel, bundles: GroupBundles) {
    const { stretchCount, stretch, bundle } = bundles;
    const { part, rowStart, rowCount } = model;
    this.model = model;
    this.shifted = shifted;
    this.bundles = bundles;
    this.path = new Int32Array(model.partCount + 1);
    this.best = rowScratch(shifted);
    this.last = new Int32Array(MOST_LABELS * stretchCount);
    this.sequence = Int32Array.from(part.keys());
    this.stretchFrom = new Int32Array(rowCount * (stretchCount + 1));
    this.floors = new Int32Array(part.length * stretchCount);
    for (let bit = 1; bit < 256; bit++) this.bits[bit] = this.bits[bit >> 1] + (bit & 1);
    for (let row = 0; row < rowCount; row++) {
      const [from, sentinel] = [rowStart[row], rowStart[row + 1] - 1];
      this.sequence.subarray(from, sentinel).sort((a, b) => bundle[part[a]] - bundle[part[b]] || a - b);
      const ends = this.stretchFrom.subarray(row * (stretchCount + 1), (row + 1) * (stretchCount + 1)).fill(sentinel);
      for (let k = sentinel - 1; k >= from; k--) ends.fill(k, 0, stretch[part[k]] + 1);
      for (let s = 0; s < stretchCount; s++) this.floors[sentinel * stretchCount + s] = ends[s + 1]!;
      for (let q = sentinel - 1; q >= from; q--) {
        const at = q * stretchCount;
        this.floors.copyWithin(at, at + stretchCount, at + 2 * stretchCount);
        const s = stretch[part[this.sequence[q]]];
        this.floors[at + s] = Math.min(this.floors[at + s], this.sequence[q]);
      }
    }
  }

  /** Searches paths that cost at most so much more than the cheapest path of the shifted model, and from `least` on more and more up to `most`. */
  search(row: number, prices: Float64Array, least: number, most: number): RowOutcome {
    backward(this.shifted, row, prices, this.best);
    const relaxed = this.best[0];
    let proven = relaxed;
    for (let width = least; ; width = Math.min(2 * width, most)) {
      if (!this.extendAll(row, prices, relaxed + width)) return { cost: proven, length: -1 };
      if (this.open.length > 0) {
        const found = this.open.reduce((a, b) => (this.cost[a] <= this.cost[b] ? a : b));
        return { cost: this.cost[found], length: this.trace(found) };
      }
      proven = relaxed + width;
      if (width >= most) return { cost: proven, length: -1 };
    }
  }

  /** Extends labels through all bundles of the row; those left in `open` are complete. Returns false when there are too many. */
  private extendAll(row: number, prices: Float64Array, limit: number): boolean {
    const { part, rowStart } = this.model;
    const { stretchCount, bundle } = this.bundles;
    const sentinel = rowStart[row + 1] - 1;
    this.labels = 1;
    this.cost[0] = 0;
    this.parent[0] = -1;
    this.last.fill(-1, 0, stretchCount);
    this.open = [0];
    for (let q = rowStart[row], to = q; q < sentinel && this.open.length > 0; q = to) {
      while (to < sentinel && bundle[part[this.sequence[to]]] === bundle[part[this.sequence[q]]]) to++;
      this.nextOpen = [];
      for (const label of this.open) {
        if (!this.extend(label, { row, from: q, to, limit }, prices)) return false;
      }
      this.open = this.nextOpen;
    }
    return true;
  }

  /** Extends a label by each set of the bundle's parts that fits, and by none. */
  private extend(
    label: number,
    { row, from, to, limit }: { row: number; from: number; to: number; limit: number },
    prices: Float64Array,
  ): boolean {
    const { model, last, fits, gains, changes } = this;
    const { stretchCount, stretch, bundle, size, half } = this.bundles;
    const floor = to * stretchCount;
    let least = this.cost[label];
    for (let s = 0; s < stretchCount; s++) least += this.rest(row, s, last[label * stretchCount + s], floor);
    let count = 0;
    for (let q = from; q < to; q++) {
      const k = this.sequence[q];
      const s = stretch[model.part[k]];
      const before = last[label * stretchCount + s];
      if (before >= 0 && k < model.next[before]) continue;
      const gap = before < 0 || model.gapCosts === null ? 0 : gapCost(model.gapCosts, before, k);
      fits[count] = q;
      gains[count] = model.cost[k] - prices[model.part[k]] + gap;
      changes[count] = gains[count] + this.rest(row, s, k, floor) - this.rest(row, s, before, floor);
      count++;
    }
    const members = size[bundle[model.part[this.sequence[from]]]];
    for (let set = 1; set < 1 << count; set++) {
      const lowest = 31 - Math.clz32(set & -set);
      this.sums[set] = this.sums[set & (set - 1)] + changes[lowest];
      const apart = half * this.bits[set] * (members - this.bits[set]);
      if (least + this.sums[set] + apart > limit) continue;
      if (this.labels === MOST_LABELS) return false;
      this.make(label, set, from, apart);
      if (this.keep(this.labels, floor)) this.labels++;
    }
    if (least <= limit) this.keep(label, floor);
    return this.nextOpen.length <= MOST_OPEN;
  }

  /** Writes the label that adds a set of the parts that fit to another one. */
  private make(label: number, set: number, from: number, apart: number): void {
    const { last, labels, model } = this;
    const { stretchCount, stretch } = this.bundles;
    last.copyWithin(labels * stretchCount, label * stretchCount, (label + 1) * stretchCount);
    let cost = this.cost[label] + apart;
    let taken = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      const lowest = 31 - Math.clz32(rest & -rest);
      const q = this.fits[lowest];
      const k = this.sequence[q];
      cost += this.gains[lowest];
      last[labels * stretchCount + stretch[model.part[k]]] = k;
      taken |= 1 << (q - from);
    }
    this.cost[labels] = cost;
    this.parent[labels] = label;
    this.takenFrom[labels] = from;
    this.taken[labels] = taken;
  }

  /** Adds the label to the open ones, and removes those that it dominates; returns false when another one dominates it. */
  private keep(label: number, floor: number): boolean {
    const { nextOpen, cost } = this;
    this.forget(label, floor);
    let kept = 0;
    for (let a = 0; a < nextOpen.length; a++) {
      const other = nextOpen[a];
      if (cost[other] <= cost[label] && this.leavesAsMuch(other, label, floor)) return false;
    }
    for (let a = 0; a < nextOpen.length; a++) {
      const other = nextOpen[a];
      if (cost[label] > cost[other] || !this.leavesAsMuch(label, other, floor)) nextOpen[kept++] = other;
    }
    nextOpen.length = kept;
    nextOpen.push(label);
    return true;
  }

  /** Forgets the last positions of a label that cost nothing with whatever can follow. */
  private forget(label: number, floor: number): void {
    const { last, floors } = this;
    const { next, gapCosts } = this.model;
    const { stretchCount } = this.bundles;
    const free = gapCosts === null ? next : gapCosts.clear;
    for (let s = 0, at = label * stretchCount; s < stretchCount; s++, at++)
      if (last[at] >= 0 && free[last[at]] <= floors[floor + s]) last[at] = -1;
  }

  /** Whether label a can be continued at no higher cost wherever label b can. */
  private leavesAsMuch(a: number, b: number, floor: number): boolean {
    const { last, floors } = this;
    const { stretchCount } = this.bundles;
    const ownAt = a * stretchCount;
    const otherAt = b * stretchCount;
    for (let s = 0; s < stretchCount; s++) {
      const own = last[ownAt + s];
      const other = last[otherAt + s];
      if (own === other || own < 0) continue;
      if (other < 0 || !this.endsBefore(own, other, floors[floor + s])) return false;
    }
    return true;
  }

  /** Whether position k can be followed from `from` on by whatever can follow position q, at no higher cost. */
  private endsBefore(k: number, q: number, from: number): boolean {
    const { next, gapCosts } = this.model;
    if (next[k] > from && next[k] > next[q]) return false;
    if (gapCosts === null) return true;
    const { near, mid, far, clear } = gapCosts;
    if (mid[k] > from && mid[k] > mid[q]) return false;
    return clear[k] <= clear[q] && near[k] <= near[q] && far[k] <= far[q];
  }

  /** The least cost of the rest of a stretch after position k, in the shifted model. `floor`: the place in `floors` after the current bundle. */
  private rest(row: number, s: number, k: number, floor: number): number {
    const { best } = this;
    const { next, gapCosts } = this.model;
    const from = this.floors[floor + s];
    const first = this.model.rowStart[row];
    const end = best[this.stretchFrom[row * (this.bundles.stretchCount + 1) + s + 1] - first];
    if (k < 0) return best[from - first] - end;
    if (gapCosts === null) return best[Math.max(next[k], from) - first] - end;
    const { near, mid, far, clear } = gapCosts;
    const soon = best[Math.max(next[k], from) - first] + near[k];
    const later = best[Math.max(mid[k], from) - first] + far[k];
    return Math.min(soon, later, best[Math.max(clear[k], from) - first]) - end;
  }

  /** Writes the parts of a label to `path`, and returns their number. */
  private trace(label: number): number {
    let length = 0;
    for (let at = label; this.parent[at] >= 0; at = this.parent[at]) {
      for (let taken = this.taken[at]; taken !== 0; taken &= taken - 1) {
        const q = this.takenFrom[at] + 31 - Math.clz32(taken & -taken);
        this.path[length++] = this.model.part[this.sequence[q]]!;
      }
    }
    return length;
  }
}
