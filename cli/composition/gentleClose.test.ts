import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { webSocketServer } from '../../api/events/webSocketServer.ts';
import { listenLocally } from '../../tests/listenLocally.ts';
import { closeGently } from './gentleClose.ts';

/** More than the system buffers for a connection. */
const BYTES = 20_000_000;

let server: ReturnType<typeof createServer>;
let respond: (response: ServerResponse) => void;
let port: number;
const sockets: Socket[] = [];

const request = (): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
  sockets.push(socket);
  return socket;
};

beforeEach(async () => {
  respond = (response) => response.end(Buffer.alloc(BYTES));
  server = createServer((_, response) => respond(response));
  closeGently(server, webSocketServer());
  port = await listenLocally(server);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
});

// Guarantee: a client that reads slowly receives the whole of a response that was written before its server was told to stop.
test('a response that is written but not sent yet is sent completely', async () => {
  const socket = request();
  await once(server, 'request');
  await sleep(50);
  const closed = once(server, 'close');
  server.close();
  let received = 0;
  socket.on('data', (chunk) => (received += chunk.length));
  await once(socket, 'end');
  expect(received).toBeGreaterThan(BYTES);
  await closed;
});

test('connections without a request are ended at once', async () => {
  const [used, unused] = [request(), connect(port, '127.0.0.1')];
  let received = 0;
  used.on('data', (chunk) => (received += chunk.length));
  unused.resume();
  await expect.poll(() => received).toBeGreaterThan(BYTES);
  const ended = Promise.all([once(used, 'close'), once(unused, 'close')]);
  const closed = once(server, 'close');
  server.close();
  await ended;
  await closed;
});

// Guarantee: a request that has arrived when its server is told to stop is answered, though the server has not read it yet.
test('a request that was sent just before is answered', async () => {
  const socket = request();
  let received = 0;
  socket.on('data', (chunk) => (received += chunk.length));
  await expect.poll(() => received).toBeGreaterThan(BYTES);
  received = 0;
  socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
  const closed = once(server, 'close');
  server.close();
  await once(socket, 'close');
  expect(received).toBeGreaterThan(BYTES);
  await closed;
});

// Guarantee: no client sends a request on a connection that the server is about to end, so that a write is never made without an answer.
test('a response that begins after its server was told to stop says that its connection ends', async () => {
  const socket = request();
  let [received, answer] = ['', () => {}];
  respond = (response) => (answer = () => void response.end('done'));
  socket.on('data', (chunk) => (received += String(chunk)));
  await once(server, 'request');
  const closed = once(server, 'close');
  server.close();
  answer();
  await Promise.all([closed, once(socket, 'close')]);
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\nConnection: close\r\n[\s\S]*done/);
});
