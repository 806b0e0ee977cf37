/**
 * Do events arrive in time, and does memory stay flat, with many subscribers on two nodes while plans change and optimizations run?
 * `TEST_DATABASE_URL=… npm run bench -- soak [--seconds 150] [--subscribers 2000] [--plannings 20] [--changes 50] [--runs 4]
 * [--batch]` starts two servers and two workers as processes, and prints percentiles of the time from commit to delivery, and each
 * server's memory.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { addTenant, clusterPlace, crowdedDocument } from '../../tests/cluster/clusterDatabase.ts';
import { startServer, startWorker } from '../../tests/processes.ts';
import { FrameReader, type ReadMessage } from './frameReader.ts';
import { residentMegabytes } from './memory.ts';
import { request } from './request.ts';
import { readOptions } from '../readOptions.ts';
import { quantile } from '../table/table.ts';

const values = readOptions({
  seconds: ['duration in seconds', 150],
  subscribers: ['number of subscribers', 2000],
  plannings: ['number of plannings', 20],
  changes: ['changes per second', 50],
  runs: ['number of concurrent optimizations', 4],
  batch: ['send one message for each change', false],
});
const { seconds, subscribers, plannings: planningCount, changes: changesPerSecond, runs: runsAtATime } = values;
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

interface EditEvent {
  readonly data: { readonly after: { readonly description: string } };
}
interface Edit {
  readonly type: string;
  /** The number of the edit; null for other messages. */
  readonly edit: number | null;
  /** The time of its commit in Unix milliseconds. */
  readonly at: number;
}
const EDIT_TYPE = values.batch ? 'change' : 'operation.updated';
/** The last message of each planning: all its subscribers receive the same bytes, most of them at about the same time. */
const lastRead = new Map<string, { readonly payload: Buffer; readonly read: Edit }>();
const readMessage = (planning: string, message: ReadMessage): Edit => {
  const known = lastRead.get(planning);
  if (known?.payload.equals(message.payload)) return known.read;
  const event = JSON.parse(FrameReader.textOf(message)) as { type: string; at: string } & (
    | EditEvent
    | { events: readonly [EditEvent] }
  );
  const edit = event.type !== EDIT_TYPE ? null : 'events' in event ? event.events[0] : event;
  const read = {
    type: event.type,
    edit: edit === null ? null : Number(edit.data.after.description),
    at: Date.parse(event.at),
  };
  lastRead.set(planning, { payload: message.payload, read });
  return read;
};

const lagsMs: number[] = [];
let [delivered, outOfOrder, wireBytes] = [0, 0, 0];
const readers: FrameReader[] = [];

/** Does as little work as possible for each message, because this process shares the machine with the servers that it measures. */
const subscribe = async (index: number): Promise<void> => {
  const { url } = servers[index % servers.length];
  const planning = plannings[Math.floor(index / servers.length) % planningCount];
  let last = -1;
  let onState = (): void => {};
  const caughtUp = new Promise<void>((resolve) => {
    onState = resolve;
  });
  const take = (message: ReadMessage): void => {
    const { type, edit, at } = readMessage(planning, message);
    wireBytes += message.wireBytes;
    if (type === 'state') onState();
    if (edit === null) return;
    if (edit <= last) outOfOrder++;
    last = edit;
    delivered++;
    lagsMs.push(performance.timeOrigin + message.at - at);
  };
  const reader = await FrameReader.open(`${url}/v1/events/`, key, take);
  readers.push(reader);
  reader.send({ type: 'subscribe', planning, batch: values.batch });
  await caughtUp;
};

console.log(
  `${subscribers} subscribers on 2 nodes, ${planningCount} plannings, ${changesPerSecond} changes/s, ${runsAtATime} runs${values.batch ? ', one message a change' : ''}`,
);
for (let from = 0; from < subscribers; from += CONNECTING_AT_A_TIME) {
  const size = Math.min(CONNECTING_AT_A_TIME, subscribers - from);
  await Promise.all(Array.from({ length: size }, (_, i) => subscribe(from + i)));
}

const summary = (list: readonly number[]): string => {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => Math.round(quantile(list, share)));
  return `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`;
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
/** Each planning gets its share of the changes, one at a time, so that their order is known. */
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
  const memory = servers.map(({ node }) => `${residentMegabytes(node.process.pid!)} MB`).join(', ');
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
    `of ${(edits * subscribers) / planningCount}: ${summary(lagsMs)}, ${outOfOrder} out of order, ${readers.filter(({ isClosed }) => isClosed).length} sockets lost, ${Math.round(wireBytes / delivered)} bytes on the wire for each;`,
    `memory after a minute ${memories[5] ?? '-'}, at the end ${memories.at(-1) ?? '-'}`,
  ].join(' '),
);
for (const reader of readers) reader.close();
const codes = await Promise.all([...servers.map(({ node }) => node), ...workers].map((one) => one.end('SIGTERM')));
console.log(`exit codes ${codes.join(', ')}`);
await opened.drop();
