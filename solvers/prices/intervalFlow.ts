const NOWHERE = -1;
const IDLE = -2;
const BACK = -3;
/** A step back over a chosen interval a is BACK_OVER − a. */
const BACK_OVER = -4;

/** Intervals from moment to moment, in order of `to`, and what each is worth. Sums and differences of the values have to be exact. */
export interface Intervals {
  count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly value: Float64Array;
  /** The number of those that have ended by each moment. */
  readonly endedBy: Int32Array;
  /** Marks the chosen ones. */
  readonly isOn: Uint8Array;
}

/**
 * Chooses the intervals that are worth most, of which no more overlap than there are rows, as a flow of one unit for each row.
 * Source: Carlisle, Lloyd, "On the k-coloring of intervals", Discrete Applied Mathematics 59 (1995).
 */
export class IntervalFlow {
  /** After a search, the most that one more row would be worth from `begin` to each moment. */
  private readonly distance: Float64Array;
  private readonly via: Int32Array;
  /** The rows that are idle between each moment and the next. */
  private readonly idle: Int32Array;
  /** After `choose`, the first `activeCount` are the intervals from `begin` to `end`. */
  readonly active: Int32Array;
  activeCount = 0;
  private isCrowded = false;

  constructor(moments: number, intervals: number) {
    this.distance = new Float64Array(moments);
    this.via = new Int32Array(moments);
    this.idle = new Int32Array(moments);
    this.active = new Int32Array(intervals);
  }

  /** Chooses among the intervals from `begin` to `end`, and returns what the chosen ones are worth. */
  choose(intervals: Intervals, begin: number, end: number, rows: number): number {
    const { from, isOn, value, endedBy } = intervals;
    const { active, idle } = this;
    let [count, sum] = [0, 0];
    for (let a = endedBy[begin]; a < endedBy[end]; a++) {
      if (from[a] < begin) continue;
      active[count++] = a;
      sum += value[a];
    }
    this.activeCount = count;
    this.isCrowded = this.mostPresent(intervals, begin, end) > rows;
    for (let q = 0; q < count; q++) isOn[active[q]] = this.isCrowded ? 0 : 1;
    if (!this.isCrowded) return sum;
    idle.fill(0, begin, end + 1);
    let total = 0;
    for (let unit = 0; unit < rows; unit++) {
      const more = this.search(intervals, begin, end, unit === 0);
      if (more <= 0) break;
      this.send(intervals, begin, end);
      total += more;
    }
    return total;
  }

  /**
   * After `choose`, writes the most that one more row would be worth from `begin` to each moment. The differences are prices of time on a row at which, by
   * duality, the rows and the intervals that are worth more than their time are worth as much as the chosen ones together.
   */
  writeWorth(intervals: Intervals, begin: number, end: number, into: Float64Array): void {
    if (this.isCrowded) this.search(intervals, begin, end, false);
    else this.distance.fill(0, begin, end + 1);
    for (let at = begin; at <= end; at++) into[at] = this.distance[at];
  }

  private mostPresent({ from, to }: Intervals, begin: number, end: number): number {
    const { active, activeCount, idle: change } = this;
    change.fill(0, begin, end + 1);
    for (let q = 0; q < activeCount; q++) {
      change[from[active[q]]]++;
      change[to[active[q]]]--;
    }
    let [present, most] = [0, 0];
    for (let at = begin; at < end; at++) most = Math.max(most, (present += change[at]));
    return most;
  }

  /** Finds the way from `begin` to `end` on which one more unit gains most, and returns what it gains. */
  private search(intervals: Intervals, begin: number, end: number, isFirst: boolean): number {
    const { distance, via } = this;
    distance.fill(Number.NEGATIVE_INFINITY, begin, end + 1);
    distance[begin] = 0;
    via[begin] = NOWHERE;
    // Where nothing is chosen yet, all steps lead forward, and one pass finds the longest ways.
    if (isFirst) this.forward(intervals, begin, end);
    else while (this.forward(intervals, begin, end) && this.back(intervals, begin, end));
    return distance[end];
  }

  private send({ from, to, isOn }: Intervals, begin: number, end: number): void {
    const { via, idle } = this;
    for (let at = end; at !== begin; ) {
      const step = via[at];
      if (step === IDLE) idle[--at]++;
      else if (step === BACK) idle[at++]--;
      else if (step >= 0) {
        isOn[step] = 1;
        at = from[step];
      } else {
        isOn[BACK_OVER - step] = 0;
        at = to[BACK_OVER - step];
      }
    }
  }

  /** Takes all steps forward, in order. Returns whether some way has become longer. */
  private forward({ from, to, value, isOn }: Intervals, begin: number, end: number): boolean {
    const { distance, via, active, activeCount } = this;
    let isLonger = false;
    for (let at = begin + 1, q = 0; at <= end; at++) {
      let length = distance[at];
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
  private back({ from, to, value, isOn }: Intervals, begin: number, end: number): boolean {
    const { distance, via, idle, active } = this;
    let isLonger = false;
    for (let at = end, q = this.activeCount - 1; at > begin; at--) {
      for (; q >= 0 && to[active[q]] === at; q--) {
        const a = active[q];
        if (isOn[a] === 0 || distance[at] - value[a] <= distance[from[a]]) continue;
        distance[from[a]] = distance[at] - value[a];
        via[from[a]] = BACK_OVER - a;
        isLonger = true;
      }
      if (idle[at - 1] === 0 || distance[at] <= distance[at - 1]) continue;
      distance[at - 1] = distance[at];
      via[at - 1] = BACK;
      isLonger = true;
    }
    return isLonger;
  }
}
