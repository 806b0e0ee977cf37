import type { CoreProgram } from './coreProgram.ts';

/** Σ factors × columns ≤ most. */
export interface Cut {
  readonly columns: Int32Array;
  readonly factors: Int32Array;
  readonly most: number;
}

/** Multiples of rows of a program. */
export interface Combination {
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

/** Weights that are not multiples of 1/d for some d up to this are not used. */
const MOST_DENOMINATOR = 12;
/** A solution must exceed a cut by this to be cut off by it. */
const LEAST_VIOLATION = 0.02;
/** Larger factors make a linear program hard to solve accurately. */
const MOST_FACTOR = 1000;
const TOLERANCE = 1e-6;

/**
 * Finds Chvátal-Gomory cuts: it adds up multiples of rows, and rounds the factors of the sum and then its right side down. Multiples are taken modulo 1 as
 * whole numbers over a small common denominator, so that all of this is exact integer arithmetic, and every whole solution satisfies the cuts whatever the accuracy
 * of the weights.
 * Source: Caprara, Fischetti, Letchford, "On the separation of maximally violated mod-k cuts", Mathematical Programming 87 (2000); the combinations are those
 * of Gomory, "Outline of an algorithm for integer solutions to linear programs", Bulletin AMS 64 (1958).
 */
export class RoundedCuts {
  private readonly upper: Float64Array;
  /** The sum of a combination by column, and the columns that are in it. */
  private readonly sums: Float64Array;
  private readonly isIn: Uint8Array;
  private readonly touched: Int32Array;

  /** `upper`: the greatest value of each column; the least is 0. */
  constructor(upper: Float64Array) {
    this.upper = upper;
    this.sums = new Float64Array(upper.length);
    this.isIn = new Uint8Array(upper.length);
    this.touched = new Int32Array(upper.length);
  }

  /**
   * Returns up to `most` cuts that the solution `values` violates, the deepest first. `atUpper` marks columns whose value counts from above:
   * their factors are rounded up, at the expense of the right side.
   */
  separate(
    program: CoreProgram,
    sources: Iterable<Combination>,
    values: Float64Array,
    atUpper: (column: number) => boolean,
    most: number,
  ): readonly Cut[] {
    const found: { readonly cut: Cut; readonly depth: number }[] = [];
    const known = new Set<number>();
    for (const source of sources) {
      const denominator = denominatorOf(source.weights);
      for (let multiple = 1; multiple < denominator; multiple++) {
        const whole = source.weights.map((weight) => modulo(Math.round(weight * denominator) * multiple, denominator));
        const { count, right } = this.add(program, source.rows, whole);
        const { key, depth, bound } = this.round(count, right, denominator, values, atUpper);
        if (depth > 0 && !known.has(key)) {
          known.add(key);
          found.push({ cut: this.cutOf(count, bound), depth });
        }
        for (let q = 0; q < count; q++) this.isIn[this.touched[q]] = 0;
      }
    }
    found.sort((a, b) => b.depth - a.depth);
    return found.slice(0, most).map(({ cut }) => cut);
  }

  /** Adds up multiples of rows. */
  private add({ starts, indices, values, rowUpper }: CoreProgram, rows: Int32Array, weights: Float64Array) {
    const { sums, isIn, touched } = this;
    let count = 0;
    let right = 0;
    rows.forEach((row, q) => {
      const weight = weights[q];
      if (weight === 0) return;
      right += weight * rowUpper[row];
      for (let z = starts[row]; z < starts[row + 1]; z++) {
        const j = indices[z];
        if (isIn[j] === 0) {
          isIn[j] = 1;
          sums[j] = 0;
          touched[count++] = j;
        }
        sums[j] += weight * values[z];
      }
    });
    return { count, right };
  }

  /** Divides the sum and rounds it. `depth`: the distance of the solution from the cut; 0 if it is not worth using. */
  private round(
    count: number,
    right: number,
    denominator: number,
    values: Float64Array,
    atUpper: (column: number) => boolean,
  ) {
    const { sums, touched, upper } = this;
    let rest = right;
    let [activity, norm, key, largest] = [0, 0, 0, 0];
    for (let q = 0; q < count; q++) {
      const j = touched[q];
      let factor = Math.floor(sums[j] / denominator);
      if (factor * denominator !== sums[j] && atUpper(j)) {
        factor++;
        rest += (factor * denominator - sums[j]) * upper[j];
      }
      sums[j] = factor;
      activity += factor * values[j];
      norm += factor * factor;
      largest = Math.max(largest, Math.abs(factor));
      key = (key + Math.imul(Math.imul(j + 1, 0x9e3779b1) ^ 0x5bd1e995, factor)) | 0;
    }
    const bound = Math.floor(rest / denominator);
    const isUsed = activity - bound > LEAST_VIOLATION && largest <= MOST_FACTOR;
    return { key, bound, depth: isUsed ? (activity - bound) / Math.sqrt(norm) : 0 };
  }

  private cutOf(count: number, most: number): Cut {
    const columns = this.touched.slice(0, count).filter((j) => this.sums[j] !== 0);
    return { columns, factors: Int32Array.from(columns, (j) => this.sums[j]), most };
  }
}

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

/** The smallest number of which all values are multiples of a part; 1 when there is none that is small. */
const denominatorOf = (values: Float64Array): number => {
  for (let d = 2; d <= MOST_DENOMINATOR; d++) {
    if (values.every((value) => Math.abs(value * d - Math.round(value * d)) < TOLERANCE)) return d;
  }
  return 1;
};
