import type { KeptSearch } from '../../engine/instance/keptSearch.ts';
import type { Placement } from '../../engine/objective/score.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { minMarginals, type PathModel } from '../model/pathModel.ts';
import type { Ascent, Sample } from './ascent.ts';
import type { DiveOptions } from './dive.ts';
import { restrictSweep } from './sweepModel.ts';

/** With a smaller share of known prices than this, the kept ones are not used. */
const KNOWN_SHARE = 0.5;

/** The share of the parts that an earlier search did not have, or that have another time now. */
const unknownShare = ({ partOf }: Pick<Relaxation, 'partOf'>, kept: KeptSearch): number =>
  partOf.reduce((count, part) => count + (Number.isFinite(kept.prices[part]) ? 0 : 1), 0) / Math.max(1, partOf.length);

/** How an ascent continues from kept prices. */
export interface KeptResumption {
  readonly coarse: number;
  readonly fine: number;
  readonly high?: number;
  readonly byKind?: boolean;
  /** Where parts have kinds, coarse iterations on a share of the positions, and then a few on all of them, lead to similar prices in half the time. */
  readonly sample?: { readonly share: number; readonly whole: number; readonly high: number };
}

/**
 * For a large model of which much has changed and whose parts have kinds: a change of the demand at some hours affects all parts of a kind there, so
 * iterations gain more, and larger steps do no harm. The dive after them is short, so that the first plan comes soon.
 */
export const AFTER_MANY_CHANGES = {
  coarse: 50,
  fine: 8,
  high: 50,
  byKind: true,
  sample: { share: 0.2, whole: 24, high: 12 },
  dive: { iterations: 10, share: 0.1 },
} as const;

/** The same where little time is left: a plan that is about 0.4 % worse, in two thirds of the time. */
export const IN_A_HURRY = {
  ...AFTER_MANY_CHANGES,
  coarse: 15,
  sample: { share: 0.2, whole: 6, high: 12 },
} as const;
/** The share of the parts that each round of a dive fixes where little time is left. */
const SHARE_IN_A_HURRY = 0.4;

/** The dive after an ascent from many changes. When fewer seconds than `reserve` are left, it hurries, so that there is time for what follows it. */
export const diveInTime = (secondsLeft: () => number, reserve: number): Omit<DiveOptions, 'step'> => ({
  ...AFTER_MANY_CHANGES.dive,
  hurry: { share: SHARE_IN_A_HURRY, isDue: () => secondsLeft() < reserve },
});

/** The share of parts that are new or have another time from which much has changed. */
const MUCH_CHANGED = 0.02;

/** Whether many of the parts are new or have another time. */
export const hasMuchChanged = (model: Pick<Relaxation, 'partOf'>, kept: KeptSearch): boolean =>
  unknownShare(model, kept) > MUCH_CHANGED;

/** Continues the ascent from the prices of an earlier search, in about `seconds` at most. Returns false, and does nothing, when it knows too few of the parts. */
export const resumeKept = (
  relaxation: Relaxation,
  ascent: Ascent,
  kept: KeptSearch,
  { sample: sampling, ...resumption }: KeptResumption,
  seconds: number,
): boolean => {
  const sample = sampling === undefined ? null : sampleOf(relaxation, ascent, kept, sampling);
  const prices = pricesFrom(relaxation, ascent, kept, sample?.sweep.model ?? relaxation.model);
  if (prices === null) return false;
  // What these prices prove is of no use until the sample has been followed.
  if (sample === null) ascent.beginFrom(prices);
  else ascent.dual.follow(prices);
  ascent.resume({ ...resumption, sample }, seconds);
  return true;
};

const sampleOf = (
  relaxation: Relaxation,
  ascent: Ascent,
  { placement }: KeptSearch,
  { share, whole, high }: Required<KeptResumption>['sample'],
): Sample => {
  const keep = samplePositions(relaxation, placement, share);
  return { keep, sweep: restrictSweep(ascent.whole, keep), whole, high };
};

/**
 * The prices from which an ascent begins: those of an earlier search. A part that it did not have, or that has another time now, gets the
 * lowest price at which some resource would take it. The kept prices need not be right, because any prices give a valid bound. Null when too
 * few prices are known. `model` may have only some of the positions.
 */
const pricesFrom = (
  relaxation: Relaxation,
  { dual, marginals }: Ascent,
  kept: KeptSearch,
  model: PathModel,
): Float64Array | null => {
  const { partOf } = relaxation;
  const { leaveOut, part } = model;
  const { least, best } = dual;
  const isKnown = Uint8Array.from(partOf, (p) => (Number.isFinite(kept.prices[p]) ? 1 : 0));
  const unknown = unknownShare(relaxation, kept);
  if (unknown > 1 - KNOWN_SHARE) return null;
  const prices = Float64Array.from(partOf, (p, i) =>
    isKnown[i] === 1 ? Math.min(leaveOut[i], Math.max(least[i], kept.prices[p])) : least[i],
  );
  if (unknown === 0) return prices;
  minMarginals(model, prices, best, marginals, marginals);
  const raise = new Float64Array(prices.length).fill(Number.POSITIVE_INFINITY);
  for (let k = 0; k < part.length; k++) {
    const i = part[k];
    if (i >= 0 && marginals[k] < raise[i]) raise[i] = marginals[k];
  }
  for (let i = 0; i < prices.length; i++) {
    if (isKnown[i] === 0) prices[i] = Math.min(leaveOut[i], prices[i] + raise[i]);
  }
  return prices;
};

/**
 * Marks a share of the positions, drawn by a hash of part and row, and those of a plan. Where a part may use many rows that are nearly alike, prices on the
 * sample are close to those on all positions.
 */
export const samplePositions = (relaxation: Relaxation, placement: Placement, share: number): Uint8Array => {
  const { model, partOf } = relaxation;
  const keep = new Uint8Array(model.part.length);
  const home = Int32Array.from(partOf, (p) => placement[p]);
  for (let row = 0; row < model.rowCount; row++) sampleRow(model, row, home, share, keep);
  return keep;
};

/** A function of its own, because V8 compiles inner loops of a function that is called once again and again. */
const sampleRow = (
  { rowStart, part }: PathModel,
  row: number,
  home: Int32Array,
  share: number,
  keep: Uint8Array,
): void => {
  const most = Math.floor(share * 2 ** 31);
  const own = Math.imul(row + 1, 0x85_eb_ca_6b);
  for (let k = rowStart[row]; k < rowStart[row + 1] - 1; k++) {
    const mixed = Math.imul(part[k] + 1, 0x9e_37_79_b1) ^ own;
    const hash = Math.imul(mixed ^ (mixed >>> 15), 0xc2_b2_ae_35);
    // The sign of the difference is the mark, because a processor cannot predict a branch here.
    keep[k] = (((hash ^ (hash >>> 13)) >>> 1) - most) >>> 31;
    if (home[part[k]] === row) keep[k] = 1;
  }
};
