import type { Subproblem } from './subproblem.ts';

export interface DiveOptions {
  /** Iterations between two rounds of fixing. */
  readonly iterations: number;
  /** Share of the undecided parts that a round fixes; at least one. */
  readonly share: number;
  readonly step: number;
}

/**
 * Fixes, round by round, the positions that the ascent's paths choose most. What it cannot place stays undecided. Returns
 * the iterations spent.
 */
export class Dive {
  private readonly bestPosition: Int32Array;
  private readonly candidates: Int32Array;
  private readonly keys: Float64Array;

  constructor(partCount: number) {
    this.bestPosition = new Int32Array(partCount);
    this.candidates = new Int32Array(partCount);
    this.keys = new Float64Array(partCount);
  }

  run(sub: Subproblem, { iterations, share, step }: DiveOptions, stop: () => boolean): number {
    let spent = 0;
    const { bestPosition, candidates, keys } = this;
    while (sub.undecided > 0 && !stop()) {
      sub.resetChosen();
      for (let q = 0; q < iterations; q++) sub.iterate(step);
      spent += iterations;
      bestPosition.fill(-1, 0, sub.partCount);
      const total = sub.rowStart[sub.rowCount];
      for (let k = 0; k < total; k++) {
        const j = sub.part[k];
        if (j < 0 || sub.chosen[k] === 0) continue;
        const b = bestPosition[j];
        if (b < 0 || sub.chosen[k] > sub.chosen[b]) bestPosition[j] = k;
      }
      let count = 0;
      for (let j = 0; j < sub.partCount; j++) {
        const k = bestPosition[j];
        if (k < 0) continue;
        keys[j] = sub.chosen[k]!;
        candidates[count++] = j;
      }
      if (count === 0) return spent;
      const wanted = Math.max(1, Math.ceil(sub.undecided * share));
      candidates.subarray(0, count).sort((a, b) => keys[b] - keys[a] || a - b);
      let fixed = 0;
      for (let c = 0; c < count && fixed < wanted; c++) {
        const k = bestPosition[candidates[c]];
        if (c > 0 && clashes(sub, k, bestPosition, candidates, c)) continue;
        sub.fix(k);
        fixed++;
      }
      sub.compact();
    }
    return spent;
  }
}

/** Whether position k clashes with one fixed earlier in this round. */
const clashes = (sub: Subproblem, k: number, position: Int32Array, candidates: Int32Array, count: number): boolean => {
  for (let c = 0; c < count; c++) {
    const j = candidates[c];
    const other = position[j];
    if (sub.decided[j] === 0) continue;
    const early = Math.min(k, other);
    const late = Math.max(k, other);
    // Positions of one row are contiguous and `next` stays within the row.
    if (late < sub.next[early]) return true;
  }
  return false;
};
