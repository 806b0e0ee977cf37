import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { listenLocally } from '../../tests/listenLocally.ts';
import { readConfig } from '../config.ts';
import { createServer } from './createServer.ts';

const limits = { HEADER_LIMIT_BYTES: 2048, HEADER_SECONDS: 1, REQUEST_SECONDS: 2 };
const { server, useApp } = createServer({ ...limits, HOST: '127.0.0.1', IDLE_SECONDS: 10 }, () => false);
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
    if (status === 503) {
      expect(response.headers['retry-after']).toBe('1');
      expect(await json(response)).toEqual({ code: 'busy' });
    } else response.destroy();
  }
});

// Guarantee: a mapping of as many characters as documented can be tried, however they are escaped.
test('the longest mapping of a query is not too large a head', async () => {
  const { server: usual, useApp: use } = createServer(readConfig({}), () => false);
  use({ fetch: (asked) => Response.json(new URL(asked.url).searchParams.get('mapping')?.length) });
  const address = `http://127.0.0.1:${await listenLocally(usual)}/?mapping=${'%22'.repeat(12_000)}`;
  expect(await (await fetch(address)).json()).toBe(12_000);
  usual.close();
});

const HANDSHAKE = 'Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';

test('what is no request gets an error of the one form', async () => {
  const send = async (sent: string): Promise<readonly [status: string | undefined, code: unknown]> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(sent);
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    return [head?.split(' ')[1], (JSON.parse(body ?? '') as { code?: unknown }).code];
  };
  expect(await send(`GET /?${'q'.repeat(3000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toEqual(['431', 'head_too_large']);
  expect(await send('GET / HTTP/1.1\r\nHost: x\r\nX')).toEqual(['408', 'body_incomplete']);
  const malformed = ['400', 'malformed_request'];
  for (const host of ['', 'Host: a b\r\n', 'Host: a/b\r\n', 'Host: [::1\r\n']) {
    const head = `GET / HTTP/1.1\r\n${host}Connection: close`;
    expect([host, await send(`${head}\r\n\r\n`)]).toEqual([host, malformed]);
    expect(await send(`${head.replace('/ ', '/v1/events/ ')}, Upgrade\r\n${HANDSHAKE}\r\n`)).toEqual(malformed);
  }
  expect(await send('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toEqual(malformed);
  expect(await send('\u0016\u0003\u0001\r\n\r\n')).toEqual(['400', 'malformed_request']);
  expect(await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n')).toEqual(['400', 'malformed_request']);
});
