import { present } from '../../engine/present.ts';
import { toSeconds, toShare } from '../../engine/objective/wireNumbers.ts';
import { deriveUncertainty, type TaskUncertainty } from '../../engine/uncertainty/deriveUncertainty.ts';
import { TASK_PERCENTILES, type TASK_SPREAD } from '../entities/task.ts';
import { instant, instantOrNull, wireInstants } from '../records/instants.ts';
import type { TaskFields } from '../../db/versions/entities.ts';

export type Percentile = keyof typeof TASK_PERCENTILES;

/** The members of a task that express the uncertainty of its expected time. */
export type Uncertainty = Pick<TaskFields, keyof typeof TASK_SPREAD | Percentile | 'distributionMean'>;

/** Percentiles and mean of the distribution with this sigma (seconds) and skewness, about `mean` when given, else about the median. Epoch ms. */
export const spreadPercentiles = (
  expectedTime: number,
  sigma: number,
  skewFactor: number,
  mean: number | null,
): Uncertainty => ({
  ...present(
    deriveUncertainty({
      expectedTime: instant(expectedTime),
      sigma,
      skewFactor,
      distributionMean: instantOrNull(mean),
    }),
  ),
  sigma,
  skewFactor,
});

/** Fits a distribution to the given percentiles, and returns it with the missing ones. */
export const fitPercentiles = (expectedTime: number, percentiles: Pick<Uncertainty, Percentile>): TaskUncertainty => {
  const fit = present(
    deriveUncertainty({
      expectedTime: instant(expectedTime),
      ...wireInstants(TASK_PERCENTILES, percentiles),
    }),
  );
  return { ...fit, sigma: toSeconds(fit.sigma), skewFactor: toShare(fit.skewFactor) };
};
