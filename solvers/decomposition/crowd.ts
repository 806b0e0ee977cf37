import { type PeakFloor, peakFloor, sumOf } from '../model/peakFloor.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { Ascent } from '../prices/ascent.ts';
import { climbFromCapacity } from '../prices/climbFromCapacity.ts';
import type { Run } from '../solver.ts';

/** When the plan is further above the bound than this share of the cost of leaving a part out, either the plan or the bound is poor. */
export const SUSPICIOUS = 0.12;

/** First step of the ascent: from the linear program's prices, in price units; from those of the busiest moments, as a share of the cost of leaving a part out. */
const CAPACITY_STEP = 30;
const PEAKS_STEP = 0.1;

/** What the busiest moments prove, where they alone prove that parts are left out; otherwise null. An ascent from below would end far too low there. */
export const crowdOf = (relaxation: Relaxation, { dual: { least } }: Ascent): PeakFloor | null => {
  const floor = peakFloor(relaxation, least);
  return floor !== null && floor.bound - sumOf(least) > SUSPICIOUS * relaxation.typicalLeaveOut ? floor : null;
};

/**
 * An ascent from prices that say already what crowded moments cost: those of a linear program on the numbers of rows, or else those of the busiest moments.
 */
export const climbCrowded = (
  relaxation: Relaxation,
  ascent: Ascent,
  crowd: PeakFloor,
  run: Run,
  { first, fine, seconds }: { readonly first: number; readonly fine: number; readonly seconds: number },
): void => {
  const { typicalLeaveOut, priceUnit } = relaxation;
  const since = run.elapsedSeconds();
  if (climbFromCapacity(relaxation, ascent, run, { high: CAPACITY_STEP, first, fine }, seconds)) return;
  const left = run.parameters.stepLimit === null ? seconds - (run.elapsedSeconds() - since) : seconds;
  ascent.climbFrom(crowd.prices, (PEAKS_STEP * typicalLeaveOut) / priceUnit, first, fine, left);
};
