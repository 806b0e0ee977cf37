/**
 * A node that freezes while it sends a webhook message, and continues after another one took over, changes nothing of what that one does; and what
 * history no longer has is not left out in silence.
 */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openOutgoing } from '../../api/outgoing/outgoingFetch.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { postOn } from '../../cli/composition/postOn.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { openStore } from '../../db/versions/openStore.ts';
import { present } from '../../engine/present.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { messageSources } from '../../schedule/webhooks/changeMessage.ts';
import { deliver, type Missed, takeDelivery, takeInChanges } from '../../schedule/webhooks/deliver.ts';
import { openReceiver, type Received } from './webhookReceiver.ts';

const ANSWER_MS = 5_000;
const DAY_MS = 24 * 3_600_000;

let answer = 204;
let received: string[] = [];
let bodies: Received['body'][] = [];
let planning: string;
const subscriber = await openReceiver(({ id, body }) => {
  received.push(id);
  bodies.push(body);
  return answer;
});
afterAll(() => subscriber.close());
const post = postOn(openOutgoing({ allow: ['127.0.0.1'], timeoutMs: ANSWER_MS }));
const limits = { aPlanning: 3, answerMs: ANSWER_MS, retryMs: DAY_MS, events: 10, waiting: 1_000, keptMs: DAY_MS };
const api = await useApp({ ports: { post, webhookLimits: limits } });
beforeEach(async () => {
  planning = await importSmall(api, api.scope);
  [answer, received, bodies] = [204, [], []];
});

const call = <T>(request: string, body?: object): Promise<T> => api.accepted(request, { body });
/** Subscribes, and makes a message of each name that an operation is given. */
const subscribeTo = async (...names: readonly string[]): Promise<string> => {
  const { id } = await call<{ id: string }>(`POST /v1/plannings/${planning}/webhooks/`, {
    url: subscriber.address,
    events: ['operation.updated'],
  });
  for (const name of names) await call(`PATCH /v1/operations/${planning}-o1/`, { inboundTask: { taskName: name } });
  while (await takeInChanges(api.ports));
  return `/v1/plannings/${planning}/webhooks/${id}/`;
};
const deliverAll = async (ports = api.ports): Promise<void> => {
  const sources = messageSources(ports);
  for (let taken = await takeDelivery(ports); taken !== undefined; taken = await takeDelivery(ports))
    await deliver(ports, sources, taken);
};

test('its late outcome neither counts nor ends the lease of the node that took over', async () => {
  const webhook = await subscribeTo('A', 'B');
  const { webhooks } = api.ports;
  const now = Date.now();
  const frozen = present(await webhooks.take(now, 1_000));
  const other = present(await webhooks.take(now + 1_000, ANSWER_MS));
  expect(other.delivery.id).toBe(frozen.delivery.id);
  const late = { at: now, httpStatus: 410, error: 'late', nextAt: now, restUntil: 0, isBack: true };
  await webhooks.settle(frozen, { ...late, status: 'dead' });
  await webhooks.drop(frozen);
  expect(await webhooks.disable(frozen, now)).toBe(false);
  expect(await webhooks.take(now + 2_000, ANSWER_MS)).toBeUndefined();
  const waiting = { status: 'waiting', attempts: 0, lastError: null };
  expect(await call(`GET ${webhook}deliveries/`)).toMatchObject([waiting, waiting]);
  await deliver(api.ports, messageSources(api.ports), other);
  await deliverAll();
  expect(new Set(received).size).toBe(2);
  const delivered = { status: 'delivered', attempts: 1 };
  expect(await call(`GET ${webhook}deliveries/`)).toMatchObject([delivered, delivered]);
});

test('a 410 from the address that the webhook had when the message was sent does not disable it', async () => {
  const webhook = await subscribeTo('A');
  const taken = present(await takeDelivery(api.ports));
  await call(`PATCH ${webhook}`, { url: `${subscriber.address}/moved` });
  answer = 410;
  await deliver(api.ports, messageSources(api.ports), taken);
  expect(await call(`GET ${webhook}`)).toMatchObject({ enabled: true });
  expect(await call(`GET ${webhook}deliveries/`)).toMatchObject([{ status: 'waiting', lastStatus: 410 }]);
  answer = 204;
  await call(`POST ${webhook}deliveries/${taken.delivery.id}/retry/`);
  await deliverAll();
  expect(await call(`GET ${webhook}deliveries/`)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
});

test('a webhook that was paused until history was deleted is told to read the planning anew, before what is still there', async () => {
  const webhook = await subscribeTo();
  await call(`PATCH ${webhook}`, { enabled: false });
  for (const name of ['A', 'B', 'C'])
    await call(`PATCH /v1/operations/${planning}-o1/`, { inboundTask: { taskName: name } });
  // The last change is always kept.
  await api.ports.store.forget(Date.now() + DAY_MS);
  await call(`PATCH ${webhook}`, { enabled: true });
  const missed: Missed[] = [];
  while (await takeInChanges(api.ports, (one) => missed.push(one)));
  expect(missed).toMatchObject([{ webhook: { planning: { id: planning } }, changes: 2 }]);
  await deliverAll();
  const { number } = present(bodies[1]).data;
  expect(bodies).toMatchObject([
    { type: 'reset', data: { planning, number: number - 1 } },
    { type: 'change', data: { planning } },
  ]);
  const [last, gap] = await call<{ change: string | null }[]>(`GET ${webhook}deliveries/`);
  expect([typeof last?.change, gap]).toMatchObject(['string', { change: null, status: 'delivered' }]);
});

test('a message that waited until its change was deleted says so, and is no longer dead', async () => {
  answer = 500;
  const webhook = await subscribeTo('A', 'B');
  await deliverAll();
  await api.ports.store.forget(Date.now() + DAY_MS);
  answer = 204;
  bodies = [];
  for (const { id } of await call<{ id: string }[]>(`GET ${webhook}deliveries/`))
    await call(`POST ${webhook}deliveries/${id}/retry/`);
  // This node remembers the last changes; another one does not.
  const { database } = api.database;
  await deliverAll({ ...api.ports, store: openStore(database, openSignals(database)) });
  expect(bodies.map(({ type }) => type)).toEqual(['reset', 'change']);
});
