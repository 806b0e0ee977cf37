import { keysOf } from '../../engine/recordOf.ts';
import { present } from '../../engine/present.ts';
import { percentileFaults } from '../entities/percentileOrder.ts';
import { TASK_PERCENTILES, type TaskInput } from '../entities/task.ts';
import { toSeconds, toShare } from '../../engine/objective/wireNumbers.ts';
import type { TaskFields } from '../../db/versions/entities.ts';
import { below, type Problems } from '../problems.ts';
import { fitPercentiles, type Percentile, spreadPercentiles, type Uncertainty } from './spread.ts';
import { readInstant } from './readInstant.ts';

export const PERCENTILES = keysOf(TASK_PERCENTILES);
const SPREAD = ['sigma', 'skewFactor', 'distributionMean'] as const;
/** Percentiles that are written together with a changed sigma may differ from it by this much. */
const AGREEMENT_MS = 1000;

const NO_UNCERTAINTY: Uncertainty = {
  expectedTimeP05: null,
  expectedTimeP10: null,
  expectedTimeP90: null,
  expectedTimeP95: null,
  sigma: null,
  skewFactor: null,
  distributionMean: null,
};

/**
 * The uncertainty after a write. Written percentiles take precedence, and sigma is fitted to them. If only sigma is written, the percentiles derive
 * from it. If neither is written and the expected time moved, the percentiles move along. `stored` is null on create, where percentiles take
 * precedence over sigma.
 */
export const mergeUncertainty = (
  stored: TaskFields | null,
  input: TaskInput,
  expectedTime: number,
  path: string,
  problems: Problems,
): Uncertainty => {
  const before = stored ?? NO_UNCERTAINTY;
  const written = readWritten(input, path, problems);
  const changed = (member: keyof Uncertainty): boolean =>
    written[member] !== undefined && written[member] !== before[member];
  const changedPercentiles = PERCENTILES.filter(changed);
  const spreadChanged = SPREAD.some(changed);
  const percentilesCount = changedPercentiles.some((member) => written[member] !== null) || !spreadChanged;
  if (changedPercentiles.length > 0 && percentilesCount) {
    const percentiles = pick(before, written);
    const spread = spreadChanged ? fromSpread(before, written, expectedTime) : null;
    if (spread !== null && agrees(percentiles, spread)) return { ...spread, ...percentiles };
    if (spread !== null && stored !== null) {
      problems.add(
        below(path, present(changedPercentiles[0])),
        'names_disagree',
        'Percentiles and sigma were both changed and describe different uncertainties; send only one of them.',
      );
    }
    return fromPercentiles(percentiles, written, expectedTime);
  }
  if (spreadChanged) return fromSpread(before, written, expectedTime);
  return moved(before, stored === null ? 0 : expectedTime - stored.expectedTime);
};

/**
 * Collects a problem for percentiles that are out of order or on the wrong side of the expected time. Those that are derived are looked at only when the
 * others are in order, so that a problem names what was written: only with a mean can derived percentiles be on the wrong side.
 */
export const checkPercentiles = (
  fields: Uncertainty & Pick<TaskFields, 'expectedTime'>,
  isDerived: (member: Percentile) => boolean,
  path: string,
  problems: Problems,
): void => {
  const written = percentileFaults((member) =>
    member !== 'expectedTime' && isDerived(member) ? null : fields[member],
  );
  for (const { member, message } of written) problems.add(below(path, member), 'percentiles_out_of_order', message);
  if (written.length > 0) return;
  for (const { message } of percentileFaults((member) => fields[member]))
    problems.add(below(path, 'distributionMean'), 'percentiles_out_of_order', `With this mean, ${message}`);
};

type Written = { -readonly [K in keyof Uncertainty]?: Uncertainty[K] };

const readWritten = (input: TaskInput, path: string, problems: Problems): Written => {
  const written: Written = {};
  for (const member of [...PERCENTILES, 'distributionMean'] as const) {
    const text = input[member];
    if (text !== undefined) {
      written[member] = text === null ? null : readInstant(text, below(path, member), problems);
    }
  }
  // Rounded as they are shown in records, so that writing back what was read is not a change.
  if (input.sigma !== undefined) written.sigma = input.sigma === null ? null : toSeconds(input.sigma);
  if (input.skewFactor !== undefined) written.skewFactor = input.skewFactor === null ? null : toShare(input.skewFactor);
  return written;
};

const pick = (before: Uncertainty, written: Written): Pick<Uncertainty, Percentile> => ({
  expectedTimeP05: written.expectedTimeP05 === undefined ? before.expectedTimeP05 : written.expectedTimeP05,
  expectedTimeP10: written.expectedTimeP10 === undefined ? before.expectedTimeP10 : written.expectedTimeP10,
  expectedTimeP90: written.expectedTimeP90 === undefined ? before.expectedTimeP90 : written.expectedTimeP90,
  expectedTimeP95: written.expectedTimeP95 === undefined ? before.expectedTimeP95 : written.expectedTimeP95,
});

const agrees = (percentiles: Pick<Uncertainty, Percentile>, spread: Uncertainty): boolean =>
  PERCENTILES.every((member) => {
    const [a, b] = [percentiles[member], spread[member]];
    return a === null || b === null ? a === b : Math.abs(a - b) <= AGREEMENT_MS;
  });

/** Fills in the percentiles that were not written from the fit; those that were cleared stay null. */
const fromPercentiles = (
  percentiles: Pick<Uncertainty, Percentile>,
  written: Written,
  expectedTime: number,
): Uncertainty => {
  if (PERCENTILES.every((member) => percentiles[member] === null)) return NO_UNCERTAINTY;
  const filled = fitPercentiles(expectedTime, percentiles);
  const value = (member: Percentile): number | null =>
    percentiles[member] ?? (written[member] === null ? null : filled[member]);
  const between = (low: number, ms: number | null, high: number): number | null =>
    ms === null ? null : Math.max(low, Math.min(ms, high));
  const own = (member: Percentile, filledIn: number | null): number | null => percentiles[member] ?? filledIn;
  const lowest = percentiles.expectedTimeP10 ?? expectedTime;
  const highest = percentiles.expectedTimeP90 ?? expectedTime;
  const p05 = own('expectedTimeP05', between(Number.NEGATIVE_INFINITY, value('expectedTimeP05'), lowest));
  const p95 = own('expectedTimeP95', between(highest, value('expectedTimeP95'), Number.POSITIVE_INFINITY));
  return {
    expectedTimeP05: p05,
    expectedTimeP10: own(
      'expectedTimeP10',
      between(Math.min(p05 ?? expectedTime, expectedTime), value('expectedTimeP10'), expectedTime),
    ),
    expectedTimeP90: own(
      'expectedTimeP90',
      between(expectedTime, value('expectedTimeP90'), Math.max(p95 ?? expectedTime, expectedTime)),
    ),
    expectedTimeP95: p95,
    sigma: filled.sigma,
    skewFactor: filled.skewFactor,
    distributionMean: filled.distributionMean,
  };
};

/** The distribution has the mean that is newly written; otherwise, its median is the expected time. */
const fromSpread = (before: Uncertainty, written: Written, expectedTime: number): Uncertainty => {
  const sigma = written.sigma === undefined ? before.sigma : written.sigma;
  const skewFactor = written.skewFactor === undefined ? before.skewFactor : written.skewFactor;
  const newMean = written.distributionMean === before.distributionMean ? undefined : written.distributionMean;
  if (sigma === null) {
    const cleared = written.sigma === null && before.sigma !== null;
    if (cleared) return { ...NO_UNCERTAINTY, distributionMean: newMean ?? null };
    return { ...NO_UNCERTAINTY, skewFactor, distributionMean: newMean ?? null };
  }
  return {
    ...spreadPercentiles(expectedTime, sigma, skewFactor ?? 0, newMean ?? null),
    sigma,
    skewFactor: skewFactor ?? 0,
  };
};

const moved = (before: Uncertainty, byMs: number): Uncertainty => {
  const move = (ms: number | null): number | null => (ms === null ? null : ms + byMs);
  return {
    expectedTimeP05: move(before.expectedTimeP05),
    expectedTimeP10: move(before.expectedTimeP10),
    expectedTimeP90: move(before.expectedTimeP90),
    expectedTimeP95: move(before.expectedTimeP95),
    sigma: before.sigma,
    skewFactor: before.skewFactor,
    distributionMean: move(before.distributionMean),
  };
};
