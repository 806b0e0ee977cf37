import { peakFloor, sumOf } from '../model/peakFloor.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { Ascent, ClimbFrom } from '../prices/ascent.ts';
import { climbFromCapacity } from '../prices/climbFromCapacity.ts';
import type { Run } from '../solver.ts';

/** When the plan is further above the bound than this share of the cost of leaving a part out, either the plan or the bound is poor. */
export const SUSPICIOUS = 0.12;

/** First step of an ascent from the prices of the busiest moments, as a share of the cost of leaving a part out. */
const PEAKS_STEP = 0.1;

/** What the busiest moments alone prove. */
export interface Crowd {
  /** Prices of the parts, in weight units. */
  readonly prices: Float64Array;
  /** How many parts are left out, in typical costs of leaving one out. */
  readonly leftOut: number;
}

/** What the busiest moments prove, where they alone prove that parts are left out; otherwise null. An ascent from below would end far too low there. */
export const crowdOf = (relaxation: Relaxation, { dual: { least } }: Ascent): Crowd | null => {
  const floor = peakFloor(relaxation, least);
  if (floor === null) return null;
  const leftOut = (floor.bound - sumOf(least)) / relaxation.typicalLeaveOut;
  return leftOut > SUSPICIOUS ? { prices: floor.prices, leftOut } : null;
};

/**
 * An ascent from prices that already include the cost of crowded moments: those of a linear program on the numbers of rows. If there are none, the
 * ascent of a crowded block starts from the prices of its busiest moments, and any other ascent from below.
 */
export const ascendBlock = (
  relaxation: Relaxation,
  ascent: Ascent,
  crowd: Crowd | null,
  run: Run,
  climb: ClimbFrom & { readonly seconds: number },
): void => {
  const { first, fine, seconds } = climb;
  const since = run.elapsedSeconds();
  if (climbFromCapacity(relaxation, ascent, run, climb, seconds)) return;
  const left = run.parameters.stepLimit === null ? seconds - (run.elapsedSeconds() - since) : seconds;
  const high = (PEAKS_STEP * relaxation.typicalLeaveOut) / relaxation.priceUnit;
  if (crowd === null) ascent.rise(first, fine, left);
  else ascent.climbFrom(crowd.prices, { high, first, fine }, left);
};
