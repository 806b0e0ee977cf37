import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { machine } from './table/machine.ts';

interface Bench {
  readonly name: string;
  readonly question: string;
  readonly file: string;
  readonly args?: readonly string[];
  /** Whether it writes its table and figures to bench/results itself; otherwise its output is stored there. */
  readonly publishes: boolean;
  /** What it needs; such a bench runs only when it is named. */
  readonly needs?: string;
}

const PEERS = { file: 'peers/peers.ts', publishes: true } as const;

const BENCHES: readonly Bench[] = [
  {
    name: 'guard',
    question: 'Is any part of the engine or the solvers worse than its recorded figure? (Five minutes.)',
    file: 'guard/guard.ts',
    publishes: true,
  },
  {
    name: 'micro',
    question: 'How fast are moves, path programs, compile and conflict detection?',
    file: 'micro/micro.ts',
    publishes: true,
  },
  {
    name: 'quality',
    question: 'How far is a plan from the proven optimum after a given time?',
    file: 'quality/quality.ts',
    publishes: true,
  },
  {
    name: 'ablation',
    question: 'How much does each component of the search contribute on overloaded instances?',
    file: 'quality/ablation.ts',
    publishes: true,
  },
  {
    name: 'ablation-moves',
    question: 'How much does each move of local search contribute on overloaded instances?',
    file: 'quality/ablation.ts',
    args: ['--of', 'local-search'],
    publishes: true,
  },
  {
    name: 'stopping',
    question: 'How long does a solver continue after it is asked to stop?',
    file: 'quality/stopping.ts',
    publishes: true,
  },
  {
    name: 'growth',
    question: 'What does each main request cost as operations, resources, plannings and their history grow?',
    file: 'scale/growth.ts',
    publishes: true,
  },
  {
    name: 'mix',
    question: 'How much load can the service handle, and how does it treat requests when there is more?',
    file: 'load/mix.ts',
    publishes: true,
  },
  { name: 'scale', question: 'How do times and memory grow with size?', file: 'scale/scale.ts', publishes: true },
  {
    name: 'helpers',
    question: 'How much sooner does a run over a long horizon reach its gap when other workers help?',
    file: 'scale/otherWorkers.ts',
    publishes: true,
    needs: 'TEST_DATABASE_URL',
  },
  {
    name: 'day',
    question: 'How well does a plan get through a day as it really went, by the way in which it is repaired?',
    file: 'day/day.ts',
    publishes: true,
    needs: 'some minutes for each day',
  },
  {
    name: 'repair-latency',
    question: 'How soon after a change that opens a conflict is its repair there?',
    file: 'day/latency.ts',
    publishes: true,
  },
  {
    name: 'risk',
    question: 'What is a plan that weighs the risk of conflicts worth on a real day, compared with fixed buffers?',
    file: 'day/risk.ts',
    publishes: true,
  },
  {
    name: 'warm',
    question: 'What is an earlier search worth to the next one, after a small change of its planning?',
    file: 'quality/warm.ts',
    publishes: true,
  },
  {
    name: 'threads',
    question:
      'How much sooner does a run reach a gap on two threads, and how much sooner could it at most on this machine?',
    file: 'quality/threads.ts',
    publishes: true,
  },
  { name: 'peers', question: 'How far do solvers get on 300 operations and 50 resources in the same time?', ...PEERS },
  {
    name: 'peers-disrupted',
    question: 'How far do solvers get on a disrupted day of 1000 operations and 200 resources in the same time?',
    ...PEERS,
    args: ['--operations', '1000', '--resources', '200', '--disrupted'],
  },
  {
    name: 'resolution',
    question: 'How long does it take to find strategies in a disrupted week?',
    file: 'resolution/resolution.ts',
    publishes: false,
  },
  {
    name: 'concurrent',
    question: 'Does the server still respond while fifty clients resolve conflicts?',
    file: 'resolution/concurrent.ts',
    publishes: false,
  },
  {
    name: 'first-incumbent',
    question: 'How soon after the request does a run have its first plan?',
    file: 'load/firstIncumbent.ts',
    publishes: false,
  },
  {
    name: 'history',
    question: 'How long does it take to read a state of long ago, compared with the current one?',
    file: 'history/pastState.ts',
    publishes: false,
  },
  {
    name: 'metrics-history',
    question: 'How long does a history of sixty metrics of a day take, with empty and with full caches?',
    file: 'history/metricsHistory.ts',
    publishes: false,
  },
  {
    name: 'load',
    question: 'How much time does the service add to that of its database?',
    file: 'load/load.ts',
    publishes: true,
  },
  {
    name: 'soak',
    question: 'Do events arrive in time, and does memory stay flat, under load?',
    file: 'load/soak.ts',
    publishes: false,
    needs: 'TEST_DATABASE_URL',
  },
  {
    name: 'soak-batch',
    question: 'Do events arrive in time, and does memory stay flat, with one message for each change?',
    file: 'load/soak.ts',
    args: ['--batch', '--seconds', '120'],
    publishes: false,
    needs: 'TEST_DATABASE_URL',
  },
  {
    name: 'live',
    question: 'How soon does a large change reach all subscribers, and in how many bytes?',
    file: 'load/live.ts',
    publishes: false,
    needs: 'TEST_DATABASE_URL',
  },
  {
    name: 'abuse',
    question: 'Can one client bring the service down: how do the worst known requests affect a well-behaved tenant?',
    file: 'load/abuse.ts',
    publishes: true,
  },
  {
    name: 'shares',
    question: 'How long does a tenant wait while another one requests fifty times its share?',
    file: 'load/shares.ts',
    publishes: true,
  },
  {
    name: 'blocks',
    question: 'How long is the event loop blocked while the service processes one large planning?',
    file: 'load/blocks.ts',
    publishes: true,
  },
  {
    name: 'kills',
    question: 'Is anything lost when processes are killed 200 times, at random, on each database?',
    file: 'faults/kills.ts',
    publishes: true,
    needs: 'half an hour',
  },
  {
    name: 'hang-ups',
    question: 'How soon is a thread free when its client disconnects, and how soon does a run end when it is canceled?',
    file: 'load/hangUps.ts',
    publishes: false,
    needs: 'TEST_DATABASE_URL',
  },
  {
    name: 'board-panels',
    question: 'How soon are strategies, previews, past states, metrics and the effects of publishing on the screen?',
    file: 'board/panels.ts',
    publishes: true,
    needs: 'a browser',
  },
  {
    name: 'board-planner',
    question:
      'How many clicks and minutes does a planner need to resolve all conflicts of the demo day, in three ways?',
    file: 'board/planner.ts',
    publishes: true,
    needs: 'a browser',
  },
  {
    name: 'board',
    question: 'How fast does the planning board load, draw, judge and save, and how much code does a browser load?',
    file: 'board/board.ts',
    publishes: true,
    needs: 'a browser',
  },
  {
    name: 'board-gallery',
    question: 'What does the planning board look like in each of its states? (--to FOLDER; the README’s pictures)',
    file: 'pictures/gallery.ts',
    publishes: true,
    needs: 'a browser',
  },
  {
    name: 'board-picture',
    question: 'What does the planning board look like on the demo day? (docs/pictures/board.png)',
    file: 'pictures/takeBoard.ts',
    publishes: true,
    needs: 'a browser',
  },
  {
    name: 'instances',
    question: 'How good are plans of published benchmark instances, compared with the best known ones?',
    file: 'instances/instances.ts',
    args: ['--publish', 'instances'],
    publishes: true,
    needs: 'FILES',
  },
];

/** Runs one bench and prints its output, which is also stored if the bench does not publish results itself. Returns whether it succeeded. */
const run = async (
  { name, question, file, args = [], publishes }: Bench,
  more: readonly string[],
): Promise<boolean> => {
  console.log(`\n${name}: ${question}\n`);
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    printed += chunk.toString();
  });
  const status = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  if (status === 0 && !publishes && !more.includes('--help')) {
    const folder = new URL('./results/', import.meta.url);
    await mkdir(folder, { recursive: true });
    const text = `${question} ${machine()}.\n\n\`\`\`text\n${printed.trimEnd()}\n\`\`\`\n`;
    await writeFile(new URL(`${name}.md`, folder), text);
  }
  return status === 0;
};

const main = async (name: string | undefined, more: readonly string[]): Promise<void> => {
  const wanted = BENCHES.filter((bench) => (name === undefined ? bench.needs === undefined : bench.name === name));
  if (wanted.length === 0) {
    console.error(`There is no bench ${name}. The benches are: ${BENCHES.map((bench) => bench.name).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  for (const bench of wanted) if (!(await run(bench, more))) process.exitCode = 1;
};

const width = Math.max(...BENCHES.map(({ name }) => name.length));
const list = BENCHES.map(({ name, question, needs }) => {
  const suffix = needs === undefined ? '' : ` Needs ${needs}; runs only by name.`;
  return `  ${name.padEnd(width)}  ${question}${suffix}`;
});

await new Command('bench')
  .description(
    'Runs one bench, or, without a name, every bench in turn. Tables and figures are written to bench/results.',
  )
  .argument('[name]', 'name of one bench; the arguments that follow are its own (its --help lists them)')
  .argument('[arguments...]')
  .passThroughOptions()
  .enablePositionalOptions()
  .addHelpText('after', `\nBenches:\n${list.join('\n')}`)
  .action(main)
  .parseAsync();
