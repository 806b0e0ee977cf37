/**
 * How long is the event loop blocked? A server as a user starts it gets one large planning and every request that processes it as a
 * whole, one after the other. For each request the bench measures the longest time that the main thread worked without returning to the
 * event loop, how long that took in wall time on a machine that may have had other work, and how long the response took.
 * [DATABASE_URL=…] npm run bench -- blocks [--operations 40000] [--only TEXT,TEXT] [--before FILE]
 * `--only`: runs only steps whose name contains one of the texts, and the steps that they depend on; then nothing is published.
 * `--before`: the figures (.json) of an earlier run, shown beside the new ones.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { start, type Started } from '../../tests/processes.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { type Client, placedDocument, PLANNING, STEPS } from './largeSteps.ts';
import type { Noted, Span } from './pieceMeter.ts';
import { readOptions } from '../readOptions.ts';
import { openEventSocket } from '../../tests/openEventSocket.ts';

const values = readOptions({
  operations: ['number of operations in the planning', 40000],
  only: ['run only steps whose name contains one of these texts, comma-separated', ''],
  before: ['figures (.json) of an earlier run, shown beside the new ones', ''],
});
const operations = values.operations;
const GOAL_MS = 50;
const parts = values.only.split(',');
const asked = STEPS.filter(([name]) => parts.some((part) => name.includes(part)));
const needed = new Set(asked.flatMap(([name, , follows = []]) => [name, ...follows]));
const wanted = STEPS.filter(([name]) => needed.has(name));
/** A pause before and after each step, so that delayed work is counted with its step. */
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

/** The longest block since then and its work and garbage collection, in whole milliseconds. */
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
  /** The longest time for which the main thread did not return to the event loop, and the longest processor time of one such block. */
  readonly blockMs: number;
  readonly workMs: number;
  /** The time of garbage collection within the block with the most work. */
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
      const socket = openEventSocket(url, key);
      socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', planning: PLANNING, batch: true })));
      socket.on('message', (data: Buffer) => {
        if (data.toString('utf8', 0, 20).includes('"state"')) resolve();
      });
      socket.on('error', reject).on('close', () => reject(new Error('The socket was closed.')));
    }),
});

const GREETING = /serves (http:\/\/\S+)[\s\S]*(?:API key: (\S+)|Log in with)/;
const serve = async (): Promise<[Started, string, string]> => {
  const server = start(['serve'], environment);
  const [, url, key = ''] = await server.line(GREETING);
  return [server, url, key];
};

let [server, url, key] = await serve();
try {
  const client = clientOf(url, key);
  const [{ id: organization }] = await client.ask<{ id: string }[]>('GET', '/v1/organizations/');
  const document = placedDocument(operations);
  await measure('import', () => client.ask('POST', `/v1/organizations/${organization}/plannings/import/`, document));
  // Restart the server, so that nothing is cached.
  await server.end('SIGTERM');
  [server, url] = await serve();
  await sleep(5000);
  const again = { ...clientOf(url, key), organization };
  for (const [name, step] of wanted) await measure(name, () => step(again));
} finally {
  if (server.hasEnded()) console.error(`The server has ended:\n${server.stdout().slice(-4000)}`);
  await server.end('SIGTERM');
  if (server.stderr() !== '') console.error(server.stderr().slice(-4000));
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
const text = `How long is the event loop blocked while the service processes one planning of ${operations} operations? Goal: the main thread returns to the event loop after at most ${GOAL_MS} ms of work. A block is longer where other threads had the processor meanwhile, such as V8's own threads during garbage collection. ${machine()}.

${formatTable(head, rows)}`;
if (values.only === '') await publish('blocks', text, { machine: machine(), operations, goalMs: GOAL_MS, lines });
else console.log(text);
