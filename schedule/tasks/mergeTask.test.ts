import type { TaskInput } from '../entities/task.ts';
import fc from '../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
import type { TaskFields } from '../../db/versions/entities.ts';
import { Problems } from '../problems.ts';
import { instant, instantOrNull } from '../records/instants.ts';
import { mergeTaskFields } from './mergeTask.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const FREE = { operation: null, role: null };

const merge = (stored: TaskFields | null, input: TaskInput) => {
  const problems = new Problems();
  const fields = mergeTaskFields(problems, stored, input, FREE, '');
  return { fields, problems: problems.list.map(({ path, code }) => [path, code]) };
};

const create = (input: TaskInput = {}): TaskFields => {
  const { fields, problems } = merge(null, {
    taskName: 'T',
    plannedTime: instant(NOON),
    expectedTime: instant(NOON),
    ...input,
  });
  expect(problems).toEqual([]);
  return fields;
};

/** What a client reads, as far as it may be written back. */
const asRead = (fields: TaskFields): TaskInput => ({
  externalId: fields.externalId,
  taskName: fields.taskName,
  scheduledTime: instant(fields.scheduledTime),
  plannedTime: instant(fields.scheduledTime),
  expectedTime: instant(fields.expectedTime),
  expectedTimeP05: instantOrNull(fields.expectedTimeP05),
  expectedTimeP10: instantOrNull(fields.expectedTimeP10),
  expectedTimeP90: instantOrNull(fields.expectedTimeP90),
  expectedTimeP95: instantOrNull(fields.expectedTimeP95),
  expectedTimesSource: fields.expectedTimesSource,
  actualTime: instantOrNull(fields.actualTime),
  sigma: fields.sigma,
  skewFactor: fields.skewFactor,
  distributionMean: instantOrNull(fields.distributionMean),
  imposedDelayInSeconds: fields.imposedDelayInSeconds,
  isMock: fields.isMock,
  metadata: fields.metadata,
});

const anyTask = fc
  .record({
    expected: fc.integer({ min: -600, max: 600 }),
    spread: fc.oneof(
      fc.constant({}),
      fc.record({
        sigma: fc.integer({ min: 0, max: 3600 }),
        skewFactor: fc.double({ min: -0.99, max: 0.99, noNaN: true }),
      }),
      fc
        .tuple(
          fc.integer({ min: 1, max: 40 }),
          fc.integer({ min: 0, max: 40 }),
          fc.integer({ min: 1, max: 40 }),
          fc.integer({ min: 0, max: 40 }),
        )
        .map(([low, lower, high, higher]) => ({ low, lower, high, higher })),
    ),
    delay: fc.integer({ min: 0, max: 3600 }),
  })
  .map(({ expected, spread, delay }) => {
    const time = NOON + expected * MINUTE;
    const percentiles =
      'low' in spread
        ? {
            expectedTimeP10: instant(time - spread.low * MINUTE),
            expectedTimeP05: instant(time - (spread.low + spread.lower) * MINUTE),
            expectedTimeP90: instant(time + spread.high * MINUTE),
            expectedTimeP95: instant(time + (spread.high + spread.higher) * MINUTE),
          }
        : spread;
    return create({ expectedTime: instant(time), imposedDelayInSeconds: delay, ...percentiles });
  });

describe('read, edit, write', () => {
  test('writing back what was read changes nothing', () => {
    fc.assert(
      fc.property(anyTask, (stored) => {
        expect(merge(stored, asRead(stored))).toEqual({ fields: stored, problems: [] });
      }),
    );
  });

  test('either name of the scheduled time can be edited in what was read', () => {
    fc.assert(
      fc.property(anyTask, fc.constantFrom('scheduledTime', 'plannedTime'), (stored, name) => {
        const { fields, problems } = merge(stored, { ...asRead(stored), [name]: instant(NOON + 5 * MINUTE) });
        expect(problems).toEqual([]);
        expect(fields).toEqual({ ...stored, scheduledTime: NOON + 5 * MINUTE });
      }),
    );
  });

  test('a changed expected time shifts percentiles and mean', () => {
    fc.assert(
      fc.property(anyTask, fc.integer({ min: -300, max: 300 }), (stored, minutes) => {
        const by = minutes * MINUTE;
        const moved = (ms: number | null) => (ms === null ? null : ms + by);
        const { fields } = merge(stored, { ...asRead(stored), expectedTime: instant(stored.expectedTime + by) });
        expect(fields).toEqual({
          ...stored,
          expectedTime: stored.expectedTime + by,
          expectedTimeP05: moved(stored.expectedTimeP05),
          expectedTimeP10: moved(stored.expectedTimeP10),
          expectedTimeP90: moved(stored.expectedTimeP90),
          expectedTimeP95: moved(stored.expectedTimeP95),
          distributionMean: moved(stored.distributionMean),
        });
      }),
    );
  });

  test('editing sigma in what was read makes new percentiles', () => {
    const stored = create({ sigma: 600 });
    const { fields, problems } = merge(stored, { ...asRead(stored), sigma: 1200 });
    expect(problems).toEqual([]);
    expect(fields).toEqual(create({ sigma: 1200 }));
  });

  test('editing a percentile in what was read counts, and sigma is fitted to it', () => {
    const stored = create({ sigma: 600 });
    const { fields, problems } = merge(stored, { ...asRead(stored), expectedTimeP95: instant(NOON + 60 * MINUTE) });
    expect(problems).toEqual([]);
    expect(fields.expectedTimeP95).toBe(NOON + 60 * MINUTE);
    expect(fields.expectedTimeP05).toBe(stored.expectedTimeP05);
    expect(fields.sigma).toBeGreaterThan(600);
  });
});

describe('two names that disagree', () => {
  test('are refused on create', () => {
    const input = { taskName: 'T', expectedTime: instant(NOON), expectedTimesSource: 'manual' as const };
    const both = { ...input, scheduledTime: instant(NOON), plannedTime: instant(NOON + MINUTE) };
    expect(merge(null, both).problems).toEqual([['plannedTime', 'names_disagree']]);
  });

  test('are refused on update when both changed', () => {
    const stored = create({ sigma: 600 });
    const times = { scheduledTime: instant(NOON + MINUTE), plannedTime: instant(NOON + 2 * MINUTE) };
    expect(merge(stored, times).problems).toEqual([['plannedTime', 'names_disagree']]);
    const spread = { sigma: 60, expectedTimeP95: instant(NOON + 90 * MINUTE) };
    expect(merge(stored, spread).problems).toEqual([['expectedTimeP95', 'names_disagree']]);
  });

  test('sigma and skewness are stored as they are shown, so that writing them back is not a change', () => {
    const written = { sigma: 600.000_499_9, skewFactor: 0.1 + 0.2 };
    const stored = create(written);
    expect(stored).toMatchObject({ sigma: 600, skewFactor: 0.3 });
    for (const again of [written, asRead(stored)]) expect(merge(stored, again).fields).toEqual(stored);
  });

  test('percentiles take precedence over sigma on create', () => {
    const given = { expectedTimeP10: instant(NOON - 10 * MINUTE), expectedTimeP90: instant(NOON + 10 * MINUTE) };
    expect(create({ ...given, sigma: 5 })).toEqual(create(given));
  });
});

describe('uncertainty', () => {
  // Quantiles of the normal distribution, from an independent table.
  const Z = {
    expectedTimeP05: -1.644854,
    expectedTimeP10: -1.281552,
    expectedTimeP90: 1.281552,
    expectedTimeP95: 1.644854,
  };

  test('sigma without skew gives the normal percentiles, from which sigma follows again', () => {
    const fields = create({ sigma: 600 });
    for (const [member, z] of Object.entries(Z)) {
      expect(Math.abs(fields[member as keyof typeof Z]! - NOON - z * 600_000)).toBeLessThan(10);
    }
    expect(fields.distributionMean).toBe(NOON);
    const { sigma: _sigma, skewFactor: _skew, distributionMean: _mean, ...percentiles } = asRead(fields);
    expect(create(percentiles).sigma).toBeCloseTo(600, 0);
  });

  test('a written mean shifts the distribution', () => {
    const fields = create({ sigma: 600, distributionMean: instant(NOON + MINUTE) });
    expect(fields.distributionMean).toBe(NOON + MINUTE);
    expect((fields.expectedTimeP10! + fields.expectedTimeP90!) / 2).toBeCloseTo(NOON + MINUTE, -1);
  });

  test('a mean that puts the expected time outside of P10 to P90 is refused where it was written', () => {
    const distributionMean = instant(NOON + 20 * MINUTE);
    const refused = [['distributionMean', 'percentiles_out_of_order']];
    const stored = create({ sigma: 600 });
    const {
      expectedTimeP05: _5,
      expectedTimeP10: _10,
      expectedTimeP90: _90,
      expectedTimeP95: _95,
      ...read
    } = asRead(stored);
    expect(merge(null, { ...read, distributionMean }).problems).toEqual(refused);
    expect(merge(stored, { distributionMean }).problems).toEqual(refused);
    expect(merge(stored, { ...asRead(stored), distributionMean }).problems).toEqual(refused);
  });

  test('null clears: sigma together with the percentiles, percentiles together with sigma', () => {
    const stored = create({ sigma: 600 });
    const none = create();
    expect(merge(stored, { sigma: null }).fields).toEqual(none);
    const cleared = { expectedTimeP05: null, expectedTimeP10: null, expectedTimeP90: null, expectedTimeP95: null };
    expect(merge(stored, cleared).fields).toEqual(none);
  });

  test('percentiles in the wrong order or on the wrong side are refused', () => {
    const stored = create();
    const refused = (input: TaskInput) => merge(stored, input).problems;
    expect(refused({ expectedTimeP05: instant(NOON - 1), expectedTimeP10: instant(NOON - MINUTE) })).toEqual([
      ['expectedTimeP10', 'percentiles_out_of_order'],
    ]);
    expect(refused({ expectedTimeP90: instant(NOON - MINUTE) })).toEqual([
      ['expectedTimeP90', 'percentiles_out_of_order'],
    ]);
    expect(refused({ expectedTimeP10: instant(NOON + MINUTE) })).toEqual([
      ['expectedTimeP10', 'percentiles_out_of_order'],
    ]);
  });
});

describe('limits', () => {
  test.each([
    ['expectedTime', 'out_of_range', { expectedTime: '0001-01-01T00:00:00Z' }],
    ['expectedTime', 'out_of_range', { expectedTime: '2200-01-01T00:00:00Z' }],
    ['expectedTime', 'invalid_timestamp', { expectedTime: '2026-11-20T12:00:00' }],
    ['imposedDelayInSeconds', 'out_of_range', { imposedDelayInSeconds: 1e15 }],
    ['expectedTimeP05', 'out_of_range', { sigma: 1e12 }],
    ['expectedTimeP05', 'out_of_range', { sigma: 1e300 }],
  ] as const)('%s is %s: %j', (path, code, input) => {
    expect(merge(create(), input).problems[0]).toEqual([path, code]);
  });

  test('a scheduled time needs a source; a planned one defaults to external', () => {
    const input = { taskName: 'T', expectedTime: instant(NOON) };
    expect(merge(null, { ...input, scheduledTime: instant(NOON) }).problems).toEqual([
      ['expectedTimesSource', 'required'],
    ]);
    expect(create().expectedTimesSource).toBe('external');
  });
});
