import { Command, InvalidArgumentError } from 'commander';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { toShare } from '../../engine/objective/wireNumbers.ts';
import { present } from '../../engine/present.ts';
import {
  type Calibration,
  calibrate,
  crossValidate,
  type Fit,
  LEAST_HISTORY,
  PROBABILITIES,
} from '../../engine/uncertainty/calibrate.ts';
import {
  deviationsOf,
  FACTORS,
  type Side,
  SIDES,
  withPercentiles,
} from '../../schedule/documents/calibrateDocument.ts';
import { percentText } from '../../engine/wording.ts';
import { InputError, readJson } from '../inputFile.ts';
import { writeOutput } from '../outputFile.ts';
import { ALL_PROBLEMS, readPlan } from '../planningFile.ts';

interface CalibrateOptions {
  readonly by?: readonly string[];
  readonly apply?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly all?: boolean;
}

const names = (text: string): readonly string[] => {
  const list = text.split(',').map((one) => one.trim());
  if (list.includes('')) throw new InvalidArgumentError('must be names, separated by commas.');
  return list;
};

/** The smallest number of deviations of a side. Each fifth is judged by estimates from the others, which must be enough, too. */
const LEAST = (LEAST_HISTORY * 5) / 4;

export const calibrateCommand = (): Command =>
  new Command('calibrate')
    .argument(
      '<history...>',
      'planning documents of days that are over (JSON, gzipped or not; as "export" writes them)',
    )
    .option(
      '--by <factors>',
      'what the estimates depend on, in this order: "hour", categories of tags, members of metadata (default: hour,airline, and origin_code for arrivals, destination_code for departures)',
      names,
    )
    .option('--apply <plan>', 'a planning document to whose tasks percentiles from this history are added')
    .option('--out <file>', 'where to write that document (default: standard output)')
    .option('--json', 'print the estimates and how well they fit as one JSON object')
    .option(...ALL_PROBLEMS)
    .addHelpText(
      'after',
      `\nEstimates how far actual times are from scheduled ones, for arrivals and for departures, and says how well the estimates fit data that they are not based on. At least ${LEAST} operations with a scheduled and an actual time are needed on each side.`,
    )
    .action(run);

interface Calibrated {
  readonly side: Side;
  readonly factors: readonly string[];
  readonly calibration: Calibration;
  readonly fit: Fit;
}

const run = async (files: readonly string[], options: CalibrateOptions): Promise<void> => {
  if (options.out !== undefined && options.apply === undefined) throw new InputError(['--out needs --apply']);
  if (options.json === true && options.apply !== undefined && options.out === undefined)
    throw new InputError(['--json and --apply need --out, since both would be written to standard output']);
  const history: PlanningDocument[] = [];
  for (const file of files) history.push(readPlan(await readJson(file), options.all).document);
  const sides = SIDES.map((side) => calibrated(history, side, options.by ?? FACTORS[side]));
  if (options.json === true) console.log(JSON.stringify(sides.map(sideRecord)));
  else (options.apply === undefined ? console.log : console.error)(sides.flatMap(sideText).join('\n'));
  if (options.apply === undefined) return;
  const target = readPlan(await readJson(options.apply), options.all).document;
  const { document, count } = sides.reduce(
    (made, { side, factors, calibration }) => {
      const next = withPercentiles(made.document, side, factors, calibration);
      return { document: next.document, count: made.count + next.count };
    },
    { document: target, count: 0 },
  );
  console.error(`${count} times got percentiles.`);
  await writeOutput(options.out, `${JSON.stringify(document)}\n`);
};

/** Throws InputError when the history is too short. */
const calibrated = (history: readonly PlanningDocument[], side: Side, factors: readonly string[]): Calibrated => {
  const deviations = history.flatMap((document) => deviationsOf(document, side, factors));
  if (deviations.length < LEAST) {
    throw new InputError([
      `There are ${deviations.length} ${SIDE_NAMES[side]} with a scheduled and an actual time; at least ${LEAST} are needed.`,
    ]);
  }
  return { side, factors, calibration: calibrate(deviations, factors), fit: crossValidate(deviations, factors) };
};

const SIDE_NAMES: Readonly<Record<Side, string>> = { inboundTask: 'arrivals', outboundTask: 'departures' };

const sideRecord = ({ side, calibration, fit }: Calibrated) => ({
  side,
  count: calibration.count,
  quantiles: PROBABILITIES.map((probability, i) => ({
    probability,
    seconds: Math.round(present(calibration.quantiles[i])),
  })),
  factors: calibration.factors.map(({ factor, effects }) => ({
    factor,
    effects: [...effects].map(([value, { count, seconds, spread }]) => ({
      value,
      count,
      seconds: Math.round(seconds),
      spread: toShare(spread),
    })),
  })),
  fit: {
    histogram: fit.histogram.map(toShare),
    within90: toShare(fit.within90),
    within80: toShare(fit.within80),
    widthSeconds: Math.round(fit.widthSeconds),
  },
});

const MOST_EFFECTS = 5;

const sideText = ({ side, calibration, fit }: Calibrated): readonly string[] => [
  `${calibration.count} ${SIDE_NAMES[side]}`,
  `  late by     ${PROBABILITIES.map((probability, i) => `P${String(100 * probability).padStart(2, '0')} ${minutes(present(calibration.quantiles[i]))}`).join('   ')}`,
  ...calibration.factors.flatMap(({ factor, effects }) => {
    const strongest = [...effects].sort(([, a], [, b]) => Math.abs(b.seconds) - Math.abs(a.seconds));
    return strongest
      .slice(0, MOST_EFFECTS)
      .map(
        ([value, { count, seconds, spread }]) =>
          `  ${factor} ${value}: ${minutes(seconds)}, ${spread.toFixed(2)} times the spread (${count})`,
      );
  }),
  `  of the times set aside as a test, ${percentText(fit.within90)} lie from P05 to P95 (90 % if true), ${percentText(fit.within80)} from P10 to P90 (80 %); P05 to P95 are ${minutes(fit.widthSeconds)} apart`,
  `  in ten equal ranges (10 % each if true): ${fit.histogram.map(percentText).join(' ')}`,
];

const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`;
