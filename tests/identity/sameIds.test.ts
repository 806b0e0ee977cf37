/** Guarantee: nothing takes one planning for another one with the same id, of another organization of the user or made after the first was deleted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { TestUser } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { EventClient } from '../contract/eventClient.ts';
import { openEventServer } from '../contract/eventServer.ts';

/** Nothing but a check of the reader, which comes every 5 s, ends a socket or a stream here. */
const SOON = { timeout: 30_000 };
const CHECKED_MS = 6000;
const api = await useApp();
const { url, close } = await openEventServer(api, { pollMs: 20 });
afterAll(close);

interface World {
  readonly planning: string;
  /** A planner of the first organization, logged in. */
  readonly reader: TestUser;
  readonly second: string;
  /** Makes the reader a member of the second organization, which gets a planning with the same id. */
  readonly doubleId: () => Promise<void>;
  readonly leaveFirst: () => Promise<void>;
}

const open = async (): Promise<World> => {
  const first = api.admin.organization;
  const planning = await importSmall(api, api.scope);
  const member = await api.newUser('planner', first);
  const other = await api.newUser('admin');
  return {
    planning,
    reader: await api.loggedIn(member),
    second: other.organization,
    async doubleId() {
      const body = { id: planning, name: 'the same id' };
      const made = await api.call(`POST /v1/organizations/${other.organization}/plannings/`, { body, as: other });
      expect(made.status).toBe(201);
      await api.ports.accounts.addMember(other.organization, member.user, 'planner');
    },
    async leaveFirst() {
      expect((await api.call(`DELETE /v1/organizations/${first}/members/${member.user}/`)).status).toBe(204);
    },
  };
};

const tagIn = async (planning: string): Promise<void> => {
  const body = { planning, category: 'c', value: 'v', required: false };
  expect((await api.call('POST /v1/tags/', { body })).status).toBe(201);
};

const subscribe = async (client: EventClient, planning: string): Promise<string | undefined> => {
  await client.send({ type: 'subscribe', planning });
  await client.until(({ messages }) => messages.some(({ type }) => type === 'state' || type === 'error'));
  return client.types()[0];
};

/** The last line that the reader gets of a run which nobody ends, unless `meanwhile` does. */
const lastLine = async ({ planning, reader }: World, meanwhile: (run: string) => Promise<void>): Promise<unknown> => {
  const body = { solver: 'external' };
  const run = (await api.call(`POST /v1/plannings/${planning}/optimize/`, { body })).body as { id: string };
  const path = `/v1/plannings/${planning}/optimization-task-results/${run.id}`;
  const response = await api.app.request(`${path}/stream/`, { headers: { Authorization: `Token ${reader.key}` } });
  expect(response.status).toBe(200);
  const [text] = await Promise.all([response.text(), meanwhile(path)]);
  return JSON.parse(text.trim().split('\n').at(-1) ?? '');
};

test.concurrent('a socket ends with its membership', SOON, async () => {
  const { planning, reader, doubleId, leaveFirst } = await open();
  const client = new EventClient(url, reader.key);
  expect(await subscribe(client, planning)).toBe('subscribed');
  await doubleId();
  await leaveFirst();
  await client.until(({ closeCode }) => closeCode !== null);
  expect(client.closeCode).toBe(4401);
});

test.concurrent('a socket goes on when the id appears in another organization', SOON, async () => {
  const { planning, reader, doubleId } = await open();
  const client = new EventClient(url, reader.key);
  expect(await subscribe(client, planning)).toBe('subscribed');
  await doubleId();
  await sleep(CHECKED_MS);
  await tagIn(planning);
  await client.until(
    ({ messages, closeCode }) => closeCode !== null || messages.some(({ type }) => type === 'tag.created'),
  );
  expect(client.closeCode).toBeNull();
  client.socket.close();
});

test.concurrent('a socket names its organization in a header or with its token', SOON, async () => {
  const { planning, reader, second, doubleId } = await open();
  await doubleId();
  const headers = { 'X-Organization-Id': api.admin.organization };
  const [both, byHeader, byMessage, elsewhere] = [
    new EventClient(url, reader.key),
    new EventClient(url, reader.key, { headers: { Authorization: `Token ${reader.key}`, ...headers } }),
    new EventClient(url, null),
    new EventClient(url, null, { headers }),
  ];
  await byMessage.send({ type: 'authenticate', token: reader.key, organization: api.admin.organization });
  await elsewhere.send({ type: 'authenticate', token: reader.key, organization: second });
  const answers = [];
  for (const client of [both, byHeader, byMessage, elsewhere]) answers.push(await subscribe(client, planning));
  expect(answers).toEqual(['error', 'subscribed', 'subscribed', 'subscribed']);
  expect(both.messages[0]).toMatchObject({ code: 'id_ambiguous' });
  await tagIn(planning);
  for (const client of [byHeader, byMessage]) {
    await client.until(({ messages }) => messages.some(({ type }) => type === 'tag.created'));
  }
  expect(elsewhere.types()).toEqual(['subscribed', 'state']);
  for (const { socket } of [both, byHeader, byMessage, elsewhere]) socket.close();
});

test.concurrent('a stream ends with its membership', SOON, async () => {
  const world = await open();
  const last = await lastLine(world, async () => {
    await world.doubleId();
    await world.leaveFirst();
  });
  expect(last).toMatchObject({ type: 'error', code: 'not_found' });
});

test.concurrent('a stream goes on when the id appears in another organization', SOON, async () => {
  const world = await open();
  const last = await lastLine(world, async (run) => {
    await world.doubleId();
    await sleep(CHECKED_MS);
    expect((await api.call(`POST ${run}/cancel/`, { body: {} })).status).toBe(200);
  });
  expect(last).toMatchObject({ type: 'done' });
});

// An answer for one planning is none for another one with the same id.
test('an Idempotency-Key that was used in one organization is refused in another one', async () => {
  const { planning, reader, second, doubleId } = await open();
  await doubleId();
  const body = { planning, category: 'c', value: 'v', required: false };
  const answers = [];
  for (const organization of [api.admin.organization, second, api.admin.organization]) {
    const headers = { 'Idempotency-Key': 'once', 'X-Organization-Id': organization };
    const { status, text } = await api.call('POST /v1/tags/', { as: reader, body, headers });
    answers.push([status, text]);
  }
  expect(answers).toEqual([[201, answers[0]?.[1]], [422, expect.stringContaining('idempotency_reused')], answers[0]]);
});

test('an Idempotency-Key that was used for a deleted planning is refused for a later one with the same id', async () => {
  const plannings = `/v1/organizations/${api.admin.organization}/plannings/`;
  const headers = { 'Idempotency-Key': 'once' };
  const statuses: number[] = [];
  for (const _again of [1, 2]) {
    await api.call(`POST ${plannings}`, { body: { id: 'twice', name: 'Twice' } });
    for (const [path, body] of [
      ['tags/', { planning: 'twice', category: 'c', value: 'v' }],
      ['plannings/twice/operations/bulk-upload/', { operations: [] }],
      ['plannings/twice/optimize/', { start: false, solver: 'external' }],
    ] as const) {
      statuses.push((await api.call(`POST /v1/${path}`, { body, headers })).status);
    }
    expect((await api.call(`DELETE ${plannings}twice/`)).status).toBe(204);
  }
  expect(statuses).toEqual([201, 200, 202, 422, 422, 422]);
});
