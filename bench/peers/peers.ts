import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InputError, readJson } from '../../cli/inputFile.ts';
import { readPlan } from '../../cli/planningFile.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { highsWasm, javascriptLpSolver, yalps } from './javascriptPeers.ts';
import { cbc, glpk } from './milpPrograms.ts';
import { peerModel } from './model.ts';
import { finalScore, type Peer, type Question, type Reached, reachedSeconds } from './peer.ts';
import { cpSat, highsNative } from './pythonPeers.ts';
import { tidegate } from './tidegate.ts';

const options = readOptions({
  operations: ['number of operations', 300],
  resources: ['number of resources', 50],
  seed: ['random seed', 101],
  disrupted: ['delay some operations of a finished plan', false],
  limit: ['time limit for each solver in seconds', 60],
  threads: ['number of threads for each solver that can use them', 1],
  python: ['a Python interpreter with ortools and highspy', 'python3'],
  merged: ['do not merge equal resources', true],
  document: ['a planning document instead of a generated one', ''],
  only: ['run only these peers, comma-separated', ''],
  keep: ['for peers that are not run, keep the results published earlier with the same limit and threads', false],
});

/** The whole run of a solver, as stored beside the table and drawn. */
interface Series extends Reached {
  readonly solver: string;
  readonly threads: number;
}

/** Times below this are not meaningful. */
const LEAST_SECONDS = 0.001;
const AIM = 20;

const seconds = (value: number): string => `${value.toFixed(value < 1 ? 3 : 2)} s`;
const score = (value: number | null): string => (value === null ? 'none' : `${Math.round(100 * value) / 100}`);

interface Speed {
  readonly times: number;
  /** Whether the factor is a lower bound, because the peer had no result within its limit. */
  readonly isLeast: boolean;
}

/** How much faster Tidegate was: the peer's time to its final score, divided by Tidegate's time to one as good; null: never as good. */
const speedOf = (ours: Series, peer: Series, limitSeconds: number): Speed | null => {
  const last = finalScore(peer);
  const own = reachedSeconds(ours, last ?? finalScore(ours)!);
  if (own === null) return null;
  const theirs = last === null ? limitSeconds : reachedSeconds(peer, last)!;
  return { times: theirs / Math.max(LEAST_SECONDS, own), isLeast: last === null };
};

const speedText = (speed: Speed | null): string =>
  speed === null ? 'never as good' : `${speed.isLeast ? '> ' : ''}${speed.times.toFixed(1)} ×`;

const hasRun = ({ points, endedSeconds }: Series): boolean => points.length > 0 || endedSeconds > 0;

/** A sentence that names the peers against which the target factor is not reached; a limit that is too short to show it counts as that. */
const shortOfAim = ([ours, ...peers]: readonly Series[], limitSeconds: number): string => {
  const short = peers.filter(hasRun).flatMap((peer) => {
    const speed = speedOf(ours, peer, limitSeconds);
    return speed !== null && speed.times >= AIM ? [] : [`${peer.solver} (${speedText(speed)})`];
  });
  return short.length === 0
    ? `Against every peer that ran, Tidegate is at least ${AIM} × faster.`
    : `Aimed for is ${AIM} ×. Not reached, or more than the limit can show, against: ${short.join(', ')}.`;
};

/** Whether the peer ever had a better score than Tidegate. */
const wasAhead = (ours: Series, peer: Series): boolean =>
  peer.points.some(({ seconds: at, score: theirs }) => {
    const own = ours.points.findLast((point) => point.seconds <= at)?.score ?? null;
    return theirs !== null && (own === null || theirs < own);
  });

const rowOf = (ours: Series, peer: Series, limitSeconds: number): string[] => {
  const last = finalScore(peer);
  const bound = peer.points[peer.points.length - 1]?.bound ?? null;
  const ran = hasRun(peer);
  const own = last === null ? null : reachedSeconds(ours, last);
  const isOurs = peer === ours;
  return [
    peer.solver,
    `${peer.threads}`,
    ran ? score(last) : '–',
    last === null ? '–' : seconds(reachedSeconds(peer, last)!),
    ran ? score(bound) : '–',
    peer.isProven ? seconds(peer.endedSeconds) : ran ? 'no' : '–',
    isOurs || own === null ? '–' : seconds(own),
    isOurs || !ran ? '–' : speedText(speedOf(ours, peer, limitSeconds)),
    isOurs || !ran ? '–' : wasAhead(ours, peer) ? 'yes' : 'no',
    peer.note ?? '',
  ];
};

const HEAD = [
  'solver',
  'threads',
  'final score',
  'reached at',
  'bound',
  'proven at',
  'Tidegate had as good at',
  'faster',
  'ever ahead of Tidegate',
  '',
];

/** The results that earlier runs of this bench published under the name. */
const readSeries = async (name: string): Promise<readonly Series[]> => {
  const file = new URL(`../results/${name}.json`, import.meta.url);
  return JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as readonly Series[];
};

/** Reads the document; ends the process with exit code 2 when it is invalid. */
const readInstance = async (file: string): Promise<Instance> => {
  try {
    return readPlan(await readJson(file)).instance;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    for (const line of error.problems) console.error(line);
    return process.exit(2);
  }
};

const main = async (): Promise<void> => {
  const { operations, resources, seed, disrupted, limit, threads, merged, document, keep } = options;
  const instance =
    document === ''
      ? compile(generatePlan({ operations, resources, days: 1, seed, disrupted }))
      : await readInstance(document);
  const drawn = `${operations}x${resources}${disrupted ? 'd' : ''}-${seed}`;
  const base = document === '' ? drawn : path.basename(document, '.json');
  const name = `${base}${threads > 1 ? `-${threads}-threads` : ''}${merged ? '' : '-apart'}`;
  const model = peerModel(instance, merged);
  const folder = await mkdtemp(path.join(tmpdir(), 'peers-'));
  const question: Question = { instance, model, limitSeconds: limit, threads, folder };
  const peers: readonly Peer[] = [
    tidegate,
    cpSat(options.python),
    highsNative(options.python),
    highsWasm,
    cbc,
    glpk,
    javascriptLpSolver,
    yalps,
  ];
  const wanted = options.only === '' ? undefined : options.only.split(',');
  const kept = keep ? await readSeries(`peers-${name}`) : [];
  const series: Series[] = [];
  try {
    for (const peer of peers) {
      const before = kept.find(({ solver }) => solver === peer.name);
      if (wanted !== undefined && !wanted.includes(peer.name) && (before !== undefined || peer !== tidegate)) {
        if (before !== undefined) series.push(before);
        continue;
      }
      const reached = await peer.run(question);
      series.push({ solver: peer.name, threads: peer.usesThreads ? threads : 1, ...reached });
      console.log(rowOf(series[0], series[series.length - 1], limit).join(' · '));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const { columnCount, rowCount } = model.program;
  const text = [
    `Instance ${name}, ${limit} s each, one after the other on ${machine()}; ${threads} thread(s) for those that can use them.`,
    '',
    formatTable(
      HEAD,
      series.map((one) => rowOf(series[0], one, limit)),
    ),
    '',
    `Every peer gets the clique program, which is the tightest there is${merged ? ', equal resources as one row with a capacity' : ''} (${columnCount} columns, ${rowCount} rows); clocks start when a model is read and built.`,
    `*Faster*: the peer's time to the final score it had within ${limit} s, over our time to one as good. Without any plan: ${limit} s over our time to our own final score.`,
    shortOfAim(series, limit),
  ].join('\n');
  await publish(`peers-${name}`, text, series);
};

await main();
