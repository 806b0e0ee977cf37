import { fitQuantiles } from './fitQuantiles.ts';
import { cdf, quantile, type SkewNormal } from './skewNormal.ts';

/** How far an event was from the time that was expected, with what might explain it: `{ airline: 'DL', hour: '17' }`. */
export interface Deviation {
  /** Actual minus expected time; positive: late. */
  readonly seconds: number;
  readonly factors: Readonly<Record<string, string>>;
}

/** What one value of a factor, such as one airline, does to a deviation: `seconds` later, and `spread` times as uncertain. */
export interface Effect {
  readonly count: number;
  readonly seconds: number;
  readonly spread: number;
}

/** Distributions of deviations, estimated from history by `calibrate`. */
export interface Calibration {
  readonly count: number;
  /** In the order in which they were estimated. */
  readonly factors: readonly { readonly factor: string; readonly effects: ReadonlyMap<string, Effect> }[];
  /** The quantiles at PROBABILITIES of what no factor explains, in seconds. */
  readonly quantiles: readonly number[];
}

export const PROBABILITIES = [0.05, 0.1, 0.5, 0.9, 0.95] as const;
const MEDIAN = 2;

/** A value of a factor with fewer deviations than this has no effect of its own. */
const LEAST_COUNT = 5;
/** With this many deviations, half of what a value of a factor seems to do is believed. */
const HALF_COUNT = 20;
/** Fewer deviations than this say too little about a tail of 5 %. */
export const LEAST_HISTORY = 40;

/**
 * Estimates how deviations are distributed, by factor. A deviation is `median + effect seconds + spread · rest`, and the effects are
 * estimated one factor after the other on what those before leave: the median of a value's deviations, and the ratio of their
 * range from P10 to P90 to that of all. Both are shrunk toward no effect, by n / (n + 20), because a few late flights make no late
 * airline (James, Stein 1961; Efron, Morris, "Data analysis using Stein's estimator and its generalizations", JASA 70 (1975)). Medians
 * and quantiles, and no means, so that a flight that is ten hours late counts as one late flight. Throws RangeError for fewer than 40.
 */
export const calibrate = (deviations: readonly Deviation[], factors: readonly string[]): Calibration => {
  if (deviations.length < LEAST_HISTORY) {
    throw new RangeError(`There are ${deviations.length} deviations; at least ${LEAST_HISTORY} are needed.`);
  }
  const all = sorted(deviations.map(({ seconds }) => seconds));
  const median = quantileOf(all, 0.5);
  const rests = Float64Array.from(deviations, ({ seconds }) => seconds - median);
  const estimated = factors.map((factor) => {
    const range = rangeOf(sorted(rests));
    const effects = new Map<string, Effect>();
    const members = Map.groupBy(rests.keys(), (i) => deviations[i].factors[factor] ?? '');
    for (const [value, indices] of members) {
      if (value === '' || indices.length < LEAST_COUNT) continue;
      const own = sorted(indices.map((i) => rests[i]));
      const belief = own.length / (own.length + HALF_COUNT);
      const seconds = belief * quantileOf(own, 0.5);
      const ratio = range > 0 ? rangeOf(own) / range : 1;
      const spread = Math.min(4, Math.max(0.25, ratio)) ** belief;
      effects.set(value, { count: own.length, seconds, spread });
      for (const i of indices) rests[i] = (rests[i] - seconds) / spread;
    }
    return { factor, effects };
  });
  const left = sorted(rests);
  return {
    count: deviations.length,
    factors: estimated,
    quantiles: PROBABILITIES.map((probability) => median + quantileOf(left, probability)),
  };
};

/** The quantiles at PROBABILITIES of a deviation with these factors, in seconds, ascending. Values that history lacks have no effect. */
export const quantilesFor = ({ factors, quantiles }: Calibration, given: Deviation['factors']): readonly number[] => {
  let shift = 0;
  let scale = 1;
  for (const { factor, effects } of factors) {
    const effect = effects.get(given[factor] ?? '');
    if (effect === undefined) continue;
    shift += scale * effect.seconds;
    scale *= effect.spread;
  }
  const median = quantiles[MEDIAN];
  return quantiles.map((value) => median + shift + scale * (value - median));
};

/** The skew-normal distribution that a task with these quantiles gets; null when history does not vary. */
export const distributionFor = (calibration: Calibration, given: Deviation['factors']): SkewNormal | null => {
  const values = quantilesFor(calibration, given);
  return fitQuantiles(PROBABILITIES.map((probability, i) => ({ probability, value: values[i] })).filter(isOuter));
};

/** A task states its outer percentiles, and the fit uses them alone. */
const isOuter = ({ probability }: { readonly probability: number }): boolean => probability !== 0.5;

/** How well distributions predict what happened. */
export interface Fit {
  readonly count: number;
  /** The shares of deviations in ten equal ranges of probability (the PIT histogram): 0.1 each when the distributions are true. */
  readonly histogram: readonly number[];
  /** The share from P05 to P95, and from P10 to P90: 0.9 and 0.8 when they are true. */
  readonly within90: number;
  readonly within80: number;
  /** The median width from P05 to P95 in seconds: of two equally good predictions, the narrower one is more useful. */
  readonly widthSeconds: number;
}

const FOLDS = 5;
const BINS = 10;

/**
 * How well distributions that are estimated from a history predict other days: each fifth of the deviations is judged by a
 * calibration on the others. Source of the histogram: Dawid, "Statistical theory: the prequential approach", J. R. Statist. Soc. A 147 (1984).
 */
export const crossValidate = (deviations: readonly Deviation[], factors: readonly string[]): Fit => {
  const judged: { readonly calibration: Calibration; readonly deviations: readonly Deviation[] }[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const calibration = calibrate(
      deviations.filter((_, i) => i % FOLDS !== fold),
      factors,
    );
    judged.push({ calibration, deviations: deviations.filter((_, i) => i % FOLDS === fold) });
  }
  return fitOf(judged);
};

/** How well each calibration predicts the deviations beside it. */
export const fitOf = (
  judged: readonly { readonly calibration: Calibration; readonly deviations: readonly Deviation[] }[],
): Fit => {
  const bins = Array.from({ length: BINS }, () => 0);
  const widths: number[] = [];
  let count = 0;
  let within90 = 0;
  let within80 = 0;
  for (const { calibration, deviations } of judged) {
    for (const { seconds, factors } of deviations) {
      const distribution = distributionFor(calibration, factors);
      if (distribution === null) continue;
      const probability = cdf(distribution, seconds);
      count++;
      bins[Math.min(BINS - 1, Math.floor(BINS * probability))]++;
      if (probability >= 0.05 && probability <= 0.95) within90++;
      if (probability >= 0.1 && probability <= 0.9) within80++;
      widths.push(quantile(distribution, 0.95) - quantile(distribution, 0.05));
    }
  }
  const share = (some: number): number => some / Math.max(1, count);
  return {
    count,
    histogram: bins.map(share),
    within90: share(within90),
    within80: share(within80),
    widthSeconds: widths.length === 0 ? 0 : quantileOf(sorted(widths), 0.5),
  };
};

const sorted = (values: Iterable<number>): Float64Array => Float64Array.from(values).sort();

const rangeOf = (values: Float64Array): number => quantileOf(values, 0.9) - quantileOf(values, 0.1);

/** The quantile of ascending values, interpolated (Hyndman, Fan 1996, type 7). */
const quantileOf = (values: Float64Array, probability: number): number => {
  const position = probability * (values.length - 1);
  const below = Math.floor(position);
  const next = values[Math.min(values.length - 1, below + 1)];
  return values[below] + (position - below) * (next - values[below]);
};
