import { capacityPrices } from '../integer/capacityPrices.ts';
import { type PeakFloor, peakFloor, sumOf } from '../model/peakFloor.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { Ascent } from '../prices/ascent.ts';
import type { Run } from '../solver.ts';

/** When the plan is further above the bound than this share of the cost of leaving a part out, either the plan or the bound is poor. */
export const SUSPICIOUS = 0.12;

/** First step of the ascent: from the linear program's prices, in price units; from those of the busiest moments, as a share of the cost of leaving a part out. */
const CAPACITY_STEP = 30;
const PEAKS_STEP = 0.1;
/** The most seconds for the linear program, and the share of an ascent's time. */
const CAPACITY_TIME = { seconds: 2, share: 0.3 } as const;

interface Climb {
  readonly first: number;
  readonly fine: number;
  readonly seconds: number;
}

/** What the busiest moments prove, where they alone prove that parts are left out; otherwise null. An ascent from below would end far too low there. */
export const crowdOf = (relaxation: Relaxation, { dual: { least } }: Ascent): PeakFloor | null => {
  const floor = peakFloor(relaxation, least);
  return floor !== null && floor.bound - sumOf(least) > SUSPICIOUS * relaxation.typicalLeaveOut ? floor : null;
};

/**
 * An ascent from prices that say already what crowded moments cost: those of a linear program on the numbers of rows, or else those of the busiest moments. Steps large enough
 * to find that out would lose what is known of the differences between the rows.
 */
export const climbCrowded = (
  { model, priceUnit, typicalLeaveOut }: Relaxation,
  ascent: Ascent,
  crowd: PeakFloor,
  { parameters, stop }: Run,
  { first, fine, seconds }: Climb,
): void => {
  const { share, seconds: most } = CAPACITY_TIME;
  const limitSeconds = parameters.stepLimit === null ? Math.min(most, share * seconds) : null;
  const known = capacityPrices(model, { limitSeconds, stop });
  const high = known === null ? (PEAKS_STEP * typicalLeaveOut) / priceUnit : CAPACITY_STEP;
  ascent.climbFrom(known ?? crowd.prices, high, first, fine, seconds);
};
