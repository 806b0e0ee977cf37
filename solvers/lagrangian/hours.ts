import type { Run } from '../solver.ts';
import type { RowClasses } from '../paths/core.ts';
import type { PathPlan } from '../paths/pathPlan.ts';
import type { PathModel } from '../paths/paths.ts';
import { solveMerged, solveWindow, type WindowOptions } from './proof.ts';
import type { Relaxation } from '../paths/relaxation.ts';

const MOST_COLUMNS = 4_000;
/** Where so many rows are equal to others, a window is solved with equal rows as one. */
const MERGED_SHARE = 0.8;
const MOST_HOURS = { long: 14, day: 5 };
/** Windows to choose from. */
const TRIES = { long: 12, day: 3 };
/** What a window may choose from, in units. */
const WIDTH = { long: 4, day: 4 };
const MOST_SECONDS = { long: 4, day: 1.5 };

/** Whether it pays to treat equal rows as one. */
export const hasEqualRows = ({ rowCount }: PathModel, { members }: RowClasses): boolean =>
  members.length < MERGED_SHARE * rowCount;

/** What is known of each position, and of each part left out: what a plan with it costs above the bound at least. */
export interface Excess {
  readonly marginals: Float64Array;
  readonly outMarginals: Float64Array;
  /** What the plan costs above the bound, in weight units. */
  readonly gap: number;
}

/**
 * Exact search of a few hours at a time, everything else staying where it is: on its row, or, where many rows are equal, on
 * any row of its class. Source: Shaw, "Using constraint programming and local search methods to solve vehicle routing
 * problems", CP 1998.
 */
export class HourSearch {
  private readonly relaxation: Relaxation;
  private readonly classes: RowClasses;
  private readonly run: Run;
  private readonly isMerged: boolean;
  private hours: number;

  constructor(relaxation: Relaxation, classes: RowClasses, run: Run) {
    this.relaxation = relaxation;
    this.classes = classes;
    this.run = run;
    this.isMerged = !relaxation.isLong && hasEqualRows(relaxation.model, classes);
    this.hours = relaxation.isLong ? 8 : 2;
  }

  /** One window, of several the one whose parts cost most above the bound. A better plan as positions, or null. */
  attempt(plan: PathPlan, excess: Excess): Int32Array | null {
    const { run, relaxation, classes } = this;
    const { model, start, end, unit, grain, isLong } = relaxation;
    const kind = isLong ? 'long' : 'day';
    const { stepLimit, timeLimitSeconds } = run.parameters;
    const left = Math.max(0.05, timeLimitSeconds - run.elapsedSeconds());
    const anchor = this.pickAnchor(plan, excess, TRIES[kind]);
    const until = anchor + this.hours * 3600;
    const options: WindowOptions = {
      plan,
      concerns: (i) => start[i] < until && end[i] > anchor,
      marginals: excess.marginals,
      outMarginals: excess.outMarginals,
      width: Math.min(WIDTH[kind] * unit, excess.gap),
      grain: grain / 100,
      mostColumns: MOST_COLUMNS,
      nodeLimit: stepLimit === null ? null : 20,
      limitSeconds: stepLimit === null ? Math.min(MOST_SECONDS[kind], left) : null,
      stop: () => run.stop(),
    };
    const { outcome, positions } = this.isMerged ? solveMerged(model, classes, options) : solveWindow(model, options);
    run.step(50);
    if (outcome === 'limited') this.hours *= 0.85;
    if (outcome === 'tooLarge') this.hours *= 0.7;
    if (outcome === 'same') this.hours = Math.min(MOST_HOURS[kind], this.hours * 1.1);
    return outcome === 'better' || (outcome === 'limited' && positions !== null) ? positions : null;
  }

  private pickAnchor(plan: PathPlan, { marginals, outMarginals }: Excess, tries: number): number {
    const { run, relaxation } = this;
    const { model, start, end } = relaxation;
    const n = model.partCount;
    let anchor = 0;
    let worst = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < tries; t++) {
      const candidate = start[run.random.below(n)] - run.random.below(Math.ceil(this.hours * 1800));
      const until = candidate + this.hours * 3600;
      let sum = 0;
      for (let i = 0; i < n; i++) {
        if (start[i] >= until || end[i] <= candidate) continue;
        const k = plan.position[i];
        sum += k < 0 ? outMarginals[i] : marginals[k];
      }
      if (sum > worst) {
        worst = sum;
        anchor = candidate;
      }
    }
    return anchor;
  }
}
