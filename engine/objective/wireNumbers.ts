/**
 * Numbers as everybody outside is told them: REST, streams, events, the assistant and the command line. Digits beyond these say nothing, and would only
 * show how a machine adds. Whatever makes a record of a computed number takes it through here.
 */

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

/** To milliseconds. */
export const toSeconds = (seconds: number): number => rounded(seconds, 1000);

/** Probabilities, ratios, gaps, and means of counts: four decimals. */
export const toShare = (share: number): number => rounded(share, 10_000);

/** A bound in weight units, two decimals, of hundredths: never above what was proven; null without one. Costs are whole hundredths already. */
export const toBound = (hundredths: number | null): number | null => {
  if (hundredths === null) return null;
  const nearest = Math.round(hundredths);
  // A whole number that was computed in floating point is that number.
  return (Math.abs(hundredths - nearest) < 1e-6 ? nearest : Math.floor(hundredths)) / 100;
};

/** (incumbent − bound) / max(1, |incumbent|), of costs in hundredths; null without a bound. */
export const toGap = (cost: number, bound: number | null): number | null =>
  bound === null ? null : toShare(Math.max(0, cost - bound) / Math.max(100, Math.abs(cost)));
