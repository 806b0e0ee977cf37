/**
 * Guarantee: a client that holds connections without using them, or that hardly reads what it is sent, is disconnected within a stated time, costs
 * bounded memory, and does not keep others from being served. Uses a server in a separate process and real sockets.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { crowdedDocument } from '../cluster/clusterDatabase.ts';
import { killAll } from '../processes.ts';
import { ask, askUntil } from './planners.ts';
import { openEmbedded, type Service } from './service.ts';
import { openEventSocket } from '../openEventSocket.ts';

const HEADER_SECONDS = 2;
const REQUEST_SECONDS = 4;
const STALL_SECONDS = 2;
/** Node checks for slow clients once a second; a busy machine is later. */
const LATE_SECONDS = 10;
const PLANNING = 'flooded';
const OPERATIONS = 300;
/** With the client that reads, fewer than REQUESTS_AT_ONCE. */
const WRITES = 12;
/** Maximum response time during a flood, on a machine that is also busy with other things. */
const ANSWER_MS = 5000;

let service: Service;
let url: string;
beforeAll(async () => {
  service = await openEmbedded({
    HEADER_SECONDS: String(HEADER_SECONDS),
    REQUEST_SECONDS: String(REQUEST_SECONDS),
    BODY_STALL_SECONDS: String(STALL_SECONDS),
    EVENT_STALL_SECONDS: String(STALL_SECONDS),
    BUSY_DELAY_MILLISECONDS: '20',
  });
  [url] = service.urls();
  const [{ id }] = (await askUntil(service, 'GET /v1/organizations/')).body as unknown as { id: string }[];
  const path = `POST /v1/organizations/${id}/plannings/import/`;
  expect((await askUntil(service, path, crowdedDocument(PLANNING, OPERATIONS, 3))).status).toBe(201);
});
afterAll(async () => {
  await service.close();
  killAll();
});

const megabytes = async (): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tidegate_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6;
};

/** Sends requests until `isOver`, and expects every response in time. Returns their number. */
const servedUntil = async (isOver: () => boolean): Promise<number> => {
  let answers = 0;
  while (!isOver()) {
    const from = performance.now();
    const answer = await ask(service, url, `GET /v1/operations/${PLANNING}-o1/`);
    expect([answer?.status, performance.now() - from < ANSWER_MS]).toEqual([200, true]);
    answers++;
    await sleep(50);
  }
  return answers;
};

/** Opens a connection that sends this text, and then one byte from time to time. */
const drip = async (head: string, byte: string): Promise<{ readonly socket: Socket; answer: string }> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
  const told = { socket, answer: '' };
  socket.setEncoding('latin1').on('data', (text: string) => {
    told.answer += text;
  });
  await once(socket, 'connect');
  if (head !== '') socket.write(head);
  const timer = setInterval(() => void (socket.writable && byte !== '' && socket.write(byte)), 500);
  socket.once('close', () => clearInterval(timer));
  return told;
};

const length = (bytes: number): string => `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n`;

test.concurrent.each<[string, number, number, () => string, string]>([
  ['heads that never end', 300, HEADER_SECONDS, (): string => 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ', 'a'],
  [
    'bodies that never end',
    100,
    REQUEST_SECONDS,
    (): string =>
      `POST /v1/operations/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${service.key}\r\n${length(100_000)}\r\n{"id": "`,
    'a',
  ],
  ['sockets that say nothing', 1000, HEADER_SECONDS, (): string => '', ''],
] as const)(
  '%s (%i): disconnected, and others are served',
  async (_what: string, count: number, seconds: number, head: () => string, byte: string) => {
    const before = await megabytes();
    const from = performance.now();
    const flood = await Promise.all(Array.from({ length: count }, () => drip(head(), byte)));
    const isOver = (): boolean => flood.every(({ socket }) => socket.closed);
    const isLate = (): boolean => performance.now() - from > (seconds + LATE_SECONDS) * 1000;
    const answers = await servedUntil(() => isOver() || isLate());
    const left = flood.filter(({ socket }) => !socket.closed);
    for (const { socket } of left) socket.destroy();
    expect([left.length, answers > 0]).toEqual([0, true]);
    if (head() !== '') for (const { answer } of flood) expect(answer).toMatch(/^HTTP\/1\.1 (?:408|400|503) |^$/);
    expect((await megabytes()) - before).toBeLessThan(200);
  },
);

test('a few long writes and a client beside them wait for each other, and none is refused', async () => {
  const operations = Array.from({ length: OPERATIONS }, (_, i) => ({
    id: `${PLANNING}-o${i}`,
    description: 'y'.repeat(2500),
  }));
  let left = WRITES;
  const write = async (of: number): Promise<number | undefined> => {
    const described = operations.map((one) => ({ ...one, description: `${of} ${one.description}` }));
    const answer = await ask(service, url, `POST /v1/plannings/${PLANNING}/edits/`, { operations: described });
    left--;
    return answer?.status;
  };
  const writes = Array.from({ length: WRITES }, (_, i) => write(i));
  const read = new Set<number | undefined>();
  while (left > 0) read.add((await ask(service, url, `GET /v1/operations/${PLANNING}-o1/`))?.status);
  const written = new Set(await Promise.all(writes));
  expect([written, read]).toEqual([new Set([201]), new Set([200])]);
});

test('slow readers cost bounded memory and are closed with 1013, and other subscribers receive their events', async () => {
  const READERS = 20;
  const open = async (): Promise<WebSocket> => {
    const socket = openEventSocket(url, service.key, { perMessageDeflate: false });
    await once(socket, 'open');
    const subscribed = once(socket, 'message');
    socket.send(JSON.stringify({ type: 'subscribe', planning: PLANNING }));
    await subscribed;
    return socket;
  };
  const closes: number[] = [];
  const slow = await Promise.all(
    Array.from({ length: READERS }, async () => {
      const socket = await open();
      // They read some bytes from time to time: less than a piece of a message within the time that a reader has for one.
      const { _socket: wire } = socket as unknown as { readonly _socket: Socket };
      const pause = (): void => void wire.pause();
      wire.on('data', pause);
      const timer = setInterval(() => wire.resume(), 2 * STALL_SECONDS * 1000);
      socket.once('close', (code) => {
        clearInterval(timer);
        closes.push(code);
      });
      return { socket, wire, pause, timer };
    }),
  );
  const quick = await open();
  let heard = 0;
  quick.on('message', () => void heard++);
  const before = await megabytes();
  let most = before;
  let told = 0;
  const text = 'x'.repeat(3000);
  for (let round = 0; round < 10; round++) {
    const operations = Array.from({ length: OPERATIONS }, (_, i) => ({
      id: `${PLANNING}-o${i}`,
      description: `${round} ${text}`,
    }));
    const answer = await askUntil(service, `POST /v1/plannings/${PLANNING}/edits/`, { operations });
    expect(answer.status).toBeLessThan(300);
    told += OPERATIONS;
    most = Math.max(most, await megabytes());
  }
  const deadline = performance.now() + (STALL_SECONDS + LATE_SECONDS) * 1000;
  while (heard < told && performance.now() < deadline) await sleep(50);
  expect(heard).toBeGreaterThanOrEqual(told);
  await sleep(2 * STALL_SECONDS * 1000);
  // Read what the operating system still buffers: the last bytes contain the close code.
  for (const { wire, pause, timer } of slow) {
    clearInterval(timer);
    wire.off('data', pause).resume();
  }
  while (closes.length < READERS && performance.now() < deadline + 10_000) await sleep(50);
  expect(closes).toEqual(Array.from({ length: READERS }, () => 1013));
  console.log(`20 slow readers of ${told} events of 3 kB: from ${before.toFixed(0)} to ${most.toFixed(0)} MB`);
  expect(most - before).toBeLessThan(400);
  quick.close();
});
