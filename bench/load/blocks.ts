/**
 * How long is nobody else heard? A server as a user starts it gets one large planning, and everything that takes it as a whole, one after the other:
 * for each the longest time that the main thread worked without looking up, how long that took on a machine that may have had others to serve, and how
 * long the answer took.
 *
 *   [DATABASE_URL=…] npx node bench/load/blocks.ts [--operations 40000] [--only TEXT,TEXT] [--before FILE]
 *
 * `--only`: those whose name has one of the texts, and what they follow from; nothing is published then. `--before`: the figures (.json) of an earlier
 * run, to stand beside these.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ClusterNode } from '../../tests/cluster/clusterNode.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { type Client, placedDocument, PLANNING, STEPS } from './largeSteps.ts';
import type { Noted, Span } from './pieceMeter.ts';
import { readOptions } from '../readOptions.ts';

const values = readOptions({
  operations: ['operations in the planning', '40000'],
  only: ['only steps whose name has one of these in it, separated by commas', ''],
  before: ['figures (.json) of an earlier run, to stand beside these', ''],
});
const operations = Number(values.operations);
const GOAL_MS = 50;
const parts = values.only.split(',');
const asked = STEPS.filter(([name]) => parts.some((part) => name.includes(part)));
const needed = new Set(asked.flatMap(([name, , follows = []]) => [name, ...follows]));
const wanted = STEPS.filter(([name]) => needed.has(name));
/** Before and after each, so that what comes late is counted with it. */
const REST_MS = 1100;
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
  PIECES: `${dataDir}.pieces`,
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${new URL('pieceMeter.ts', import.meta.url).href}`,
};

const notedSince = (at: number): readonly Noted[] =>
  existsSync(environment.PIECES)
    ? readFileSync(environment.PIECES, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Noted)
        .filter((noted) => noted.at >= at)
    : [];

/** Of those since then, in whole milliseconds. */
const longest = (at: number): Pick<Line, 'blockMs' | 'workMs' | 'garbageMs'> => {
  const noted = notedSince(at);
  const pieces = noted.filter((one) => 'workMs' in one);
  const most = pieces.toSorted((a, b) => b.workMs - a.workMs)[0];
  const garbage = most === undefined ? [] : noted.filter((one) => 'isGarbage' in one && overlap(one, most) > 0);
  return {
    blockMs: Math.round(Math.max(0, ...pieces.map(({ wallMs }) => wallMs))),
    workMs: Math.round(most?.workMs ?? 0),
    garbageMs: Math.round(garbage.reduce((sum, one) => sum + overlap(one, most), 0)),
  };
};

const overlap = (a: Span, b: Span): number => Math.min(a.at, b.at) - Math.max(a.at - a.wallMs, b.at - b.wallMs);

interface Line {
  readonly name: string;
  /** The longest time for which the main thread did not look up, and for which it worked meanwhile. */
  readonly blockMs: number;
  readonly workMs: number;
  /** Within the block of the longest work: how long garbage was collected. */
  readonly garbageMs: number;
  readonly tookMs: number;
  readonly fault: string | null;
}
const lines: Line[] = [];

const measure = async (name: string, step: () => Promise<unknown>): Promise<void> => {
  await sleep(REST_MS);
  const since = Date.now();
  const startedAt = performance.now();
  const fault = await step().then(
    () => null,
    (error: unknown) => (error as Error).message.slice(0, 300),
  );
  const tookMs = Math.round(performance.now() - startedAt);
  await sleep(REST_MS);
  const { blockMs, workMs, garbageMs } = longest(since);
  lines.push({ name, blockMs, workMs, garbageMs, tookMs, fault });
  console.error(
    `${name}: worked ${workMs} ms (${garbageMs} of its time collecting garbage), blocked ${blockMs} ms, took ${tookMs} ms${fault === null ? '' : `; ${fault}`}`,
  );
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
  await measure('import', () => client.ask('POST', `/v1/organizations/${organization}/plannings/import/`, document));
  // Nothing is at hand.
  await server.end('SIGTERM');
  [server, url] = await start();
  await sleep(5000);
  const again = { ...clientOf(url, key), organization };
  for (const [name, step] of wanted) await measure(name, () => step(again));
} finally {
  if (server.hasEnded) console.error(`The server has ended:\n${server.stdout.slice(-4000)}`);
  await server.end('SIGTERM');
  if (server.log !== '') console.error(server.log.slice(-4000));
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(environment.PIECES, { force: true });
}

const earlier =
  values.before === ''
    ? null
    : (JSON.parse(readFileSync(values.before, 'utf8')) as { readonly lines: readonly Line[] }).lines;
const rows = lines.map(({ name, blockMs, workMs, garbageMs, tookMs, fault }) => [
  name,
  ...(earlier === null ? [] : [earlier.find((line) => line.name === name)?.blockMs ?? '']),
  workMs,
  garbageMs,
  blockMs,
  tookMs,
  fault ?? (workMs <= GOAL_MS ? 'met' : workMs - garbageMs <= GOAL_MS ? 'met, but for garbage' : 'MISSED'),
]);
const head = [
  'what',
  ...(earlier === null ? [] : ['before ms']),
  'longest work ms',
  'collecting garbage ms',
  'block ms',
  'took ms',
  'goal',
];
const text = `How long is nobody else heard while one planning of ${operations} operations is worked on? Goal: the main thread looks up after ${GOAL_MS} ms of work. A block is longer where others had the processor meanwhile, as V8's own threads have while garbage is collected. ${machine()}.

${formatTable(head, rows)}`;
if (values.only === '') await publish('blocks', text, { machine: machine(), operations, goalMs: GOAL_MS, lines });
else console.log(text);
