/**
 * How long is nobody else heard? A server as a user starts it gets one large planning, and everything that takes it as a whole, one after the other:
 * for each the longest time that the main thread did not look up, which the server itself measures, and how long the answer took.
 *
 *   [DATABASE_URL=…] npx node bench/load/blocks.ts [--operations 40000] [--only TEXT,TEXT]
 *
 * `--only`: those whose name has one of the texts, and what they follow from; nothing is published then.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ClusterNode } from '../../tests/cluster/clusterNode.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { type Client, placedDocument, PLANNING, STEPS } from './largeSteps.ts';
import { readOptions } from '../readOptions.ts';

const values = readOptions({
  operations: ['operations in the planning', '40000'],
  only: ['only steps whose name has one of these in it, separated by commas', ''],
});
const operations = Number(values.operations);
const GOAL_MS = 50;
const parts = values.only.split(',');
const asked = STEPS.filter(([name]) => parts.some((part) => name.includes(part)));
const needed = new Set(asked.flatMap(([name, , follows = []]) => [name, ...follows]));
const wanted = STEPS.filter(([name]) => needed.has(name));
/** The server's meter looks up every 10 ms. */
const METER_MS = 10;
/** An answer of `/metrics` is good for a second. */
const SHARED_MS = 1100;
const PATIENCE_MS = 300_000;

const dataDir = mkdtempSync(join(tmpdir(), 'tidegate-blocks-'));
const environment = {
  DATA_DIR: dataDir,
  DATABASE_URL: process.env['DATABASE_URL'] ?? '',
  DEMO: 'false',
  PORT: '0',
  BOARD: 'false',
  REQUESTS_PER_SECOND: '100000',
  REQUESTS_BURST: '100000',
};

const LONGEST = /^tidegate_nodejs_eventloop_lag_max_seconds (\S+)$/m;

/** The longest block since it was asked last, which was more than a second ago. */
const longestMs = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Math.max(0, Math.round(1000 * Number(LONGEST.exec(text)?.[1]) - METER_MS));
};

interface Line {
  readonly name: string;
  readonly blockMs: number;
  readonly tookMs: number;
  readonly fault: string | null;
}
const lines: Line[] = [];

const measure = async (url: string, name: string, step: () => Promise<unknown>): Promise<void> => {
  await sleep(SHARED_MS);
  await longestMs(url);
  const startedAt = performance.now();
  const fault = await step().then(
    () => null,
    (error: unknown) => (error as Error).message.slice(0, 300),
  );
  const tookMs = Math.round(performance.now() - startedAt);
  await sleep(SHARED_MS);
  const blockMs = await longestMs(url);
  lines.push({ name, blockMs, tookMs, fault });
  console.error(`${name}: blocked ${blockMs} ms, took ${tookMs} ms${fault === null ? '' : `; ${fault}`}`);
};

const clientOf = (url: string, key: string): Omit<Client, 'organization'> => ({
  operations,
  async ask<T>(method: string, path: string, body?: unknown, workspace?: string): Promise<T> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Token ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(workspace === undefined ? {} : { 'X-Workspace-Id': workspace }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  },
  follow: () =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/events/`, {
        headers: { Authorization: `Token ${key}` },
      });
      socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', planning: PLANNING, batch: true })));
      socket.on('message', (data: Buffer) => {
        if (data.toString('utf8', 0, 20).includes('"state"')) resolve();
      });
      socket.on('error', reject).on('close', () => reject(new Error('The socket was closed.')));
    }),
});

const GREETING = /serves (http:\/\/\S+)[\s\S]*(?:API key: (\S+)|Log in with)/;
const start = async (): Promise<[ClusterNode, string, string]> => {
  const server = new ClusterNode(['serve'], environment);
  const [, url, key = ''] = await server.start(GREETING);
  return [server, url, key];
};

let [server, url, key] = await start();
try {
  const client = clientOf(url, key);
  const [{ id: organization }] = await client.ask<{ id: string }[]>('GET', '/v1/organizations/');
  const document = placedDocument(operations);
  await measure(url, 'import', () =>
    client.ask('POST', `/v1/organizations/${organization}/plannings/import/`, document),
  );
  // Nothing is at hand.
  await server.end('SIGTERM');
  [server, url] = await start();
  await sleep(5000);
  const again = { ...clientOf(url, key), organization };
  for (const [name, step] of wanted) await measure(url, name, () => step(again));
} finally {
  if (server.hasEnded) console.error(`The server has ended:\n${server.stdout.slice(-4000)}`);
  await server.end('SIGTERM');
  if (server.log !== '') console.error(server.log.slice(-4000));
  rmSync(dataDir, { recursive: true, force: true });
}

const rows = lines.map(({ name, blockMs, tookMs, fault }) => [
  name,
  blockMs,
  tookMs,
  fault !== null ? fault : blockMs <= GOAL_MS ? 'met' : 'MISSED',
]);
const text = `How long is nobody else heard while one planning of ${operations} operations is worked on? Goal: the main thread looks up every ${GOAL_MS} ms. ${machine()}.

${formatTable(['what', 'longest block ms', 'took ms', 'goal'], rows)}`;
if (values.only === '') await publish('blocks', text, { machine: machine(), operations, goalMs: GOAL_MS, lines });
else console.log(text);
