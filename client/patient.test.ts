import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listenLocally } from '../tests/listenLocally.ts';
import { openTidegate, type Tidegate } from './tidegate.ts';

/** What the service answers, one after the other, and 200 from then on. */
let refusals: { readonly status: number; readonly after?: string; readonly code: string }[] = [];
const heard: string[] = [];
let url: string;

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await text(request);
  heard.push(`${request.method} ${String(request.headers['idempotency-key'] ?? '-')} ${body}`);
  const { status, after, code } = refusals.shift() ?? { status: 200, code: 'taken' };
  if (status === 0) return void request.socket.destroy();
  const headers = { 'Content-Type': 'application/json', ...(after === undefined ? {} : { 'Retry-After': after }) };
  response.writeHead(status, headers).end(JSON.stringify({ code, detail: code }));
};
const server = createServer((request, response) => void answer(request, response));
let tidegate: Tidegate;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenLocally(server)}`;
  tidegate = openTidegate({ url, token: 'tg_x', patience: { repeats: 3, waitMs: 100 } });
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  heard.length = 0;
  refusals = [];
});

const full = { status: 503, after: '0', code: 'database_unavailable' };
const params = { path: { id: 'p' } };
const read = async (): Promise<number> => (await tidegate.GET('/v1/plannings/{id}/', { params })).response.status;
const write = async (key?: string): Promise<number> => {
  const header = key === undefined ? {} : { header: { 'Idempotency-Key': key } };
  const request = { params: { ...params, ...header }, body: { tasks: [] } };
  return (await tidegate.POST('/v1/plannings/{id}/edits/', request)).response.status;
};

// Guarantee: what is not taken now is sent again, as often as it is harmless and no oftener.
test('a read is sent again, and a write with a key, with the same body and key', async () => {
  refusals = [full, { ...full, status: 429, code: 'rate_limited' }];
  expect(await read()).toBe(200);
  expect(heard).toHaveLength(3);
  heard.length = 0;
  refusals = [full, { status: 409, after: '0', code: 'idempotency_in_flight' }];
  expect(await write('k')).toBe(200);
  expect(heard).toEqual(Array.from({ length: 3 }, () => 'POST k {"tasks":[]}'));
});

test('a write without a key is not, nor what would be refused again, or for long', async () => {
  const cases = [
    [[full], () => write(), 503],
    [[{ ...full, status: 409, code: 'clash' }], () => write('k'), 409],
    [[{ status: 503, code: 'no_header' }], read, 503],
    [[{ ...full, after: '1' }], read, 503],
  ] as const;
  for (const [answers, ask, status] of cases) {
    heard.length = 0;
    refusals = [...answers];
    expect(await ask()).toBe(status);
    expect(heard).toHaveLength(1);
  }
  heard.length = 0;
  refusals = Array.from({ length: 9 }, () => full);
  expect(await read()).toBe(503);
  expect(heard).toHaveLength(4);
});

test('a write with a key that got no response is sent again, one without a key is not', async () => {
  const lost = { status: 0, code: 'lost' };
  refusals = [lost];
  await expect(write()).rejects.toThrow(/cannot be reached/);
  expect(heard).toHaveLength(1);
  heard.length = 0;
  const { POST } = openTidegate({ url, token: 'tg_x' });
  refusals = [lost];
  const request = { params: { ...params, header: { 'Idempotency-Key': 'k' } }, body: { tasks: [] } };
  expect((await POST('/v1/plannings/{id}/edits/', request)).response.status).toBe(200);
  expect(heard).toEqual(['POST k {"tasks":[]}', 'POST k {"tasks":[]}']);
});

test('one that is given up waits no longer', async () => {
  refusals = [{ ...full, after: '5' }];
  const patient = openTidegate({ url, token: 'tg_x' });
  const stopping = new AbortController();
  const asked = patient.GET('/v1/plannings/{id}/', { params, signal: stopping.signal });
  await expect.poll(() => heard.length).toBe(1);
  stopping.abort();
  await expect(asked).rejects.toThrow(/abort/);
  expect(heard).toHaveLength(1);
});
