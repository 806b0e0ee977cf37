/** A server with its limits, and clients that keep it waiting. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverLimits } from '../../cli/composition/serverLimits.ts';
import { listenLocally } from '../listenLocally.ts';

const server = createAdaptorServer({
  fetch: async (request: Request) => new Response(await request.text()),
  serverOptions: serverLimits({ HEADER_LIMIT_BYTES: 2048, HEADER_SECONDS: 1, REQUEST_SECONDS: 2 }),
});
let port: number;

beforeAll(async () => {
  port = await listenLocally(server);
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

/** Sends this text and nothing more. Returns what arrives until the server disconnects. */
const send = async (text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  socket.write(text);
  await once(socket, 'close');
  return received.split('\r\n')[0] ?? '';
};

test.each([
  ['never ends its head', 'GET / HTTP/1.1\r\nHost: x\r\n', /^HTTP\/1\.1 408 /],
  [
    'never ends its body',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc',
    /^HTTP\/1\.1 (?:408|400|500) |^$/,
  ],
  ['has too large a head', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(3000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
])('a client that %s is cut off', async (_what, text, answer) => {
  expect(await send(text)).toMatch(answer);
});
