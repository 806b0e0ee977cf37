/**
 * How much sooner does a run over a long horizon reach its gap when other workers help? One server and workers of one thread each, as
 * processes on one PostgreSQL; every number of workers has the same run.
 * `TEST_DATABASE_URL=… npx node bench/scale/otherWorkers.ts [--operations 20000] [--resources 300] [--days 14] [--seconds 60] [--seeds 101]
 * [--workers 1,2]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openTidegate, type Tidegate } from '../../client/tidegate.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { addTenant, clusterPlace } from '../../tests/cluster/clusterDatabase.ts';
import { type ClusterNode, killAll, startServer, startWorker } from '../../tests/cluster/clusterNode.ts';
import { importPlanning, readRun, startRun } from '../../tests/served.ts';
import { readOptions } from '../readOptions.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';

const values = readOptions({
  operations: ['number of operations', '20000'],
  resources: ['number of resources', '300'],
  days: ['length of the horizon in days', '14'],
  seconds: ['time limit of each run', '60'],
  seeds: ['seeds of the plannings, comma-separated', '101,102,103'],
  workers: ['numbers of workers, comma-separated, rising from 1', '1,2'],
});
const [operations, resources, days, timeLimitSeconds] = [
  values.operations,
  values.resources,
  values.days,
  values.seconds,
].map(Number);
const numbers = (text: string): number[] => text.split(',').map(Number);
const LOOK_MS = 100;

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

const gapOf = ({ score, bound }: Progress): number =>
  score && typeof bound === 'number'
    ? (score.total - bound) / Math.max(1, Math.abs(score.total))
    : Number.POSITIVE_INFINITY;

const follow = async (tidegate: Tidegate, planning: string, seed: number): Promise<readonly Point[]> => {
  const parameters = { timeLimitSeconds, gap: 0, seed };
  const { id } = await startRun(tidegate, planning, { solver: 'auto', dryRun: true, parameters });
  const points: Point[] = [];
  for (;;) {
    const { status, progress, error } = await readRun(tidegate, planning, id);
    const at = progress as Progress | null;
    if (at?.elapsedSeconds !== undefined) points.push({ seconds: at.elapsedSeconds, gap: gapOf(at) });
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
const workers: ClusterNode[] = [];
const rows: { seed: number; workers: number; gap: number; seconds: number | null; ratio: number | null }[] = [];
const alone = new Map<number, { readonly gap: number; readonly seconds: number }>();
for (const count of numbers(values.workers)) {
  while (workers.length < count) workers.push(await startWorker(environment));
  for (const seed of seeds) {
    const points = await follow(tidegate, await importSeed(seed, `seed-${seed}-${count}`), seed);
    const gap = points.at(-1)?.gap ?? Number.POSITIVE_INFINITY;
    const wanted = alone.get(seed)?.gap ?? gap;
    const seconds = points.find((point) => point.gap <= wanted)?.seconds ?? null;
    if (!alone.has(seed)) alone.set(seed, { gap, seconds: seconds! });
    const ratio = seconds === null ? null : seconds / alone.get(seed)!.seconds;
    rows.push({ seed, workers: count, gap, seconds, ratio });
    console.log(JSON.stringify(rows.at(-1)));
  }
}
killAll();
await opened.drop();

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const table = formatTable(
  ['seed', 'workers', 'gap at the end', 'seconds to the gap of one worker', 'ratio'],
  rows.map(({ seed, workers: count, gap, seconds, ratio }) => [
    seed,
    count,
    percent(gap),
    seconds === null ? 'not reached' : seconds.toFixed(1),
    ratio === null ? '' : ratio.toFixed(2),
  ]),
);
const about = `${operations} operations on ${resources} resources over ${days} days, ${timeLimitSeconds} s a run, workers of one thread each. ${machine()}.`;
await publish('helpers', `${about}\n\n${table}`, rows);
