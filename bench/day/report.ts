import { createRandom } from '../../fixtures/generate/random.ts';
import { formatTable, median, percent } from '../table/table.ts';
import type { CauseMinutes } from './causes.ts';
import type { Policy } from './policies.ts';
import type { Outcome } from './replay.ts';

/** A figure with its 95 % confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;

/**
 * A statistic of outcomes by day, with a bootstrap interval over days and, within a day, over draws (percentiles of 2,000 resamples
 * from one seed). All policies of a day and draw are drawn together, so that ratios are paired.
 */
const bootstrap = (
  byDay: readonly (readonly (readonly Outcome[])[])[],
  statistic: (outcomes: readonly Outcome[]) => number,
): Estimate => {
  const random = createRandom(1);
  const some = <T>(list: readonly T[]): readonly T[] => list.map(() => list[random.below(list.length)]);
  const values = Array.from({ length: RESAMPLES }, () => statistic(some(byDay).flatMap((draws) => some(draws).flat())))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const at = (share: number): number => values[Math.round(share * (values.length - 1))] ?? Number.NaN;
  return { value: statistic(byDay.flat(2)), low: at(0.025), high: at(0.975) };
};

/** Outcomes by day and, within it, by draw. */
const grouped = (outcomes: readonly Outcome[]): readonly (readonly (readonly Outcome[])[])[] =>
  [...Map.groupBy(outcomes, ({ day }) => day).values()].map((own) => [
    ...Map.groupBy(own, ({ draw }) => draw).values(),
  ]);

const HUNDRED = 100;

/** The sum of a figure over the outcomes of a policy, for each 100 operations. */
const rateOf =
  (policy: string, figure: (outcome: Outcome) => number) =>
  (outcomes: readonly Outcome[]): number => {
    const own = outcomes.filter((outcome) => outcome.policy === policy);
    const operations = own.reduce((sum, outcome) => sum + outcome.operations, 0);
    return (HUNDRED * own.reduce((sum, outcome) => sum + figure(outcome), 0)) / operations;
  };

const HEAD = [
  'policy',
  'conflict minutes',
  'moves',
  '≤ 60 min before',
  '≤ 30 min before',
  'without a stand',
  'longest open',
  'score at the end',
  'feed p50 / p95',
  'policy p50 / p95',
  'seconds',
];

/** The table of one half of the days: rates for each 100 operations. */
export const tableOf = (all: readonly Outcome[], policies: readonly Policy[]): string => {
  const names = new Set(all.map(({ policy }) => policy));
  // Only days and draws on which every policy was replayed are comparable.
  const complete = grouped(all)
    .map((draws) => draws.filter((draw) => new Set(draw.map(({ policy }) => policy)).size === names.size))
    .filter((draws) => draws.length > 0);
  if (complete.length === 0) return 'No day was replayed with every policy.';
  const outcomes = complete.flat(2);
  const rows = policies
    .filter(({ name }) => names.has(name))
    .map(({ name, description, isStatic, isOnPaper }) => {
      const own = outcomes.filter(({ policy }) => policy === name);
      const rate = (figure: (outcome: Outcome) => number): string => {
        const { value, low, high } = bootstrap(complete, rateOf(name, figure));
        return `${short(value)} (${short(low)}–${short(high)})`;
      };
      const latency = (of: 'feedMs' | 'policyMs'): string =>
        own[0][of].requests === 0
          ? '–'
          : `${median(own.map((one) => one[of].p50)).toFixed(0)} / ${median(own.map((one) => one[of].p95)).toFixed(0)} ms`;
      return [
        description,
        rate(({ minutes }) => minutes.total),
        rate(({ moves }) => moves.all),
        rate(({ moves }) => moves.within60),
        rate(({ moves }) => moves.within30),
        rate((one) => one.withoutStand),
        isStatic ? '–' : `${median(own.map((one) => one.longestOpen)).toFixed(0)} min`,
        isOnPaper ? '–' : rate((one) => one.score),
        latency('feedMs'),
        latency('policyMs'),
        median(own.map((one) => one.seconds)).toFixed(0),
      ];
    });
  const days = complete.map((draws) => draws[0][0].day).join(', ');
  return `${complete.length} days (${days}), ${complete.flat().length} replays of each policy.\n\n${formatTable(HEAD, rows)}`;
};

const standing = rateOf('standing', ({ minutes }) => minutes.total);

/** How many conflict minutes fewer the standing repair has than other policies; paired by day and draw. */
export const comparisonOf = (outcomes: readonly Outcome[], policies: readonly Policy[]): string => {
  const pairsWith = (name: string) =>
    grouped(outcomes)
      .map((draws) =>
        draws.filter((draw) => [name, 'standing'].every((one) => draw.some(({ policy }) => policy === one))),
      )
      .filter((draws) => draws.length > 0);
  const lines = policies
    .filter(({ name }) => ['by-hand', 'every-15', 'every-15-stable'].includes(name) && pairsWith(name).length > 0)
    .map(({ name, description }) => {
      const other = rateOf(name, ({ minutes }) => minutes.total);
      const { value, low, high } = bootstrap(pairsWith(name), (own) => 1 - standing(own) / other(own));
      return `- than *${description}*: ${percent(value)} (${percent(low)} to ${percent(high)})`;
    });
  if (lines.length === 0) return '';
  return `The standing repair has fewer conflict minutes\n\n${lines.join('\n')}`;
};

/** The limit of reacting over all days and draws for which it was computed, which is cheap and so done for many. */
export const limitOf = (outcomes: readonly Outcome[]): string => {
  const own = grouped(outcomes.filter(({ policy }) => policy === 'limit'));
  if (own.length === 0) return '';
  const { value, low, high } = bootstrap(
    own,
    rateOf('limit', ({ minutes }) => minutes.total),
  );
  const days = own.length === 1 ? 'a day' : `${own.length} days`;
  return `The limit of reacting over ${days} and ${own.flat().length} draws in all: ${short(value)} (${short(low)}–${short(high)}) conflict minutes.`;
};

/** Why the standing repair's conflict minutes remained. */
export const causesOf = (outcomes: readonly Outcome[]): string => {
  const own = outcomes.flatMap(({ policy, causes }) => (policy === 'standing' && causes != null ? [causes] : []));
  const sum = (of: keyof CauseMinutes): number => own.reduce((all, causes) => all + causes[of], 0);
  const total = sum('untold') + sum('moved') + sum('crowded') + sum('free');
  if (total === 0) return '';
  const share = (of: keyof CauseMinutes): string => `${Math.round((100 * sum(of)) / total)} %`;
  return `Why conflict minutes remain with the standing repair (${own.length} replays, ${total} minutes by pairs): for ${share('untold')} of them, no estimate told of the conflict while one of the two could still move, and both stood as planned the evening before; for ${share('moved')}, none told either, but a repair had put one of them there; for ${share('crowded')}, one did, but there was never a free stand for either; for ${share('free')}, there was one for a while.`;
};

const short = (value: number): string => (Math.abs(value) < 10 ? value.toFixed(1) : value.toFixed(0));
