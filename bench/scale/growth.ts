/**
 * What does each main request cost as a planning, its resources, the number of plannings, and their history grow? The server runs in this process and is
 * called over HTTP.
 * npm run bench -- growth [--only operations,history] [--rounds 5] [--sizes 1000,10000 (with one name in --only)]
 * What is not measured keeps its figures of bench/results/growth.json.
 */
import { existsSync, readFileSync } from 'node:fs';
import { drawGrowth } from '../pictures/drawGrowth.ts';
import { numbers, readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { DIMENSIONS, type Dimension, type Figures } from './growthDimensions.ts';
import { slope } from './slope.ts';

/** Measuring errors add to the exponent of n log n. */
const TOLERANCE = 0.05;
const RESULTS = new URL('../results/growth.json', import.meta.url);

const values = readOptions({
  only: [
    'what grows: any of operations, resources, plannings, history, comma-separated',
    'operations,resources,plannings,history',
  ],
  sizes: ['sizes of the one that --only names, comma-separated', ''],
  rounds: ['number of measurements of each request', 5],
});

export interface Grown {
  readonly machine: string;
  readonly sizes: readonly number[];
  readonly figures: readonly Figures[];
}

const tableOf = ({ of, setting }: Dimension, { machine: on, sizes, figures }: Grown): string => {
  const limit = slope(sizes.map((n) => [n, n * Math.log(n + 2)])) + TOLERANCE;
  const rows = Object.keys(figures[0]).map((what) => {
    const points = sizes.flatMap((n, i) => (Number.isFinite(figures[i][what]) ? [[n, figures[i][what]] as const] : []));
    const shown = figures.map((line) => (Number.isFinite(line[what]) ? line[what].toFixed(1) : '–'));
    if (what.startsWith('KB') || points.length < 2) return [what, ...shown, '–', '–'];
    const exponent = slope(points);
    return [what, ...shown, exponent.toFixed(2), exponent <= limit ? 'met' : 'MISSED'];
  });
  const head = ['request', ...sizes.map(String), 'exponent', `≤ ${limit.toFixed(2)}`];
  return `By the number of ${of}: ${setting} ${on}.\n\n${formatTable(head, rows)}`;
};

const publishAll = async (all: Readonly<Record<string, Grown>>): Promise<void> => {
  const known = DIMENSIONS.filter(({ name }) => all[name] !== undefined);
  const text = [
    'Milliseconds (medians) of each main request by size, and kilobytes. Every read of a planning follows a write into it, so that nothing is answered from a cache. The exponent is that of n between the sizes; beside it, that of n log n with some room for measuring errors.',
    ...known.map((one) => tableOf(one, all[one.name])),
  ].join('\n\n');
  await publish('growth', text, all);
  drawGrowth(
    known.map((one) => ({ of: one.of, ...all[one.name] })),
    'docs/pictures/growth.svg',
  );
};

const main = async (): Promise<void> => {
  const names = values.only.split(',');
  const unknown = names.find((name) => !DIMENSIONS.some((one) => one.name === name));
  if (unknown !== undefined || (values.sizes !== '' && names.length > 1))
    throw new Error(`--only ${values.only}: see --help.`);
  const all: Record<string, Grown> = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
  for (const { name, sizes: usual, measure } of DIMENSIONS.filter((one) => names.includes(one.name))) {
    const sizes = numbers(values.sizes || usual);
    const from = performance.now();
    console.log(`${name}: ${sizes.join(', ')}`);
    all[name] = { machine: machine(), sizes, figures: await measure(sizes, values.rounds) };
    console.log(`${name} took ${((performance.now() - from) / 1000).toFixed(0)} s`);
    await publishAll(all);
  }
};

await main();
