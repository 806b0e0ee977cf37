import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';
import { UnreachableError } from './serviceError.ts';

const PATH = '/v1/plannings/{id}/optimize/';

/** Reads a response that arrives in these chunks and then breaks off with the error, if there is one. Returns the types of its lines. */
const readChunks = async (chunks: readonly string[], error: Error | null = null, seen: string[] = []) => {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      else if (error === null) controller.close();
      else controller.error(error);
    },
  });
  const response = new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
  for await (const line of linesOf<typeof PATH>(Promise.resolve({ response }))) seen.push(line.type);
  return seen;
};

const status = '{"type":"status","status":"RUNNING"}\n';
const done = '{"type":"done","task":{}}\n';

test.each([
  [[status, done]],
  [[status + done]],
  [[status.slice(0, 9), status.slice(9), '{"type":"heartbeat"}\n', done]],
])('lines are read however the response is cut into chunks: %j', async (chunks) => {
  expect(await readChunks(chunks)).toEqual(['status', 'done']);
});

test('a stream may end with an error', async () => {
  expect(await readChunks(['{"type":"error","code":"unexpected","detail":"d"}\n'])).toEqual(['error']);
});

test.each([
  ['ends after a whole line', [status], null],
  ['ends within a line', [status, done.slice(0, 12)], null],
  ['ends without a line', [], null],
  ['breaks', [status], new TypeError('terminated')],
])('a stream that %s before the last line is no complete one', async (_how, chunks, error) => {
  const seen: string[] = [];
  await expect(readChunks(chunks, error, seen)).rejects.toBeInstanceOf(UnreachableError);
  expect(seen).toEqual(chunks.length === 0 ? [] : ['status']);
});

test('an aborted request is no broken connection', async () => {
  const aborted = new DOMException('stopped', 'AbortError');
  await expect(readChunks([status], aborted)).rejects.toBe(aborted);
});
