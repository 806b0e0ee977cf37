import type { PathPlan } from '../model/pathPlan.ts';
import { Ascent } from '../prices/ascent.ts';
import { DIVE_WIDTH, diveForPlan } from '../prices/dive.ts';
import { resumeKept } from '../prices/keptPrices.ts';
import { type Extent, FEW_PARTS, relax, type Relaxation } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { ascendBlock, crowdOf, SUSPICIOUS } from './crowd.ts';
import { roundClasses } from './roundClasses.ts';

/**
 * Iterations of the first ascent and the sizes of its first steps, in price units: from the prices of a linear program; the same, if many parts are
 * left out; and from above, if the first ascent was not good enough.
 */
const FROM_PROGRAM = { high: 15, first: 96, fine: 400 } as const;
const OVERFULL = { high: 30, first: 400, fine: 400 } as const;
const FROM_ABOVE = { first: 400, fine: 400 } as const;
const CLIMB_OF_FEW = 150;
/** Iterations of the ascent from the prices that an earlier search of the planning kept. */
const FROM_KEPT = { coarse: 40, fine: 120 } as const;
const DIVE = { iterations: 5, share: 0.03 } as const;
const MOST_DIVES = 4;
/** A plan that is further above the bound than this share of the cost of leaving a part out probably leaves out one too many. */
const ONE_TOO_MANY = 0.5;
/** Where the busiest moments leave out more than this share of the parts, the linear program is far from integral and takes seconds. */
const MOST_LEFT_OUT = 0.01;
/** A rounded plan that costs at most this share more than the bound is good enough. */
const GOOD_SHARE = 0.005;
/** With fewer seconds for an ascent than this, the linear program would take too long. */
const LEAST_SECONDS = 0.2;
/** Widths in price units: later searches ignore arcs whose min-marginal exceeds the width. The widest that keeps few enough arcs is used. */
const KEPT_WIDTHS = [24, 16, 11, 8, 6, 4, 2] as const;
const KEPT_A_PART = 60;

/** The result of solving a block alone. */
export interface OpenedBlock {
  readonly relaxation: Relaxation;
  /** Bound of the block's model, in weight units. */
  readonly bound: number;
  /** Price of each part of the block. */
  readonly prices: Float64Array;
  readonly plan: PathPlan;
  /** The instance's arcs that are worth a look in later searches. */
  readonly arcs: Int32Array;
}

/**
 * Computes bound, prices and plan of the extent's parts as if there were no other parts to place, by an ascent and a linear program or a dive. If
 * there is no linear program, and plan and bound are far apart, both are repeated from above, unless the block is crowded. The first ascent is short
 * if an earlier search kept prices. An ascent takes about `seconds` at most. Returns null when the run stops earlier; `onBound` has received every
 * bound proven until then.
 */
export const openBlock = (
  extent: Extent,
  run: Run,
  seconds: number,
  onBound: (bound: number) => void,
): OpenedBlock | null => {
  const relaxation = relax(extent.others.instance, extent);
  const { model, priceUnit, typicalLeaveOut } = relaxation;
  const ascent = new Ascent(relaxation, run, onBound);
  const { mayRound, mayClimb } = ascendFirst(relaxation, ascent, run, seconds);
  let { plan, bound, isLinear } = planFrom(relaxation, ascent, run, mayRound);
  if (mayClimb && !isLinear && plan.cost() - bound > SUSPICIOUS * typicalLeaveOut && !run.stop()) {
    ascent.climb(FROM_ABOVE.first, FROM_ABOVE.fine, ascent.isQuick, seconds);
    const again = planFrom(relaxation, ascent, run, mayRound);
    bound = Math.max(bound, again.bound);
    if (again.plan.cost() < plan.cost()) ({ plan } = again);
  }
  onBound(bound);
  if (run.stop()) return null;
  const marginals = ascent.renewMarginals();
  const width = keptWidth(marginals, priceUnit, KEPT_A_PART * model.partCount);
  const arcs = relaxation.arcOf.filter((_, k) => marginals[k] <= width);
  return { relaxation, bound, prices: ascent.prices, plan, arcs };
};

/** The block's first ascent. Returns whether rounding may follow, and another ascent if the plan is poor. */
const ascendFirst = (
  relaxation: Relaxation,
  ascent: Ascent,
  run: Run,
  seconds: number,
): { readonly mayRound: boolean; readonly mayClimb: boolean } => {
  const { partCount } = relaxation.model;
  if (partCount < FEW_PARTS) {
    ascent.climb(CLIMB_OF_FEW);
    return { mayRound: false, mayClimb: false };
  }
  const crowd = crowdOf(relaxation, ascent);
  const isFull = (crowd?.leftOut ?? 0) > MOST_LEFT_OUT * partCount;
  const { kept = null } = run;
  const isResumed = kept !== null && resumeKept(relaxation, ascent, kept, FROM_KEPT, seconds);
  if (!isResumed) ascendBlock(relaxation, ascent, crowd, run, { ...(isFull ? OVERFULL : FROM_PROGRAM), seconds });
  return { mayRound: !isFull && seconds >= LEAST_SECONDS, mayClimb: crowd === null || isResumed };
};

/** A plan made from the prices, and what is then proven. */
interface FoundPlan {
  readonly plan: PathPlan;
  readonly bound: number;
  /** Whether the bound is that of a linear program; no ascent has a better one. */
  readonly isLinear: boolean;
}

/** Makes a plan by rounding the linear program where many rows are interchangeable, and by a dive where that is not possible or not good. */
const planFrom = (relaxation: Relaxation, ascent: Ascent, run: Run, mayRound: boolean): FoundPlan => {
  const rounded = mayRound ? roundClasses(relaxation, ascent, run) : null;
  if (rounded === null) return { plan: diveFrom(relaxation, ascent, run), bound: ascent.bound, isLinear: false };
  const { plan, bound } = rounded;
  const excess = plan === null ? Number.POSITIVE_INFINITY : plan.cost() - bound;
  if (plan !== null && excess <= GOOD_SHARE * Math.abs(bound)) return { plan, bound, isLinear: true };
  const dived = diveFrom(relaxation, ascent, run);
  const isBetter = plan === null || dived.cost() < plan.cost();
  return { plan: isBetter ? dived : plan, bound, isLinear: true };
};

/** Dives again, up to `MOST_DIVES` times, as long as the best plan seems to leave out a part too many. */
const diveFrom = (relaxation: Relaxation, ascent: Ascent, run: Run): PathPlan => {
  ascent.renewMarginals();
  const { priceUnit, typicalLeaveOut } = relaxation;
  const near = ascent.within(DIVE_WIDTH * priceUnit);
  const diveOnce = (): PathPlan => diveForPlan(relaxation, ascent.prices, near, { ...DIVE, step: priceUnit }, run);
  let plan = diveOnce();
  for (let k = 1; k < MOST_DIVES && plan.cost() - ascent.bound > ONE_TOO_MANY * typicalLeaveOut && !run.stop(); k++) {
    const again = diveOnce();
    if (again.cost() < plan.cost()) plan = again;
  }
  return plan;
};

/** Returns the widest of the widths that keeps at most `most` positions. */
const keptWidth = (marginals: Float64Array, priceUnit: number, most: number): number => {
  for (const units of KEPT_WIDTHS) {
    let count = 0;
    for (let k = 0; k < marginals.length; k++) if (marginals[k] <= units * priceUnit) count++;
    if (count <= most) return units * priceUnit;
  }
  return priceUnit;
};
