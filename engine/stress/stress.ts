import type { Instance } from '../instance/instance.ts';
import type { Placement } from '../objective/score.ts';
import { findNearPairs, type NearPairs } from './nearPairs.ts';
import { Sampler } from './sampler.ts';

export interface StressOptions {
  readonly samples: number;
  readonly seed: number;
  /** The largest number of weakest operations, resources and gaps to list. Default 20. */
  readonly weakest?: number;
  /** Called once per sample; true ends sampling early with the samples so far. */
  stop?(): boolean;
}

/** How a plan performs when every uncertain time is drawn at random. Indices are the instance's. */
export interface StressReport {
  /** The number of samples drawn. */
  readonly samples: number;
  /** Statistics of the number of conflicts per sample. */
  readonly conflicts: {
    readonly mean: number;
    readonly deviation: number;
    readonly p05: number;
    readonly p25: number;
    readonly p50: number;
    readonly p75: number;
    readonly p95: number;
    readonly min: number;
    readonly max: number;
  };
  /** For each number of conflicts that occurred, ascending, the number of samples with it. */
  readonly histogram: readonly { readonly conflicts: number; readonly samples: number }[];
  /** The parts that are most often in a conflict, most often first. */
  readonly operations: readonly {
    readonly operation: number;
    readonly part: number;
    readonly resource: number;
    readonly probability: number;
    readonly meanConflicts: number;
  }[];
  /** The resources with the highest mean number of conflicts, highest first. */
  readonly resources: readonly {
    readonly resource: number;
    readonly probability: number;
    readonly meanConflicts: number;
  }[];
  /** Gaps that are too short, ordered by the conflicts that lengthening them to be kept in 95 % of samples would avoid, most first. */
  readonly buffers: readonly {
    readonly resource: number;
    readonly before: number;
    readonly after: number;
    readonly probability: number;
    /** The number of seconds by which the gap would have to be longer to be kept in 95 % of samples. */
    readonly extraSeconds: number;
    /** The mean number of conflicts per sample that this would avoid. */
    readonly spares: number;
  }[];
}

/** A buffer is proposed that avoids the conflicts of a gap in this share of the samples. */
const KEPT = 0.95;
/** Gaps that need more than this are not reported, because a buffer would not be the remedy. */
const LONGEST_EXTRA_SECONDS = 7200;

/**
 * Monte Carlo simulation of the skew-normal starts and ends: in each sample, a near pair is in conflict when the later part starts
 * before the earlier one ends and its buffer has passed. Starts and ends are independent, as in the probabilities of conflicts, to
 * whose sum the mean converges. O(samples × near pairs); the seed determines the result.
 */
export const stress = (instance: Instance, placement: Placement, options: StressOptions): StressReport => {
  const pairs = findNearPairs(instance, placement);
  const { samples, conflicts, pairHits, parts, resources } = simulate(instance, pairs, options);
  const weakest = options.weakest ?? 20;
  const share = (count: number): number => (samples === 0 ? 0 : count / samples);
  return {
    samples,
    ...distributionOfCounts(conflicts),
    operations: worst(parts.hits, parts.samples, weakest).map((part) => ({
      operation: instance.operation[part],
      part,
      resource: placement[part],
      probability: share(parts.samples[part]),
      meanConflicts: share(parts.hits[part]),
    })),
    resources: worst(resources.hits, resources.hits, weakest).map((resource) => ({
      resource,
      probability: share(resources.samples[resource]),
      meanConflicts: share(resources.hits[resource]),
    })),
    buffers: shortGaps(instance, pairs, pairHits, samples, weakest, options.seed),
  };
};

interface Simulation {
  /** The number of samples drawn. */
  readonly samples: number;
  /** For each sample, its number of conflicts. */
  readonly conflicts: Int32Array;
  /** For each near pair, the number of samples in which it is in conflict. */
  readonly pairHits: Int32Array;
  readonly parts: Tally;
  readonly resources: Tally;
}

const simulate = (
  instance: Instance,
  { count, a, b, gap, resource }: NearPairs,
  options: StressOptions,
): Simulation => {
  const { start, end, uncertainty } = instance;
  const random = new Sampler(uncertainty, options.seed);
  const ends = new DrawnTimes(end, uncertainty.end, a);
  const starts = new DrawnTimes(start, uncertainty.start, b);
  const conflicts = new Int32Array(options.samples);
  const pairHits = new Int32Array(count);
  const parts = new Tally(instance.partCount);
  const resources = new Tally(instance.resourceCount);
  let samples = 0;
  for (; samples < options.samples && !(samples > 0 && options.stop?.() === true); samples++) {
    ends.draw(random);
    starts.draw(random);
    for (let i = 0; i < count; i++) {
      if (starts.at[b[i]] - ends.at[a[i]] >= gap[i]) continue;
      conflicts[samples]++;
      pairHits[i]++;
      parts.hit(a[i], samples);
      parts.hit(b[i], samples);
      resources.hit(resource[i], samples);
    }
  }
  return { samples, conflicts: conflicts.subarray(0, samples), pairHits, parts, resources };
};

/** The starts or the ends of all parts in one sample; only those that have a distribution and are in a near pair are drawn. */
class DrawnTimes {
  readonly at: Float64Array;
  private readonly planned: Int32Array;
  private readonly distribution: Int32Array;
  private readonly drawn: Int32Array;

  constructor(planned: Int32Array, distribution: Int32Array, near: Int32Array) {
    this.at = Float64Array.from(planned);
    this.planned = planned;
    this.distribution = distribution;
    this.drawn = Int32Array.from(new Set(near))
      .filter((part) => distribution[part] >= 0)
      .sort();
  }

  draw(random: Sampler): void {
    const { at, planned, distribution, drawn } = this;
    for (let i = 0; i < drawn.length; i++) {
      const part = drawn[i];
      at[part] = planned[part] + random.draw(distribution[part]);
    }
  }
}

/** Counts for each part, or each resource, its conflicts and the samples with at least one. */
class Tally {
  readonly hits: Int32Array;
  readonly samples: Int32Array;
  private readonly lastSample: Int32Array;

  constructor(count: number) {
    this.hits = new Int32Array(count);
    this.samples = new Int32Array(count);
    this.lastSample = new Int32Array(count).fill(-1);
  }

  hit(index: number, sample: number): void {
    this.hits[index]++;
    if (this.lastSample[index] === sample) return;
    this.lastSample[index] = sample;
    this.samples[index]++;
  }
}

/** The indices with at least one hit, sorted by `by`, then by hits (both descending), then by index. */
const worst = (hits: Int32Array, by: Int32Array, limit: number): readonly number[] => {
  const found: number[] = [];
  for (let i = 0; i < hits.length; i++) if (hits[i] > 0) found.push(i);
  return found.sort((x, y) => by[y] - by[x] || hits[y] - hits[x] || x - y).slice(0, limit);
};

const distributionOfCounts = (counts: Int32Array): Pick<StressReport, 'conflicts' | 'histogram'> => {
  const sorted = counts.slice().sort();
  const n = sorted.length;
  const at = (quantile: number): number => (n === 0 ? 0 : sorted[Math.min(n - 1, Math.floor(quantile * n))]);
  const mean = n === 0 ? 0 : sorted.reduce((sum, count) => sum + count, 0) / n;
  const variance = n < 2 ? 0 : sorted.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (n - 1);
  const tally = new Map<number, number>();
  for (const count of sorted) tally.set(count, (tally.get(count) ?? 0) + 1);
  return {
    conflicts: {
      mean,
      deviation: Math.sqrt(variance),
      p05: at(0.05),
      p25: at(0.25),
      p50: at(0.5),
      p75: at(0.75),
      p95: at(0.95),
      min: at(0),
      max: n === 0 ? 0 : sorted[n - 1],
    },
    histogram: [...tally].map(([conflicts, samples]) => ({ conflicts, samples })),
  };
};

const shortGaps = (
  instance: Instance,
  { a, b, gap, resource }: NearPairs,
  hits: Int32Array,
  samples: number,
  limit: number,
  seed: number,
): StressReport['buffers'] => {
  if (samples === 0) return [];
  const { start, end, uncertainty } = instance;
  // Pairs that no buffer can remedy are dropped below, so more candidates than wanted are examined.
  return worst(hits, hits, 4 * limit)
    .flatMap((pair) => {
      const probability = hits[pair] / samples;
      const [before, after] = [a[pair], b[pair]];
      if (probability <= 1 - KEPT) return [];
      const random = new Sampler(uncertainty, seed + pair + 1);
      const missing = new Float64Array(samples);
      for (let i = 0; i < samples; i++) {
        const ending = uncertainty.end[before] < 0 ? 0 : random.draw(uncertainty.end[before]);
        const starting = uncertainty.start[after] < 0 ? 0 : random.draw(uncertainty.start[after]);
        missing[i] = end[before] + ending + gap[pair] - start[after] - starting;
      }
      const extraSeconds = Math.ceil(missing.sort()[Math.min(samples - 1, Math.floor(KEPT * samples))]);
      if (extraSeconds <= 0 || extraSeconds > LONGEST_EXTRA_SECONDS) return [];
      const spares = probability - (1 - KEPT);
      return [{ resource: resource[pair], before, after, probability, extraSeconds, spares }];
    })
    .sort((x, y) => y.spares - x.spares || x.extraSeconds - y.extraSeconds || x.before - y.before || x.after - y.after)
    .slice(0, limit);
};
