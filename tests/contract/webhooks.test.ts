/** Subscribers receive every change at least once, from one node at a time, signed, and never at addresses that only the server can see. */
import { messageSources } from '../../schedule/webhooks/changeMessage.ts';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { verifyWebhook } from '../../api/auth/webhookSignature.ts';
import { openOutgoing } from '../../api/outgoing/outgoingFetch.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { postOn } from '../../cli/composition/postOn.ts';
import { deliver as deliverOne, takeDelivery, takeInChanges } from '../../schedule/webhooks/deliver.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { temporaryFolder } from '../temporaryFolder.ts';
import { openReceiver, type Received } from './webhookReceiver.ts';

const MINUTE_MS = 60_000;
const ANSWER_MS = 5_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let received: Received[] = [];
let answer = 204;
let skewMs = 0;

const subscriber = await openReceiver((message) => {
  received.push(message);
  return answer;
});
afterAll(() => subscriber.close());
const { address } = subscriber;
const resolve = async (name: string) => [{ address: name === 'inside.example' ? '10.1.2.3' : '8.8.8.8', family: 4 }];
const post = postOn(openOutgoing({ allow: ['127.0.0.1'], timeoutMs: ANSWER_MS, resolve }));
const webhookLimits = {
  aPlanning: 3,
  answerMs: ANSWER_MS,
  retryMs: DAY_MS,
  events: 10,
  waiting: 1_000,
  keptMs: DAY_MS,
};
const api = await useApp({ ports: { post, webhookLimits, clock: () => Date.now() + skewMs } });
const sources = messageSources(api.ports);

let planning: string;
beforeEach(async () => {
  planning = await importSmall(api, api.scope);
  received = [];
  answer = 204;
});

const deliverNext = async (): Promise<boolean> => {
  const taken = await takeDelivery(api.ports);
  if (taken !== undefined) await deliverOne(api.ports, sources, taken);
  return taken !== undefined;
};
/** Runs one delivery cycle of a node, and returns the number of messages sent. */
const deliver = async (): Promise<number> => {
  const before = received.length;
  while (await takeInChanges(api.ports));
  while (await deliverNext());
  return received.length - before;
};
const call = <T>(request: string, body?: object): Promise<T> => api.accepted(request, { body });
const signatureOf = (message: Received | undefined) => ({
  id: message?.id,
  timestamp: String(message?.headers['webhook-timestamp']),
  signature: String(message?.headers['webhook-signature']),
});
const hooks = (): string => `/v1/plannings/${planning}/webhooks/`;
const subscribe = (events: string[], url = address): Promise<{ id: string; secret: string }> =>
  call(`POST ${hooks()}`, { url, events });
const rename = (name: string): Promise<unknown> =>
  call(`PATCH /v1/operations/${planning}-o1/`, { inboundTask: { taskName: name } });
const assign = (resource = `${planning}-r2`): Promise<unknown> =>
  call('POST /v1/assignments/', { operation: `${planning}-o1`, resource });
const listed = (id: string, status = ''): Promise<{ id: string; lastStatus: number | null; attempts: number }[]> =>
  call(`GET ${hooks()}${id}/deliveries/${status}`);

test('a change is one signed message with the wanted events', async () => {
  const { id, secret } = await subscribe(['assignment.*', 'operation.deleted']);
  await rename('not of interest');
  await assign();
  expect(await deliver()).toBe(1);
  const [{ id: message, text, body }] = received as [Received];
  expect(verifyWebhook(signatureOf(received[0]), text, secret, Date.now())).toBe(message);
  expect(body).toMatchObject({ type: 'change', data: { planning, source: 'api' } });
  expect(body.data.events.map(({ type }) => type)).toEqual(['assignment.created']);
  await assign(`${planning}-r1`).catch(() =>
    call('POST /v1/assignments/', { operation: `${planning}-o1`, resource: null }),
  );
  await call(`DELETE /v1/operations/${planning}-o3/`);
  expect(await deliver()).toBe(2);
  expect(received[2]?.body.data.events.map(({ type }) => type)).toEqual(['operation.deleted']);
  expect(await deliver()).toBe(0);
  expect(await listed(id)).toHaveLength(3);
});

test('a message that a node took but did not finish is sent again with the same id; two nodes send nothing twice', async () => {
  await subscribe(['operation.updated']);
  for (const name of ['A', 'B', 'C']) await rename(name);
  await takeInChanges(api.ports);
  // This node is killed while it holds a message.
  const lost = await api.ports.webhooks.take(Date.now(), 120_000);
  expect(await deliver()).toBe(0);
  skewMs = 3 * MINUTE_MS;
  const drain = async (): Promise<void> => {
    await takeInChanges(api.ports);
    while (await deliverNext());
  };
  await Promise.all([drain(), drain(), drain()]);
  skewMs = 0;
  expect(received.map(({ id }) => id)).toHaveLength(3);
  expect(received[0]?.id).toBe(lost?.delivery.id);
  expect(new Set(received.map(({ id }) => id)).size).toBe(3);
});

test('a failing subscriber is retried for a day; then the message is dead, and can be sent again', async () => {
  const { id } = await subscribe(['*']);
  answer = 500;
  await rename('A');
  expect(await deliver()).toBe(1);
  expect(await deliver()).toBe(0);
  for (let minutes = 1; minutes < 25 * 60; minutes += 30) {
    skewMs = minutes * MINUTE_MS;
    await deliver();
  }
  expect(received.length).toBeGreaterThan(8);
  expect(new Set(received.map((one) => one.id)).size).toBe(1);
  const [dead] = await listed(id, '?status=dead');
  expect(dead).toMatchObject({ id: received[0]?.id, lastStatus: 500, attempts: received.length });
  answer = 200;
  await call(`POST ${hooks()}${id}/deliveries/${dead?.id}/retry/`);
  skewMs += 2 * MINUTE_MS;
  expect(await deliver()).toBe(1);
  expect(await listed(id, '?status=dead')).toEqual([]);
  skewMs = 0;
});

test('a message that is retried after one of a later change has the smaller number', async () => {
  await subscribe(['assignment.*']);
  answer = 500;
  await assign();
  expect(await deliver()).toBe(1);
  answer = 204;
  await assign(`${planning}-r1`);
  expect(await deliver()).toBe(1);
  skewMs += 10_000;
  expect(await deliver()).toBe(1);
  skewMs = 0;
  const [first, later, again] = received.map(({ body }) => body.data);
  expect(again).toEqual(first);
  expect(first?.number).toBeLessThan(later?.number ?? 0);
});

test('a subscriber that recovers gets all waiting messages at once, in order', async () => {
  await subscribe(['*']);
  answer = 503;
  const waits = [];
  for (const name of ['A', 'B', 'C', 'D']) {
    await rename(name);
    waits.push(await deliver());
  }
  answer = 204;
  received = [];
  skewMs = 2 * MINUTE_MS;
  await deliver();
  skewMs = 0;
  expect(waits).toEqual([1, 1, 1, 0]);
  expect(received).toHaveLength(4);
});

test('when the clock was set back by an hour, messages that failed before are sent at once and in order', async () => {
  await subscribe(['operation.updated']);
  skewMs = 60 * MINUTE_MS;
  answer = 503;
  for (const name of ['A', 'B', 'C', 'D']) {
    await rename(name);
    await deliver();
  }
  // A node is killed while it holds a message.
  skewMs += 2 * MINUTE_MS;
  expect(await takeDelivery(api.ports)).toBeDefined();
  skewMs = 0;
  answer = 204;
  received = [];
  await rename('E');
  await deliver();
  const names = received.map(({ body }) => JSON.stringify(body).match(/"taskName":"(\w)"/)?.[1]);
  expect(names).toEqual(['A', 'B', 'C', 'D', 'E']);
});

test('a change with too many events is sent with their number only', async () => {
  await subscribe(['task.created']);
  const [inboundTask, outboundTask] = [7, 9].map((hour) => ({
    taskName: 'T',
    plannedTime: `2026-11-20T0${hour}:00:00Z`,
    expectedTime: `2026-11-20T0${hour}:00:00Z`,
  }));
  await call(
    'POST /v1/operations/bulk/',
    Array.from({ length: 6 }, () => ({ planning, isBlocker: false, inboundTask, outboundTask })),
  );
  expect(await deliver()).toBe(1);
  expect(received[0]?.body.data).toMatchObject({ events: [], truncated: { events: 12 } });
});

test('410 disables a webhook; while it is disabled, nothing is lost; a replay starts where requested', async () => {
  const { id } = await subscribe(['*']);
  answer = 410;
  await rename('A');
  await deliver();
  expect(await call(`GET ${hooks()}${id}/`)).toMatchObject({ enabled: false });
  await rename('B');
  await rename('C');
  answer = 204;
  received = [];
  expect(await deliver()).toBe(0);
  await call(`PATCH ${hooks()}${id}/`, { enabled: true });
  expect(await deliver()).toBe(2);
  const since = received[0]?.body.data.change ?? '';
  await call(`POST ${hooks()}${id}/replay/`, { since });
  expect(await deliver()).toBe(1);
  expect(received[2]?.body.data.change).toBe(received[1]?.body.data.change);
  expect(received[2]?.id).not.toBe(received[1]?.id);
});

test('a webhook with many messages takes turns with others', async () => {
  const hasMany = await subscribe(['*'], `${address}/many`);
  for (const name of ['A', 'B', 'C']) await rename(name);
  const hasOne = await subscribe(['*'], `${address}/one`);
  await rename('D');
  await takeInChanges(api.ports);
  await deliverNext();
  await deliverNext();
  expect(await listed(hasOne.id, '?status=delivered')).toHaveLength(1);
  expect(await listed(hasMany.id, '?status=delivered')).toHaveLength(1);
  await deliver();
});

test('a replay of nothing skips the messages that are waiting, and what is not taken in yet', async () => {
  const { id } = await subscribe(['*']);
  answer = 503;
  await rename('A');
  expect(await deliver()).toBe(1);
  await rename('B');
  await takeInChanges(api.ports);
  await rename('C');
  answer = 204;
  received = [];
  await call(`POST ${hooks()}${id}/replay/`, { since: null });
  expect(await listed(id)).toEqual([]);
  await rename('D');
  skewMs = 2 * MINUTE_MS;
  expect(await deliver()).toBe(1);
  skewMs = 0;
  expect(received[0]?.text).toContain('"taskName":"D"');
});

test('a secret is shown only once', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  const make = () => api.call(`POST ${hooks()}`, { body: { url: address, events: ['*'] }, headers: key });
  const { id, secret } = (await make()).body as { id: string; secret: string };
  expect(secret).toMatch(/^whsec_.{44}$/);
  const again = await make();
  expect([again.headers.get('Idempotency-Replayed'), again.body]).toEqual([
    'true',
    expect.not.objectContaining({ secret }),
  ]);
  expect(again.text + JSON.stringify(await call(`GET ${hooks()}`))).not.toContain(secret.slice(6, 20));
  expect(await call(`POST ${hooks()}${id}/test/`)).toMatchObject({ delivered: true, status: 204, error: null });
  verifyWebhook(signatureOf(received[0]), received[0]?.text ?? '', secret, Date.now());
});

test('a rotated secret signs beside the one before it, until the overlap is over', async () => {
  const { id, secret: first } = await subscribe(['*']);
  const rotate = (overlapSeconds: number): Promise<{ secret: string; previousSecretUntil: string }> =>
    call(`POST ${hooks()}${id}/rotate-secret/`, { overlapSeconds });
  const { secret: second, previousSecretUntil } = await rotate(3600);
  const until = Date.parse(previousSecretUntil) - Date.now();
  expect([until > 3_590_000, until <= 3_600_000]).toEqual([true, true]);
  // The answer of a rotation may be lost: what the receiver knows still signs.
  const { secret: third } = await rotate(60);
  const holds = async (): Promise<boolean[]> => {
    await call(`POST ${hooks()}${id}/test/`);
    const message = received.at(-1);
    return [first, second, third].map((secret) => {
      try {
        return verifyWebhook(signatureOf(message), message?.text ?? '', secret, Date.now() + skewMs) === message?.id;
      } catch {
        return false;
      }
    });
  };
  expect(await holds()).toEqual([true, true, true]);
  skewMs = 2 * MINUTE_MS;
  expect(await holds()).toEqual([true, false, true]);
  skewMs = 61 * MINUTE_MS;
  expect(await holds()).toEqual([false, false, true]);
  for (let i = 0; i < 4; i++) await rotate(3600);
  const { status, body } = await api.call(`POST ${hooks()}${id}/rotate-secret/`, { body: {} });
  expect([status, body]).toMatchObject([400, { code: 'too_many_items' }]);
  // A secret that leaked can always be ended.
  await rotate(0);
  skewMs = 0;
  const told = JSON.stringify([await call(`GET ${hooks()}`), await call(`GET ${hooks()}${id}/`)]);
  for (const secret of [first, second, third]) expect(told).not.toContain(secret.slice(6, 20));
});

test('an address that only the server can see is not called, and the response says so', async () => {
  const { id } = await subscribe(['*'], 'https://inside.example/');
  expect(await call(`POST ${hooks()}${id}/test/`)).toMatchObject({
    delivered: false,
    status: null,
    error: expect.stringMatching(/not a public address/),
  });
  const malformed = ['ftp://a.example/', 'https://user:pass@a.example/', 'nonsense'];
  for (const url of [...malformed, 'https://10.1.2.3/', 'http://8.8.8.8/', 'http://a.example/']) {
    for (const request of [`POST ${hooks()}`, `PATCH ${hooks()}${id}/`]) {
      const { status, body } = await api.call(request, { body: { url, events: ['*'] } });
      expect([url, status, body]).toMatchObject([url, 400, { errors: [{ path: 'url' }] }]);
    }
  }
  for (const never of ['operation.moved', 'planning.created', 'planning.deleted', 'workspace.deleted']) {
    const bad = await api.call(`POST ${hooks()}`, { body: { url: address, events: [never] } });
    expect(bad.body).toMatchObject({ errors: [{ path: 'events.0' }] });
  }
});

test('a planning has a maximum number of webhooks', async () => {
  for (let made = 0; made < 3; made++) await subscribe(['*']);
  const { status, body } = await api.call(`POST ${hooks()}`, { body: { url: address, events: ['*'] } });
  expect([status, body]).toMatchObject([400, { code: 'too_many_items' }]);
  await call(`PATCH ${hooks()}${(await call<{ id: string }[]>(`GET ${hooks()}`))[0]?.id}/`, { enabled: false });
});

describe('the receiver of the documentation', () => {
  test('accepts what is genuine, once, and nothing else', async () => {
    const page = await readFile(path.join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
    const [, code = ''] = /^```js\n([\s\S]*?)^```/m.exec(page) ?? [];
    const folder = temporaryFolder('receiver', onTestFinished);
    await writeFile(path.join(folder, 'receiver.mjs'), code);
    const { id, secret } = await subscribe(['operation.*']);
    const receiver = spawn(process.execPath, [path.join(folder, 'receiver.mjs')], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    receiver.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const said = async (what: RegExp): Promise<string> => {
      while (!what.test(output)) await once(receiver.stdout, 'data');
      return what.exec(output)?.[1] ?? '';
    };
    try {
      const url = `http://127.0.0.1:${await said(/listening (\d+)/)}/`;
      await call(`PATCH ${hooks()}${id}/`, { url });
      await rename('X');
      await takeInChanges(api.ports);
      await deliverNext();
      await said(/change operation.updated\n()/);
      expect(await listed(id)).toMatchObject([{ status: 'delivered', lastStatus: 204 }]);
      const forged = {
        'webhook-id': '1',
        'webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
        'webhook-signature': 'v1,AAAA',
      };
      expect((await fetch(url, { method: 'POST', headers: forged, body: '{}' })).status).toBe(401);
    } finally {
      receiver.kill();
    }
  });
});

test('old deliveries are deleted', async () => {
  const { id } = await subscribe(['*']);
  const before = Date.now();
  await rename('A');
  await deliver();
  // Those of earlier tests may be older.
  await api.ports.webhooks.prune(before);
  expect(await listed(id)).toHaveLength(1);
  expect(await api.ports.webhooks.prune(Date.now() + 1)).toBeGreaterThan(0);
  expect(await listed(id)).toEqual([]);
});
