import type { Plan } from '../../engine/board/plan.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Range } from '../model/crossings.ts';
import { type Extent, extentAmong, relax, type Relaxation } from '../model/relaxation.ts';
import { byPart } from '../model/translate.ts';
import type { Run } from '../solver.ts';
import { Ascent } from './ascent.ts';
import { DIVE_WIDTH, type DiveOptions } from './dive.ts';
import { mendedDive } from './mendedDive.ts';
import { worstLoss } from './planLoss.ts';

/** Parts of a zone for each row, and the sizes of a zone that are tried one after another, as multiples; only the first one where time is short. */
const ZONE = 3;
const SIZES = [1, 2, 4] as const;
const SMALLEST = SIZES.slice(0, 1);
/**
 * Shares of the typical cost of leaving a part out: the loss below which, as a rule, no other plan leaves out fewer parts; and the gain of a zone
 * below which its next size is tried.
 */
export const LEAST_LOSS = 0.6;
const LEAST_GAIN = 0.3;

/** The ascent in a zone, from prices near optimal ones, and its dive. */
const ASCENT = { coarse: 20, fine: 20, high: 10 } as const;
const DIVE = { iterations: 20, share: 0.03 } as const;

/** How much time the ascent may take, in seconds, what the plan must cost less than, in hundredths, and how the dive goes. */
interface Limits {
  readonly seconds?: number;
  readonly below?: number;
  readonly dive?: Omit<DiveOptions, 'step'>;
}

/**
 * Makes a plan of the extent's parts, between all others, by a short ascent from `prices`, which are near optimal and by part of the instance, and a
 * dive. Returns null when the run stops earlier, or the ascent proves that no such plan costs little enough.
 */
export const placeAnew = (
  extent: Extent,
  prices: Float64Array,
  run: Run,
  { seconds = Number.POSITIVE_INFINITY, below = Number.POSITIVE_INFINITY, dive = DIVE }: Limits = {},
): Plan | null => {
  const { instance, placement } = extent.others;
  const relaxation = relax(instance, extent);
  const ascent = new Ascent(relaxation, run, () => {});
  ascent.beginFrom(Float64Array.from(relaxation.partOf, (part) => prices[part]));
  ascent.resume(ASCENT, seconds);
  if (relaxation.constant + 100 * ascent.bound >= below) return null;
  const near = ascent.nearWithin(DIVE_WIDTH * relaxation.priceUnit);
  return mendedDive(relaxation, ascent.prices, near, dive, run, placement);
};

/**
 * Places anew, one zone after another, what is near the moments at which a plan costs much more than its prices prove, because it leaves out a part too
 * many there. A dive through the whole takes five times as long, and often does the same at another moment. The prices must be near optimal ones. Looks
 * at moments in `range`. Returns the plan, or a cheaper one.
 * Source: windows chosen by what they may gain, Taillard, Voss, "POPMUSIC", in: Essays and Surveys in Metaheuristics (2002).
 */
export const repairLosses = (
  relaxation: Relaxation,
  plan: Plan,
  prices: Float64Array,
  run: Run,
  {
    range = { from: 0, to: relaxation.model.partCount },
    isShort = false,
  }: { readonly range?: Range; readonly isShort?: boolean } = {},
): Plan => {
  const { model, typicalLeaveOut } = relaxation;
  const sizes = isShort ? SMALLEST : SIZES;
  const size = ZONE * model.rowCount;
  const most = 2 * size < model.partCount ? Math.ceil(model.partCount / size) : 0;
  const ofInstance = byPart(relaxation, prices);
  const tried: number[] = [];
  let best = plan;
  while (tried.length < most && !run.stop()) {
    const worst = worstLoss(relaxation, best.placement, prices, range, tried);
    if (worst === null || worst.loss < LEAST_LOSS * typicalLeaveOut) break;
    tried.push(worst.middle);
    const halves = sizes.map((multiple) => (multiple * size) >> 1);
    best = placeZoneAnew(relaxation, best, ofInstance, run, worst.middle, halves);
  }
  return best;
};

/** Tries one zone after another, which has so many parts on each side of the middle, until one gains enough. Returns the cheapest plan. */
const placeZoneAnew = (
  { instance, extent, partOf, typicalLeaveOut }: Relaxation,
  plan: Plan,
  prices: Float64Array,
  run: Run,
  middle: number,
  halves: readonly number[],
): Plan => {
  const below = plan.cost - 100 * LEAST_GAIN * typicalLeaveOut;
  let best = plan;
  for (const half of halves) {
    const parts = partsNear(instance, partOf, middle - half, middle + half);
    const found = placeAnew(extentAmong(extent, parts, best.placement), prices, run, { below });
    if (found !== null && found.cost < best.cost) best = found;
    if (best.cost <= below || run.stop()) break;
  }
  return best;
};

/**
 * The parts from index `from` (inclusive) to index `to` (exclusive), and earlier ones that may be in conflict with the part with index `to` or a later
 * one; ascending.
 */
export const partsNear = (
  { start, end, maxGapSeconds }: Instance,
  parts: Int32Array,
  from: number,
  to: number,
): Int32Array => {
  const until = to < parts.length ? start[parts[to]] - maxGapSeconds : Number.POSITIVE_INFINITY;
  return parts.filter((part, i) => i < to && (i >= from || end[part] > until));
};
