/**
 * How much sooner does a run over a long horizon reach its gap when other workers help? One server and workers of one thread each, as
 * processes on one PostgreSQL; every number of workers has the same run.
 * `TEST_DATABASE_URL=… npm run bench -- helpers [--operations 20000] [--resources 300] [--days 14] [--seconds 60] [--seeds 101]
 * [--workers 1,2] [--processors 0,1]`
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
import { machine } from '../table/machine.ts';
import { formatTable, median, percent, publish } from '../table/table.ts';

const values = readOptions({
  operations: ['number of operations', 20_000],
  resources: ['number of resources', 300],
  days: ['length of the horizon in days', 14],
  seconds: ['time limit of each run', 60],
  seeds: ['seeds of the plannings, comma-separated', '101,102,103'],
  workers: ['numbers of workers, comma-separated', '1,2'],
  processors: [
    'the processor of each worker, comma-separated, as if each had a machine of its own (needs taskset)',
    '',
  ],
});
const { operations, resources, days, seconds: timeLimitSeconds } = values;
const LOOK_MS = 100;
const GAPS = [0.1, 0.02, 0.01];

/** The gap of a run at a time after its start. */
interface Point {
  readonly seconds: number;
  readonly gap: number;
}

interface Progress {
  readonly elapsedSeconds?: number;
  readonly score?: { readonly total: number } | null;
  readonly bound?: number | null;
}

const gapAt = ({ score, bound }: Progress): number =>
  score && typeof bound === 'number' ? gapOf(100 * score.total, 100 * bound) : Number.POSITIVE_INFINITY;

const follow = async (tidegate: Tidegate, planning: string, seed: number): Promise<readonly Point[]> => {
  const parameters = { timeLimitSeconds, gap: 0, seed };
  const { id } = await startRun(tidegate, planning, { solver: 'auto', dryRun: true, parameters });
  const points: Point[] = [];
  for (;;) {
    const { status, progress, error } = await readRun(tidegate, planning, id);
    const at = progress as Progress | null;
    if (at?.elapsedSeconds !== undefined) points.push({ seconds: at.elapsedSeconds, gap: gapAt(at) });
    if (status === 'SUCCEEDED') return points;
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
/** A new planning for each run, because a run begins with what the last one of its planning has kept. */
const importSeed = (seed: number, id: string): Promise<string> => {
  const document = generatePlan({ operations, resources, days, seed, disrupted: false });
  return importPlanning(tidegate, organization, { ...document, planning: { ...document.planning, id } });
};
const counts = numbers(values.workers).toSorted((a, b) => b - a);
const workers: Started[] = [];
const processors = values.processors === '' ? [] : numbers(values.processors);
for (let k = 0; k < counts[0]; k++) {
  const worker = await startWorker(environment);
  if (k < processors.length)
    execFileSync('taskset', ['-a', '-c', '-p', String(processors[k]), String(worker.process.pid)]);
  workers.push(worker);
}
/** A process that has not solved anything yet spends a third of its first seconds on compiling its own code. */
const WARM_UP_SEED = 1;
await follow(tidegate, await importSeed(WARM_UP_SEED, 'warm-up'), WARM_UP_SEED);
const runs: { readonly seed: number; readonly workers: number; readonly points: readonly Point[] }[] = [];
for (const count of counts) {
  while (workers.length > count) await workers.pop()!.end('SIGTERM');
  for (const seed of seeds) {
    const points = await follow(tidegate, await importSeed(seed, `seed-${seed}-${count}`), seed);
    runs.push({ seed, workers: count, points });
    console.log(JSON.stringify({ seed, workers: count, gap: points.at(-1)?.gap }));
  }
}
killAll();
await opened.drop();

const secondsTo = (points: readonly Point[], gap: number): number | null =>
  points.find((point) => point.gap <= gap)?.seconds ?? null;
const fewest = counts.at(-1)!;
/** The gaps that are looked at, and the one with which the fewest workers end. */
const gapsOf = (seed: number): readonly number[] => {
  const { points } = runs.find((run) => run.seed === seed && run.workers === fewest)!;
  return [...GAPS, points.at(-1)?.gap ?? Number.POSITIVE_INFINITY];
};
const rows = runs.map(({ seed, workers: count, points }) => ({
  seed,
  workers: count,
  gap: points.at(-1)?.gap ?? Number.POSITIVE_INFINITY,
  seconds: gapsOf(seed).map((gap) => secondsTo(points, gap)),
}));
/** Of the seeds on which both reach a gap, the median of the time compared to that of the fewest workers. */
const medianRatio = (count: number, k: number): number | null => {
  const of = (seed: number, number: number) => rows.find((row) => row.seed === seed && row.workers === number)!;
  const ratios = seeds.flatMap((seed) => {
    const [more, few] = [of(seed, count).seconds[k], of(seed, fewest).seconds[k]];
    return more === null || few === null ? [] : [more / few];
  });
  return ratios.length === 0 ? null : median(ratios);
};

const shown = (seconds: number | null): string => (seconds === null ? '–' : seconds.toFixed(1));
const ratio = (of: number | null): string => (of === null ? '–' : of.toFixed(2));
const columns = [...GAPS.map((gap) => `to ${100 * gap} %`), 'to that gap of one worker'];
const table = formatTable(
  ['seed', 'workers', 'gap at the end', ...columns],
  rows.map(({ seed, workers: count, gap, seconds }) => [seed, count, percent(gap, 2), ...seconds.map(shown)]),
);
const compared = counts
  .filter((count) => count !== fewest)
  .map(
    (count) =>
      `${count} workers: ${columns.map((column, k) => `${column} ${ratio(medianRatio(count, k))}`).join(', ')}`,
  );
const onProcessors = processors.length === 0 ? '' : ', on a processor each';
const about = `${operations} operations on ${resources} resources over ${days} days, ${timeLimitSeconds} s a run, seconds on the clock, workers of one thread each that have solved a planning before${onProcessors}. Time compared to that of the fewest, medians: ${compared.join('; ')}. ${machine()}.`;
await publish('helpers', `${about}\n\n${table}`, rows);
