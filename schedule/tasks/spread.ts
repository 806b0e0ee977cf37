import type { Uncertainty } from './mergeUncertainty.ts';

const Z95 = 1.6448536269514722;
const Z90 = 1.2815515655446004;

type Percentiles = Pick<Uncertainty, 'expectedTimeP05' | 'expectedTimeP10' | 'expectedTimeP90' | 'expectedTimeP95'>;

/** Percentiles and mean of the distribution with this sigma (seconds) and skewness, about `mean` when given, else about the median. Epoch ms. */
export const spreadPercentiles = (
  expectedTime: number,
  sigma: number,
  skewFactor: number,
  mean: number | null,
): Uncertainty => {
  const center = mean ?? expectedTime;
  const at = (z: number): number => Math.round(center + z * sigma * 1000);
  return {
    expectedTimeP05: at(-Z95),
    expectedTimeP10: at(-Z90),
    expectedTimeP90: at(Z90),
    expectedTimeP95: at(Z95),
    sigma,
    skewFactor,
    distributionMean: center,
  };
};

/** Sigma (seconds) and skewness of the distribution with median `expectedTime` that fits the given percentiles best. */
export const fitPercentiles = (
  expectedTime: number,
  percentiles: Percentiles,
): { readonly sigma: number; readonly skewFactor: number } => {
  const pairs = [
    [-Z95, percentiles.expectedTimeP05],
    [-Z90, percentiles.expectedTimeP10],
    [Z90, percentiles.expectedTimeP90],
    [Z95, percentiles.expectedTimeP95],
  ] as const;
  let weighted = 0;
  let weights = 0;
  for (const [z, time] of pairs) {
    if (time === null) continue;
    weighted += z * (time - expectedTime);
    weights += z * z;
  }
  return { sigma: Math.max(0, weighted / weights / 1000), skewFactor: 0 };
};
