import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listenLocally } from '../../tests/listenLocally.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';
import { compression } from './compression.ts';

const SHORT = JSON.stringify({ text: 'a word, '.repeat(500) });
const CHUNKS = Array.from({ length: 20 }, () => randomBytes(8_000).toString('hex'));
/** The threads in which Node compresses, unless UV_THREADPOOL_SIZE says otherwise. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);

const app = new Hono();
app.use(compression());
let isAsked = false;
app.patch('/short', (context) => {
  isAsked = true;
  context.header('Content-Type', 'application/json');
  context.header('Content-Length', String(SHORT.length));
  return context.body(SHORT);
});
app.get('/long', (context) => {
  context.header('Content-Type', 'application/json');
  const left = CHUNKS.values();
  const pull = (controller: ReadableStreamDefaultController<string>) => {
    const { done, value } = left.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return context.body(new ReadableStream({ pull }).pipeThrough(new TextEncoderStream()));
});

let server: Server;
let port: number;
let url: string;
beforeAll(async () => {
  server = createAdaptorServer({ fetch: app.fetch }) as Server;
  port = await listenLocally(server);
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Occupies all threads in which Node compresses, until the returned function is called: opening a pipe waits for its other end. */
const occupyThreads = async (): Promise<() => Promise<void>> => {
  const folder = temporaryFolder('pipe', onTestFinished);
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const opening = Array.from({ length: THREADS }, () => open(pipe));
  await sleep(20);
  return async () => {
    const end = openSync(pipe, 'w');
    for (const file of await Promise.all(opening)) await file.close();
    closeSync(end);
  };
};

// Guarantee: a connection that breaks while a short response is compressed carries nothing of it, so that no proxy takes its head for a whole response.
test('the head of a short response is sent together with its body', async () => {
  const release = await occupyThreads();
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString('latin1')));
  socket.write('PATCH /short HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\nContent-Length: 0\r\n\r\n');
  await expect.poll(() => isAsked).toBe(true);
  await sleep(50);
  server.closeAllConnections();
  await once(socket, 'close');
  await release();
  expect(received).toBe('');

  const response = await fetch(`${url}/short`, { method: 'PATCH' });
  const { headers } = response;
  expect(await response.text()).toBe(SHORT);
  expect(headers.get('Content-Encoding')).toBe('gzip');
  expect(Number(headers.get('Content-Length'))).toBeGreaterThan(20);
  expect(Number(headers.get('Content-Length'))).toBeLessThan(SHORT.length / 10);
});

test('a long response arrives as it was made', async () => {
  const response = await fetch(`${url}/long`);
  expect(response.headers.get('Content-Encoding')).toBe('gzip');
  expect(response.headers.has('Content-Length')).toBe(false);
  expect(await response.text()).toBe(CHUNKS.join(''));
});
