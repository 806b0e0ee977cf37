import { check } from '../../engine/check.ts';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { auto } from '../../solvers/auto/auto.ts';
import { numbers, readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, percent, publish } from '../table/table.ts';
import { CLASSES } from './classes.ts';
import { clockedRun } from './clockedRun.ts';
import { type Variant, VARIANTS } from './variants.ts';

// How much does each component of the search contribute on overloaded instances, where unassigned operations dominate the score?

/** One variant on one seed, in weight units; the bound is the one that the variant itself has proven, or null. */
interface Outcome {
  readonly variant: string;
  readonly seed: number;
  readonly score: number;
  readonly unassigned: number;
  readonly bound: number | null;
}

const options = readOptions({
  of: [`the solver whose variants are compared: ${Object.keys(VARIANTS).join(', ')}`, 'auto'],
  class: ['a class of the quality bench', '1000×150 d'],
  seeds: ['seeds of the generator, as 401-405 or 401,403', '401-405'],
  limit: ['time limit for each run in seconds', 5],
});

const measure = ({ name, solve }: Variant, seed: number): Outcome => {
  const { options: plan } = CLASSES.find((quality) => quality.name === options.class)!;
  const document = generatePlan({ ...plan, seed });
  const instance = compile(document);
  const { solution, bound } = solve(document, instance, { seed, limitSeconds: options.limit });
  const { feasible, levels, unassigned } = check(instance, solution.placement);
  if (!feasible || levels?.total !== solution.cost)
    throw new Error(`${name}, seed ${seed}: the plan is infeasible or its score is wrong.`);
  return { variant: name, seed, score: solution.cost / 100, unassigned, bound: bound === null ? null : bound / 100 };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** One row for each variant; gaps are relative to the best bound that any variant has proven for the seed. */
const tableOf = (outcomes: readonly Outcome[], seeds: readonly number[]): string => {
  const bounds = seeds.map((seed) => {
    const proven = outcomes.flatMap((outcome) => (outcome.seed === seed ? [outcome.bound ?? Number.NaN] : []));
    return Math.max(...proven.filter((bound) => !Number.isNaN(bound)));
  });
  const variants = [...new Set(outcomes.map(({ variant }) => variant))];
  const rows = variants.map((variant) => {
    const own = outcomes.filter((outcome) => outcome.variant === variant);
    const score = sum(own.map((outcome) => outcome.score));
    return [
      variant,
      ...own.map((outcome, s) => {
        const gap = percent((outcome.score - bounds[s]) / outcome.score, 3);
        return `${outcome.score}, ${outcome.unassigned} left out, ${gap}`;
      }),
      score,
      sum(own.map(({ unassigned }) => unassigned)),
      percent((score - sum(bounds)) / score, 3),
    ];
  });
  return formatTable(['variant', ...seeds.map((seed) => `seed ${seed}`), 'sum of scores', 'left out', 'gap'], rows);
};

const seedsOf = (text: string): readonly number[] => {
  const [from, to = from] = text.split('-').map(Number);
  return text.includes(',') ? numbers(text) : Array.from({ length: to - from + 1 }, (_, i) => from + i);
};

const main = async (): Promise<void> => {
  const { limit, of } = options;
  const seeds = seedsOf(options.seeds);
  const variants = VARIANTS[of];
  if (variants === undefined || !CLASSES.some(({ name }) => name === options.class)) {
    throw new Error(`Needs --of ${Object.keys(VARIANTS).join(' or ')} and a class of the quality bench.`);
  }
  await auto.prepare?.();
  // Warm up, because otherwise the first variant would include the time of just-in-time compilation.
  const warm = compile(generatePlan({ operations: 300, resources: 50, days: 1, seed: 1, disrupted: true }));
  auto.solve(warm, clockedRun(warm, { seed: 1, limitSeconds: 1 }));
  const outcomes: Outcome[] = [];
  for (const seed of seeds) {
    for (const variant of variants) {
      const outcome = measure(variant, seed);
      outcomes.push(outcome);
      console.log(`seed ${seed}, ${outcome.variant}: ${outcome.score}, ${outcome.unassigned} left out`);
    }
  }
  const title = `\`${of}\` as it is and without one of its components at a time: ${options.class}, ${limit} s, one thread. ${machine()}.\n\n`;
  await publish(`ablation-${of}`, title + tableOf(outcomes, seeds), outcomes);
};

await main();
