import type { Random } from '../../engine/random.ts';
import { PathPlan } from '../model/pathPlan.ts';
import type { PathModel } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { Subproblem } from '../model/subproblem.ts';

export interface DiveOptions {
  /** Iterations between two rounds of fixing. */
  readonly iterations: number;
  /** Share of the undecided parts that a round fixes, at least one part. */
  readonly share: number;
  readonly step: number;
}

/** Fixes, round by round, the positions that the ascent's paths choose most often. Parts that it cannot place stay undecided. */
export class Dive {
  private readonly bestPosition: Int32Array;
  private readonly candidates: Int32Array;

  constructor(partCount: number) {
    this.bestPosition = new Int32Array(partCount);
    this.candidates = new Int32Array(partCount);
  }

  /** Dives on `sub` and returns the number of iterations. */
  run(sub: Subproblem, { iterations, share, step }: DiveOptions, stop: () => boolean): number {
    let spent = 0;
    while (sub.undecided > 0 && !stop()) {
      sub.resetChosen();
      for (let q = 0; q < iterations; q++) {
        sub.iterate(step);
        if (sub.partCount > 4000 && stop()) return spent;
      }
      spent += iterations;
      const count = this.rankCandidates(sub);
      if (count === 0) return spent;
      this.fix(sub, count, Math.max(1, Math.ceil(sub.undecided * share)));
      sub.compact();
    }
    return spent;
  }

  /** Finds the position of each part that was chosen most often, and sorts the parts by how often that was. Returns their number. */
  private rankCandidates(sub: Subproblem): number {
    const { bestPosition, candidates } = this;
    bestPosition.fill(-1, 0, sub.partCount);
    const { chosen, part } = sub;
    const total = sub.rowStart[sub.rowCount];
    for (let k = 0; k < total; k++) {
      const j = part[k];
      if (j < 0 || chosen[k] === 0) continue;
      const b = bestPosition[j];
      if (b < 0 || chosen[k] > chosen[b]) bestPosition[j] = k;
    }
    let count = 0;
    for (let j = 0; j < sub.partCount; j++) if (bestPosition[j] >= 0) candidates[count++] = j;
    candidates.subarray(0, count).sort((a, b) => chosen[bestPosition[b]] - chosen[bestPosition[a]] || a - b);
    return count;
  }

  /** Fixes the first candidates that do not overlap one another, `wanted` at most. */
  private fix(sub: Subproblem, count: number, wanted: number): void {
    const { bestPosition, candidates } = this;
    let fixed = 0;
    for (let c = 0; c < count && fixed < wanted; c++) {
      const k = bestPosition[candidates[c]];
      if (clashes(sub, k, bestPosition, candidates, c)) continue;
      sub.fix(k);
      fixed++;
    }
  }
}

/**
 * Whether position k overlaps one fixed earlier in this round. The positions of a row are contiguous and `next` never points beyond
 * them, so one comparison also tells rows apart.
 */
const clashes = (sub: Subproblem, k: number, position: Int32Array, candidates: Int32Array, count: number): boolean => {
  for (let c = 0; c < count; c++) {
    const j = candidates[c];
    if (sub.decided[j] === 0) continue;
    const other = position[j];
    if (Math.max(k, other) < sub.next[Math.min(k, other)]) return true;
  }
  return false;
};

/**
 * Makes a whole plan by a dive over the positions that `keep` marks, and inserts the parts that it cannot place by regret. A dive that
 * is stopped inserts nothing: that would be most parts, and take longer than the dive.
 */
export const diveForPlan = (
  { model, columns, start, end }: Relaxation,
  prices: Float64Array,
  keep: Uint8Array,
  options: DiveOptions,
  random: Random,
  stop: () => boolean,
): { plan: PathPlan; iterations: number } => {
  const sub = new Subproblem(model, random);
  const parts = Int32Array.from({ length: model.partCount }, (_, i) => i);
  sub.begin(model, parts, parts.length, start, end, prices);
  const nothing = new Int32Array(0);
  const costOf = (k: number): number => (keep[k] === 1 ? model.cost[k] : Number.POSITIVE_INFINITY);
  for (let row = 0; row < model.rowCount; row++) {
    const range = [model.rowStart[row], model.rowStart[row + 1] - 1] as const;
    sub.addRow(model, row, model.usage[row], range, nothing, 0, costOf);
  }
  sub.ready();
  const iterations = new Dive(model.partCount).run(sub, options, stop);
  const plan = new PathPlan(model, columns);
  const rest: number[] = [];
  for (let i = 0; i < model.partCount; i++) {
    if (sub.fixed[i] >= 0) plan.place(sub.fixed[i]);
    else rest.push(i);
  }
  if (!stop()) plan.insert(rest, null);
  return { plan, iterations };
};

/** For each position of the restricted model, its position in the full model. */
export const originsOf = (model: PathModel, keep: Uint8Array): Int32Array => {
  const origins: number[] = [];
  for (let row = 0; row < model.rowCount; row++) {
    const sentinel = model.rowStart[row + 1] - 1;
    for (let k = model.rowStart[row]; k < sentinel; k++) if (keep[k] === 1) origins.push(k);
    origins.push(-1);
  }
  return Int32Array.from(origins);
};
