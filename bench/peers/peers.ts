import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { highsWasm, javascriptLpSolver, yalps } from './javascriptPeers.ts';
import { cbc, glpk } from './milpPrograms.ts';
import { peerModel } from './model.ts';
import { finalScore, type Peer, type Question, type Reached, reachedSeconds } from './peer.ts';
import { cpSat, highsNative } from './pythonPeers.ts';
import { tidegate } from './tidegate.ts';

interface Options {
  readonly operations: number;
  readonly resources: number;
  readonly seed: number;
  readonly disrupted: boolean;
  readonly limit: number;
  readonly threads: number;
  readonly python: string;
  readonly merged: boolean;
  readonly only?: string;
}

/** A solver's whole run, as it is kept beside the table and drawn. */
interface Series extends Reached {
  readonly solver: string;
  readonly threads: number;
}

/** Below this, a clock says nothing. */
const LEAST_SECONDS = 0.001;

const seconds = (value: number): string => `${value.toFixed(value < 1 ? 3 : 2)} s`;
const score = (value: number | null): string => (value === null ? 'none' : `${Math.round(100 * value) / 100}`);

/** How much faster we had what the peer ended with: its time to its final score, over ours to one as good. */
const speed = (ours: Series, peer: Series, limitSeconds: number): string => {
  const last = finalScore(peer);
  const wanted = last ?? finalScore(ours)!;
  const own = reachedSeconds(ours, wanted);
  if (own === null) return 'never as good';
  // Without a plan, or with one of the last moment, the peer would have needed longer than it was given.
  const theirs = last === null ? limitSeconds : reachedSeconds(peer, last)!;
  return `${last === null ? '> ' : ''}${(theirs / Math.max(LEAST_SECONDS, own)).toFixed(1)} ×`;
};

/** Whether there was a moment at which the peer had a better score than we had. */
const wasAhead = (ours: Series, peer: Series): boolean =>
  peer.points.some(({ seconds: at, score: theirs }) => {
    const own = ours.points.findLast((point) => point.seconds <= at)?.score ?? null;
    return theirs !== null && (own === null || theirs < own);
  });

const rowOf = (ours: Series, peer: Series, limitSeconds: number): string[] => {
  const last = finalScore(peer);
  const bound = peer.points[peer.points.length - 1]?.bound ?? null;
  const ran = peer.points.length > 0 || peer.endedSeconds > 0;
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
    isOurs || !ran ? '–' : speed(ours, peer, limitSeconds),
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

const main = async (options: Options): Promise<void> => {
  const { operations, resources, seed, disrupted, limit, threads, merged } = options;
  const instance = compile(generatePlan({ operations, resources, days: 1, seed, disrupted }));
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
  const wanted = options.only?.split(',');
  const series: Series[] = [];
  try {
    for (const peer of peers) {
      if (peer !== tidegate && wanted !== undefined && !wanted.includes(peer.name)) continue;
      const reached = await peer.run(question);
      series.push({ solver: peer.name, threads: peer.usesThreads ? threads : 1, ...reached });
      console.log(rowOf(series[0], series[series.length - 1], limit).join(' · '));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const name = `${operations}x${resources}${disrupted ? 'd' : ''}-${seed}${merged ? '' : '-apart'}`;
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
  ].join('\n');
  await publish(`peers-${name}`, text, series);
};

await new Command('peers')
  .description('Who gets how far on the same instance in the same time?')
  .option('--operations <n>', 'operations', Number, 300)
  .option('--resources <n>', 'resources', Number, 50)
  .option('--seed <n>', 'seed', Number, 101)
  .option('--disrupted', 'planned, then delayed', false)
  .option('--limit <seconds>', 'for each', Number, 60)
  .option('--threads <n>', 'for each that can use them', Number, 1)
  .option('--python <path>', 'a Python with ortools and highspy', 'python3')
  .option('--no-merged', 'equal resources stay apart')
  .option('--only <names>', 'comma-separated peers')
  .action(main)
  .parseAsync();
