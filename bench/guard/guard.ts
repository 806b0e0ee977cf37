import { readFile } from 'node:fs/promises';
import { prepareHighs } from '../../solvers/integer/loadHighs.ts';
import { processorSeconds } from '../processorSeconds.ts';
import { readOptions } from '../readOptions.ts';
import { formatTable, median, publish } from '../table/table.ts';
import { machine } from '../table/machine.ts';
import { calibrate } from './calibration.ts';
import { type Item, ITEMS } from './items.ts';

// Compares times, as multiples of a calibration loop, and gaps with those recorded, on this machine or another one.

const { record, only } = readOptions({
  record: ['record these figures', false],
  only: ['measure only these: a part of the name', ''],
});

const RECORDED = new URL('../results/guard.json', import.meta.url);
/** A figure that exceeds the recorded one by this factor is worse. Times vary even on an idle machine, values do not. */
const TOLERANCE = { time: 1.35, value: 1.02 } as const;
/** Ratios of values below this say nothing. */
const LEAST_VALUE = 0.02;

type Figures = Readonly<Record<string, number>>;

const timed = (run: () => unknown): number => {
  const since = processorSeconds();
  run();
  return processorSeconds() - since;
};

/** Shorter work is repeated until it takes this long, because the clock ticks in milliseconds. */
const LEAST_SECONDS = 0.1;

/** Returns the median ratio between the item's time and the loop's, which alternate; or the item's value. */
const measure = ({ kind, times, prepare }: Item): number => {
  const run = prepare();
  if (kind === 'value') return run();
  const repeats = Math.max(1, Math.ceil(LEAST_SECONDS / Math.max(0.001, (run(), timed(run)))));
  const ratios = Array.from({ length: times }, () => {
    const loop = timed(calibrate) + timed(calibrate);
    const own = timed(() => {
      for (let q = 0; q < repeats; q++) run();
    });
    return own / repeats / (0.5 * (loop + timed(calibrate) + timed(calibrate)));
  });
  return 2 * median(ratios);
};

const recorded = async (): Promise<Figures> => {
  try {
    return JSON.parse(await readFile(RECORDED, 'utf8')) as Figures;
  } catch {
    return {};
  }
};

const main = async (): Promise<void> => {
  await prepareHighs();
  for (let q = 0; q < 5; q++) calibrate();
  const before = await recorded();
  const figures: Record<string, number> = {};
  const worse: string[] = [];
  const rows = ITEMS.filter(({ name }) => name.includes(only)).map((item) => {
    const { name, kind } = item;
    const figure = measure(item);
    figures[name] = figure;
    const known = before[name];
    const isWorse =
      known !== undefined && figure > TOLERANCE[kind] * Math.max(known, kind === 'value' ? LEAST_VALUE : 0);
    if (isWorse) worse.push(name);
    console.log(`${name}: ${figure.toPrecision(4)}${known === undefined ? '' : `, recorded ${known.toPrecision(4)}`}`);
    const ratio = known === undefined ? '–' : (figure / known).toFixed(2);
    return [
      name,
      kind === 'time' ? 'loops' : 'value',
      figure.toPrecision(4),
      known?.toPrecision(4) ?? '–',
      ratio,
      isWorse ? 'worse' : '',
    ];
  });
  const table = formatTable(['what', 'in', 'now', 'recorded', 'ratio', ''], rows);
  if (record) await publish('guard', `${table}\n\n${machine()}.`, { ...before, ...figures });
  else console.log(`\n${table}`);
  console.log(
    worse.length === 0
      ? '\nNothing got worse.'
      : `\nWorse than recorded:\n${worse.map((name) => `  ${name}`).join('\n')}`,
  );
  if (worse.length > 0 && !record) process.exitCode = 1;
};

await main();
