import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { lineStream } from './lineStream.ts';

const open = async (
  source: AsyncIterable<unknown>,
  abort = new AbortController(),
  heartbeatMs = 10_000,
  stopping?: AbortSignal,
): Promise<Response> => {
  const app = new Hono();
  app.get('/', (context) =>
    lineStream(context, source, {
      abort,
      heartbeatMs,
      stopping,
      lineOf: (error) => ({ type: 'error', detail: (error as Error).message }),
    }),
  );
  return app.request('/');
};
const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('each value is a line; a source that throws ends with an error line', async () => {
  async function* source() {
    yield { type: 'start' };
    yield { type: 'text', delta: 'a\nb' };
    throw new Error('gone');
  }
  const response = await open(source());
  expect(response.headers.get('Content-Type')).toBe('application/x-ndjson');
  expect(linesOf(await response.text())).toEqual([
    { type: 'start' },
    { type: 'text', delta: 'a\nb' },
    { type: 'error', detail: 'gone' },
  ]);
});

test('heartbeats are sent while the source is silent', async () => {
  async function* source() {
    await delay(55);
    yield { type: 'done' };
  }
  const lines = linesOf(await (await open(source(), undefined, 20)).text()) as { type: string }[];
  expect(lines.at(-1)).toEqual({ type: 'done' });
  expect(lines.filter(({ type }) => type === 'heartbeat').length).toBeGreaterThanOrEqual(1);
});

test('the source is aborted and returned when the client disconnects', async () => {
  const abort = new AbortController();
  let isReturned = false;
  async function* source() {
    try {
      for (;;) {
        yield { type: 'text' };
        await delay(1);
      }
    } finally {
      isReturned = true;
    }
  }
  const reader = (await open(source(), abort)).body!.getReader();
  await reader.read();
  await reader.cancel();
  await delay(20);
  expect([abort.signal.aborted, isReturned]).toEqual([true, true]);
});

test('the source is read only as fast as the client reads', async () => {
  let asked = 0;
  async function* source() {
    for (;;) yield { at: asked++ };
  }
  const reader = (await open(source())).body!.getReader();
  await reader.read();
  await delay(20);
  expect(asked).toBeLessThan(5);
  await reader.cancel();
});

test('a reader who loses access gets an error line at once; the source is returned', async () => {
  const abort = new AbortController();
  let isAllowed = true;
  const app = new Hono();
  async function* source() {
    yield { type: 'start' };
    await new Promise((resolve) => abort.signal.addEventListener('abort', resolve));
  }
  app.get('/', (context) =>
    lineStream(context, source(), {
      abort,
      lineOf: (error) => ({ type: 'error', detail: (error as Error).message }),
      recheck: () => (isAllowed ? Promise.resolve() : Promise.reject(new Error('revoked'))),
      recheckMs: 5,
    }),
  );
  const reading = (await app.request('/')).text();
  await delay(30);
  expect(abort.signal.aborted).toBe(false);
  isAllowed = false;
  expect(linesOf(await reading)).toEqual([{ type: 'start' }, { type: 'error', detail: 'revoked' }]);
  expect(abort.signal.aborted).toBe(true);
});

test('a server that stops ends every stream at once, whatever its source is waiting for', async () => {
  const stopping = new AbortController();
  const source = (ended: () => void) =>
    (async function* lines() {
      try {
        yield { type: 'start' };
        await new Promise<void>((resolve) => abort.signal.addEventListener('abort', () => resolve()));
      } finally {
        ended();
      }
    })();
  const abort = new AbortController();
  let isReturned = false;
  const response = await open(
    source(() => (isReturned = true)),
    abort,
    10_000,
    stopping.signal,
  );
  const reading = response.text();
  await delay(10);
  stopping.abort(new Error('stopping'));
  const last = { type: 'error', detail: 'stopping' };
  expect(linesOf(await reading)).toEqual([{ type: 'start' }, last]);
  await delay(10);
  expect([abort.signal.aborted, isReturned]).toEqual([true, true]);

  async function* never() {
    await new Promise(() => {});
    yield {};
  }
  expect(linesOf(await (await open(never(), undefined, 10_000, stopping.signal)).text())).toEqual([last]);
});
