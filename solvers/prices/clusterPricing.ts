import type { Cluster } from '../model/clusters.ts';
import type { PathModel } from '../model/pathModel.ts';
import { IntervalFlow, type Intervals } from './intervalFlow.ts';

/** Values are multiples of the power of two that is this many binary digits smaller than their sum. */
const DIGITS = 46;
const NOWHERE = -1;

/** The entries of one side whose price exceeds their cost, and what stretches of time with this side are worth. */
interface Side extends Intervals {
  readonly entry: Int32Array;
  /** The most that a stretch is worth, at end × moments + begin, and whether this is known exactly. −∞: no entry begins there, or none ends there. */
  readonly most: Float64Array;
  readonly isExact: Uint8Array;
}

const sideOf = (moments: number, entries: number): Side => ({
  count: 0,
  from: new Int32Array(entries),
  to: new Int32Array(entries),
  value: new Float64Array(entries),
  endedBy: new Int32Array(moments),
  isOn: new Uint8Array(entries),
  entry: new Int32Array(entries),
  most: new Float64Array(moments * moments),
  isExact: new Uint8Array(moments * moments),
});

/**
 * Solves the subproblem of a cluster exactly: the entries worth most, price less cost, of which no more overlap than the cluster has rows, and
 * none of different sides. Dynamic programming over the moments at which the side may change chooses stretches of time with one side each. It begins with bounds
 * on what stretches are worth, from the prices of time at which each side alone would fill the rows over the whole horizon; only stretches that
 * it chooses are evaluated exactly, until it chooses none that was not.
 */
export class ClusterPricing {
  private readonly sides: readonly [Side, Side];
  private readonly flow: IntervalFlow;
  /** The most that can be had up to each moment, and the side and beginning of the stretch that ends there; NOWHERE: none. */
  private readonly worth: Float64Array;
  private readonly since: Int32Array;
  private readonly sideAt: Int32Array;
  private readonly extra: Float64Array;
  /** The price of a row from the begin of a stretch to each moment. */
  private readonly rowPrice: Float64Array;
  /** After `solve`, the first `chosenCount` are the chosen entries. */
  readonly chosen: Int32Array;
  chosenCount = 0;

  constructor(clusters: readonly Cluster[]) {
    const moments = clusters.reduce((most, cluster) => Math.max(most, cluster.moments), 1);
    const entries = clusters.reduce((most, { from }) => Math.max(most, from.length), 1);
    this.sides = [sideOf(moments, entries), sideOf(moments, entries)];
    this.flow = new IntervalFlow(moments, entries);
    this.worth = new Float64Array(moments);
    this.since = new Int32Array(moments);
    this.sideAt = new Int32Array(moments);
    this.extra = new Float64Array(moments);
    this.rowPrice = new Float64Array(moments);
    this.chosen = new Int32Array(entries);
  }

  /** Returns the worth of the best choice, ≥ 0, or a little more. */
  solve(cluster: Cluster, { part, cost }: Pick<PathModel, 'part' | 'cost'>, prices: Float64Array): number {
    const { moments, rows } = cluster;
    this.collect(cluster, part, cost, prices);
    for (const side of this.sides) {
      this.forget(side, moments);
      this.evaluate(side, 0, moments - 1, moments, rows.length);
    }
    for (let from = 1; from < moments; ) {
      this.chooseStretches(from, moments);
      from = this.evaluateChosen(cluster);
    }
    this.writeChosen(cluster);
    return this.worth[moments - 1];
  }

  private collect(
    { first, byEnd, from, to, side, moments }: Cluster,
    part: Int32Array,
    cost: Float64Array,
    prices: Float64Array,
  ): void {
    for (const one of this.sides) one.count = 0;
    let sum = 0;
    for (let entry = 0; entry < side.length; entry++)
      sum += Math.max(0, prices[part[first + entry]] - cost[first + entry]);
    // Sums and differences of such values are exact. With rounding errors, a search for longer ways may go round in a circle forever.
    const grid = 2 ** (Math.ceil(Math.log2(sum)) - DIGITS);
    for (let q = 0; q < byEnd.length; q++) {
      const entry = byEnd[q];
      const value = prices[part[first + entry]] - cost[first + entry];
      if (value <= 0) continue;
      const own = this.sides[side[entry]];
      own.from[own.count] = from[entry];
      own.to[own.count] = to[entry];
      // Rounded up, no choice is worth more than it seems, so that bounds stay valid.
      own.value[own.count] = Math.ceil(value / grid) * grid;
      own.entry[own.count++] = entry;
    }
    for (const { count, to: ends, endedBy } of this.sides) {
      let ended = 0;
      for (let moment = 0; moment < moments; moment++) {
        while (ended < count && ends[ended] <= moment) ended++;
        endedBy[moment] = ended;
      }
    }
  }

  /** Forgets what stretches are worth: without a bound where an entry begins and an entry ends, and otherwise nothing. */
  private forget({ count, from, to, most, isExact }: Side, moments: number): void {
    const { extra: begins } = this;
    begins.fill(Number.NEGATIVE_INFINITY, 0, moments);
    for (let end = 1, a = 0; end < moments; end++) {
      const first = a;
      for (; a < count && to[a] === end; a++) begins[from[a]] = Number.POSITIVE_INFINITY;
      const row = end * moments;
      for (let begin = 0; begin < end; begin++)
        most[row + begin] = a > first ? begins[begin] : Number.NEGATIVE_INFINITY;
      isExact.fill(0, row, row + end);
    }
  }

  /**
   * Evaluates a stretch, and bounds what all stretches within it are worth, by the prices of its time on the rows and by the entries within that are
   * worth more than their time.
   */
  private evaluate(side: Side, first: number, last: number, moments: number, rows: number): void {
    const { extra, flow, rowPrice } = this;
    const { from, value, most, endedBy } = side;
    const worth = flow.choose(side, first, last, rows);
    flow.writeWorth(side, first, last, rowPrice);
    extra.fill(0, first, last);
    for (let end = first + 1, a = endedBy[first]; end <= last; end++) {
      const before = a;
      for (; a < endedBy[end]; a++) {
        if (from[a] >= first) extra[from[a]] += Math.max(0, value[a] - rowPrice[end] + rowPrice[from[a]]);
      }
      if (a === before) continue;
      // `extra` has the entries that ended up to here, by their begin.
      let beyond = 0;
      for (let begin = end - 1; begin >= first; begin--) {
        beyond += extra[begin];
        const at = end * moments + begin;
        most[at] = Math.min(most[at], rows * (rowPrice[end] - rowPrice[begin]) + beyond);
      }
    }
    side.most[last * moments + first] = worth;
    side.isExact[last * moments + first] = 1;
  }

  private chooseStretches(first: number, moments: number): void {
    const { sides, worth, since, sideAt } = this;
    worth[0] = 0;
    for (let end = first; end < moments; end++) {
      let [best, begun, own] = [worth[end - 1], NOWHERE, 0];
      for (let s = 0; s < 2; s++) {
        const { most } = sides[s];
        for (let begin = 0, at = end * moments; begin < end; begin++, at++) {
          if (worth[begin] + most[at] <= best) continue;
          best = worth[begin] + most[at];
          [begun, own] = [begin, s];
        }
      }
      worth[end] = best;
      since[end] = begun;
      sideAt[end] = own;
    }
  }

  /** Evaluates the chosen stretches of which only a bound is known, and returns the end of the first one; without any, the number of moments. */
  private evaluateChosen({ moments, rows }: Cluster): number {
    let changed = moments;
    this.visitChosen(moments, (side, begin, end) => {
      if (side.isExact[end * moments + begin] === 1) return;
      this.evaluate(side, begin, end, moments, rows.length);
      changed = begin + 1;
    });
    return changed;
  }

  private writeChosen({ moments, rows }: Cluster): void {
    const { flow, chosen } = this;
    this.chosenCount = 0;
    this.visitChosen(moments, (side, begin, end) => {
      flow.choose(side, begin, end, rows.length);
      for (let q = 0; q < flow.activeCount; q++)
        if (side.isOn[flow.active[q]] === 1) chosen[this.chosenCount++] = side.entry[flow.active[q]];
    });
  }

  /** Visits the chosen stretches, the last one first. */
  private visitChosen(moments: number, visit: (side: Side, begin: number, end: number) => void): void {
    for (let end = moments - 1; end > 0; ) {
      const begin = this.since[end];
      if (begin !== NOWHERE) visit(this.sides[this.sideAt[end]], begin, end);
      end = begin === NOWHERE ? end - 1 : begin;
    }
  }
}
