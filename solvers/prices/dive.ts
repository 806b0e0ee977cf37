import { lowerBound } from '../../engine/binarySearch.ts';
import { PathPlan } from '../model/pathPlan.ts';
import type { Restriction } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { Subproblem } from '../model/subproblem.ts';
import type { Run } from '../solver.ts';
import type { OpenPositions } from './openPositions.ts';

/** A dive chooses among positions whose min-marginal is at most this many price units. */
export const DIVE_WIDTH = 8;
/** With more parts than this, each iteration is followed by a look whether the run is to stop. */
const LONG_ITERATIONS = 4000;

export interface DiveOptions {
  /** Iterations between two rounds of fixing. */
  readonly iterations: number;
  /** Share of the undecided parts that a round fixes, at least one part. */
  readonly share: number;
  /** Step of the iterations, in weight units. */
  readonly step: number;
  /** While `isDue` returns true, rounds fix this share, so that the dive ends soon. */
  readonly hurry?: { readonly share: number; readonly isDue: () => boolean };
}

/** Fixes, round by round, the positions that the ascent's paths choose most often. Parts that it cannot place stay undecided. */
export class Dive {
  private readonly bestPosition: Int32Array;
  private readonly candidates: Int32Array;
  /** The positions fixed in this round, ascending. */
  private readonly taken: Int32Array;
  private takenCount = 0;

  constructor(partCount: number) {
    this.bestPosition = new Int32Array(partCount);
    this.candidates = new Int32Array(partCount);
    this.taken = new Int32Array(partCount);
  }

  /** Dives on `sub` and returns the number of iterations. `open`: the positions of the model from which `sub` was loaded. */
  run(
    sub: Subproblem,
    { iterations, share, step, hurry }: DiveOptions,
    stop: () => boolean,
    open: OpenPositions | null = null,
  ): number {
    let spent = 0;
    while (sub.undecided > 0 && !stop()) {
      sub.resetChosen();
      for (let q = 0; q < iterations; q++) {
        sub.iterate(step);
        if (sub.partCount > LONG_ITERATIONS && stop()) return spent;
      }
      spent += iterations;
      const count = this.rankCandidates(sub, iterations);
      if (count === 0) return spent;
      const wanted = hurry?.isDue() ? hurry.share : share;
      this.fix(sub, count, Math.max(1, Math.ceil(sub.undecided * wanted)), open);
      sub.compact(open?.excluded);
    }
    return spent;
  }

  /** Finds the position of each part that was chosen most often, and sorts the parts by how often that was. Returns their number. */
  private rankCandidates(sub: Subproblem, iterations: number): number {
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
    // A position is chosen at most once in each iteration, so that few numbers occur.
    const before = new Int32Array(iterations + 2);
    for (let j = 0; j < sub.partCount; j++)
      if (bestPosition[j] >= 0) before[iterations - chosen[bestPosition[j]] + 1]++;
    for (let rank = 0; rank <= iterations; rank++) before[rank + 1] += before[rank];
    for (let j = 0; j < sub.partCount; j++)
      if (bestPosition[j] >= 0) candidates[before[iterations - chosen[bestPosition[j]]]++] = j;
    return before[iterations + 1];
  }

  /** Fixes the first candidates that do not exclude one another, `wanted` at most. */
  private fix(sub: Subproblem, count: number, wanted: number, open: OpenPositions | null): void {
    const { bestPosition, candidates } = this;
    this.takenCount = 0;
    for (let c = 0; c < count && this.takenCount < wanted; c++) {
      const k = bestPosition[candidates[c]];
      if (open?.excluded[sub.origin[k]] === 1 || !this.take(sub, k)) continue;
      open?.take(sub.origin[k]);
      sub.fix(k);
    }
  }

  /**
   * Takes position k unless it overlaps one that was taken earlier in this round, and returns whether it did. Taken positions do not overlap, so only the neighbors
   * count. The positions of a row are contiguous and `next` never points beyond them, so one comparison also tells rows apart.
   */
  private take({ next }: Subproblem, k: number): boolean {
    const { taken, takenCount } = this;
    const at = lowerBound(taken, k, 0, takenCount);
    if ((at > 0 && k < next[taken[at - 1]]) || (at < takenCount && taken[at] < next[k])) return false;
    taken.copyWithin(at + 1, at, takenCount);
    taken[at] = k;
    this.takenCount++;
    return true;
  }
}

/**
 * Makes a whole plan by a dive over the positions of `near`, and inserts the parts that it cannot place by regret. A dive that
 * is stopped inserts nothing: that would be most parts, and take longer than the dive. Nor does one that respects the exclusions in `open`, of which the
 * insertion knows nothing.
 */
export const diveForPlan = (
  { model: whole, columns, start, end }: Relaxation,
  prices: Float64Array,
  { model, origin }: Restriction,
  options: DiveOptions,
  { random, step, stop }: Pick<Run, 'random' | 'step' | 'stop'>,
  open: OpenPositions | null = null,
): PathPlan => {
  const sub = new Subproblem(model, random);
  const parts = Int32Array.from({ length: model.partCount }, (_, i) => i);
  sub.begin(model, parts, parts.length, start, end, prices);
  const nothing = new Int32Array(0);
  for (let row = 0; row < model.rowCount; row++) {
    const range = [model.rowStart[row], model.rowStart[row + 1] - 1] as const;
    sub.addRow(model, row, model.usage[row], range, nothing, 0, null);
  }
  sub.ready();
  const iterations = new Dive(model.partCount).run(sub, options, stop, open);
  const plan = new PathPlan(whole, columns);
  const rest: number[] = [];
  for (let i = 0; i < model.partCount; i++) {
    if (sub.fixed[i] >= 0) plan.place(origin[sub.fixed[i]]);
    else rest.push(i);
  }
  if (!stop() && open === null) plan.insert(rest, null);
  step(iterations);
  return plan;
};
