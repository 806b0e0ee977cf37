import { gapOf } from './score.ts';

/**
 * Rounds numbers for output: REST, streams, events, the assistant and the command line. Further digits are not significant and would
 * only show rounding errors of the machine. Every computed number that enters a record is rounded here.
 */

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

/** Rounds seconds to milliseconds. */
export const toSeconds = (seconds: number): number => rounded(seconds, 1000);

/** Rounds sums of weight units to two decimals. */
export const toWeight = (units: number): number => rounded(units, 100);

/** Rounds probabilities, ratios, gaps and means of counts to four decimals. */
export const toShare = (share: number): number => rounded(share, 10_000);

/**
 * Converts a bound from hundredths to weight units with two decimals, rounded down so that it never exceeds what was proven; null
 * without a bound. (Costs are whole hundredths already.)
 */
export const toBound = (hundredths: number | null): number | null => {
  if (hundredths === null) return null;
  const nearest = Math.round(hundredths);
  // Treat a value within floating-point error of an integer as that integer.
  return (Math.abs(hundredths - nearest) < 1e-6 ? nearest : Math.floor(hundredths)) / 100;
};

/** The gap of costs in hundredths (`gapOf`), which is never negative; null without a bound. */
export const toGap = (cost: number, bound: number | null): number | null =>
  bound === null ? null : toShare(Math.max(0, gapOf(cost, bound)));
