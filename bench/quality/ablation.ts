import { Command } from 'commander';
import { check } from '../../engine/check.ts';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { auto } from '../../solvers/auto/auto.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { CLASSES } from './classes.ts';
import { clockedRun } from './clockedRun.ts';
import { type Variant, VARIANTS } from './variants.ts';

// What is each part of the search worth where one operation more or less without a place decides?

/** One variant on one seed. Weight units; the bound is what it has proven itself, null: nothing. */
interface Outcome {
  readonly variant: string;
  readonly seed: number;
  readonly score: number;
  readonly unassigned: number;
  readonly bound: number | null;
}

interface Options {
  readonly class: string;
  readonly seeds: readonly number[];
  readonly limit: number;
  readonly of: string;
}

const measure = ({ name, solve }: Variant, options: Options, seed: number): Outcome => {
  const { options: plan } = CLASSES.find((quality) => quality.name === options.class)!;
  const document = generatePlan({ ...plan, seed });
  const instance = compile(document);
  const { solution, bound } = solve(document, instance, { seed, limitSeconds: options.limit });
  const { feasible, levels, unassigned } = check(instance, solution.placement);
  if (!feasible || levels?.total !== solution.cost)
    throw new Error(`${name}, seed ${seed}: the plan is not what it says.`);
  return { variant: name, seed, score: solution.cost / 100, unassigned, bound: bound === null ? null : bound / 100 };
};

const percent = (value: number): string => (Number.isFinite(value) ? `${(100 * value).toFixed(3)} %` : '–');
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A row for each variant; a gap is to the best bound that any variant has proven for the seed. */
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
        const gap = percent((outcome.score - bounds[s]) / outcome.score);
        return `${outcome.score}, ${outcome.unassigned} left out, ${gap}`;
      }),
      score,
      sum(own.map(({ unassigned }) => unassigned)),
      percent((score - sum(bounds)) / score),
    ];
  });
  return formatTable(['variant', ...seeds.map((seed) => `seed ${seed}`), 'sum of scores', 'left out', 'gap'], rows);
};

const main = async (options: Options): Promise<void> => {
  const { seeds, limit, of } = options;
  const variants = VARIANTS[of];
  if (variants === undefined || !CLASSES.some(({ name }) => name === options.class)) {
    throw new Error(`Needs --of ${Object.keys(VARIANTS).join(' or ')} and a class of the quality bench.`);
  }
  await auto.prepare?.();
  // What runs first would pay for what the others find compiled.
  const warm = compile(generatePlan({ operations: 300, resources: 50, days: 1, seed: 1, disrupted: true }));
  auto.solve(warm, clockedRun(warm, { seed: 1, limitSeconds: 1 }));
  const outcomes: Outcome[] = [];
  for (const seed of seeds) {
    for (const variant of variants) {
      const outcome = measure(variant, options, seed);
      outcomes.push(outcome);
      console.log(`seed ${seed}, ${outcome.variant}: ${outcome.score}, ${outcome.unassigned} left out`);
    }
  }
  const title = `\`${of}\` and what it is worth without some of its parts, one at a time: ${options.class}, ${limit} s, one thread. ${machine()}.\n\n`;
  await publish(`ablation-${of}`, title + tableOf(outcomes, seeds), outcomes);
};

const seedsOf = (text: string): readonly number[] => {
  const [from, to = from] = text.split('-').map(Number);
  return text.includes(',') ? text.split(',').map(Number) : Array.from({ length: to - from + 1 }, (_, i) => from + i);
};

await new Command('ablation')
  .description('What is each part of the search worth where one operation more or less without a place decides?')
  .option('--of <solver>', `variants of: ${Object.keys(VARIANTS).join(', ')}`, 'auto')
  .option('--class <name>', 'class of the quality bench', '1000×150 d')
  .option('--seeds <seeds>', 'of the generator: 401-405, or 401,403', seedsOf, seedsOf('401-405'))
  .option('--limit <seconds>', 'for each run', Number, 5)
  .action(main)
  .parseAsync();
