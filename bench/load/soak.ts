/**
 * Do events arrive in time, and does memory stay flat, with many subscribers on two nodes while plans change and optimizations run?
 * `TEST_DATABASE_URL=… npx node bench/load/soak.ts [--seconds 150] [--subscribers 2000] [--plannings 20] [--changes 50] [--runs 4]`
 * starts two servers and two workers as processes, and prints percentiles from commit to delivery, and each server's memory.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { addTenant, clusterPlace, crowdedDocument, request } from '../../tests/cluster/clusterDatabase.ts';
import { startServer, startWorker } from '../../tests/cluster/clusterNode.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '150' },
    subscribers: { type: 'string', default: '2000' },
    plannings: { type: 'string', default: '20' },
    changes: { type: 'string', default: '50' },
    runs: { type: 'string', default: '4' },
  },
});
const [seconds, subscribers, planningCount, changesPerSecond, runsAtATime] = [
  values.seconds,
  values.subscribers,
  values.plannings,
  values.changes,
  values.runs,
].map(Number);
const OPERATIONS = 100;
const CONNECTING_AT_A_TIME = 50;
const SAMPLE_MS = 10_000;

if (clusterPlace.skipped !== null) throw new Error(clusterPlace.skipped);
const opened = await clusterPlace.open();
const tenant = await addTenant(opened);
const { key } = tenant;
const environment = { DATABASE_URL: opened.url!, DATABASE_CONNECTIONS: '8', ORGANIZATION_RUNS: String(runsAtATime) };
const servers = [await startServer(environment), await startServer(environment)];
const perWorker = Math.ceil(runsAtATime / 2);
const workers = await Promise.all(
  [0, 1].map(() => startWorker({ ...environment, RUNS_AT_A_TIME: String(perWorker), THREADS: String(perWorker) })),
);
const plannings = Array.from({ length: planningCount }, (_, i) => `soak-${i}`);
const path = `/v1/organizations/${tenant.organization}/plannings/import/`;
for (const id of plannings) await request(servers[0].url, key, 'POST', path, crowdedDocument(id, OPERATIONS, 5));

/** Resident megabytes. */
const memoryOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

const [STATE, UPDATED] = ['{"type":"state"', '{"type":"operation.updated"'].map((text) => Buffer.from(text));
let lastRead: { readonly data: Buffer; readonly edit: number; readonly at: number } = {
  data: Buffer.alloc(0),
  edit: 0,
  at: 0,
};
/** All subscribers of a planning get the same bytes, most of them at about the same time. */
const readEvent = (data: Buffer): { readonly edit: number; readonly at: number } => {
  if (!data.equals(lastRead.data)) {
    const event = JSON.parse(data.toString()) as { at: string; data: { after: { description: string } } };
    lastRead = { data, edit: Number(event.data.after.description), at: Date.parse(event.at) };
  }
  return lastRead;
};

const lagsMs: number[] = [];
let [delivered, outOfOrder, closed] = [0, 0, 0];
const sockets: WebSocket[] = [];

const subscribe = (index: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const { url } = servers[index % servers.length];
    const planning = plannings[Math.floor(index / servers.length) % planningCount];
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/events/`, {
      headers: { Authorization: `Token ${key}` },
    });
    sockets.push(socket);
    // As little work as possible for each message: this process shares the machine with what it measures.
    let last = -1;
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', planning })));
    socket.on('error', reject);
    socket.on('close', () => closed++);
    socket.on('message', (data: Buffer) => {
      const now = Date.now();
      if (data.indexOf(STATE) === 0) return resolve();
      if (data.indexOf(UPDATED) !== 0) return;
      const { edit, at } = readEvent(data);
      if (edit <= last) outOfOrder++;
      last = edit;
      delivered++;
      lagsMs.push(now - at);
    });
  });

console.log(
  `${subscribers} subscribers on 2 nodes, ${planningCount} plannings, ${changesPerSecond} changes/s, ${runsAtATime} runs`,
);
for (let from = 0; from < subscribers; from += CONNECTING_AT_A_TIME) {
  const size = Math.min(CONNECTING_AT_A_TIME, subscribers - from);
  await Promise.all(Array.from({ length: size }, (_, i) => subscribe(from + i)));
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
const summary = (list: readonly number[]): string => {
  const sorted = list.toSorted((a, b) => a - b);
  return `p50 ${percentile(sorted, 0.5)} ms, p99 ${percentile(sorted, 0.99)} ms, most ${sorted.at(-1) ?? '-'} ms`;
};

const until = Date.now() + seconds * 1000;
const startedAt = Date.now();
const isOver = (): boolean => Date.now() >= until;
let [edits, refused, ended] = [0, 0, 0];
const change = async (index: number, edit: number): Promise<void> => {
  const planning = plannings[index];
  const operation = `${planning}-o${edit % OPERATIONS}`;
  const { url } = servers[edit % servers.length];
  try {
    await request(url, key, 'PATCH', `/v1/operations/${operation}/`, { description: String(edit) });
    edits++;
  } catch (error) {
    refused++;
    console.log(String(error));
  }
};
/** One change of a planning at a time, so that their order is known; each planning has its share of the changes. */
const editing = Promise.all(
  plannings.map(async (_, index) => {
    const everyMs = (1000 * planningCount) / changesPerSecond;
    for (let edit = 0; !isOver(); edit++) {
      await sleep(Math.max(0, startedAt + (edit + index / planningCount) * everyMs - Date.now()));
      await change(index, edit);
    }
  }),
);
const solving = Promise.all(
  Array.from({ length: runsAtATime }, async (_, i) => {
    while (!isOver()) {
      const base = `/v1/plannings/${plannings[i % planningCount]}`;
      const body = { solver: 'local-search', dryRun: true, parameters: { timeLimitSeconds: 5, gap: 0 } };
      const { id } = await request<{ id: string }>(servers[0].url, key, 'POST', `${base}/optimize/`, body);
      for (let status = ''; !['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(status); await sleep(500)) {
        status = (
          await request<{ status: string }>(servers[1].url, key, 'GET', `${base}/optimization-task-results/${id}/`)
        ).status;
      }
      ended++;
    }
  }),
);
let from = 0;
const memories: string[] = [];
const sampling = setInterval(() => {
  const memory = servers.map(({ process }) => `${memoryOf(process.pid!)} MB`).join(', ');
  console.log(`${edits} changes, ${delivered} deliveries, ${summary(lagsMs.slice(from))}, memory ${memory}`);
  memories.push(memory);
  from = lagsMs.length;
}, SAMPLE_MS);
await Promise.all([editing, solving]);
clearInterval(sampling);
await sleep(1000);
console.log(
  [
    `whole: ${edits} changes (${refused} refused), ${(edits / seconds).toFixed(1)}/s, ${ended} runs, ${delivered} deliveries`,
    `of ${(edits * subscribers) / planningCount}: ${summary(lagsMs)}, ${outOfOrder} out of order, ${closed} sockets lost;`,
    `memory after a minute ${memories[5] ?? '-'}, at the end ${memories.at(-1) ?? '-'}`,
  ].join(' '),
);
for (const socket of sockets) socket.terminate();
const codes = await Promise.all(
  [...servers.map(({ process }) => process), ...workers].map((one) => one.end('SIGTERM')),
);
console.log(`exit codes ${codes.join(', ')}`);
await opened.drop();
