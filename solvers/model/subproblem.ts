import { lowerBound } from '../../engine/binarySearch.ts';
import { type Random, shuffle } from '../../engine/random.ts';
import { OpenParts } from './openParts.ts';
import {
  FEWEST_UNITS,
  pathInUnits,
  type RowUnits,
  setPrice,
  unitScaleOf,
  unitsOf,
  writePositions,
} from './rowUnits.ts';
import { backward, emptyGapCosts, gapCost, type GapCosts, type PathModel, positionAfter } from './pathModel.ts';

const FIRST_CAPACITY = 4096;

/**
 * All or some of a path model; it shrinks as parts are fixed, and dives work on it. Its arrays are reused for each load and
 * are longer than the part in use. Parts are renumbered in the order of the full model.
 */
export class Subproblem implements PathModel {
  partCount = 0;
  rowCount = 0;
  readonly overlapCost = Number.POSITIVE_INFINITY;
  readonly rowStart: Int32Array;
  part = new Int32Array(FIRST_CAPACITY);
  cost = new Float64Array(FIRST_CAPACITY);
  next = new Int32Array(FIRST_CAPACITY);
  gapCosts: GapCosts | null;
  readonly usage: Float64Array;
  readonly leaveOut: Float64Array;
  /** Parts, rows and positions here → their indices in the full model. */
  readonly partOf: Int32Array;
  readonly rowOf: Int32Array;
  origin = new Int32Array(FIRST_CAPACITY);
  readonly prices: Float64Array;
  readonly count: Int32Array;
  /** Number of paths that contained each position since `resetChosen`. */
  chosen = new Int32Array(FIRST_CAPACITY);
  /** For each part, the position (in the full model) to which it is fixed; −1: left out or not fixed. */
  readonly fixed: Int32Array;
  readonly decided: Uint8Array;
  undecided = 0;
  private best = new Float64Array(FIRST_CAPACITY);
  /** Null: costs of gaps. */
  private units: RowUnits | null = null;
  private readonly path: Int32Array;
  private moved = new Int32Array(FIRST_CAPACITY);
  private readonly order: Int32Array;
  private readonly open: OpenParts;
  private readonly local: Int32Array;
  private readonly random: Random;

  /** Allocates room for all parts and rows of `full`; room for positions grows when needed. */
  constructor(full: PathModel, random: Random) {
    const n = full.partCount;
    this.random = random;
    this.gapCosts = full.gapCosts === null ? null : emptyGapCosts(FIRST_CAPACITY);
    this.rowStart = new Int32Array(full.rowCount + 1);
    this.usage = new Float64Array(full.rowCount);
    this.rowOf = new Int32Array(full.rowCount);
    this.order = new Int32Array(full.rowCount);
    this.leaveOut = new Float64Array(n);
    this.partOf = new Int32Array(n);
    this.prices = new Float64Array(n);
    this.count = new Int32Array(n);
    this.fixed = new Int32Array(n);
    this.decided = new Uint8Array(n);
    this.open = new OpenParts(n);
    this.local = new Int32Array(n).fill(-1);
    this.path = new Int32Array(n + 1);
  }

  /** Begins a load with the free parts, in ascending order. */
  begin(
    full: PathModel,
    parts: Int32Array,
    count: number,
    start: Int32Array,
    end: Int32Array,
    prices: Float64Array,
  ): void {
    this.partCount = count;
    this.rowCount = 0;
    this.rowStart[0] = 0;
    this.undecided = count;
    for (let j = 0; j < count; j++) {
      const i = parts[j];
      this.local[i] = j;
      this.partOf[j] = i;
      this.leaveOut[j] = full.leaveOut[i];
      this.prices[j] = prices[i];
      this.open.set(j, start[i], end[i]);
      this.decided[j] = 0;
      this.fixed[j] = -1;
    }
  }

  private grow(needed: number): void {
    const capacity = Math.max(needed, 2 * this.part.length);
    const ints = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(capacity);
      grown.set(old);
      return grown;
    };
    const cost = new Float64Array(capacity);
    cost.set(this.cost);
    this.cost = cost;
    this.part = ints(this.part);
    this.next = ints(this.next);
    this.origin = ints(this.origin);
    if (this.gapCosts !== null) {
      const grown = emptyGapCosts(capacity);
      grown.near.set(this.gapCosts.near);
      grown.mid.set(this.gapCosts.mid);
      grown.far.set(this.gapCosts.far);
      grown.clear.set(this.gapCosts.clear);
      this.gapCosts = grown;
    }
    this.chosen = new Int32Array(capacity);
    this.moved = new Int32Array(capacity);
    this.best = new Float64Array(capacity);
  }

  /**
   * Adds a row: every position in [from, to) of the full model whose part is free and that is compatible with the `takenCount`
   * positions of the row that stay occupied (ascending). `costOf` overrides the model's costs.
   */
  addRow(
    full: PathModel,
    row: number,
    usage: number,
    [from, to]: readonly [number, number],
    taken: Int32Array,
    takenCount: number,
    costOf: ((position: number) => number) | null,
  ): void {
    let at = this.rowStart[this.rowCount];
    if (at + to - from + 1 > this.part.length) this.grow(at + to - from + 1);
    const { local } = this;
    const first = at;
    let t = 0;
    let blockedUntil = from;
    for (let k = from; k < to; k++) {
      while (t < takenCount && taken[t] < k) blockedUntil = full.next[taken[t++]];
      const j = local[full.part[k]];
      if (j < 0 || k < blockedUntil || (t < takenCount && taken[t] < full.next[k])) continue;
      const cost = costOf === null ? full.cost[k] : costOf(k);
      if (cost > this.leaveOut[j]) continue;
      this.part[at] = j;
      this.cost[at] = cost;
      this.next[at] = full.next[k];
      this.origin[at] = k;
      at++;
    }
    this.linkFrom(first, at);
    if (this.gapCosts !== null) this.takeGapCosts(full.gapCosts!, first, at);
    this.part[at] = -1;
    this.origin[at] = -1;
    this.usage[this.rowCount] = usage;
    this.rowOf[this.rowCount] = row;
    this.order[this.rowCount] = this.rowCount;
    this.rowCount++;
    this.rowStart[this.rowCount] = at + 1;
  }

  /**
   * Makes `next` of a row refer to its own positions instead of the full model's. It hardly ever decreases along a row, so each search begins where the
   * last one ended.
   */
  private linkFrom(first: number, end: number): void {
    const { next, origin } = this;
    for (let k = end - 1, found = end; k >= first; k--) {
      const target = next[k];
      while (found > k + 1 && origin[found - 1] >= target) found--;
      while (found < end && origin[found] < target) found++;
      next[k] = found;
    }
  }

  private takeGapCosts({ near, mid, far, clear }: GapCosts, first: number, end: number): void {
    const own = this.gapCosts!;
    for (let k = first; k < end; k++) {
      const position = this.origin[k];
      own.near[k] = near[position];
      own.far[k] = far[position];
      own.mid[k] = this.positionFrom(mid[position], this.next[k], end);
      own.clear[k] = this.positionFrom(clear[position], own.mid[k], end);
    }
  }

  /** Returns the first position in [low, high) that corresponds to `target` of the full model or a later one; `high` when there is none. */
  private positionFrom(target: number, low: number, high: number): number {
    return lowerBound(this.origin, target, low, high);
  }

  /** Ends the load. */
  ready(): void {
    const n = this.partCount;
    for (let j = 0; j < n; j++) this.local[this.partOf[j]] = -1;
    this.open.ready(n);
    this.chosen.fill(0, 0, this.rowStart[this.rowCount]);
    this.units = this.gapCosts === null ? unitsOf(this, unitScaleOf(this), this.units) : null;
  }

  resetChosen(): void {
    this.chosen.fill(0, 0, this.rowStart[this.rowCount]);
  }

  /** Runs one iteration of the ascent and counts the positions chosen. */
  iterate(step: number): void {
    const { prices, leaveOut, count, part, chosen, order, path } = this;
    const units = this.units !== null && this.units.scale * step >= FEWEST_UNITS ? this.units : null;
    const { parts: open, count: openCount } = this.open;
    for (let q = 0; q < openCount; q++) {
      const j = open[q];
      const raised = prices[j] + step;
      if (raised > leaveOut[j]) {
        prices[j] = leaveOut[j];
        count[j] = 1;
      } else {
        prices[j] = raised;
        count[j] = 0;
      }
    }
    shuffle(order, this.random, this.rowCount);
    if (units !== null) {
      for (let q = 0; q < openCount; q++) setPrice(units, open[q], prices[open[q]]);
    }
    for (let q = 0; q < this.rowCount; q++) {
      const length = this.findPath(order[q], units);
      for (let at = 0; at < length; at++) {
        const k = path[at];
        const j = part[k];
        prices[j] -= step;
        count[j]++;
        chosen[k]++;
        if (units !== null) setPrice(units, j, prices[j]);
      }
    }
    this.open.correct(0.1 * step, prices, leaveOut, count);
  }

  /** Writes the positions of a row's cheapest path to `path`, and returns their number. */
  private findPath(row: number, units: RowUnits | null): number {
    const { rowStart, next, gapCosts, best, path } = this;
    if (units !== null) return pathInUnits(this, units, row, path);
    const from = rowStart[row];
    const end = rowStart[row + 1] - 1;
    if (this.cheapest(row) >= 0) return 0;
    let length = 0;
    for (let k = from; k < end; ) {
      if (best[k - from] === best[k + 1 - from]) k++;
      else {
        path[length++] = k;
        k = gapCosts === null ? next[k] : positionAfter(gapCosts, next, k, best, from);
      }
    }
    return length;
  }

  /** Backward pass over a row, as in `pathModel.ts`. Returns the cost of its cheapest path, ≤ 0. */
  private cheapest(row: number): number {
    const { prices, rowStart, part, cost, next, best } = this;
    if (this.gapCosts !== null) return backward(this, row, prices, best);
    const from = rowStart[row];
    let k = rowStart[row + 1] - 1;
    let after = 0;
    best[k - from] = 0;
    while (--k >= from) {
      const take = cost[k] - prices[part[k]] + best[next[k] - from];
      if (take < after) after = take;
      best[k - from] = after;
    }
    return Math.min(0, after + this.usage[row]);
  }

  /** Returns the bound that the current prices prove for the undecided parts. */
  bound(): number {
    const { prices, leaveOut, decided } = this;
    let bound = 0;
    for (let j = 0; j < this.partCount; j++) if (decided[j] === 0) bound += Math.min(prices[j], leaveOut[j]);
    for (let row = 0; row < this.rowCount; row++) bound += this.cheapest(row);
    return bound;
  }

  /** Fixes a part at position k of this subproblem. Call `compact` before the next iteration. */
  fix(k: number): void {
    const j = this.part[k];
    this.decided[j] = 1;
    this.fixed[j] = this.origin[k];
    this.undecided--;
  }

  /** Removes the positions of decided parts, those that overlap a part fixed on their row, and those that `excluded` marks in the full model. */
  compact(excluded: Uint8Array | null = null): void {
    const { rowStart, part, origin } = this;
    let at = 0;
    for (let row = 0; row < this.rowCount; row++) {
      const from = rowStart[row];
      const sentinel = rowStart[row + 1] - 1;
      const begin = at;
      this.markBeforeFixed(from, sentinel);
      if (excluded !== null) this.dropExcluded(excluded, from, sentinel);
      at = this.renumber(row, from, sentinel, at);
      this.moveKept(from, sentinel);
      part[at] = -1;
      origin[at] = -1;
      rowStart[row] = begin;
      at++;
    }
    rowStart[this.rowCount] = at;
    if (this.units !== null) writePositions(this.units, this);
    this.open.drop(this.decided);
  }

  /** Sets `moved` to 1 at the undecided positions that end before the next fixed one, and charges what the gap to it costs. */
  private markBeforeFixed(from: number, sentinel: number): void {
    const { part, cost, next, origin, moved, decided, fixed, gapCosts } = this;
    let ahead = sentinel;
    for (let k = sentinel - 1; k >= from; k--) {
      const j = part[k];
      if (decided[j] === 0) {
        moved[k] = ahead < next[k] ? 0 : 1;
        if (gapCosts !== null && ahead < sentinel) cost[k] += gapCost(gapCosts, k, ahead);
      } else {
        moved[k] = 0;
        if (fixed[j] === origin[k]) ahead = k;
      }
    }
  }

  private dropExcluded(excluded: Uint8Array, from: number, sentinel: number): void {
    const { origin, moved } = this;
    for (let k = from; k < sentinel; k++) if (excluded[origin[k]] === 1) moved[k] = 0;
  }

  /** Replaces the marks in `moved` by new positions from `at` on, without those that the last fixed one blocks; returns the row's new end. */
  private renumber(row: number, from: number, sentinel: number, at: number): number {
    const { part, cost, next, origin, moved, decided, fixed, gapCosts } = this;
    let blockedUntil = from;
    let behind = -1;
    let end = at;
    for (let k = from; k < sentinel; k++) {
      const j = part[k];
      const kept = moved[k] === 1 && k >= blockedUntil;
      if (gapCosts !== null && kept && behind >= 0) cost[k] += gapCost(gapCosts, behind, k);
      moved[k] = end;
      if (kept) end++;
      else if (decided[j] === 1 && fixed[j] === origin[k]) {
        blockedUntil = next[k];
        behind = k;
        this.usage[row] = 0;
      }
    }
    moved[sentinel] = end;
    return end;
  }

  /** Copying in place is safe because a target never comes after its source. */
  private moveKept(from: number, sentinel: number): void {
    const { part, cost, next, origin, moved, chosen, gapCosts } = this;
    for (let k = from; k < sentinel; k++) {
      const put = moved[k];
      if (moved[k + 1] === put) continue;
      part[put] = part[k];
      cost[put] = cost[k];
      origin[put] = origin[k];
      chosen[put] = chosen[k];
      next[put] = moved[next[k]];
      if (gapCosts === null) continue;
      gapCosts.near[put] = gapCosts.near[k];
      gapCosts.far[put] = gapCosts.far[k];
      gapCosts.mid[put] = moved[gapCosts.mid[k]];
      gapCosts.clear[put] = moved[gapCosts.clear[k]];
    }
  }
}
