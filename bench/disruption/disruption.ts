import { Command } from 'commander';
import { toAssignments } from '../../engine/instance/assignments.ts';
import { compile } from '../../engine/instance/compile.ts';
import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { machine } from '../table/machine.ts';
import { untilIdle } from '../quality/untilIdle.ts';
import { formatTable, median, publish } from '../table/table.ts';

// Does re-optimization start from the plan that was good before the disruption, and how much does that help?

interface Options {
  readonly operations: number;
  readonly resources: number;
  readonly solver: string;
  readonly planSeconds: number;
  readonly seconds: string;
  readonly seeds: number;
  readonly first: number;
}

/** The scores of one seed at one time limit, in weight units. */
interface Outcome {
  readonly seed: number;
  readonly seconds: number;
  readonly warm: number;
  readonly afresh: number;
}

/** A day whose current plan was good before 15 % of its operations were delayed. */
const disruptedDay = async (pool: SolverPool, seed: number, options: Options): Promise<Instance> => {
  const { operations, resources, planSeconds } = options;
  const day = { operations, resources, days: 1, seed };
  const before = compile(generatePlan({ ...day, disrupted: false }));
  const { solution } = await pool.run({
    instance: before,
    solver: 'auto',
    parameters: { timeLimitSeconds: planSeconds, seed },
  });
  const after = generatePlan({ ...day, disrupted: true });
  return compile({ ...after, assignments: toAssignments(before, solution.placement) });
};

/** Both runs have the same costs and limits; only the starting plan differs. */
const compare = async (
  pool: SolverPool,
  instance: Instance,
  seed: number,
  seconds: number,
  solver: string,
): Promise<Outcome> => {
  const parameters = { timeLimitSeconds: seconds, seed };
  const nothing = instance.pinned.map((pinned) => (pinned === NOT_PINNED ? -1 : pinned));
  await untilIdle(pool);
  const warm = await pool.run({ instance, solver, parameters });
  await untilIdle(pool);
  const afresh = await pool.run({ instance, solver, parameters, initial: nothing });
  return { seed, seconds, warm: warm.solution.cost / 100, afresh: afresh.solution.cost / 100 };
};

const main = async (options: Options): Promise<void> => {
  const limits = options.seconds.split(',').map(Number);
  const pool = new SolverPool({ threads: 1 });
  const outcomes: Outcome[] = [];
  const scores = new Map<number, number>();
  for (let seed = options.first; seed < options.first + options.seeds; seed++) {
    const instance = await disruptedDay(pool, seed, options);
    for (const seconds of limits) outcomes.push(await compare(pool, instance, seed, seconds, options.solver));
    const own = outcomes.filter((outcome) => outcome.seed === seed);
    scores.set(seed, Math.min(...own.flatMap(({ warm, afresh }) => [warm, afresh])));
    console.log(`seed ${seed}: ${own.map((at) => `${at.seconds} s ${at.warm} warm, ${at.afresh} afresh`).join('; ')}`);
  }
  await pool.close();
  const above = (score: number, seed: number): number => (100 * (score - scores.get(seed)!)) / scores.get(seed)!;
  const rows = limits.map((seconds) => {
    const at = outcomes.filter((outcome) => outcome.seconds === seconds);
    const percent = (side: 'warm' | 'afresh'): string =>
      `${median(at.map((outcome) => above(outcome[side], outcome.seed))).toFixed(2)} %`;
    return [
      `${seconds} s`,
      percent('warm'),
      percent('afresh'),
      at.filter(({ warm, afresh }) => warm < afresh).length,
      at.filter(({ warm, afresh }) => warm === afresh).length,
      at.filter(({ warm, afresh }) => warm > afresh).length,
    ];
  });
  const { operations, resources, solver, seeds, first, planSeconds } = options;
  const head = ['after', 'warm', 'afresh', 'warm is better', 'the same', 'afresh is better'];
  const text = `A day of ${operations} operations on ${resources} resources, planned by \`auto\` for ${planSeconds} s, then 15 % delayed: \`${solver}\` from that plan (warm) and from an empty one (afresh), median over the best score known, ${seeds} seeds from ${first}. ${machine()}.\n\n`;
  await publish(`disruption-${solver}`, text + formatTable(head, rows), outcomes);
};

await new Command('disruption')
  .description('How much does starting from the previous plan help after a disruption, within the same short time?')
  .option('--operations <n>', 'number of operations of the day', Number, 1000)
  .option('--resources <n>', 'number of resources', Number, 200)
  .option('--solver <id>', 'solver', 'auto')
  .option('--plan-seconds <s>', 'seconds for making the plan before the disruption', Number, 3)
  .option('--seconds <list>', 'time limits in seconds, comma-separated', '0.25,0.5,1,2')
  .option('--seeds <n>', 'number of seeds', Number, 10)
  .option('--first <n>', 'first seed', Number, 101)
  .action(main)
  .parseAsync();
