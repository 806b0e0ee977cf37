import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createBodyBudget } from './bodyBudget.ts';
import { receiveBody } from './requestBody.ts';

const PIECE = new Uint8Array(64 * 1024).fill(0x20);
const PIECES = 600;

/** A body of 37 MiB that is available at once. */
const allAtOnce = (): ReadableStream<Uint8Array> => {
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => (sent++ < PIECES ? controller.enqueue(PIECE) : controller.close()),
  });
};

// Guarantee: long bodies do not block the event loop, however fast they arrive.
test('other work runs between the pieces of long bodies that arrive at once', async () => {
  const share = createBodyBudget(2 ** 30).open('somebody');
  const shape = { depth: 100, values: 1000 };
  const app = new Hono().post('/', async (context) => {
    const { bytes } = await receiveBody(context, { limitBytes: 2 ** 30, stallMs: 60_000, shape, share });
    return context.text(String(bytes.length));
  });
  let between = 0;
  const count = (): void => {
    between += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const answers = await Promise.all(
    [1, 2, 3].map(async () => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, duplex: 'half' };
      const answer = await app.request('/', { ...init, body: allAtOnce() } as RequestInit);
      return Number(await answer.text());
    }),
  );
  clearImmediate(immediate);
  expect(answers).toEqual([1, 2, 3].map(() => PIECES * PIECE.length));
  expect(between).toBeGreaterThan(3);
});
