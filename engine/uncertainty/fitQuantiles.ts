import { fromMoments, momentsOf, quantile, shapeOf, type SkewNormal } from './skewNormal.ts';

/** A given value of the distribution at a probability. */
export interface GivenQuantile {
  readonly probability: number;
  readonly value: number;
}

/** The number of table steps over the angle whose tangent is the shape; quantiles are smooth functions of this angle up to its ends. */
const STEPS = 256;
const COARSE = 8;
const LARGEST_ANGLE = Math.atan(shapeOf(0.995));
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The skew-normal distribution that is closest to at least two given quantiles in the least-squares sense. For a given shape the
 * quantiles are linear in mean and sigma, so only a search over the shape's angle remains: a grid, then golden section. Of equally good
 * fits, the least skewed is chosen. Null when the values do not spread.
 */
export const fitQuantiles = (given: readonly GivenQuantile[]): SkewNormal | null => {
  const rows = given.map(({ probability }) => tableOf(probability));
  const misfit = (angle: number): number => solve(given, rows, angle).misfit;
  let best = STEPS / 2;
  let least = misfit(angleAt(best));
  for (let distance = COARSE; distance <= STEPS / 2; distance += COARSE) {
    for (const step of [STEPS / 2 - distance, STEPS / 2 + distance]) {
      const found = misfit(angleAt(step));
      if (found < least * (1 - 1e-9) - 1e-12) [best, least] = [step, found];
    }
  }
  let low = angleAt(Math.max(0, best - COARSE));
  let high = angleAt(Math.min(STEPS, best + COARSE));
  if (given.length < 3) low = high = angleAt(best);
  while (high - low > 1e-7) {
    const inner = high - GOLDEN * (high - low);
    const outer = low + GOLDEN * (high - low);
    if (misfit(inner) <= misfit(outer)) high = outer;
    else low = inner;
  }
  const angle = (low + high) / 2;
  const { mean, sigma } = solve(given, rows, angle);
  return sigma > 0 ? fromMoments({ mean, sigma, skewness: skewnessAt(angle) }) : null;
};

const angleAt = (step: number): number => LARGEST_ANGLE * ((2 * step) / STEPS - 1);

const skewnessAt = (angle: number): number =>
  Math.max(-0.995, Math.min(0.995, momentsOf({ location: 0, scale: 1, shape: Math.tan(angle) }).skewness));

/** Least-squares fit of value = mean + sigma · q over the given quantiles, where q is the standardized quantile of this shape. */
const solve = (
  given: readonly GivenQuantile[],
  rows: readonly Float64Array[],
  angle: number,
): { mean: number; sigma: number; misfit: number } => {
  const n = given.length;
  let [sumQ, sumV, sumQq, sumQv, sumVv] = [0, 0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const q = interpolate(rows[i], angle);
    const { value } = given[i];
    sumQ += q;
    sumV += value;
    sumQq += q * q;
    sumQv += q * value;
    sumVv += value * value;
  }
  const spreadQ = sumQq - (sumQ * sumQ) / n;
  const cross = sumQv - (sumQ * sumV) / n;
  const sigma = Math.max(0, cross / spreadQ);
  const misfit = Math.max(0, sumVv - (sumV * sumV) / n - sigma * cross);
  return { mean: (sumV - sigma * sumQ) / n, sigma, misfit };
};

const tables = new Map<number, Float64Array>();

/** Quantiles of the distribution with mean 0 and sigma 1, by step of its shape's angle. */
const tableOf = (probability: number): Float64Array => {
  let table = tables.get(probability);
  if (!table) {
    table = Float64Array.from({ length: STEPS + 1 }, (_, step) =>
      quantile(fromMoments({ mean: 0, sigma: 1, skewness: skewnessAt(angleAt(step)) }), probability),
    );
    tables.set(probability, table);
  }
  return table;
};

/** Cubic (Catmull-Rom) interpolation between the steps of the table. */
const interpolate = (table: Float64Array, angle: number): number => {
  const position = ((angle / LARGEST_ANGLE + 1) * STEPS) / 2;
  const step = Math.min(STEPS - 1, Math.max(0, Math.floor(position)));
  const t = position - step;
  const b = table[step];
  const c = table[step + 1];
  const a = step > 0 ? table[step - 1] : 2 * b - c;
  const d = step + 2 <= STEPS ? table[step + 2] : 2 * c - b;
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
};
