/**
 * How soon does a large change reach all subscribers? Every operation of a plan moves in one changeset, which is sent as one message to
 * many subscribers.
 * TEST_DATABASE_URL=… npm run bench -- live [--moves 3000] [--subscribers 200] [--rounds 7]
 * The server is a process of its own; real sockets accept permessage-deflate, and bytes are counted on the wire. Times are measured
 * from the commit until the last subscriber has the last byte. Readers do not decompress messages, except one of each round, which is
 * checked.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { addTenant, clusterPlace, crowdedDocument } from '../../tests/cluster/clusterDatabase.ts';
import { startServer } from '../../tests/processes.ts';
import { machine } from '../table/machine.ts';
import { formatTable, median } from '../table/table.ts';
import { FrameReader, type ReadMessage } from './frameReader.ts';
import { peakMegabytes } from './memory.ts';
import { request } from './request.ts';
import { readOptions } from '../readOptions.ts';

const { moves, subscribers, rounds } = readOptions({
  moves: ['number of moves in each change', 3000],
  subscribers: ['number of subscribers', 200],
  rounds: ['number of changes', 7],
});
const GOAL = { reachedMs: 1000, kilobytes: 300 } as const;
const STANDS = 150;
/** Five operations overlap on each of these. */
const CROWDED_STANDS = 4;
const CONNECTING_AT_A_TIME = 20;
const PATIENCE_MS = 60_000;

/** Uses random uuids like the service's own ids, which make up most of what does not compress. */
const documentOf = (id: string): PlanningDocument => {
  const document = crowdedDocument(id, moves, STANDS);
  return { ...document, operations: document.operations.map((operation) => ({ ...operation, id: randomUUID() })) };
};

if (clusterPlace.skipped !== null) throw new Error(clusterPlace.skipped);
const opened = await clusterPlace.open();
const { organization, key } = await addTenant(opened);
const server = await startServer({ DATABASE_URL: opened.url! });
const { url } = server;
const planning = 'plan';
/** A committed change is announced at once, and this subscriber notes when. */
const signals = openSignals(opened.database);
let committedAt = 0;
await signals.subscribe({
  onReconnect: () => {},
  onSignal: ({ kind }) => {
    if (kind === 'change') committedAt ||= Date.now();
  },
});
const document = documentOf(planning);
await request(url, key, 'POST', `/v1/organizations/${organization}/plannings/import/`, document);

const received: ReadMessage[][] = Array.from({ length: subscribers }, () => []);
const connect = async (reader: number): Promise<FrameReader> => {
  const opening = await FrameReader.open(`${url}/v1/events/`, key, (message) => received[reader].push(message));
  opening.send({ type: 'subscribe', planning, batch: true });
  return opening;
};
const waitUntilAllHave = async (count: number): Promise<void> => {
  const until = Date.now() + PATIENCE_MS;
  while (received.some(({ length }) => length < count)) {
    if (Date.now() > until) throw new Error(`Not every subscriber has received ${count} messages.`);
    await sleep(5);
  }
  if (received.some(({ length }) => length > count))
    throw new Error(`Some subscriber has received more than ${count} messages.`);
};
const readers: FrameReader[] = [];
for (let from = 0; from < subscribers; from += CONNECTING_AT_A_TIME) {
  const size = Math.min(CONNECTING_AT_A_TIME, subscribers - from);
  readers.push(...(await Promise.all(Array.from({ length: size }, (_, i) => connect(from + i)))));
}
/** The first two messages are `subscribed` and `state`. */
await waitUntilAllHave(2);

interface Round {
  /** Milliseconds from the request until its changeset is committed. */
  readonly writtenMs: number;
  /** Milliseconds from the commit until the first and the last subscriber had it, and until the writer had its response. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly answeredMs: number;
  /** Bytes received by each reader. */
  readonly wireBytes: number;
  readonly jsonBytes: number;
  readonly created: number;
  readonly ended: number;
  /** The number of conflicts opened and closed. */
  readonly conflicts: number;
}
interface ChangeMessage {
  readonly type: string;
  readonly events: readonly { readonly type: string }[];
  readonly conflicts: { readonly opened: readonly unknown[]; readonly closed: readonly unknown[] };
}

/**
 * Moves each operation to another stand: with many stands, to one where nothing is in its way; with few, to one where it conflicts with
 * the next.
 */
const move = async (round: number, stands: number): Promise<Round> => {
  const assignments = document.operations.map(({ id: operation }, i) => ({
    operation,
    resource: `${planning}-r${(i + 7 * round) % stands}`,
  }));
  for (const list of received) list.length = 0;
  committedAt = 0;
  const startedAt = Date.now();
  await request(url, key, 'POST', '/v1/assignments/bulk/', { assignments });
  const answeredAt = Date.now();
  await waitUntilAllHave(1);
  const messages = received.map(([message]) => message);
  const [{ payload, wireBytes }] = messages;
  if (messages.some((one) => !one.payload.equals(payload))) throw new Error('Readers got different bytes.');
  const text = FrameReader.textOf(messages[0]);
  const message = JSON.parse(text) as ChangeMessage;
  const times = messages.map(({ at }) => performance.timeOrigin + at - committedAt);
  const count = (type: string): number => message.events.filter((event) => event.type === type).length;
  return {
    writtenMs: committedAt - startedAt,
    firstMs: Math.min(...times),
    lastMs: Math.max(...times),
    answeredMs: answeredAt - committedAt,
    wireBytes,
    jsonBytes: Buffer.byteLength(text),
    created: count('assignment.created'),
    ended: count('assignment.deactivated'),
    conflicts: message.conflicts.opened.length + message.conflicts.closed.length,
  };
};

await move(0, STANDS);
const measured: Round[] = [];
for (let round = 1; round <= rounds; round++) measured.push(await move(round, STANDS));
const [into, out] = [await move(1, CROWDED_STANDS), await move(0, STANDS)];
for (const reader of readers) reader.close();
const [peak, load] = [peakMegabytes(server.node.process.pid!), loadavg()[0].toFixed(1)];
const code = await server.node.end('SIGTERM');
await signals.close();
await opened.drop();

const [ms, kilobytes] = [(value: number) => Math.round(value), (bytes: number) => (bytes / 1000).toFixed(1)];
const rows = [
  ...measured.map((one, round) => [String(round + 1), one] as const),
  ['into conflicts', into] as const,
  ['out of them', out] as const,
].map(([name, one]) => [
  name,
  one.created,
  one.ended,
  one.conflicts,
  kilobytes(one.jsonBytes),
  kilobytes(one.wireBytes),
  ms(one.writtenMs),
  ms(one.firstMs),
  ms(one.lastMs),
  ms(one.answeredMs),
]);
const lastMs = median(measured.map((one) => one.lastMs));
const wireBytes = Math.max(...measured.map((one) => one.wireBytes));
const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');
console.log(`${moves} moves, ${subscribers} subscribers. ${machine()}, load ${load}.

${formatTable(['round', 'begin', 'end', 'conflicts', 'JSON kB', 'wire kB each', 'write ms', 'first ms', 'last ms', 'answer ms'], rows)}

Goals are those of a plan without conflicts (rounds 1 to ${rounds}).
Last subscriber: median ${ms(lastMs)} ms after the commit; ≤ ${GOAL.reachedMs} ${verdict(lastMs <= GOAL.reachedMs)}
Wire: ${kilobytes(wireBytes)} kB each; ≤ ${GOAL.kilobytes} ${verdict(wireBytes <= GOAL.kilobytes * 1000)}
From the request until then: median ${ms(median(measured.map((one) => one.writtenMs + one.lastMs)))} ms
The server's peak memory: ${peak} MB; exit code ${code}`);
