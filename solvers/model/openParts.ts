import { orderByEnd } from './orderByEnd.ts';

/** The most parts that are sorted by insertion. */
const FEW = 64;

/** The undecided parts of a subproblem, and how they overlap. */
export class OpenParts {
  /** The first `count` are the open parts, ascending, which is in order of start. */
  readonly parts: Int32Array;
  count = 0;
  private readonly byEnd: Int32Array;
  private readonly start: Int32Array;
  private readonly end: Int32Array;
  /** For `parts`: the number of open parts that start before it ends, and the number that end at or before its start. */
  private readonly startRank: Int32Array;
  private readonly endRank: Int32Array;
  /** For each part, one by the number of parts that overlapped it when all were open, itself included. */
  private readonly share: Float64Array;
  private readonly rankOf: Int32Array;
  private readonly startSums: Int32Array;
  private readonly endSums: Int32Array;

  constructor(most: number) {
    this.parts = new Int32Array(most);
    this.byEnd = new Int32Array(most);
    this.start = new Int32Array(most);
    this.end = new Int32Array(most);
    this.startRank = new Int32Array(most);
    this.endRank = new Int32Array(most);
    this.share = new Float64Array(most);
    this.rankOf = new Int32Array(most);
    this.startSums = new Int32Array(most + 1);
    this.endSums = new Int32Array(most + 1);
  }

  /** Sets the times of part j. Call it for each part, whose starts must ascend, and then `ready`. */
  set(j: number, start: number, end: number): void {
    this.start[j] = start;
    this.end[j] = end;
    this.parts[j] = j;
    this.byEnd[j] = j;
  }

  /** Opens the first `count` parts. */
  ready(count: number): void {
    const { share, startRank, endRank } = this;
    this.count = count;
    this.sortByEnd();
    this.rank();
    for (let j = 0; j < count; j++) share[j] = 1 / (startRank[j] - endRank[j]);
  }

  /** Closes the parts that `decided` marks by 1. */
  drop(decided: Uint8Array): void {
    this.dropFrom(this.byEnd, decided);
    this.count = this.dropFrom(this.parts, decided);
    this.rank();
  }

  /**
   * For each open part, adds to its price `scale` times the mean of 1 − count over the parts that overlap it, those that are closed having counts of 1.
   * `Dual` corrects a whole model in the same way; a subproblem, which is corrected far more often, divides in advance and knows no least prices.
   */
  correct(scale: number, prices: Float64Array, leaveOut: Float64Array, counts: Int32Array): void {
    const { parts, byEnd, count, share, startRank, endRank, startSums, endSums } = this;
    for (let q = 0; q < count; q++) {
      startSums[q + 1] = startSums[q] + 1 - counts[parts[q]];
      endSums[q + 1] = endSums[q] + 1 - counts[byEnd[q]];
    }
    for (let q = 0; q < count; q++) {
      const j = parts[q];
      const raised = prices[j] + scale * (startSums[startRank[q]] - endSums[endRank[q]]) * share[j];
      prices[j] = raised > leaveOut[j] ? leaveOut[j] : raised;
    }
  }

  private dropFrom(list: Int32Array, decided: Uint8Array): number {
    let kept = 0;
    for (let q = 0; q < this.count; q++) {
      const j = list[q];
      list[kept] = j;
      kept += 1 - decided[j];
    }
    return kept;
  }

  private rank(): void {
    const { start, end, parts, byEnd, count, startRank, endRank, rankOf } = this;
    for (let q = 0, s = 0; q < count; q++) {
      const j = byEnd[q];
      while (s < count && start[parts[s]] < end[j]) s++;
      rankOf[j] = s;
    }
    for (let q = 0, e = 0; q < count; q++) {
      const j = parts[q];
      while (e < count && end[byEnd[e]] <= start[j]) e++;
      startRank[q] = rankOf[j];
      endRank[q] = e;
    }
  }

  private sortByEnd(): void {
    const { byEnd, end, count } = this;
    if (count > FEW) {
      byEnd.set(orderByEnd(end, count));
      return;
    }
    for (let k = 1; k < count; k++) {
      const j = byEnd[k];
      let q = k - 1;
      while (q >= 0 && end[byEnd[q]] > end[j]) {
        byEnd[q + 1] = byEnd[q];
        q--;
      }
      byEnd[q + 1] = j;
    }
  }
}
