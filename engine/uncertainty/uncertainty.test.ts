import * as fc from '../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
import { compile } from '../instance/compile.ts';
import { formatInstant } from '../instance/instant.ts';
import type { DocumentTask, PlanningDocument } from '../instance/planningDocument.ts';
import { createRandom, type Random } from '../random.ts';
import { deriveUncertainty, distributionOf } from './deriveUncertainty.ts';
import { fitQuantiles } from './fitQuantiles.ts';
import { gaussLegendre, normalCdf, owensT } from './normal.ts';
import { overlapProbability } from './pairProbability.ts';
import { cdf, density, fromMoments, momentsOf, quantile, type SkewNormal } from './skewNormal.ts';

const skewnesses = fc.double({ min: -0.99, max: 0.99, noNaN: true });

/** Draws from the distribution: z = δ|u| + √(1 − δ²) v of two standard normal u and v is skew-normal. */
const draw = ({ location, scale, shape }: SkewNormal, random: Random): number => {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  const angle = 2 * Math.PI * random.next();
  const delta = shape / Math.sqrt(1 + shape * shape);
  const z = delta * Math.abs(radius * Math.cos(angle)) + Math.sqrt(1 - delta * delta) * radius * Math.sin(angle);
  return location + scale * z;
};

test("the normal distribution and Owen's T agree with published values", () => {
  expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 14);
  expect(normalCdf(-8)).toBeCloseTo(6.220960574271785e-16, 22);
  expect(owensT(0, 1)).toBeCloseTo(0.125, 15);
  expect(owensT(0.0625, 0.25)).toBeCloseTo(0.0389119302347014, 15);
  expect(owensT(6.5, 0.4375)).toBeCloseTo(2.00057730485083e-11, 22);
  expect(owensT(7, 0.96875)).toBeCloseTo(6.39906271938987e-13, 24);
  expect(owensT(4.78125, 0.0625)).toBeCloseTo(1.06329748046875e-7, 18);
  expect(owensT(2, 0.5)).toBeCloseTo(0.00862507798552151, 15);
  expect(owensT(1, 0.9999975)).toBeCloseTo(0.0667418089782286, 15);
});

test('the distribution function is the integral of the density', () => {
  const { nodes, weights } = gaussLegendre(40);
  fc.assert(
    fc.property(skewnesses, fc.double({ min: -3, max: 3, noNaN: true }), (skewness, to) => {
      const distribution = fromMoments({ mean: 0, sigma: 1, skewness });
      let sum = 0;
      for (let from = to - 12; from < to; from += 0.25) {
        const width = Math.min(0.25, to - from) / 2;
        nodes.forEach((node, i) => {
          sum += width * weights[i] * density(distribution, from + width * (1 + node));
        });
      }
      expect(cdf(distribution, to)).toBeCloseTo(sum, 6);
    }),
  );
});

test('moments and quantiles are inverses of fromMoments and cdf', () => {
  fc.assert(
    fc.property(skewnesses, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (skewness, probability) => {
      const distribution = fromMoments({ mean: 40, sigma: 300, skewness });
      const moments = momentsOf(distribution);
      expect(moments.mean).toBeCloseTo(40, 8);
      expect(moments.sigma).toBeCloseTo(300, 8);
      expect(moments.skewness).toBeCloseTo(skewness, 8);
      expect(cdf(distribution, quantile(distribution, probability))).toBeCloseTo(probability, 10);
    }),
  );
});

test('a quantile scales with its distribution, and is the same after more others than are kept', () => {
  const standard = { location: 0, scale: 1, shape: 2.5 };
  const first = quantile(standard, 0.95);
  for (let i = 0; i < 10_000; i++) quantile({ ...standard, shape: i / 1000 }, 0.5);
  expect(quantile(standard, 0.95)).toBe(first);
  expect(quantile({ location: 40, scale: 300, shape: 2.5 }, 0.95)).toBe(40 + 300 * first);
});

test('the fit recovers the distribution from its quantiles', () => {
  fc.assert(
    fc.property(skewnesses, fc.double({ min: 10, max: 5000, noNaN: true }), (skewness, sigma) => {
      const distribution = fromMoments({ mean: sigma / 5, sigma, skewness });
      const given = [0.05, 0.1, 0.9, 0.95].map((probability) => ({
        probability,
        value: quantile(distribution, probability),
      }));
      const fitted = fitQuantiles(given)!;
      for (const { probability, value } of given) {
        expect(Math.abs(quantile(fitted, probability) - value)).toBeLessThan(1e-3 * sigma);
      }
      expect(Math.abs(momentsOf(fitted).sigma - sigma)).toBeLessThan(2e-3 * sigma);
      expect(Math.abs(momentsOf(fitted).skewness - skewness)).toBeLessThan(0.02);
    }),
  );
});

describe('a task', () => {
  const expectedTime = '2026-11-20T10:00:00Z';
  const expectedMs = Date.parse(expectedTime);

  test('with sigma and skewness has its median at the expected time', () => {
    const distribution = distributionOf({ expectedTime, sigma: 600, skewFactor: 0.7 })!;
    expect(cdf(distribution, 0)).toBeCloseTo(0.5, 10);
    const { expectedTimeP05, expectedTimeP95, distributionMean, sigma } = deriveUncertainty({
      expectedTime,
      sigma: 600,
      skewFactor: 0.7,
    })!;
    expect(cdf(distribution, (expectedTimeP05 - expectedMs) / 1000)).toBeCloseTo(0.05, 5);
    expect(cdf(distribution, (expectedTimeP95 - expectedMs) / 1000)).toBeCloseTo(0.95, 5);
    expect(distributionMean).toBeGreaterThan(expectedMs);
    expect(sigma).toBe(600);
  });

  test('with a distribution mean has its mean there', () => {
    const mean = { expectedTime, sigma: 600, skewFactor: -0.5, distributionMean: '2026-11-20T10:05:00Z' };
    expect(deriveUncertainty(mean)!.distributionMean).toBe(expectedMs + 300_000);
  });

  test('keeps the percentiles it was given and has the others derived', () => {
    const at = (minutes: number): string => formatInstant(expectedMs + minutes * 60_000);
    const derived = deriveUncertainty({ expectedTime, expectedTimeP10: at(-5), expectedTimeP90: at(20), sigma: 5 })!;
    expect(derived.expectedTimeP10).toBe(expectedMs - 300_000);
    expect(derived.expectedTimeP90).toBe(expectedMs + 1_200_000);
    expect(derived.expectedTimeP05).toBeLessThan(derived.expectedTimeP10);
    expect(derived.expectedTimeP95).toBeGreaterThan(derived.expectedTimeP90);
    expect(derived.skewFactor).toBeGreaterThan(0.5);
    expect(deriveUncertainty({ expectedTime })).toBeNull();
    expect(deriveUncertainty({ expectedTime, sigma: 0 })!.expectedTimeP95).toBe(expectedMs);
  });
});

const at = (seconds: number): string => formatInstant(1_780_000_000_000 + seconds * 1000);

/** An operation that ends at second 7200, and one that starts `gap` seconds later. */
const pairOf = (gap: number, ending: Partial<DocumentTask>, starting: Partial<DocumentTask>) => {
  const task = (seconds: number, uncertain = {}): DocumentTask => ({
    taskName: '',
    expectedTime: at(seconds),
    ...uncertain,
  });
  const operations = [
    { id: 'a', inboundTask: task(0), outboundTask: task(7200, ending) },
    { id: 'b', inboundTask: task(7200 + gap, starting), outboundTask: task(20_000 + Math.max(0, gap)) },
  ];
  const document: PlanningDocument = {
    format: 'tidegate/planning@1',
    planning: { name: '' },
    locations: [],
    tags: [],
    resources: [],
    groups: [],
    operations,
    rules: [],
    assignments: [],
  };
  return {
    instance: compile(document),
    ends: distributionOf(operations[0].outboundTask),
    starts: distributionOf(operations[1].inboundTask),
  };
};

test('the probability of a pair agrees with sampling', () => {
  const random = createRandom(7);
  for (let round = 0; round < 12; round++) {
    const uncertain = (): Partial<DocumentTask> =>
      random.next() < 0.2 ? {} : { sigma: 100 + random.below(900), skewFactor: 1.8 * random.next() - 0.9 };
    const { instance, ends, starts } = pairOf(random.below(1500), uncertain(), uncertain());
    const gap = instance.start[1] - instance.end[0];
    let hits = 0;
    const samples = 200_000;
    for (let i = 0; i < samples; i++) {
      if ((ends ? draw(ends, random) : 0) > gap + (starts ? draw(starts, random) : 0)) hits++;
    }
    expect(Math.abs(overlapProbability(instance, 0, 1) - hits / samples)).toBeLessThan(0.005);
  }
});

// The distribution function of a time that is nearly certain is a step beside the other's; a vessel's may be uncertain by weeks.
test('the probability of a pair is exact however much wider one distribution is than the other', () => {
  const { nodes, weights } = gaussLegendre(40);
  /** P(end > start + gap), by the exact functions, over every quantile of the narrower one. */
  const exactly = (ends: SkewNormal, starts: SkewNormal, gap: number): number => {
    const overEnd = ends.scale < starts.scale;
    const over = overEnd ? ends : starts;
    let sum = 0;
    for (let from = -9; from < 9; from += 0.125) {
      nodes.forEach((node, i) => {
        const x = over.location + over.scale * (from + 0.0625 * (1 + node));
        const meets = overEnd ? cdf(starts, x - gap) : 1 - cdf(ends, x + gap);
        sum += 0.0625 * over.scale * weights[i] * density(over, x) * meets;
      });
    }
    return sum;
  };
  const uncertainty = fc.record({
    sigma: fc.constantFrom(1, 20, 60, 600, 3600, 40_000, 1_500_000),
    skewFactor: fc.double({ min: -0.995, max: 0.995, noNaN: true }),
  });
  fc.assert(
    fc.property(uncertainty, uncertainty, fc.double({ min: -2, max: 2, noNaN: true }), (ending, starting, times) => {
      // Both operations keep their order: the second one starts and ends last.
      const gap = Math.max(-7000, Math.round(times * Math.max(ending.sigma, starting.sigma)));
      const { instance, ends, starts } = pairOf(gap, ending, starting);
      const probability = overlapProbability(instance, 0, 1);
      expect(Math.abs(probability - exactly(ends!, starts!, instance.start[1] - instance.end[0]))).toBeLessThan(3e-4);
    }),
    { numRuns: 100 },
  );
});
