import { toSeconds, toShare } from '../../engine/objective/wireNumbers.ts';
import { deriveUncertainty, type TaskUncertainty } from '../../engine/uncertainty/deriveUncertainty.ts';
import { instant, instantOrNull } from '../records/instants.ts';
import type { TaskFields } from '../../db/versions/entities.ts';

/** The members of a task that say how sure its expected time is. */
export type Uncertainty = Pick<
  TaskFields,
  | 'expectedTimeP05'
  | 'expectedTimeP10'
  | 'expectedTimeP90'
  | 'expectedTimeP95'
  | 'sigma'
  | 'skewFactor'
  | 'distributionMean'
>;

type Percentiles = Pick<Uncertainty, 'expectedTimeP05' | 'expectedTimeP10' | 'expectedTimeP90' | 'expectedTimeP95'>;

/** Percentiles and mean of the distribution with this sigma (seconds) and skewness, about `mean` when given, else about the median. Epoch ms. */
export const spreadPercentiles = (
  expectedTime: number,
  sigma: number,
  skewFactor: number,
  mean: number | null,
): Uncertainty => ({
  ...deriveUncertainty({
    expectedTime: instant(expectedTime),
    sigma,
    skewFactor,
    distributionMean: instantOrNull(mean),
  })!,
  sigma,
  skewFactor,
});

/** The distribution that fits the given percentiles best, with those that were not given. */
export const fitPercentiles = (expectedTime: number, percentiles: Percentiles): TaskUncertainty => {
  const fit = deriveUncertainty({
    expectedTime: instant(expectedTime),
    expectedTimeP05: instantOrNull(percentiles.expectedTimeP05),
    expectedTimeP10: instantOrNull(percentiles.expectedTimeP10),
    expectedTimeP90: instantOrNull(percentiles.expectedTimeP90),
    expectedTimeP95: instantOrNull(percentiles.expectedTimeP95),
  })!;
  return { ...fit, sigma: toSeconds(fit.sigma), skewFactor: toShare(fit.skewFactor) };
};
