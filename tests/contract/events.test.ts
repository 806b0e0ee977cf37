/** Events over a real WebSocket: order, replay without loss or repetition, drafts, conflicts, authorization. */
import { once } from 'node:events';
import { get } from 'node:http';
import * as fc from '../properties.ts';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { useApp } from '../../api/testing/useApp.ts';
import type { Signal } from '../../db/signals/signals.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { EventClient } from './eventClient.ts';
import { openEventServer } from './eventServer.ts';
import { mutated, odd } from './schemaArbitrary.ts';

const api = await useApp();
const faults: unknown[] = [];
let signal: (signal: Signal) => void;
let p: string;
let key: number;

const signals = {
  subscribe: async (handlers: { onSignal: (signal: Signal) => void }) => {
    signal = handlers.onSignal;
    return async () => {};
  },
  committed: (signals: readonly Signal[]) => signals.forEach((one) => setImmediate(() => signal(one))),
};
const onFault = (error: unknown): void => void faults.push((error as Error).stack);
const { url, close } = await openEventServer(api, { signals, onFault });
afterAll(async () => {
  expect([faults, clients.flatMap((client) => client.faults)]).toEqual([[], []]);
  await close();
});
beforeEach(async () => {
  p = await importSmall(api, api.scope);
  const located = await api.ports.store.locate([api.admin.organization], 'planning', p);
  if (located.found !== 'one') throw new Error('The planning is not there.');
  key = located.planning.key;
});

const NONE = { opened: [], closed: [] };

/** A client of this server; a message that violates the contract fails the suite. */
class Client extends EventClient {
  constructor(credential: string | null, options: ClientOptions = {}) {
    super(url, credential, options);
    clients.push(this);
  }
}
const clients: Client[] = [];

const subscribe = async (more: object = {}, credential = api.admin.key): Promise<Client> => {
  const client = new Client(credential);
  await client.send({ type: 'subscribe', planning: p, ...more });
  await client.until(({ messages }) => messages.some(({ type }) => type === 'state' || type === 'error'));
  return client;
};
const write = async (request: string, body: unknown, headers = {}): Promise<Record<string, unknown>> => {
  const written = await api.accepted(request, { body, headers });
  signal({ kind: 'change', planning: key, change: 0 });
  return written;
};
const assign = (operation: string, resource: string, headers = {}) =>
  write('POST /v1/assignments/', { operation: `${p}-${operation}`, resource: `${p}-${resource}` }, headers);
const head = async (): Promise<string> =>
  ((await api.call(`GET /v1/plannings/${p}/`)).body as { change: string }).change;
const said = (client: Client): string[] =>
  client.messages.filter(({ data }) => data !== undefined).map(({ type, sequence }) => `${type} ${sequence as number}`);

describe('a subscriber', () => {
  test('receives changes in order, with the conflicts that they open and close', async () => {
    const client = await subscribe();
    expect(client.messages[0]).toMatchObject({
      type: 'subscribed',
      planning: p,
      workspace: null,
      change: await head(),
    });
    expect(client.messages[1]).toMatchObject({ type: 'state', conflicts: [], tasks: [] });
    await assign('o1', 'r1');
    await assign('o2', 'r1');
    await client.until(({ messages }) => messages.some(({ type }) => type === 'conflict.opened'));
    await assign('o2', 'r2');
    await client.until(({ messages }) => messages.some(({ type }) => type === 'conflict.closed'));
    expect(said(client)).toEqual([
      'assignment.created 0',
      'assignment.created 0',
      'conflict.opened 1',
      'assignment.deactivated 0',
      'assignment.created 1',
      'conflict.closed 2',
    ]);
    expect(client.messages.at(-1)).toMatchObject({
      change: await head(),
      data: { resource: `${p}-r1`, kind: 'overlap' },
    });
    client.socket.close();
  });

  test('who reconnects with since misses nothing and receives nothing twice', async () => {
    const first = await subscribe();
    await assign('o1', 'r1');
    await first.until(({ messages }) => messages.length >= 3);
    const since = first.messages.at(-1)!['change'];
    first.socket.close();
    for (const [operation, resource] of [
      ['o2', 'r2'],
      ['o3', 'r1'],
      ['o3', 'r2'],
    ] as const)
      await assign(operation, resource);
    const again = await subscribe({ since });
    expect(again.types()).toEqual([
      'subscribed',
      'assignment.created',
      'assignment.created',
      'assignment.deactivated',
      'assignment.created',
      'state',
    ]);
    await write(`PATCH /v1/operations/${p}-o1/`, { description: 'live' });
    await again.until(({ messages }) => messages.some(({ type }) => type === 'operation.updated'));
    expect(again.messages.at(-1)).toMatchObject({
      data: { id: `${p}-o1`, changed: ['description'], after: { description: 'live' } },
    });
    again.socket.close();
  });

  test('is told that since or the planning is unknown', async () => {
    const unknown = await subscribe({ since: 'absent' });
    expect(unknown.types()).toEqual(['error']);
    const stranger = await api.newUser('admin');
    const foreign = await subscribe({}, stranger.key);
    expect(foreign.messages).toMatchObject([{ type: 'error', code: 'not_found' }]);
    const odd = new Client(api.admin.key);
    for (const message of ['{"type":"dance"}', 'no json', '[]']) {
      if (odd.socket.readyState === WebSocket.CONNECTING) await once(odd.socket, 'open');
      odd.socket.send(message);
    }
    await odd.until(({ messages }) => messages.length === 3);
    expect(odd.types()).toEqual(['error', 'error', 'error']);
    for (const { socket } of [unknown, foreign, odd]) socket.close();
  });

  test('of a workspace receives its events, and those of the mainline that show through', async () => {
    const { id } = await write(`POST /v1/plannings/${p}/workspaces/`, { name: 'W' });
    const headers = { 'X-Workspace-Id': id };
    const [mainline, draft] = [await subscribe(), await subscribe({ workspace: id })];
    await assign('o1', 'r1', headers);
    await assign('o1', 'r2');
    await assign('o3', 'r2');
    for (const client of [mainline, draft])
      await client.until(({ messages }) => messages.filter(({ data }) => data).length >= 2);
    const heard = (client: Client) =>
      client.messages
        .filter(({ data }) => data)
        .map(({ workspace, data }) => [workspace, (data as { after: { operation: string } }).after.operation]);
    expect(heard(mainline)).toEqual([
      [null, `${p}-o1`],
      [null, `${p}-o3`],
    ]);
    expect(heard(draft)).toEqual([
      [id, `${p}-o1`],
      [null, `${p}-o3`],
    ]);
    for (const { socket } of [mainline, draft]) socket.close();
  });

  test('receives an operation whenever it reads differently, with its tasks and the author', async () => {
    const client = await subscribe();
    await write(`PATCH /v1/operations/${p}-o1/`, { inboundTask: { expectedTime: '2026-11-20T08:10:00Z' } });
    await client.until(({ messages }) => messages.some(({ type }) => type === 'operation.updated'));
    const { body, headers } = await api.call(`GET /v1/operations/${p}-o1/`);
    expect(said(client)).toEqual(['task.updated 0', 'operation.updated 1']);
    const [, told] = client.messages.filter(({ data }) => data !== undefined);
    expect(told).toMatchObject({
      change: await head(),
      author: { id: api.admin.user, name: 'Somebody' },
      data: { changed: ['inboundTask'], after: body },
    });
    expect(headers.get('ETag')).toBe(`"${(told['data'] as { after: { versionId: string } }).after.versionId}"`);
    client.socket.close();
  });

  test('of the mainline receives no draft’s change, nor a reference to one', async () => {
    const { id } = await write(`POST /v1/plannings/${p}/workspaces/`, { name: 'W' });
    const last = await head();
    await assign('o1', 'r1', { 'X-Workspace-Id': id });
    const client = await subscribe();
    expect(client.messages.map(({ change }) => change)).toEqual([last, last]);
    const draft = await subscribe({ workspace: id });
    const changesets = (
      await api.call(`GET /v1/plannings/${p}/changesets/`, { headers: { 'X-Workspace-Id': id as string } })
    ).body as { id: string }[];
    expect(draft.messages.map(({ change }) => change)).toEqual([changesets[0].id, changesets[0].id]);
    for (const { socket } of [client, draft]) socket.close();
  });

  test('may receive each change as one message', async () => {
    const client = await subscribe({ batch: true });
    await assign('o1', 'r1');
    await client.until(({ messages }) => messages.at(-1)?.type === 'change');
    const placed = ['o1', 'o2'].map((name) => ({ operation: `${p}-${name}`, resource: `${p}-r2`, active: true }));
    const body: unknown = await write('POST /v1/assignments/bulk/', { assignments: placed });
    await client.until(({ messages }) => messages.filter(({ type }) => type === 'change').length === 2);
    const [, , first, second] = client.messages;
    expect(first).toMatchObject({ change: first['change'], events: [{ type: 'assignment.created' }], conflicts: NONE });
    expect(second).toMatchObject({
      planning: p,
      workspace: null,
      change: await head(),
      author: { id: api.admin.user, name: 'Somebody' },
      source: 'api',
      message: null,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      events: [
        { type: 'assignment.deactivated', data: { entity: 'assignment', operation: `${p}-o1`, after: null } },
        { type: 'assignment.created', data: { after: { id: (body as { id: string }[])[0].id, resource: `${p}-r2` } } },
        { type: 'assignment.created', data: { after: { operation: `${p}-o2`, resource: `${p}-r2` } } },
      ],
      conflicts: { opened: [{ kind: 'overlap', resource: `${p}-r2` }], closed: [] },
    });
    const again = await subscribe({ batch: true, since: first['change'] });
    expect(again.messages[1]).toEqual({ ...second, conflicts: NONE });
    for (const { socket } of [client, again]) socket.close();
  });

  test('receives long messages compressed if it offers to, with the same content as uncompressed', async () => {
    const plain = new Client(api.admin.key, { perMessageDeflate: false });
    const clients = [plain, new Client(api.admin.key)];
    for (const client of clients) {
      await client.send({ type: 'subscribe', planning: p, batch: true });
      await client.until(({ messages }) => messages.some(({ type }) => type === 'state'));
    }
    const before = clients.map(({ bytes }) => bytes);
    const task = { plannedTime: '2026-11-20T08:10:00Z', expectedTime: '2026-11-20T08:10:00Z', taskName: 'T' };
    const [inboundTask, outboundTask] = [task, { ...task, expectedTime: '2026-11-20T09:10:00Z' }];
    const operation = { planning: p, isBlocker: false, inboundTask, outboundTask };
    await write(
      'POST /v1/operations/bulk/',
      Array.from({ length: 100 }, () => operation),
    );
    for (const client of clients) await client.until(({ messages }) => messages.at(-1)?.type === 'change');
    expect(clients[1].messages.at(-1)).toEqual(plain.messages.at(-1));
    const [whole, small] = clients.map(({ bytes }, i) => bytes - before[i]);
    expect(whole).toBeGreaterThan(100_000);
    expect(small).toBeLessThan(whole / 5);
    // Compressing less than a kibibyte gains nothing.
    const first = clients.map(({ bytes }) => bytes);
    const looking = await subscribe();
    await looking.send({ type: 'presence', operation: 'looked-at' });
    for (const client of clients) await client.until(({ messages }) => messages.at(-1)?.type === 'presence');
    const [bare, alike] = clients.map(({ bytes }, i) => bytes - first[i]);
    expect([bare > 100, alike]).toEqual([true, bare]);
    looking.socket.close();
    for (const { socket } of clients) socket.close();
  });

  test('receives what others look at, but not its own presence, and when they leave', async () => {
    const [own, other] = [await subscribe(), await subscribe({ batch: true })];
    const looks = (client: Client) =>
      client.messages.filter(({ type }) => type === 'presence').map(({ operation }) => operation);
    await own.send({ type: 'presence', operation: 'first' });
    // Of messages that come too fast, only the last is sent.
    for (let i = 0; i < 20; i++) await own.send({ type: 'presence', operation: `o${i}` });
    await other.until(() => looks(other).length === 2);
    expect(other.messages.at(-1)).toMatchObject({ planning: p, workspace: null, user: { id: api.admin.user } });
    own.socket.close();
    await other.until(() => looks(other).length === 3);
    expect([looks(own), looks(other)]).toEqual([[], ['first', 'o19', null]]);
    // A later subscriber does not receive it, because it is not stored.
    const late = await subscribe();
    expect(looks(late)).toEqual([]);
    late.socket.close();
    await other.send({ type: 'presence', planning: 'another', operation: 'x' });
    await other.until(({ messages }) => messages.at(-1)?.type === 'error');
    other.socket.close();
  });

  test('receives marks of conflicts, which are stored and change no score', async () => {
    await assign('o1', 'r1');
    await assign('o2', 'r1');
    const score = async () => ((await api.call(`GET /v1/plannings/${p}/metrics/`)).body as { score: unknown }).score;
    const before = await score();
    const client = await subscribe();
    const list = async () => (await api.call(`GET /v1/plannings/${p}/conflicts/`)).body as Record<string, unknown>[];
    const [{ id }] = (await list()) as { id: string }[];
    expect((await list())[0]).toMatchObject({ mark: null });
    const mark = async (state: string | null, more = {}) => {
      const answer = await write(`PUT /v1/plannings/${p}/conflicts/${id}/mark/`, { state, ...more });
      signal({ kind: 'mark', planning: key, conflict: id });
      return answer;
    };
    const { mark: made } = await mark('accepted', { note: 'Agreed' });
    expect(made).toMatchObject({ state: 'accepted', note: 'Agreed', until: null, author: api.admin.user });
    await client.until(({ messages }) => messages.at(-1)?.type === 'conflict.marked');
    expect(client.messages.at(-1)).toMatchObject({ data: { id, mark: made } });
    expect([(await list())[0]['mark'], await score()]).toEqual([made, before]);
    const later = await subscribe();
    expect(later.messages.at(-1)).toMatchObject({ type: 'state', conflicts: [{ id, mark: made }] });
    const past = { state: 'seen', until: '2020-01-01T00:00:00Z' };
    const refused = await api.call(`PUT /v1/plannings/${p}/conflicts/${id}/mark/`, { body: past });
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: 'until', code: 'invalid_value' }] }]);
    await mark('seen', { until: new Date(Date.now() + 1000).toISOString() });
    await vi.waitFor(async () => expect((await list())[0]).toMatchObject({ mark: null }), 10_000);
    await mark(null);
    await client.until(({ messages }) => messages.filter(({ type }) => type === 'conflict.marked').length === 3);
    expect(client.messages.at(-1)).toMatchObject({ data: { id, mark: null } });
    const unknown = await api.call(`PUT /v1/plannings/${p}/conflicts/0123456789abcdef/mark/`, {
      body: { state: 'seen' },
    });
    expect(unknown.status).toBe(404);
    for (const { socket } of [client, later]) socket.close();
  });

  test('may send anything: it gets the answer of the contract, and stays subscribed', async () => {
    const client = await subscribe();
    const known = [
      { type: 'subscribe', planning: p, workspace: null, since: null, batch: true },
      { type: 'presence', planning: p, operation: `${p}-o1` },
      { type: 'unsubscribe', planning: p, workspace: null },
    ];
    const message = fc.oneof(odd, ...known.flatMap((one) => [fc.constant(one), mutated(one)]));
    const said = fc.sample(message, 200).map((one) => JSON.stringify(one) ?? '');
    for (const text of said) if (Buffer.byteLength(text) < 4096) client.socket.send(text);
    await client.send({ type: 'unsubscribe', planning: p, workspace: 'the-last' });
    await client.until(({ messages }) => messages.some((one) => one['workspace'] === 'the-last'));
    expect(client.closeCode).toBeNull();
    client.socket.close();
  });

  test.each([
    ['[]', 'A message must be a JSON object.'],
    ['null', 'A message must be a JSON object.'],
    ['{"type":"ping"}', 'type: must be authenticate or subscribe or presence or unsubscribe, not "ping"'],
    ['{}', 'type: is required'],
    ['{"type":"subscribe","batch":1}', 'planning: is required; batch: expected boolean, received number'],
  ])('is told what is wrong with a message: %s', async (text, detail) => {
    const client = await subscribe();
    client.socket.send(text);
    await client.until(({ messages }) => messages.at(-1)?.type === 'error');
    expect(client.messages.at(-1)).toEqual({ type: 'error', code: 'validation_failed', detail });
    client.socket.close();
  });

  test('that sends more than 4 KiB at once is disconnected', async () => {
    const client = await subscribe();
    await client.send({ type: 'subscribe', planning: p, since: 'x'.repeat(4096) });
    await client.until(({ closeCode }) => closeCode !== null);
    expect(client.closeCode).toBe(1009);
  });

  test('receives events of optimization tasks', async () => {
    const client = await subscribe();
    const run = await write(`POST /v1/plannings/${p}/optimize/`, { solver: 'external' });
    signal({ kind: 'task', id: run['id'] as string });
    await client.until(({ messages }) => messages.some(({ type }) => type.startsWith('optimization.')));
    expect(client.messages.at(-1)).toMatchObject({
      type: 'optimization.starting',
      data: { id: run['id'], status: 'STARTING' },
    });
    expect(JSON.stringify(client.messages)).not.toContain('whsec_');
    client.socket.close();
  });
});

describe('authentication', () => {
  test('may be the first message', async () => {
    const client = new Client(null);
    await client.send({ type: 'authenticate', token: api.admin.key });
    await client.send({ type: 'subscribe', planning: p });
    await client.until(({ messages }) => messages.some(({ type }) => type === 'state'));
    client.socket.close();
  });

  test('that fails closes with 4401', async () => {
    const [bad, none, wrong] = [new Client('tg_x_y'), new Client(null), new Client(null)];
    await none.send({ type: 'subscribe', planning: p });
    await wrong.send({ type: 'authenticate', token: 'nonsense' });
    for (const client of [bad, none, wrong]) {
      await client.until(({ closeCode }) => closeCode !== null);
      expect([client.closeCode, client.messages]).toEqual([4401, []]);
    }
  });

  test('without an upgrade, the path is an error, also behind a proxy that passes Upgrade alone', async () => {
    const response = await fetch(url.replace('ws:', 'http:'), { headers: { Authorization: `Token ${api.admin.key}` } });
    expect([response.status, await response.json()]).toMatchObject([426, { code: 'upgrade_required' }]);
    const [lost] = await once(get(url.replace('ws:', 'http:'), { headers: { Upgrade: 'websocket' } }), 'response');
    expect(lost.statusCode).toBe(426);
  });
});
