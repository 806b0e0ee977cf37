/**
 * How much sooner does a run over a long horizon reach its gap when other workers help? One server and workers of one thread each, as
 * processes on one PostgreSQL.
 * `TEST_DATABASE_URL=… npm run bench -- helpers [--operations 20000] [--resources 300] [--days 14] [--seconds 60] [--seeds 101]
 * [--workers 2] [--processors 0,1]`
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTidegate, type Tidegate } from '../../client/tidegate.ts';
import { gapOf } from '../../engine/objective/score.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { addTenant, clusterPlace } from '../../tests/cluster/clusterDatabase.ts';
import { type Started, killAll, startServer, startWorker } from '../../tests/processes.ts';
import { importPlanning, readRun, startRun } from '../../tests/served.ts';
import { numbers, readOptions } from '../readOptions.ts';
import { GapTimes, meanOf, publishSpeedup, sayTimes, type SecondsToGaps, type Speedup } from '../table/speedup.ts';

const values = readOptions({
  operations: ['number of operations', 20_000],
  resources: ['number of resources', 300],
  days: ['length of the horizon in days', 14],
  seconds: ['time limit of each run', 60],
  seeds: ['seeds of the plannings, comma-separated', '101,102,103'],
  workers: ['number of workers', 2],
  processors: [
    'the processor of each worker, comma-separated, as if each had a machine of its own (needs taskset)',
    '',
  ],
});
const { operations, resources, days, seconds: timeLimitSeconds, workers: count } = values;
const LOOK_MS = 100;
const GAPS = [0.1, 0.02, 0.01, 0.005];
/** After so long without a heartbeat, a worker counts as dead. */
const UNTIL_DEAD_MS = 7000;
/** A process that has solved little yet spends much of its time on compiling its own code. */
const WARM_UP = { seed: 1, runs: 3 } as const;

interface Progress {
  readonly elapsedSeconds?: number;
  readonly score?: { readonly total: number } | null;
  readonly bound?: number | null;
}

const gapAt = ({ score, bound }: Progress): number =>
  score && typeof bound === 'number' ? gapOf(100 * score.total, 100 * bound) : Number.POSITIVE_INFINITY;

const follow = async (tidegate: Tidegate, planning: string, seed: number): Promise<SecondsToGaps> => {
  const parameters = { timeLimitSeconds, gap: 0, seed };
  const { id } = await startRun(tidegate, planning, { solver: 'auto', dryRun: true, parameters });
  const times = new GapTimes(GAPS);
  for (;;) {
    const { status, progress, error } = await readRun(tidegate, planning, id);
    const at = progress as Progress | null;
    if (at?.elapsedSeconds !== undefined) times.note(at.elapsedSeconds, gapAt(at));
    if (status === 'SUCCEEDED') return times.seconds;
    if (status === 'FAILED') throw new Error(String(error));
    await sleep(LOOK_MS);
  }
};

if (clusterPlace.skipped !== null) throw new Error(clusterPlace.skipped);
const opened = await clusterPlace.open();
const { organization, key } = await addTenant(opened);
const environment = { DATABASE_URL: opened.url!, DATABASE_CONNECTIONS: '5', BODY_LIMIT_BYTES: String(1 << 29) };
const { url } = await startServer(environment);
const tidegate = openTidegate({ url, token: key });
const seeds = numbers(values.seeds);
let plannings = 0;
/** Solves a planning of this seed. It is a new one, because a run begins with what the last one of its planning has kept. */
const solve = async (seed: number): Promise<SecondsToGaps> => {
  const document = generatePlan({ operations, resources, days, seed, disrupted: false });
  const planning = { ...document.planning, id: `planning-${++plannings}` };
  return follow(tidegate, await importPlanning(tidegate, organization, { ...document, planning }), seed);
};
const workers: Started[] = [];
const processors = values.processors === '' ? [] : numbers(values.processors);
for (let k = 0; k < count; k++) {
  const worker = await startWorker(environment);
  if (k < processors.length)
    execFileSync('taskset', ['-a', '-c', '-p', String(processors[k]), String(worker.process.pid)]);
  workers.push(worker);
}
/** Pauses all workers but the first, or lets them go on. Runs use the same processes, because a new one has compiled nothing yet. */
const signalOthers = async (signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
  for (const worker of workers.slice(1)) worker.process.kill(signal);
  await sleep(UNTIL_DEAD_MS);
};

for (let run = 0; run < WARM_UP.runs; run++) await solve(WARM_UP.seed);
const outcomes: Speedup[] = [];
for (const seed of seeds) {
  const together = await solve(seed);
  const beside = meanOf(await Promise.all(workers.map(() => solve(seed))));
  await signalOthers('SIGSTOP');
  const alone = await solve(seed);
  await signalOthers('SIGCONT');
  const outcome = { seed, alone, beside, together };
  outcomes.push(outcome);
  console.log(sayTimes(outcome));
}
killAll();
await opened.drop();
const onProcessors = processors.length === 0 ? '' : ', on a processor each';
await publishSpeedup(
  'helpers',
  `${operations} operations on ${resources} resources over ${days} days, seeds ${values.seeds}, ${timeLimitSeconds} s a run, one worker of one thread and ${count} of them${onProcessors}, which have solved plannings before.`,
  outcomes,
  GAPS,
  count,
  'workers',
);
