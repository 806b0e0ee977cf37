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

const KEPT = 0.95;
/** Gaps that need more than this are not reported, because a buffer would not be the remedy. */
const LONGEST_EXTRA_SECONDS = 7200;

/**
 * Monte Carlo simulation of the skew-normal starts and ends: in each sample, a near pair is in conflict when the later part starts
 * before the earlier one ends and its buffer has passed. Starts and ends are independent, as in the probabilities of conflicts, to
 * whose sum the mean converges. O(samples × near pairs); the seed determines the result.
 */
export const stress = (instance: Instance, placement: Placement, options: StressOptions): StressReport => {
  const { partCount, resourceCount, start, end, uncertainty } = instance;
  const pairs = findNearPairs(instance, placement);
  const { a, b, gap, resource } = pairs;
  const random = new Sampler(uncertainty, options.seed);
  const ends = Float64Array.from(end);
  const starts = Float64Array.from(start);
  const drawnEnds = [...new Set(a)].filter((part) => uncertainty.end[part] >= 0).sort((x, y) => x - y);
  const drawnStarts = [...new Set(b)].filter((part) => uncertainty.start[part] >= 0).sort((x, y) => x - y);
  const endParts = Int32Array.from(drawnEnds);
  const startParts = Int32Array.from(drawnStarts);
  const counts = new Int32Array(options.samples);
  const pairHits = new Int32Array(pairs.count);
  const partHits = new Int32Array(partCount);
  const partSamples = new Int32Array(partCount);
  const lastSample = new Int32Array(partCount).fill(-1);
  const resourceHits = new Int32Array(resourceCount);
  const resourceSamples = new Int32Array(resourceCount);
  const lastOnResource = new Int32Array(resourceCount).fill(-1);
  let samples = 0;
  const hit = (part: number): void => {
    partHits[part]++;
    if (lastSample[part] === samples) return;
    lastSample[part] = samples;
    partSamples[part]++;
  };
  for (; samples < options.samples && !(samples > 0 && options.stop?.() === true); samples++) {
    for (let i = 0; i < endParts.length; i++) {
      const part = endParts[i];
      ends[part] = end[part] + random.draw(uncertainty.end[part]);
    }
    for (let i = 0; i < startParts.length; i++) {
      const part = startParts[i];
      starts[part] = start[part] + random.draw(uncertainty.start[part]);
    }
    let count = 0;
    for (let i = 0; i < a.length; i++) {
      if (starts[b[i]] - ends[a[i]] >= gap[i]) continue;
      count++;
      pairHits[i]++;
      hit(a[i]);
      hit(b[i]);
      const there = resource[i];
      resourceHits[there]++;
      if (lastOnResource[there] !== samples) {
        lastOnResource[there] = samples;
        resourceSamples[there]++;
      }
    }
    counts[samples] = count;
  }
  const weakest = options.weakest ?? 20;
  const share = (count: number): number => (samples === 0 ? 0 : count / samples);
  return {
    samples,
    ...distributionOfCounts(counts.subarray(0, samples)),
    operations: worst(partHits, partSamples, weakest).map((part) => ({
      operation: instance.operation[part],
      part,
      resource: placement[part],
      probability: share(partSamples[part]),
      meanConflicts: share(partHits[part]),
    })),
    resources: worst(resourceHits, resourceHits, weakest).map((there) => ({
      resource: there,
      probability: share(resourceSamples[there]),
      meanConflicts: share(resourceHits[there]),
    })),
    buffers: shortGaps(instance, pairs, pairHits, samples, weakest, options.seed),
  };
};

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
