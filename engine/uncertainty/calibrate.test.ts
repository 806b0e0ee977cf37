import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { calibrate, crossValidate, type Deviation, fitOf, PROBABILITIES, quantilesFor } from './calibrate.ts';
import { fromMoments, quantile, type SkewNormal } from './skewNormal.ts';

const AIRLINES = ['early', 'late', 'wild'] as const;
const shifts = { early: -300, late: 900, wild: 0 };
const scales = { early: 1, late: 1, wild: 3 };

/** Draws by inverting the distribution function: few draws, but exactly of the distribution. */
const draws = (distribution: SkewNormal, count: number, seed: number): readonly number[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => quantile(distribution, 0.0005 + 0.999 * random.next()));
};

const known = (skewness: number): SkewNormal => fromMoments({ mean: 0, sigma: 600, skewness });

const history = (skewness: number, seed: number): readonly Deviation[] =>
  draws(known(skewness), 900, seed).map((seconds, i) => {
    const airline = AIRLINES[i % 3];
    return { seconds: scales[airline] * seconds + shifts[airline], factors: { airline } };
  });

/** In seconds: five standard errors of a quantile of 300 draws, which no seed below exceeds, and what shrinkage takes away. */
const mostError = (distribution: SkewNormal, probability: number): number => {
  const step = 0.004;
  const slope = (quantile(distribution, probability + step) - quantile(distribution, probability - step)) / (2 * step);
  return 5 * Math.sqrt((probability * (1 - probability)) / 300) * slope + 40;
};

test('quantiles by factor are those of the distributions that history was drawn from', () => {
  fc.assert(
    fc.property(fc.constantFrom(-0.6, 0, 0.8), fc.integer({ min: 1, max: 1000 }), (skewness, seed) => {
      const calibration = calibrate(history(skewness, seed), ['airline']);
      for (const airline of AIRLINES) {
        const values = quantilesFor(calibration, { airline });
        PROBABILITIES.forEach((probability, i) => {
          const truth = scales[airline] * quantile(known(skewness), probability) + shifts[airline];
          expect(Math.abs(values[i] - truth)).toBeLessThan(scales[airline] * mostError(known(skewness), probability));
        });
        expect(values).toEqual(values.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 3 },
  );
});

test('distributions that are true have a flat histogram and the coverage they state, also by cross-validation', () => {
  const fit = crossValidate(history(0.5, 3), ['airline']);
  expect(fit.count).toBe(900);
  expect(fit.within90).toBeGreaterThan(0.86);
  expect(fit.within90).toBeLessThan(0.94);
  expect(fit.within80).toBeGreaterThan(0.75);
  expect(fit.within80).toBeLessThan(0.85);
  for (const share of fit.histogram) expect(Math.abs(share - 0.1)).toBeLessThan(0.04);
  expect(fit.histogram.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
});

test('distributions that are too narrow are shown to be so', () => {
  const narrow = calibrate(
    draws(known(0), 300, 5).map((seconds) => ({ seconds: seconds / 3, factors: {} })),
    [],
  );
  const { within90, histogram } = fitOf([
    { calibration: narrow, deviations: draws(known(0), 300, 6).map((seconds) => ({ seconds, factors: {} })) },
  ]);
  expect(within90).toBeLessThan(0.55);
  expect(histogram[0] + histogram[9]).toBeGreaterThan(0.5);
});

test('a few late flights make no late airline, and one flight of the next day changes nothing', () => {
  const usual = draws(known(0), 400, 8).map((seconds): Deviation => ({ seconds, factors: { airline: 'usual' } }));
  const rare = Array.from({ length: 6 }, (): Deviation => ({ seconds: 3600, factors: { airline: 'rare' } }));
  const unseen = Array.from({ length: 4 }, (): Deviation => ({ seconds: 3600, factors: { airline: 'unseen' } }));
  const calibration = calibrate([...usual, ...rare, ...unseen], ['airline']);
  const medianOf = (airline: string): number => quantilesFor(calibration, { airline })[2];
  expect(medianOf('rare')).toBeGreaterThan(500);
  expect(medianOf('rare')).toBeLessThan(1200);
  expect(medianOf('unseen')).toBe(medianOf('never heard of'));
  const late = calibrate([...usual, ...rare, ...unseen, { seconds: 86_400, factors: {} }], ['airline']);
  expect(Math.abs(quantilesFor(late, {})[4] - quantilesFor(calibration, {})[4])).toBeLessThan(120);
});

test('a shift and a scale of history are those of its quantiles', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5000, max: 5000 }),
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      (shift, scale) => {
        const before = history(0.3, 11);
        const after = before.map((one) => ({ ...one, seconds: scale * one.seconds + shift }));
        const [one, other] = [before, after].map((some) => calibrate(some, ['airline']));
        for (const airline of [...AIRLINES, 'other']) {
          const moved = quantilesFor(one, { airline }).map((value) => scale * value + shift);
          quantilesFor(other, { airline }).forEach((value, i) => expect(value).toBeCloseTo(moved[i], 5));
        }
      },
    ),
    { numRuns: 5 },
  );
});

test('too short a history is refused', () => {
  expect(() => calibrate([{ seconds: 0, factors: {} }], [])).toThrow('at least 40');
});
