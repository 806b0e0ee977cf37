const SQRT_2PI = Math.sqrt(2 * Math.PI);

export const normalDensity = (x: number): number => Math.exp(-0.5 * x * x) / SQRT_2PI;

/**
 * Standard normal distribution function, to double precision.
 * Source: Hart et al., Computer Approximations (1968), as in West, "Better approximations to cumulative normal functions"
 * (Wilmott, 2005).
 */
export const normalCdf = (x: number): number => (x > 0 ? 1 - upperTail(x) : upperTail(-x));

/** 1 − normalCdf(x) for x ≥ 0. */
const upperTail = (x: number): number => {
  if (x > 37) return 0;
  const exponential = Math.exp(-0.5 * x * x);
  if (x >= 7.07106781186547) {
    const fraction = x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))));
    return exponential / fraction / 2.506628274631;
  }
  const numerator = horner(NUMERATOR, x);
  return (exponential * numerator) / horner(DENOMINATOR, x);
};

const NUMERATOR = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
] as const;
const DENOMINATOR = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
] as const;

const horner = (coefficients: readonly number[], x: number): number => {
  let sum = 0;
  for (let i = 0; i < coefficients.length; i++) sum = sum * x + coefficients[i];
  return sum;
};

/**
 * Owen's T function, T(h, a) = 1/2π ∫₀ᵃ exp(−h²(1 + x²)/2) / (1 + x²) dx, to about 1e−15: |a| ≤ 1 by 20-point
 * Gauss-Legendre, larger a by the reflection to 1/a.
 * Sources: Owen, "Tables for computing bivariate normal probabilities", Ann. Math. Statist. 27 (1956); Patefield and Tandy,
 * "Fast and accurate calculation of Owen's T function", J. Stat. Software 5 (2000).
 */
export const owensT = (h: number, a: number): number => {
  if (a < 0) return -owensT(h, -a);
  const height = Math.abs(h);
  if (a <= 1) return quadrature(height, a);
  const q = upperTail(height);
  const qa = upperTail(a * height);
  return 0.5 * (q + qa) - q * qa - quadrature(a * height, 1 / a);
};

const quadrature = (h: number, a: number): number => {
  if (h > 12) return 0;
  const half = -0.5 * h * h;
  let sum = 0;
  for (let i = 0; i < NODES.length; i++) {
    const x = 0.5 * a * (1 + NODES[i]);
    const square = 1 + x * x;
    sum += (WEIGHTS[i] * Math.exp(half * square)) / square;
  }
  return (0.5 * a * sum) / (2 * Math.PI);
};

/** Nodes and weights of n-point Gauss-Legendre quadrature on [−1, 1], by Newton's method on the Legendre polynomial. */
export const gaussLegendre = (n: number): { readonly nodes: Float64Array; readonly weights: Float64Array } => {
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let step = 0; step < 100; step++) {
      let [previous, value] = [1, x];
      for (let k = 2; k <= n; k++) [previous, value] = [value, ((2 * k - 1) * x * value - (k - 1) * previous) / k];
      slope = (n * (x * value - previous)) / (x * x - 1);
      const shift = value / slope;
      x -= shift;
      if (Math.abs(shift) < 1e-16) break;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
};

const { nodes: NODES, weights: WEIGHTS } = gaussLegendre(20);
