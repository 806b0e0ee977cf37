import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compile } from '../../engine/instance/compile.ts';
import { gapOf } from '../../engine/objective/score.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { PoolEvent } from '../../solvers/pool/merge.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import { readOptions } from '../readOptions.ts';
import { formatTable, publish } from '../table/table.ts';
import { watchMemory } from './processMemory.ts';
import { slope } from './slope.ts';

/** Sizes with the density of the quality classes: about the same number of operations per resource and day, in the last one nearly half as many again. */
const SIZES = [
  { operations: 100, resources: 20, days: 1, limitSeconds: 5 },
  { operations: 300, resources: 50, days: 1, limitSeconds: 10 },
  { operations: 1000, resources: 150, days: 1, limitSeconds: 30 },
  { operations: 3000, resources: 150, days: 3, limitSeconds: 60 },
  { operations: 7000, resources: 150, days: 7, limitSeconds: 90 },
  { operations: 20_000, resources: 300, days: 14, limitSeconds: 120 },
  { operations: 50_000, resources: 500, days: 30, limitSeconds: 200 },
  { operations: 200_000, resources: 160, days: 180, limitSeconds: 300 },
] as const;

const options = readOptions({
  sizes: ['numbers of operations, comma-separated', 'all'],
  size: ['measure only this size and print its figures as JSON', 0],
  seed: ['random seed', 1],
  threads: ['number of solver threads', 1],
  limit: ['largest time limit for each size in seconds', 120],
});

const GAPS = [0.05, 0.01, 0.001] as const;

/** The results of one size. Costs and bounds are in weight units; seconds are null when not reached within the limit. */
export interface Scaled {
  readonly operations: number;
  readonly resources: number;
  readonly days: number;
  readonly limitSeconds: number;
  readonly compileSeconds: number;
  readonly firstSeconds: number | null;
  /** The seconds to gaps of 5 %, 1 % and 0.1 %. */
  readonly gapSeconds: readonly (number | null)[];
  readonly score: number;
  readonly bound: number | null;
  readonly gap: number;
}

/** Peak megabytes of the whole process, and without the memory of WebAssembly; null where the system does not provide them. */
interface Weighed extends Scaled {
  readonly residentMegabytes: number | null;
  readonly apartMegabytes: number | null;
}

const measure = async (size: (typeof SIZES)[number], seed: number, threads: number, most: number): Promise<Scaled> => {
  const { limitSeconds: limit, ...options } = size;
  const limitSeconds = Math.min(limit, most);
  const document = generatePlan({ ...options, seed, disrupted: false });
  const startMs = performance.now();
  const instance = compile(document);
  const compileSeconds = (performance.now() - startMs) / 1000;
  const pool = new SolverPool({ threads });
  const gapSeconds: (number | null)[] = GAPS.map(() => null);
  let firstSeconds: number | null = null;
  let plans = 0;
  const onEvent = (event: PoolEvent): void => {
    if (event.kind === 'progress') return;
    // The first incumbent is the plan of the document.
    if (event.kind === 'incumbent' && ++plans === 2) firstSeconds = event.seconds;
    const cost = event.kind === 'incumbent' ? event.solution.cost : event.cost;
    if (cost === null || event.bound === null) return;
    const gap = gapOf(cost, event.bound);
    GAPS.forEach((wanted, i) => {
      if (gap <= wanted) gapSeconds[i] ??= event.seconds;
    });
  };
  const parameters = { timeLimitSeconds: limitSeconds, threads, seed, gap: 0 };
  const { solution, bound } = await pool.run({ instance, solver: 'auto', parameters, onEvent });
  await pool.close();
  const gap = bound === null ? 1 : gapOf(solution.cost, bound);
  const known = { score: solution.cost / 100, bound: bound === null ? null : bound / 100, gap };
  return { ...options, limitSeconds, compileSeconds, firstSeconds, gapSeconds, ...known };
};

const seconds = (value: number | null): string => {
  if (value === null) return '–';
  return value < 1 ? `${Math.round(1000 * value)} ms` : `${value.toFixed(1)} s`;
};

const tableOf = (all: readonly Weighed[]): string => {
  const columns: readonly ((one: Weighed) => number | null)[] = [
    (one) => one.compileSeconds,
    (one) => one.firstSeconds,
    ...GAPS.map((_, i) => (one: Weighed) => one.gapSeconds[i]),
    (one) => one.residentMegabytes,
    (one) => one.apartMegabytes,
  ];
  const rows = all.map((one) => [
    `${one.operations}×${one.resources}, ${one.days} d`,
    ...columns.slice(0, -2).map((column) => seconds(column(one))),
    one.residentMegabytes ?? '–',
    one.apartMegabytes ?? '–',
    `${(100 * one.gap).toFixed(3)} %`,
    one.limitSeconds,
  ]);
  const exponents = columns.map((column) =>
    slope(all.flatMap((one) => (column(one) ? [[one.operations, column(one)!] as const] : []))),
  );
  const shown = exponents.map((exponent) => (Number.isNaN(exponent) ? '–' : exponent.toFixed(2)));
  const fitted = ['grows with operations to the power of', ...shown, '', ''];
  const head = [
    'size',
    'compile',
    'first plan',
    '5 %',
    '1 %',
    '0.1 %',
    'MB',
    'without WebAssembly',
    'gap at the end',
    'limit in s',
  ];
  return formatTable(head, [...rows, fitted]);
};

/** Measures one size in a process of its own, so that its memory is measured separately. */
const measureApart = async (
  { operations }: (typeof SIZES)[number],
  seed: number,
  threads: number,
  limit: number,
): Promise<Weighed> => {
  const options = { size: operations, seed, threads, limit };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const run = promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), ...args]);
  const memory = watchMemory(run.child.pid!);
  try {
    const scaled = JSON.parse((await run).stdout) as Scaled;
    const peak = memory.peak();
    const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
    return {
      ...scaled,
      residentMegabytes: peak && megabytes(peak.whole),
      apartMegabytes: peak && megabytes(peak.apart),
    };
  } finally {
    memory.end();
  }
};

const main = async (): Promise<void> => {
  const { seed, threads, limit } = options;
  const single = SIZES.find(({ operations }) => operations === options.size);
  if (single) {
    console.log(JSON.stringify(await measure(single, seed, threads, limit)));
    return;
  }
  const names = options.sizes.split(',');
  const wanted = SIZES.filter(({ operations }) => options.sizes === 'all' || names.includes(String(operations)));
  const all: Weighed[] = [];
  for (const size of wanted) {
    const one = await measureApart(size, seed, threads, limit);
    all.push(one);
    console.log(
      `${one.operations}: ${one.score}, bound ${one.bound}, ${one.residentMegabytes} MB, ${one.apartMegabytes} without WebAssembly`,
    );
  }
  const title = `Seed ${seed}, ${threads} thread(s). MB are the whole process's at most, with Node and the document.\n\n`;
  const only = options.sizes === 'all' ? '' : `-${names.join('-')}`;
  await publish(`scale-${threads}${only}`, title + tableOf(all), all);
};

await main();
