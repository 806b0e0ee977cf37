/**
 * How soon is a thread free when its client disconnects, and how soon does a run end when it is canceled, on any node?
 * `TEST_DATABASE_URL=… npm run bench -- hang-ups [--streams 100] [--runs 20]` starts two servers, each with one thread for
 * resolutions, and a worker, as processes. Each stream is abandoned at its first line; the bench measures the time until the only
 * thread has answered another request, including that request's own time. Runs are canceled through the server that did not start them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { accepted, openTidegate } from '../../client/tidegate.ts';
import { committedDay } from '../../fixtures/committedDay.ts';
import { addTenant, clusterPlace, hardResolution, jammedDocument } from '../../tests/cluster/clusterDatabase.ts';
import { startServer, startWorker } from '../../tests/processes.ts';
import { cancelRun, importPlanning, type Run, startRun, untilRunIs } from '../../tests/served.ts';
import { request } from './request.ts';
import { quantile } from '../table/table.ts';
import { readOptions } from '../readOptions.ts';

const values = readOptions({
  streams: ['number of streams to abandon', 100],
  runs: ['number of runs to cancel', 20],
});
const PLANNING = 'jam';
const LIMIT_MS = 200;

if (clusterPlace.skipped !== null) throw new Error(clusterPlace.skipped);
const opened = await clusterPlace.open();
const { organization, key } = await addTenant(opened);
const environment = { DATABASE_URL: opened.url!, DATABASE_CONNECTIONS: '8' };
const servers = [await startServer(environment), await startServer(environment)];
const worker = await startWorker(environment);

const [one, other] = servers.map(({ url }) => openTidegate({ url, token: key }));
await importPlanning(one, organization, jammedDocument(PLANNING));

const show = (name: string, times: readonly number[]): void => {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(times, share));
  const verdict = most <= LIMIT_MS ? 'met' : 'MISSED';
  console.log(
    `${name}: median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${most.toFixed(1)} ms of ${times.length}; ≤ ${LIMIT_MS} ${verdict}`,
  );
};

const PART = `/v1/operations/${PLANNING}-o30`;
const answered = async (): Promise<number> => {
  const from = performance.now();
  await request(servers[0].url, key, 'POST', `${PART}/resolve-conflict/part/0/`, hardResolution(10));
  return performance.now() - from;
};
const abandon = async (): Promise<void> => {
  const abort = new AbortController();
  const response = await fetch(`${servers[0].url}${PART}/resolve-conflict-stream/part/0/`, {
    method: 'POST',
    headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(hardResolution(60_000)),
    signal: abort.signal,
  });
  await response.body?.getReader().read();
  abort.abort();
};
await abandon();
await answered();
const [alone, after]: number[][] = [[], []];
for (let i = 0; i < values.streams; i++) {
  alone.push(await answered());
  await abandon();
  after.push(await answered());
}
show('answer of a free thread', alone);
show('answer right after its client hung up', after);

const parameters = { timeLimitSeconds: 60, gap: 0 };
const start = (more: object): Promise<Run> =>
  startRun(one, PLANNING, { solver: 'local-search', dryRun: true, parameters, ...more });
const cancelled = async (planning: string, { id }: Run): Promise<{ readonly ms: number; readonly run: Run }> => {
  const from = performance.now();
  const run = await cancelRun(other, planning, id);
  if (run.status !== 'CANCELLED') throw new Error(`The task is ${run.status}.`);
  return { ms: performance.now() - from, run };
};
const [running, pending]: number[][] = [[], []];
// The first run of each kind only warms up.
for (let i = 0; i <= values.runs; i++) {
  const run = await start({});
  await untilRunIs(one, PLANNING, run.id, 'RUNNING');
  await sleep(500);
  const [ran, waited] = [await cancelled(PLANNING, run), await cancelled(PLANNING, await start({ start: false }))];
  if (i === 0) continue;
  running.push(ran.ms);
  pending.push(waited.ms);
}
show('cancel of a running task', running);
show('cancel of a pending task', pending);

// A real day with 1,212 operations: the response is sent once the best plan so far is applied. It is reverted after each run.
const DAY = 'atl-2008-03-14';
await importPlanning(one, organization, committedDay(DAY));
const applied: number[] = [];
for (let i = 0; i <= values.runs; i++) {
  const { id } = await startRun(one, DAY, { parameters });
  const started = await untilRunIs(one, DAY, id, 'RUNNING');
  await sleep(1000 + 100 * i);
  const { ms, run } = await cancelled(DAY, started);
  if (i > 0) applied.push(ms);
  if (run.changeset === null) continue;
  const params = { path: { id: DAY, change_id: run.changeset } };
  await accepted(one.POST('/v1/plannings/{id}/changesets/{change_id}/revert/', { params }));
}
show('cancel of a running task of 1212 operations, its plan applied', applied);

const codes = await Promise.all([...servers.map(({ node }) => node), worker].map((one) => one.end('SIGTERM')));
console.log(`exit codes ${codes.join(', ')}`);
await opened.drop();
