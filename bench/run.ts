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
  /** True: writes its table and figures to bench/results itself; else what it prints is kept there. */
  readonly publishes: boolean;
  /** What it must be given: such a bench runs only by its name. */
  readonly needs?: string;
}

const PEERS = { file: 'peers/peers.ts', publishes: true } as const;

const BENCHES: readonly Bench[] = [
  {
    name: 'micro',
    question: 'How fast are moves, path programs, compile and conflict detection?',
    file: 'micro/micro.ts',
    publishes: true,
  },
  {
    name: 'quality',
    question: 'How far from proven optimal is a plan after how long?',
    file: 'quality/quality.ts',
    publishes: true,
  },
  {
    name: 'ablation',
    question: 'What is each part of the search worth where one operation more or less without a place decides?',
    file: 'quality/ablation.ts',
    publishes: true,
  },
  {
    name: 'ablation-moves',
    question: 'The same of local search and its moves.',
    file: 'quality/ablation.ts',
    args: ['--of', 'local-search'],
    publishes: true,
  },
  {
    name: 'stopping',
    question: 'How long after the flag is set does a solver still run?',
    file: 'quality/stopping.ts',
    publishes: true,
  },
  {
    name: 'growth',
    question: 'What does each main operation cost in a planning of 1 000 to 100 000?',
    file: 'scale/growth.ts',
    publishes: true,
  },
  {
    name: 'mix',
    question: 'How much does the service take, and what becomes of those it takes when more come?',
    file: 'load/mix.ts',
    publishes: true,
  },
  { name: 'scale', question: 'How do times and memory grow with size?', file: 'scale/scale.ts', publishes: true },
  {
    name: 'disruption',
    question: 'What is a good plan worth after a disruption, at equal short time?',
    file: 'disruption/disruption.ts',
    publishes: true,
  },
  { name: 'peers', question: 'Who gets how far on 300 operations on 50 resources in the same time?', ...PEERS },
  {
    name: 'peers-disrupted',
    question: 'The same on a disrupted day of 1000 operations on 200 resources.',
    ...PEERS,
    args: ['--operations', '1000', '--resources', '200', '--disrupted'],
  },
  {
    name: 'resolution',
    question: 'How long does somebody wait for strategies on a disrupted week?',
    file: 'resolution/resolution.bench.ts',
    publishes: false,
  },
  {
    name: 'concurrent',
    question: 'Does the server still answer while fifty resolve conflicts?',
    file: 'resolution/concurrent.ts',
    publishes: false,
  },
  {
    name: 'first-incumbent',
    question: 'How soon after its request has a run a first plan?',
    file: 'load/firstIncumbent.ts',
    publishes: false,
  },
  {
    name: 'history',
    question: 'What does the state of long ago cost, against the current one?',
    file: 'history/pastState.ts',
    publishes: false,
  },
  {
    name: 'metrics-history',
    question: 'What do sixty points of a day’s metrics cost, when nothing is kept and when all is?',
    file: 'history/metricsHistory.ts',
    publishes: false,
  },
  {
    name: 'load',
    question: 'What does the service cost on top of its database?',
    file: 'load/run.ts',
    publishes: false,
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
    question: 'The same with one message a change.',
    file: 'load/soak.ts',
    args: ['--batch', '--seconds', '120'],
    publishes: false,
    needs: 'TEST_DATABASE_URL',
  },
  {
    name: 'live',
    question: 'How soon is a large change with everybody who looks on, and at how many bytes?',
    file: 'load/live.ts',
    publishes: false,
    needs: 'TEST_DATABASE_URL',
  },
  {
    name: 'abuse',
    question: 'Can anybody stop it: what does a well-behaved tenant feel beside the worst requests known?',
    file: 'load/abuse.ts',
    publishes: true,
  },
  {
    name: 'shares',
    question: 'What does a tenant wait while another one asks for fifty times its share?',
    file: 'load/shares.ts',
    publishes: true,
  },
  {
    name: 'blocks',
    question: 'How long is nobody else heard while one large planning is worked on?',
    file: 'load/blocks.ts',
    publishes: true,
  },
  {
    name: 'hang-ups',
    question: 'How soon is a thread free when its client hangs up, and a run over when somebody cancels it?',
    file: 'load/hangUps.ts',
    publishes: false,
    needs: 'TEST_DATABASE_URL',
  },
  {
    name: 'board-panels',
    question: 'How soon are strategies, previews, past states, metrics and a publishing on the screen?',
    file: 'board/panels.ts',
    publishes: true,
  },
  {
    name: 'board-planner',
    question: 'What does it take a planner to bring the demo day’s conflicts to none on the board, in three ways?',
    file: 'board/planner.ts',
    publishes: true,
    needs: 'a browser',
  },
  {
    name: 'board',
    question: 'How soon does the planning board show, draw, judge and tell, and how much does a browser load?',
    file: 'board/run.ts',
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
    question: 'How good are plans of instances that others published, beside the best known ones?',
    file: 'instances/run.ts',
    args: ['--publish', 'instances'],
    publishes: true,
    needs: 'FILES',
  },
];

/** Runs one bench, prints what it prints, and keeps that where the bench keeps nothing itself. Returns whether it went well. */
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
    console.error(`There is no bench ${name}; there are: ${BENCHES.map((bench) => bench.name).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  for (const bench of wanted) if (!(await run(bench, more))) process.exitCode = 1;
};

const width = Math.max(...BENCHES.map(({ name }) => name.length));
const list = BENCHES.map(({ name, question, needs }) => {
  const suffix = needs === undefined ? '' : ` Needs ${needs}: only by name.`;
  return `  ${name.padEnd(width)}  ${question}${suffix}`;
});

await new Command('bench')
  .description('Measures. Without a name: every bench in turn. Tables and figures go to bench/results.')
  .argument('[name]', 'one bench; what follows are its own arguments (its --help tells them)')
  .argument('[arguments...]')
  .passThroughOptions()
  .enablePositionalOptions()
  .addHelpText('after', `\nBenches:\n${list.join('\n')}`)
  .action(main)
  .parseAsync();
