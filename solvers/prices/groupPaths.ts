import { backward, gapCost, type PathModel, rowScratch } from '../model/pathModel.ts';
import { bitCount, type GroupBundles, LONGEST_SPAN } from '../model/groupBundles.ts';
import { mostLabels, type SearchLimits } from './searchLimits.ts';

/** Labels that are extended between two looks whether the run is to stop. */
const LABELS_A_LOOK = 64;
/** The first width of a search, relative to what the last one of the row needed, and how much wider each further one is. */
const WIDER = 1.1;
const WIDENED = 1.5;

export interface RowOutcome {
  /** No path of the row costs less, its usage cost aside. */
  readonly least: number;
  /** The number of parts of a path, in `path`. It is a cheapest one unless there was no room for all labels. */
  readonly length: number;
}

/**
 * The cheapest path of a row when each bundle costs `half` for each pair of a part on the row and one elsewhere: over all rows that is the cost of the
 * pairs that are apart. Labels are paths through all periods at once, extended bundle by bundle. A label ends when its cost and that of the cheapest
 * rest exceeds a limit, or when another one costs no more and leaves as much room. The rest is that of the shifted model, where multipliers stand for the
 * bundles, so that each period has its own path.
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
  /** By row and period, the first position of the period or a later one. */
  private readonly periodFrom: Int32Array;
  /** By place in `sequence` and period: the first position of the period, or the end of the period, from that place on. */
  private readonly floors: Int32Array;

  private readonly mostLabels: number;
  private readonly cost: Float64Array;
  private readonly parent: Int32Array;
  /** The positions that a label added to its parent: bits that count from a place in `sequence`. */
  private readonly takenFrom: Int32Array;
  private readonly taken: Int32Array;
  /** By label and period, the last position taken; −1 where it no longer matters. */
  private readonly last: Int32Array;
  private labels = 0;
  /** By label, the periods whose last position matters: bits. */
  private readonly busy: Int32Array;
  /** By open label, the least cost of all paths that begin with it. */
  private readonly least: Float64Array;
  private open: Int32Array;
  private nextOpen: Int32Array;
  private openCount = 0;
  private nextCount = 0;
  private limit = 0;
  private room = 0;
  /** The least cost of all paths that begin with labels for which there was no room. */
  private discarded = 0;
  /** By row, how far above the cheapest path of the shifted model the last one was. */
  private readonly lifts: Float64Array;
  private readonly labelCounts: Int32Array;

  // Of the bundle at hand: the positions that a label may take, and how taking each changes the label's cost and its least cost in the end; the latter ascend.
  private readonly fits = new Int32Array(LONGEST_SPAN);
  private readonly gains = new Float64Array(LONGEST_SPAN);
  private readonly changes = new Float64Array(LONGEST_SPAN);
  // What each position costs by itself and in the end, and by period, what the rest costs after nothing and after the label at hand.
  private readonly offer = new Float64Array(LONGEST_SPAN);
  private readonly rests = new Float64Array(LONGEST_SPAN);
  private readonly free = new Float64Array(LONGEST_SPAN);
  private readonly own = new Float64Array(LONGEST_SPAN);
  private freeSum = 0;
  // The label at hand, its number of positions that fit, the bundle's places in `sequence` and in `floors`, and the least that a set of the present size costs for being apart.
  private label = 0;
  private count = 0;
  private from = 0;
  private floor = 0;
  private apart = 0;

  /** `shifted` is the bundles' model with costs that multipliers of pairs shift. */
  constructor(shifted: PathModel, bundles: GroupBundles) {
    const { model, periodCount, period, bundle } = bundles;
    const { part, rowStart, rowCount } = model;
    this.model = model;
    this.shifted = shifted;
    this.bundles = bundles;
    this.path = new Int32Array(model.partCount + 1);
    this.best = rowScratch(shifted);
    this.mostLabels = mostLabels(model);
    const room = 1 + this.mostLabels;
    this.cost = new Float64Array(room);
    this.parent = new Int32Array(room);
    this.takenFrom = new Int32Array(room);
    this.taken = new Int32Array(room);
    this.last = new Int32Array(room * periodCount);
    this.busy = new Int32Array(room);
    this.least = new Float64Array(room);
    this.open = new Int32Array(room);
    this.nextOpen = new Int32Array(room);
    this.sequence = Int32Array.from(part.keys());
    this.periodFrom = new Int32Array(rowCount * (periodCount + 1));
    this.floors = new Int32Array(part.length * periodCount);
    this.lifts = new Float64Array(rowCount);
    this.labelCounts = new Int32Array(rowCount);
    for (let row = 0; row < rowCount; row++) {
      const [from, sentinel] = [rowStart[row], rowStart[row + 1] - 1];
      this.sequence.subarray(from, sentinel).sort((a, b) => bundle[part[a]] - bundle[part[b]] || a - b);
      const ends = this.periodFrom.subarray(row * (periodCount + 1), (row + 1) * (periodCount + 1)).fill(sentinel);
      for (let k = sentinel - 1; k >= from; k--) ends.fill(k, 0, period[part[k]] + 1);
      for (let s = 0; s < periodCount; s++) this.floors[sentinel * periodCount + s] = ends[s + 1];
      for (let q = sentinel - 1; q >= from; q--) {
        const at = q * periodCount;
        this.floors.copyWithin(at, at + periodCount, at + 2 * periodCount);
        const s = period[part[this.sequence[q]]];
        this.floors[at + s] = Math.min(this.floors[at + s], this.sequence[q]);
      }
    }
  }

  /**
   * Searches a cheapest path among those that cost at most a given amount more than the cheapest path of the shifted model: a little more than at the last search of
   * the row, `narrowest` at least, and then more and more. Of the labels after each bundle it keeps `room`; of others, only the least cost counts. Returns null
   * when `stop` returns true before.
   */
  search(row: number, prices: Float64Array, { narrowest, room, stop }: SearchLimits): RowOutcome | null {
    backward(this.shifted, row, prices, this.best);
    const relaxed = this.best[0];
    let least = relaxed;
    this.room = room;
    for (let width = Math.max(narrowest, WIDER * this.lifts[row]); ; width *= WIDENED) {
      this.limit = relaxed + width;
      if (!this.extendAll(row, prices, stop)) return null;
      least = Math.max(least, Math.min(this.limit, this.discarded));
      if (this.openCount === 0) continue;
      let found = this.open[0];
      for (let a = 1; a < this.openCount; a++) if (this.cost[this.open[a]] < this.cost[found]) found = this.open[a];
      this.lifts[row] = this.cost[found] - relaxed;
      this.labelCounts[row] = this.labels;
      return { least: Math.min(least, this.cost[found]), length: this.trace(found) };
    }
  }

  /** The number of labels of the row's last search. */
  labelsOf(row: number): number {
    return this.labelCounts[row];
  }

  /** Extends labels through all bundles of the row; those left in `open` are complete. Returns false when the run stopped before. */
  private extendAll(row: number, prices: Float64Array, stop: () => boolean): boolean {
    const { part, rowStart } = this.model;
    const { periodCount, bundle } = this.bundles;
    const sentinel = rowStart[row + 1] - 1;
    this.labels = 1;
    this.cost[0] = 0;
    this.parent[0] = -1;
    this.busy[0] = 0;
    this.last.fill(-1, 0, periodCount);
    this.open[0] = 0;
    this.openCount = 1;
    this.discarded = Number.POSITIVE_INFINITY;
    for (let q = rowStart[row], to = q; q < sentinel && this.openCount > 0; q = to) {
      while (to < sentinel && bundle[part[this.sequence[to]]] === bundle[part[this.sequence[q]]]) to++;
      this.prepare(row, q, to, prices);
      this.nextCount = 0;
      for (let a = 0; a < this.openCount; a++) {
        if (a % LABELS_A_LOOK === 0 && stop()) return false;
        this.extend(this.open[a], row, q, to);
      }
      [this.open, this.nextOpen] = [this.nextOpen, this.open];
      this.openCount = this.nextCount;
      if (this.openCount > this.room) this.discardMost();
    }
    return true;
  }

  /** Computes what all labels have in common at a bundle. */
  private prepare(row: number, from: number, to: number, prices: Float64Array): void {
    const { model, sequence, offer, rests, free } = this;
    const { periodCount, period } = this.bundles;
    const floor = to * periodCount;
    this.freeSum = 0;
    for (let s = 0; s < periodCount; s++) this.freeSum += free[s] = this.rest(row, s, -1, floor);
    for (let q = from; q < to; q++) {
      const k = sequence[q];
      offer[q - from] = model.cost[k] - prices[model.part[k]];
      rests[q - from] = this.rest(row, period[model.part[k]], k, floor);
    }
  }

  /** Extends a label by each set of the bundle's parts that fits, and by none. */
  private extend(label: number, row: number, from: number, to: number): void {
    const { model, last, sequence, fits, gains, changes, offer, rests, free, own } = this;
    const { next, gapCosts, part } = model;
    const { periodCount, period, bundle, size, half, areComplete } = this.bundles;
    const floor = to * periodCount;
    const at = label * periodCount;
    let least = this.cost[label] + this.freeSum;
    for (let busy = this.busy[label]; busy !== 0; busy &= busy - 1) {
      const s = 31 - Math.clz32(busy & -busy);
      own[s] = this.rest(row, s, last[at + s], floor);
      least += own[s] - free[s];
    }
    let count = 0;
    for (let q = from; q < to; q++) {
      const k = sequence[q];
      const s = period[part[k]];
      const before = last[at + s];
      let gain = offer[q - from];
      let change = gain + rests[q - from] - free[s];
      if (before >= 0) {
        if (k < next[before]) continue;
        if (gapCosts !== null) gain += gapCost(gapCosts, before, k);
        change = gain + rests[q - from] - own[s];
      }
      let place = count++;
      for (; place > 0 && changes[place - 1] > change; place--) {
        changes[place] = changes[place - 1];
        gains[place] = gains[place - 1];
        fits[place] = fits[place - 1];
      }
      changes[place] = change;
      gains[place] = gain;
      fits[place] = q;
    }
    this.label = label;
    this.count = count;
    this.from = from;
    this.floor = floor;
    const members = size[bundle[part[sequence[from]]]];
    let together = 0;
    for (let number = 1; number <= count; number++) {
      together += changes[number - 1];
      this.apart = half * (areComplete ? number * (members - number) : Math.min(1, members - number));
      if (least + together + this.apart <= this.limit) this.choose(0, number, 0, least + this.apart);
    }
    if (least <= this.limit) this.keep(label, least, floor);
  }

  /** Makes a label for each set that adds `number` of the parts that fit, from `start` on, to `set`, and whose least cost in the end keeps the limit. */
  private choose(start: number, number: number, set: number, least: number): void {
    const { changes } = this;
    if (number === 0) {
      this.make(set, least);
      return;
    }
    for (let a = start; a + number <= this.count; a++) {
      let cheapest = least;
      for (let b = a; b < a + number; b++) cheapest += changes[b];
      if (cheapest > this.limit) return;
      this.choose(a + 1, number - 1, set | (1 << a), least + changes[a]);
    }
  }

  /** Makes the label that adds a set of the parts that fit to the one at hand. */
  private make(set: number, least: number): void {
    const { label, last, labels, model } = this;
    const { periodCount, period, areComplete } = this.bundles;
    const apart = areComplete ? this.apart : this.apartOf(set);
    const leastOfAll = least + apart - this.apart;
    if (leastOfAll > this.limit) return;
    if (labels === this.mostLabels) {
      this.discarded = Math.min(this.discarded, leastOfAll);
      return;
    }
    last.copyWithin(labels * periodCount, label * periodCount, (label + 1) * periodCount);
    let cost = this.cost[label] + apart;
    let taken = 0;
    let busy = this.busy[label];
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      const lowest = 31 - Math.clz32(rest & -rest);
      const q = this.fits[lowest];
      const k = this.sequence[q];
      const s = period[model.part[k]];
      cost += this.gains[lowest];
      last[labels * periodCount + s] = k;
      busy |= 1 << s;
      taken |= 1 << (q - this.from);
    }
    this.cost[labels] = cost;
    this.parent[labels] = label;
    this.takenFrom[labels] = this.from;
    this.taken[labels] = taken;
    this.busy[labels] = busy;
    if (this.keep(labels, leastOfAll, this.floor)) this.labels++;
  }

  /** What a set of the parts that fit costs for being apart from the rest of its bundle. */
  private apartOf(set: number): number {
    const { fits, sequence, model } = this;
    const { period, mates, half } = this.bundles;
    let here = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1)
      here |= 1 << period[model.part[sequence[fits[31 - Math.clz32(rest & -rest)]]]];
    let pairs = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1)
      pairs += bitCount(mates[model.part[sequence[fits[31 - Math.clz32(rest & -rest)]]]] & ~here);
    return half * pairs;
  }

  /** Adds the label to the open ones, and removes those that it dominates; returns false when another one dominates it. */
  private keep(label: number, least: number, floor: number): boolean {
    const { nextOpen, cost, busy } = this;
    this.forget(label, floor);
    const ownCost = cost[label];
    const ownBusy = busy[label];
    const count = this.nextCount;
    for (let a = 0; a < count; a++) {
      const other = nextOpen[a];
      if (cost[other] > ownCost || (busy[other] & ~ownBusy) !== 0) continue;
      if (this.leavesAsMuch(other, label, floor)) return false;
    }
    let kept = 0;
    for (let a = 0; a < count; a++) {
      const other = nextOpen[a];
      if (ownCost > cost[other] || (ownBusy & ~busy[other]) !== 0 || !this.leavesAsMuch(label, other, floor))
        nextOpen[kept++] = other;
    }
    this.least[label] = least;
    nextOpen[kept++] = label;
    this.nextCount = kept;
    return true;
  }

  /** Keeps only the open labels that may be cheapest in the end. */
  private discardMost(): void {
    const { least } = this;
    const all = this.open.subarray(0, this.openCount).sort((a, b) => least[a] - least[b] || a - b);
    this.openCount = this.room;
    this.discarded = Math.min(this.discarded, least[all[this.room]]);
  }

  /** Forgets the last positions of a label that cost nothing with whatever can follow. */
  private forget(label: number, floor: number): void {
    const { last, floors, busy } = this;
    const { next, gapCosts } = this.model;
    const free = gapCosts === null ? next : gapCosts.clear;
    const at = label * this.bundles.periodCount;
    for (let rest = busy[label]; rest !== 0; rest &= rest - 1) {
      const s = 31 - Math.clz32(rest & -rest);
      if (free[last[at + s]] > floors[floor + s]) continue;
      last[at + s] = -1;
      busy[label] &= ~(1 << s);
    }
  }

  /** Whether label a can be continued at no higher cost wherever label b can. */
  private leavesAsMuch(a: number, b: number, floor: number): boolean {
    const { last, floors, busy } = this;
    const { periodCount } = this.bundles;
    for (let rest = busy[a]; rest !== 0; rest &= rest - 1) {
      const s = 31 - Math.clz32(rest & -rest);
      const own = last[a * periodCount + s];
      const other = last[b * periodCount + s];
      if (own !== other && !this.endsBefore(own, other, floors[floor + s])) return false;
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

  /** The least cost of the rest of a period after position k, in the shifted model. `floor`: the place in `floors` after the current bundle. */
  private rest(row: number, s: number, k: number, floor: number): number {
    const { best } = this;
    const { next, gapCosts } = this.model;
    const from = this.floors[floor + s];
    const first = this.model.rowStart[row];
    const end = best[this.periodFrom[row * (this.bundles.periodCount + 1) + s + 1] - first];
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
        this.path[length++] = this.model.part[this.sequence[q]];
      }
    }
    return length;
  }
}
