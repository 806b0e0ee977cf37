/** Guarantee: no client can open so many event sockets that a server has no memory left, and none that needs a few is refused for it. */
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openApp } from '../../api/testing/openApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { openEventServer } from './eventServer.ts';

/** A server with room for two sockets of each credential, and for three in all. */
const open = async () => {
  const api = await openApp({ config: { eventSockets: 2, nodeEventSockets: 3 } });
  const { metrics, url, close } = await openEventServer(api);
  onTestFinished(async () => {
    await close();
    await api.close();
  });
  const planning = await importSmall(api, api.scope);
  /** Sends nothing by itself. */
  const connect = async (): Promise<WebSocket> => {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return socket;
  };
  /** Resolves with the first answer to a subscription, or with the close code and reason. */
  const follow = async (socket: WebSocket, key: string): Promise<unknown> => {
    const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)]);
    const answered = once(socket, 'message').then(([data]) => (JSON.parse(String(data)) as { type: string }).type);
    socket.send(JSON.stringify({ type: 'authenticate', token: key }));
    socket.send(JSON.stringify({ type: 'subscribe', planning }));
    return Promise.race([closed, answered]);
  };
  const metric = async (name: string, labels = {}): Promise<number | undefined> => {
    const read = await metrics.getSingleMetric(name)?.get();
    return read?.values.find((one) => Object.entries(labels).every(([key, value]) => one.labels[key] === value))?.value;
  };
  return { api, connect, follow, metric };
};

test('a credential has at most EVENT_SOCKETS, a server at most NODE_EVENT_SOCKETS; a socket that closes gives its place back', async () => {
  const { api, connect, follow, metric } = await open();
  const other = await api.newUser('viewer', api.admin.organization);
  const third = await api.newUser('viewer', api.admin.organization);
  const [first, second] = [await connect(), await connect()];
  expect(await follow(first, api.admin.key)).toBe('subscribed');
  expect(await follow(second, api.admin.key)).toBe('subscribed');
  // Authenticating again takes no further place.
  second.send(JSON.stringify({ type: 'authenticate', token: api.admin.key }));
  expect(await follow(await connect(), api.admin.key)).toEqual([
    1013,
    'This credential has 2 open event sockets on this server, which is the limit.',
  ]);
  expect(await follow(await connect(), other.key)).toBe('subscribed');
  const full = [1013, 'This server has 3 open event sockets, which is the limit; connect again later.'];
  expect(await follow(await connect(), third.key)).toEqual(full);
  expect(await metric('tidegate_event_sockets')).toBe(3);
  const refused = 'tidegate_event_sockets_refused_total';
  expect([await metric(refused, { reason: 'credential' }), await metric(refused, { reason: 'node' })]).toEqual([1, 1]);

  first.close();
  await expect.poll(() => metric('tidegate_event_sockets')).toBe(2);
  expect(await follow(await connect(), third.key)).toBe('subscribed');
});

test('sockets that send no credential take no place from others, and the oldest of them make room', async () => {
  const { api, connect, follow, metric } = await open();
  const oldest = await connect();
  const closed = once(oldest, 'close');
  const [second] = [await connect(), await connect(), await connect()];
  const [code, reason] = (await closed) as [number, Buffer];
  expect([code, String(reason)]).toEqual([1013, 'Too many clients have not authenticated yet.']);
  expect(await metric('tidegate_event_sockets_refused_total', { reason: 'waiting' })).toBe(1);
  expect(await follow(second, api.admin.key)).toBe('subscribed');
  expect(await metric('tidegate_event_sockets')).toBe(1);
});
