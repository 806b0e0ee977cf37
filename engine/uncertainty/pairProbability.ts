import type { Instance } from '../instance/instance.ts';
import { gaussLegendre } from './normal.ts';
import { cdf, density, fromMoments, momentsOf, type SkewNormal } from './skewNormal.ts';

/** Shapes are rounded to the nearest of this many steps with mean and sigma kept: an error of at most about 1e−4 in a probability. */
const SHAPE_STEPS = 512;
const LARGEST_ROOT = Math.cbrt(0.995);
const CELLS = 512;
const REACH = 9;
const PANELS = [-8.5, -4, -2, -1, -0.4, -0.1, 0, 0.1, 0.4, 1, 2, 4, 8.5] as const;

/** Precomputed data of the standard distribution of one shape: its cdf as a table, its density at quadrature nodes. */
interface ShapeTable {
  readonly cdf: Float64Array;
  /** density · cell width, for Hermite interpolation. */
  readonly slope: Float64Array;
  readonly nodes: Float64Array;
  readonly masses: Float64Array;
}

/** The distributions of one instance, each with its table. */
interface Prepared {
  readonly exact: readonly SkewNormal[];
  readonly location: Float64Array;
  readonly scale: Float64Array;
  readonly tables: readonly ShapeTable[];
  /** The cache of probabilities, by pair of distributions and gap. */
  readonly known: Map<number, number>;
}

/** The probability that `b`, the later part, starts less than `seconds` (default 0) after `a` ends. 0 or 1 when both times are exact. */
export const overlapProbability = (instance: Instance, a: number, b: number, seconds = 0): number => {
  const { start, end, uncertainty } = instance;
  const gap = start[b] - end[a] - seconds;
  const endsBy = uncertainty.end[a];
  const startsBy = uncertainty.start[b];
  if (endsBy < 0 && startsBy < 0) return gap < 0 ? 1 : 0;
  const prepared = prepare(uncertainty.distributions);
  if (startsBy < 0) return 1 - cdf(prepared.exact[endsBy], gap);
  if (endsBy < 0) return cdf(prepared.exact[startsBy], -gap);
  if (Math.abs(gap) >= LONGEST_GAP / 2) return convolve(prepared, endsBy, startsBy, gap);
  const key = (endsBy * prepared.exact.length + startsBy) * LONGEST_GAP + gap;
  let probability = prepared.known.get(key);
  if (probability === undefined) {
    probability = convolve(prepared, endsBy, startsBy, gap);
    if (prepared.known.size >= MOST_KNOWN) prepared.known.clear();
    prepared.known.set(key, probability);
  }
  return probability;
};

const MOST_KNOWN = 100_000;
/** 48 days in seconds. Gaps of half of it and more are not cached: few times are so uncertain. */
const LONGEST_GAP = 2 ** 22;

/**
 * P(end > start + gap) = ∫ density of start(y) · P(end > y + gap) dy = ∫ density of end(x) · P(start < x − gap) dx. The integral over the narrower
 * of the two is taken: over the wider one, the other's distribution function is a step that quadrature nodes miss.
 */
const convolve = ({ location, scale, tables }: Prepared, endsBy: number, startsBy: number, gap: number): number => {
  const [over, other] = scale[startsBy] <= scale[endsBy] ? [startsBy, endsBy] : [endsBy, startsBy];
  const { nodes, masses } = tables[over];
  const factor = scale[over] / scale[other];
  const shift = over === startsBy ? gap : -gap;
  const offset = (location[over] + shift - location[other]) / scale[other];
  let below = 0;
  let all = 0;
  for (let i = 0; i < nodes.length; i++) {
    below += masses[i] * tableCdf(tables[other], offset + factor * nodes[i]);
    all += masses[i];
  }
  return Math.min(1, Math.max(0, over === startsBy ? all - below : below));
};

const preparedOf = new WeakMap<Float64Array, Prepared>();

const prepare = (distributions: Float64Array): Prepared => {
  let prepared = preparedOf.get(distributions);
  if (!prepared) {
    const count = distributions.length / 3;
    const exact = Array.from({ length: count }, (_, i): SkewNormal => {
      const [location, scale, shape] = distributions.subarray(3 * i, 3 * i + 3);
      return { location, scale, shape };
    });
    const rounded = exact.map((distribution) => {
      const moments = momentsOf(distribution);
      const step = Math.round((Math.cbrt(moments.skewness) / LARGEST_ROOT) * SHAPE_STEPS);
      const bounded = Math.max(-SHAPE_STEPS, Math.min(SHAPE_STEPS, step));
      return { bounded, nearest: fromMoments({ ...moments, skewness: skewnessAt(bounded) }) };
    });
    prepared = {
      exact,
      location: Float64Array.from(rounded, ({ nearest }) => nearest.location),
      scale: Float64Array.from(rounded, ({ nearest }) => nearest.scale),
      tables: rounded.map(({ bounded, nearest }) => shapeTable(bounded, nearest.shape)),
      known: new Map(),
    };
    preparedOf.set(distributions, prepared);
  }
  return prepared;
};

/**
 * For each distribution, a row of `count` ascending values that each represent an equal share of it: the quantiles at (i + ½) / count,
 * in seconds relative to the effective time.
 */
export const quantilesOf = (distributions: Float64Array, count: number): Float64Array => {
  const { location, scale, tables } = prepare(distributions);
  const quantiles = new Float64Array(tables.length * count);
  for (const [row, { cdf: values }] of tables.entries()) {
    let cell = 0;
    for (let i = 0; i < count; i++) {
      const share = (i + 0.5) / count;
      while (cell < CELLS - 1 && values[cell + 1] < share) cell++;
      const part = (share - values[cell]) / (values[cell + 1] - values[cell]);
      quantiles[row * count + i] = location[row] + scale[row] * REACH * ((2 * (cell + part)) / CELLS - 1);
    }
  }
  return quantiles;
};

const skewnessAt = (step: number): number => ((step / SHAPE_STEPS) * LARGEST_ROOT) ** 3;

const shapeTables = new Map<number, ShapeTable>();
const { nodes: UNIT_NODES, weights: UNIT_WEIGHTS } = gaussLegendre(8);

const shapeTable = (step: number, shape: number): ShapeTable => {
  let table = shapeTables.get(step);
  if (!table) {
    const standard = { location: 0, scale: 1, shape };
    const at = (cell: number): number => ((2 * cell) / CELLS - 1) * REACH;
    const nodes: number[] = [];
    const masses: number[] = [];
    for (let panel = 0; panel + 1 < PANELS.length; panel++) {
      const middle = (PANELS[panel] + PANELS[panel + 1]) / 2;
      const half = (PANELS[panel + 1] - PANELS[panel]) / 2;
      UNIT_NODES.forEach((node, i) => {
        const z = middle + half * node;
        const mass = half * UNIT_WEIGHTS[i] * density(standard, z);
        if (mass < 1e-12) return;
        nodes.push(z);
        masses.push(mass);
      });
    }
    table = {
      cdf: Float64Array.from({ length: CELLS + 1 }, (_, cell) => cdf(standard, at(cell))),
      slope: Float64Array.from({ length: CELLS + 1 }, (_, cell) => (density(standard, at(cell)) * 2 * REACH) / CELLS),
      nodes: Float64Array.from(nodes),
      masses: Float64Array.from(masses),
    };
    shapeTables.set(step, table);
  }
  return table;
};

/** The cdf by cubic Hermite interpolation; values and slopes are exact at the ends of the cells. */
const tableCdf = ({ cdf, slope }: ShapeTable, z: number): number => {
  const position = ((z / REACH + 1) * CELLS) / 2;
  if (position <= 0) return 0;
  if (position >= CELLS) return 1;
  const cell = Math.floor(position);
  const t = position - cell;
  const rise = cdf[cell + 1] - cdf[cell];
  const inner = slope[cell] - rise;
  const outer = rise - slope[cell + 1];
  return cdf[cell] + t * rise + t * (1 - t) * ((1 - t) * inner + t * outer);
};
