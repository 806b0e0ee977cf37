import type { Cluster } from '../model/clusters.ts';
import type { PathModel } from '../model/pathModel.ts';

/** Smaller gains are ignored, because they may be rounding errors. */
const EPSILON = 1e-9;
const NOWHERE = -1;
const IDLE = -2;
const BACK = -3;
/** A step back over a chosen arc a is BACK_ARC − a. */
const BACK_ARC = -4;

/** The entries of one side whose price exceeds their cost: arcs from moment to moment in order of `to`. */
interface Arcs {
  count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly value: Float64Array;
  readonly entry: Int32Array;
  readonly isOn: Uint8Array;
  /** For each moment, the most that a stretch from there to the present moment can be worth. */
  readonly most: Float64Array;
  readonly starts: Int32Array;
}

/**
 * Solves the subproblem of a cluster exactly: the entries worth most, price less cost, of which no more overlap than the cluster has rows, and
 * none of different sides. A stretch of time with one side is a flow of as many units as there are rows, and the stretches are chosen by dynamic programming
 * over the moments at which the side may change.
 * Source: Carlisle, Lloyd, "On the k-coloring of intervals", Discrete Applied Mathematics 59 (1995), for the flow.
 */
export class ClusterPricing {
  private readonly sides: readonly [Arcs, Arcs];
  /** The most that can be had up to each moment, and the side and beginning of the stretch that ends there; NOWHERE: none. */
  private readonly worth: Float64Array;
  private readonly since: Int32Array;
  private readonly sideOf: Int32Array;
  private readonly extra: Float64Array;
  private readonly distance: Float64Array;
  private readonly via: Int32Array;
  private readonly idle: Int32Array;
  private readonly active: Int32Array;
  private activeCount = 0;
  /** The most that all subproblems together may be worth more than `solve` says, since small gains are ignored. */
  readonly tolerance: number;
  /** After `solve`, the first `chosenCount` are the chosen entries. */
  readonly chosen: Int32Array;
  chosenCount = 0;

  constructor(clusters: readonly Cluster[]) {
    const moments = clusters.reduce((most, cluster) => Math.max(most, cluster.moments), 1);
    const entries = clusters.reduce((most, { from }) => Math.max(most, from.length), 1);
    const arcs = (): Arcs => ({
      count: 0,
      from: new Int32Array(entries),
      to: new Int32Array(entries),
      value: new Float64Array(entries),
      entry: new Int32Array(entries),
      isOn: new Uint8Array(entries),
      most: new Float64Array(moments),
      starts: new Int32Array(moments),
    });
    this.sides = [arcs(), arcs()];
    this.tolerance = clusters.reduce(
      (sum, { rows, moments: own, from }) => sum + EPSILON * (rows.length + 1) * (from.length + 2 * own),
      0,
    );
    this.worth = new Float64Array(moments);
    this.since = new Int32Array(moments);
    this.sideOf = new Int32Array(moments);
    this.extra = new Float64Array(moments);
    this.distance = new Float64Array(moments);
    this.via = new Int32Array(moments);
    this.idle = new Int32Array(moments);
    this.active = new Int32Array(entries);
    this.chosen = new Int32Array(entries);
  }

  /** Returns the worth of the best choice, ≥ 0. */
  solve(cluster: Cluster, { part, cost }: Pick<PathModel, 'part' | 'cost'>, prices: Float64Array): number {
    const { sides, worth, since } = this;
    this.collect(cluster, part, cost, prices);
    const next: [number, number] = [0, 0];
    worth[0] = 0;
    for (let end = 1; end < cluster.moments; end++) {
      worth[end] = worth[end - 1]!;
      since[end] = NOWHERE;
      for (let side = 0; side < 2; side++) {
        const arcs = sides[side];
        const first = next[side];
        let last = first;
        while (last < arcs.count && arcs.to[last] === end) last++;
        next[side] = last;
        if (last > first) this.endAt(end, side, first, last, cluster.rows.length);
      }
    }
    this.trace(cluster);
    return worth[cluster.moments - 1];
  }

  private collect(
    { first, byEnd, from, to, side, moments }: Cluster,
    part: Int32Array,
    cost: Float64Array,
    prices: Float64Array,
  ): void {
    for (const arcs of this.sides) {
      arcs.count = 0;
      arcs.most.fill(0, 0, moments);
      arcs.starts.fill(0, 0, moments);
    }
    for (let q = 0; q < byEnd.length; q++) {
      const entry = byEnd[q];
      const value = prices[part[first + entry]] - cost[first + entry];
      if (value <= EPSILON) continue;
      const arcs = this.sides[side[entry]];
      arcs.from[arcs.count] = from[entry]!;
      arcs.to[arcs.count] = to[entry]!;
      arcs.value[arcs.count] = value;
      arcs.entry[arcs.count++] = entry;
    }
  }

  /** Considers the stretches that end at a moment, the one at which the arcs from `first` to `last` end. */
  private endAt(end: number, side: number, first: number, last: number, rows: number): void {
    const { extra, worth, since, sideOf } = this;
    const arcs = this.sides[side];
    extra.fill(0, 0, end);
    for (let a = first; a < last; a++) {
      extra[arcs.from[a]] += arcs.value[a];
      arcs.starts[arcs.from[a]] = 1;
    }
    for (let begin = end - 1, sum = 0; begin >= 0; begin--) {
      sum += extra[begin];
      arcs.most[begin] += sum;
      if (sum === 0 || arcs.starts[begin] === 0 || worth[begin] + arcs.most[begin] <= worth[end] + EPSILON) continue;
      const value = this.stretch(arcs, begin, end, last, rows, worth[end] - worth[begin] + EPSILON);
      arcs.most[begin] = value;
      if (worth[begin] + value <= worth[end] + EPSILON) continue;
      worth[end] = worth[begin] + value;
      since[end] = begin;
      sideOf[end] = side;
    }
  }

  private trace({ moments, rows }: Cluster): void {
    this.chosenCount = 0;
    for (let end = moments - 1; end > 0; ) {
      const begin = this.since[end];
      if (begin === NOWHERE) {
        end--;
        continue;
      }
      const arcs = this.sides[this.sideOf[end]];
      let last = 0;
      while (last < arcs.count && arcs.to[last] <= end) last++;
      this.stretch(arcs, begin, end, last, rows.length, Number.NEGATIVE_INFINITY);
      for (let q = 0; q < this.activeCount; q++)
        if (arcs.isOn[this.active[q]] === 1) this.chosen[this.chosenCount++] = arcs.entry[this.active[q]]!;
      end = begin;
    }
  }

  /**
   * Returns the most that the arcs within a stretch, those before `last`, are worth on the rows; `isOn` marks the chosen ones. Where it is at most `needed`, something
   * between the two may be returned instead.
   */
  private stretch(arcs: Arcs, begin: number, end: number, last: number, rows: number, needed: number): number {
    const { idle, active } = this;
    let [count, sum] = [0, 0];
    idle.fill(0, begin, end + 1);
    for (let a = 0; a < last; a++) {
      if (arcs.from[a] < begin) continue;
      active[count++] = a;
      sum += arcs.value[a];
      idle[arcs.from[a]]++;
      idle[arcs.to[a]]--;
    }
    this.activeCount = count;
    let isCrowded = false;
    for (let at = begin, present = 0; at < end && !isCrowded; at++) {
      present += idle[at];
      if (present > rows) isCrowded = true;
    }
    for (let q = 0; q < count; q++) arcs.isOn[active[q]] = isCrowded ? 0 : 1;
    if (!isCrowded) return sum;
    idle.fill(0, begin, end + 1);
    let total = 0;
    for (let unit = 0; unit < rows; unit++) {
      const more = this.augment(arcs, begin, end, unit === 0);
      if (more <= EPSILON) break;
      total += more;
      // No later unit gains more than this one.
      const most = total + (rows - unit - 1) * more;
      if (most <= needed) return most;
    }
    return total;
  }

  /** Sends one more unit from `begin` to `end` where it gains most, and returns what it gains. */
  private augment(arcs: Arcs, begin: number, end: number, isFirst: boolean): number {
    const { distance, via, idle } = this;
    distance.fill(Number.NEGATIVE_INFINITY, begin, end + 1);
    distance[begin] = 0;
    via[begin] = NOWHERE;
    // Where nothing is chosen yet, all steps lead forward, and one pass finds the longest ways.
    if (isFirst) this.forward(arcs, begin, end);
    else while (this.forward(arcs, begin, end) && this.back(arcs, begin, end));
    if (distance[end] <= EPSILON) return distance[end];
    for (let at = end; at !== begin; ) {
      const step = via[at];
      if (step === IDLE) idle[--at]++;
      else if (step === BACK) idle[at++]--;
      else if (step >= 0) {
        arcs.isOn[step] = 1;
        at = arcs.from[step]!;
      } else {
        arcs.isOn[BACK_ARC - step] = 0;
        at = arcs.to[BACK_ARC - step]!;
      }
    }
    return distance[end];
  }

  /** Takes all steps forward, in order. Returns whether some way has become longer. */
  private forward({ from, to, value, isOn }: Arcs, begin: number, end: number): boolean {
    const { distance, via, active, activeCount } = this;
    let isLonger = false;
    for (let at = begin + 1, q = 0; at <= end; at++) {
      let length = distance[at] + EPSILON;
      let step = NOWHERE;
      if (distance[at - 1] > length) {
        length = distance[at - 1];
        step = IDLE;
      }
      for (; q < activeCount && to[active[q]] === at; q++) {
        const a = active[q];
        if (isOn[a] === 1 || distance[from[a]] + value[a] <= length) continue;
        length = distance[from[a]] + value[a];
        step = a;
      }
      if (step === NOWHERE) continue;
      distance[at] = length;
      via[at] = step;
      isLonger = true;
    }
    return isLonger;
  }

  /** Takes all steps back, in order. Returns whether some way has become longer. */
  private back({ from, to, value, isOn }: Arcs, begin: number, end: number): boolean {
    const { distance, via, idle, active } = this;
    let isLonger = false;
    for (let at = end, q = this.activeCount - 1; at > begin; at--) {
      for (; q >= 0 && to[active[q]] === at; q--) {
        const a = active[q];
        if (isOn[a] === 0 || distance[at] - value[a] <= distance[from[a]] + EPSILON) continue;
        distance[from[a]] = distance[at] - value[a];
        via[from[a]] = BACK_ARC - a;
        isLonger = true;
      }
      if (idle[at - 1] === 0 || distance[at] <= distance[at - 1] + EPSILON) continue;
      distance[at - 1] = distance[at];
      via[at - 1] = BACK;
      isLonger = true;
    }
    return isLonger;
  }
}
