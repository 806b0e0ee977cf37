import { unixMs } from '../instance/instant.ts';
import type { DocumentTask, Time } from '../instance/planningDocument.ts';
import { fitQuantiles, type GivenQuantile } from './fitQuantiles.ts';
import { cdf, fromMoments, momentsOf, quantile, type SkewNormal } from './skewNormal.ts';

/** The uncertainty of a task's expected time. Times are in Unix milliseconds, sigma in seconds. */
export interface TaskUncertainty {
  readonly expectedTimeP05: number;
  readonly expectedTimeP10: number;
  readonly expectedTimeP90: number;
  readonly expectedTimeP95: number;
  readonly sigma: number;
  readonly skewFactor: number;
  readonly distributionMean: number;
}

/** The members of a task that determine its uncertainty. */
export type UncertainTask = Pick<
  DocumentTask<Time>,
  | 'expectedTime'
  | 'expectedTimeP05'
  | 'expectedTimeP10'
  | 'expectedTimeP90'
  | 'expectedTimeP95'
  | 'sigma'
  | 'skewFactor'
  | 'distributionMean'
>;

const PERCENTILES = [
  ['expectedTimeP05', 0.05],
  ['expectedTimeP10', 0.1],
  ['expectedTimeP90', 0.9],
  ['expectedTimeP95', 0.95],
] as const;

/**
 * Derives all four percentiles and the moments from what the task states. Percentiles take precedence and are returned unchanged, with
 * the rest derived from them; otherwise sigma with skewFactor (default 0) is used, with the median at expectedTime, or the mean at
 * distributionMean. Null when neither is stated. Times must be valid.
 */
export const deriveUncertainty = (task: UncertainTask): TaskUncertainty | null => {
  const expectedMs = unixMs(task.expectedTime);
  const distribution = distributionOf(task);
  if (!distribution) {
    if (!isWritten(task)) return null;
    return {
      expectedTimeP05: givenMs(task.expectedTimeP05, expectedMs),
      expectedTimeP10: givenMs(task.expectedTimeP10, expectedMs),
      expectedTimeP90: givenMs(task.expectedTimeP90, expectedMs),
      expectedTimeP95: givenMs(task.expectedTimeP95, expectedMs),
      sigma: 0,
      skewFactor: 0,
      distributionMean: expectedMs,
    };
  }
  const { mean, sigma, skewness } = momentsOf(distribution);
  const at = (time: Time | null | undefined, probability: number): number =>
    time == null ? expectedMs + Math.round(1000 * quantile(distribution, probability)) : unixMs(time);
  const isFitted = givenQuantiles(task).length > 0;
  return {
    expectedTimeP05: at(task.expectedTimeP05, 0.05),
    expectedTimeP10: at(task.expectedTimeP10, 0.1),
    expectedTimeP90: at(task.expectedTimeP90, 0.9),
    expectedTimeP95: at(task.expectedTimeP95, 0.95),
    sigma: isFitted ? sigma : task.sigma!,
    skewFactor: isFitted ? skewness : (task.skewFactor ?? 0),
    distributionMean: expectedMs + Math.round(1000 * mean),
  };
};

const givenMs = (time: Time | null | undefined, otherwise: number): number => (time == null ? otherwise : unixMs(time));

const isWritten = (task: UncertainTask): boolean => task.sigma != null || givenQuantiles(task).length > 0;

/**
 * The distribution of the task's time, in seconds relative to expectedTime; null when it is exact or no uncertainty is stated. Fewer
 * than three percentiles are fitted together with expectedTime as the median.
 */
export const distributionOf = (task: UncertainTask): SkewNormal | null => {
  const given = givenQuantiles(task);
  if (given.length > 0) return fitQuantiles(given.length < 3 ? [...given, { probability: 0.5, value: 0 }] : given);
  const { sigma, skewFactor, distributionMean } = task;
  if (sigma == null || !(sigma > 0)) return null;
  const skewness = skewFactor ?? 0;
  if (distributionMean != null) {
    const mean = (unixMs(distributionMean) - unixMs(task.expectedTime)) / 1000;
    return fromMoments({ mean, sigma, skewness });
  }
  const centered = fromMoments({ mean: 0, sigma, skewness });
  return { ...centered, location: centered.location - medianOf(centered) };
};

const givenQuantiles = (task: UncertainTask): readonly GivenQuantile[] => {
  const given: GivenQuantile[] = [];
  for (const [member, probability] of PERCENTILES) {
    const time = task[member];
    if (time == null) continue;
    given.push({ probability, value: (unixMs(time) - unixMs(task.expectedTime)) / 1000 });
  }
  return given;
};

const medianOf = (distribution: SkewNormal): number =>
  cdf(distribution, distribution.location) === 0.5 ? distribution.location : quantile(distribution, 0.5);
