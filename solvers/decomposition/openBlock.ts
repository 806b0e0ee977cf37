import type { PathPlan } from '../model/pathPlan.ts';
import { Ascent } from '../prices/ascent.ts';
import { DIVE_WIDTH, diveForPlan } from '../prices/dive.ts';
import { pricesFrom } from '../prices/keptPrices.ts';
import { relax, type Relaxation, type Extent } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { climbCrowded, crowdOf, SUSPICIOUS } from './crowd.ts';
import { roundClasses, type Rounded } from './roundClasses.ts';

/** Iterations of the ascent from below, and of the one from above that follows when the first was not good enough. */
const RISE = { first: 150, fine: 350 } as const;
const CLIMB = { first: 400, fine: 400 } as const;
const CLIMB_OF_FEW = 150;
/** Iterations of the ascent from the prices that an earlier search of the planning kept. */
const FROM_KEPT = { coarse: 40, fine: 120 } as const;
const FEW_PARTS = 40;
const DIVE = { iterations: 5, share: 0.03 } as const;
const MOST_DIVES = 4;
/** A plan that is further above the bound than this share of the cost of leaving a part out probably leaves out one too many. */
const ONE_TOO_MANY = 0.5;
/** With fewer seconds for an ascent than this, the linear program would take too long. */
const LEAST_SECONDS = 0.5;
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
  readonly iterations: number;
}

/**
 * Computes bound, prices and plan of the extent's parts as if there were no other parts to place, by an ascent and a linear program or a dive. Both are
 * repeated from above when plan and bound are far apart; on a crowded day they begin there. The first ascent is short where an earlier search kept prices. An ascent takes about `seconds` at most. Returns null when the run stops
 * earlier; `onBound` has received every bound proven until then.
 */
export const openBlock = (
  extent: Extent,
  run: Run,
  seconds: number,
  onBound: (bound: number) => void,
): OpenedBlock | null => {
  const relaxation = relax(extent.others.instance, 0, extent);
  const { model, priceUnit, typicalLeaveOut } = relaxation;
  const isSmall = model.partCount < FEW_PARTS;
  const ascent = new Ascent(relaxation, run, onBound);
  const climb = (): void => ascent.climb(CLIMB.first, CLIMB.fine, ascent.isQuick, seconds);
  const crowd = isSmall ? null : crowdOf(relaxation, ascent);
  const isCrowded = crowd !== null;
  const isResumed = !isSmall && resumeKept(relaxation, ascent, run, seconds);
  if (isSmall) ascent.climb(CLIMB_OF_FEW);
  else if (isCrowded && !isResumed) climbCrowded(relaxation, ascent, crowd, run, { ...CLIMB, seconds });
  else if (!isResumed) ascent.rise(RISE.first, RISE.fine, seconds);
  // On a crowded day, the linear program takes longer than an ascent and a dive.
  const mayRound = !isSmall && !isCrowded && seconds >= LEAST_SECONDS;
  const mayClimb = !isSmall && (!isCrowded || isResumed);
  let { plan, bound, iterations } = planFrom(relaxation, ascent, run, mayRound);
  if (mayClimb && plan.cost() - bound > SUSPICIOUS * typicalLeaveOut && !run.stop()) {
    climb();
    const again = planFrom(relaxation, ascent, run, mayRound);
    iterations += again.iterations;
    bound = Math.max(bound, again.bound);
    if (again.plan.cost() < plan.cost()) ({ plan } = again);
  }
  onBound(bound);
  if (run.stop()) return null;
  const marginals = ascent.renewMarginals();
  const width = keptWidth(marginals, priceUnit, KEPT_A_PART * model.partCount);
  const arcs = relaxation.arcOf.filter((_, k) => marginals[k] <= width);
  return {
    relaxation,
    bound,
    prices: ascent.prices,
    plan,
    arcs,
    iterations: iterations + ascent.iterations,
  };
};

/** Returns whether there are prices to start from. */
const resumeKept = (relaxation: Relaxation, ascent: Ascent, { kept = null }: Run, seconds: number): boolean => {
  const prices = kept === null ? null : pricesFrom(relaxation, ascent, kept);
  if (prices === null) return false;
  ascent.beginFrom(prices);
  ascent.resume(FROM_KEPT, seconds);
  return true;
};

/** A plan made from the prices, and what is then proven. */
interface FoundPlan extends Rounded {
  readonly iterations: number;
}

/** Makes a plan by rounding the linear program where many rows are interchangeable, otherwise by a dive. */
const planFrom = (relaxation: Relaxation, ascent: Ascent, run: Run, mayRound: boolean): FoundPlan => {
  const rounded = mayRound ? roundClasses(relaxation, ascent, run) : null;
  return rounded === null
    ? { ...diveFrom(relaxation, ascent, run), bound: ascent.bound }
    : { ...rounded, iterations: 0 };
};

/** Dives again, up to `MOST_DIVES` times, as long as the best plan seems to leave out a part too many. */
const diveFrom = (relaxation: Relaxation, ascent: Ascent, run: Run): { plan: PathPlan; iterations: number } => {
  ascent.renewMarginals();
  const { priceUnit, typicalLeaveOut } = relaxation;
  const near = ascent.within(DIVE_WIDTH * priceUnit);
  const diveOnce = (): { plan: PathPlan; iterations: number } => {
    const dive = diveForPlan(relaxation, ascent.prices, near, { ...DIVE, step: priceUnit }, run.random, run.stop);
    run.step(dive.iterations);
    return dive;
  };
  let { plan, iterations } = diveOnce();
  for (let k = 1; k < MOST_DIVES && plan.cost() - ascent.bound > ONE_TOO_MANY * typicalLeaveOut && !run.stop(); k++) {
    const again = diveOnce();
    iterations += again.iterations;
    if (again.plan.cost() < plan.cost()) ({ plan } = again);
  }
  return { plan, iterations };
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
