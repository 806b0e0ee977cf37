/** The columns of one class: sets of parts that one of its rows may take. The first one is empty. */
interface Columns {
  readonly rows: number;
  readonly parts: Int32Array[];
  readonly costs: number[];
  /** How many rows take each of them, in the present solution. */
  readonly weights: number[];
  /** Costs less the prices of the parts. */
  readonly reduced: number[];
  /** How many solutions in a row have not taken them. */
  readonly idle: number[];
}

/** Steps, in price units: at first and at most. */
const FIRST_STEP = 3;
const MOST_STEP = 60;
/** The share of the predicted rise from which the prices become the new center, and the one from which the step grows. */
const SERIOUS = 0.1;
const GOOD = 0.5;
const LONGER = 1.5;
/** The step shrinks after this many prices in a row that do not become the center. */
const PATIENCE = 8;
const SHORTER = 0.8;
/** Weights are exact enough when they cost no more above their optimum than this share of the predicted rise. */
const PRECISION = 0.05;
/** The most passes over the classes for one solution, and the shifts for each class in one of them. */
const MOST_SWEEPS = 20;
const SHIFTS = 24;
/** A column is forgotten after this many solutions without it. */
const LONGEST_IDLE = 40;
/** A predicted rise of less than this share of the whole one so far is not worth its time, nor is one of less than so many price units. */
const LEAST_RISE = 0.002;
const LEAST_UNITS = 0.01;

/**
 * Raises the dual function of a linear program in which each row of a class takes one of the class's columns, and each part is covered once or left out. The
 * columns known so far predict the function. Each step goes to the prices that maximize the prediction less the square of the distance from the center, which
 * are the best prices so far. Weights of columns solve the dual of that problem, by shifts from a column that costs most to one that costs least.
 * Sources: Lemaréchal, Nemirovskii, Nesterov, "New variants of bundle methods", Mathematical Programming 69 (1995); Briant et al., "Comparison of bundle and
 * classical column generation", Mathematical Programming 113 (2008); shifts, Platt, "Fast training of support vector machines using sequential minimal
 * optimization" (1998).
 */
export class StabilizedMaster {
  /** The prices to evaluate next. */
  readonly prices: Float64Array;
  /** The best prices so far. */
  readonly center: Float64Array;
  /** What the function is at most at the center; less when a column becomes known that costs less there. */
  private value = Number.NEGATIVE_INFINITY;
  private first = Number.NEGATIVE_INFINITY;
  private predicted = Number.POSITIVE_INFINITY;
  private readonly caps: Float64Array;
  private readonly classes: readonly Columns[];
  /** How many rows cover each part. */
  private readonly covered: Float64Array;
  private step: number;
  private readonly unit: number;
  private failures = 0;
  // The columns of one class that contain each part, by number.
  private readonly holderStart: Int32Array;
  private holders = new Int32Array(0);
  private readonly marks: Int32Array;
  private mark = 0;

  /** `caps`: the costs of leaving out each part, which its price never exceeds. `sizes`: the number of rows of each class. */
  constructor(prices: Float64Array, caps: Float64Array, unit: number, sizes: readonly number[]) {
    this.prices = prices.slice();
    this.center = prices.slice();
    this.caps = caps;
    this.classes = sizes.map((rows) => ({
      rows,
      parts: [new Int32Array(0)],
      costs: [0],
      weights: [rows],
      reduced: [0],
      idle: [0],
    }));
    this.covered = new Float64Array(prices.length);
    this.step = FIRST_STEP * unit;
    this.unit = unit;
    this.holderStart = new Int32Array(prices.length + 1);
    this.marks = new Int32Array(prices.length);
  }

  /** Whether the columns predict that the function hardly rises any more. */
  get isFine(): boolean {
    const least = Math.max(LEAST_RISE * (this.value - this.first), LEAST_UNITS * this.unit);
    return this.predicted - this.value <= least;
  }

  /** Adds a column of a class, for instance its cheapest one at `prices`; `parts` ascend. */
  add(own: number, parts: Int32Array, cost: number): void {
    const columns = this.classes[own];
    const isKnown = columns.parts.some(
      (other) => other.length === parts.length && other.every((i, q) => i === parts[q]),
    );
    if (isKnown) return;
    columns.parts.push(parts);
    columns.costs.push(cost);
    columns.weights.push(0);
    columns.reduced.push(0);
    columns.idle.push(0);
  }

  /** Call with the value at `prices`, or with what it is at most, after the columns that prove it were added; then `prices` are the next ones. */
  take(value: number): void {
    const { center, prices } = this;
    this.value = Math.min(this.value, this.predictedAt(center));
    const rise = value - this.value;
    const hoped = this.predicted - this.value;
    const isFirst = this.value === Number.NEGATIVE_INFINITY;
    if (isFirst || (rise > 0 && rise >= SERIOUS * hoped)) {
      if (isFirst) this.first = value;
      else if (rise >= GOOD * hoped) this.step = Math.min(MOST_STEP * this.unit, LONGER * this.step);
      this.value = value;
      center.set(prices);
      this.failures = 0;
    } else if (++this.failures === PATIENCE) {
      this.step *= SHORTER;
      this.failures = 0;
    }
    this.solve();
  }

  /** What the columns predict at some prices. */
  private predictedAt(prices: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < prices.length; i++) sum += prices[i];
    for (const own of this.classes) sum += own.rows * reduce(own, prices);
    return sum;
  }

  private solve(): void {
    const { prices, classes } = this;
    for (let i = 0; i < prices.length; i++) this.follow(i);
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      for (const own of classes) this.balance(own);
      this.predicted = this.predictedAt(prices);
      const excess = classes.reduce((sum, own) => sum + excessOf(own), 0);
      if (excess <= PRECISION * (this.predicted - this.value)) break;
    }
    for (const own of classes) forget(own);
  }

  /** Sets a part's price to the best one for the present cover. */
  private follow(i: number): void {
    this.prices[i] = Math.min(this.caps[i], this.center[i] + this.step * (1 - this.covered[i]));
  }

  /** Shifts weights between the columns of a class. */
  private balance(columns: Columns): void {
    const { reduced, weights } = columns;
    reduce(columns, this.prices);
    this.index(columns);
    for (let n = 0; n < SHIFTS; n++) {
      let [from, to] = [-1, 0];
      for (let a = 0; a < reduced.length; a++) {
        if (reduced[a] < reduced[to]) to = a;
        if (weights[a] > 0 && (from < 0 || reduced[a] > reduced[from])) from = a;
      }
      if (from < 0 || reduced[from] - reduced[to] < 1e-7) return;
      this.shift(columns, from, to);
    }
  }

  private index({ parts: all }: Columns): void {
    const { holderStart } = this;
    holderStart.fill(0);
    let total = 0;
    for (const parts of all) {
      total += parts.length;
      for (let q = 0; q < parts.length; q++) holderStart[parts[q]]++;
    }
    for (let i = 1; i < holderStart.length; i++) holderStart[i] += holderStart[i - 1];
    if (this.holders.length < total) this.holders = new Int32Array(2 * total);
    for (let a = 0; a < all.length; a++) {
      const parts = all[a];
      for (let q = 0; q < parts.length; q++) this.holders[--holderStart[parts[q]]] = a;
    }
  }

  /** Shifts as much weight as makes both columns cost the same, or all. */
  private shift({ parts, reduced, weights }: Columns, from: number, to: number): void {
    const { marks, covered } = this;
    const mark = ++this.mark;
    const [left, joined] = [parts[from], parts[to]];
    for (let q = 0; q < left.length; q++) marks[left[q]] = mark;
    let common = 0;
    for (let q = 0; q < joined.length; q++) if (marks[joined[q]] === mark) common++;
    const differing = left.length + joined.length - 2 * common;
    const share = Math.min(weights[from], (reduced[from] - reduced[to]) / (this.step * differing));
    weights[from] = share === weights[from] ? 0 : weights[from] - share;
    weights[to] += share;
    for (let q = 0; q < left.length; q++) covered[left[q]] -= share;
    for (let q = 0; q < joined.length; q++) covered[joined[q]] += share;
    this.reprice(reduced, left);
    this.reprice(reduced, joined);
  }

  private reprice(reduced: number[], parts: Int32Array): void {
    const { prices, holderStart, holders } = this;
    for (let q = 0; q < parts.length; q++) {
      const i = parts[q];
      const before = prices[i];
      this.follow(i);
      const change = prices[i] - before;
      if (change === 0) continue;
      for (let at = holderStart[i]; at < holderStart[i + 1]; at++) reduced[holders[at]] -= change;
    }
  }
}

/** Sets what each column costs at some prices, and returns the least. */
const reduce = ({ parts: all, costs, reduced }: Columns, prices: Float64Array): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < all.length; a++) {
    const parts = all[a];
    let cost = costs[a];
    for (let q = 0; q < parts.length; q++) cost -= prices[parts[q]];
    reduced[a] = cost;
    if (cost < least) least = cost;
  }
  return least;
};

/** How much more the rows of a class pay for their columns than if each took the cheapest one. */
const excessOf = ({ rows, weights, reduced }: Columns): number => {
  let paid = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < reduced.length; a++) {
    paid += weights[a] * reduced[a];
    least = Math.min(least, reduced[a]);
  }
  return paid - rows * least;
};

/** Forgets columns that have not been taken for long, but not the empty one. */
const forget = ({ parts, costs, weights, reduced, idle }: Columns): void => {
  let kept = 1;
  for (let a = 1; a < parts.length; a++) {
    idle[a] = weights[a] > 0 ? 0 : idle[a] + 1;
    if (idle[a] > LONGEST_IDLE) continue;
    parts[kept] = parts[a];
    costs[kept] = costs[a];
    weights[kept] = weights[a];
    reduced[kept] = reduced[a];
    idle[kept++] = idle[a];
  }
  for (const list of [parts, costs, weights, reduced, idle]) list.length = kept;
};
