import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { listenLocally } from '../../tests/listenLocally.ts';
import { createServer } from './createServer.ts';

const limits = { HEADER_LIMIT_BYTES: 2048, HEADER_SECONDS: 1, REQUEST_SECONDS: 2 };
const { server, useApp } = createServer({ ...limits, HOST: '127.0.0.1', IDLE_SECONDS: 1 }, () => false);
let port: number;

beforeAll(async () => {
  useApp({
    fetch: async (asked) =>
      new URL(asked.url).pathname === '/v1/events/'
        ? Response.json({ code: 'busy' }, { status: 503, headers: { 'Retry-After': '1' } })
        : Response.json({ method: asked.method, body: await asked.text() }),
  });
  port = await listenLocally(server);
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

// Guarantee: no request is left without a response because of an upgrade that it asks for.
test('a request that asks for another protocol is answered as if it did not', async () => {
  const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAEAAEAAAAIAAAAB' };
  for (const [method, body] of [
    ['GET', ''],
    ['POST', '{}'],
  ] as const) {
    const sent = request({ port, method, path: '/v1/operations/', headers, timeout: 5000 }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([200, JSON.stringify({ method, body })]);
  }
});

test('a WebSocket elsewhere, or one that is refused, gets the status', async () => {
  for (const [path, status] of [
    ['/v1/event/', 200],
    ['/v1/events/', 503],
  ] as const) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(status);
    response.destroy();
  }
});
