import type { paths } from './schema.d.ts';
import { ServiceError, UnreachableError } from './serviceError.ts';
import type { Answered } from './tidegate.ts';

type LinesIn<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends {
    content: { 'application/x-ndjson': infer Line extends object };
  }
    ? Line
    : never;
}[keyof Responses];
type LinesAt<Path extends keyof paths> = {
  [Method in 'get' | 'post']: paths[Path][Method] extends { responses: infer Responses } ? LinesIn<Responses> : never;
}['get' | 'post'];

/** The type of a line of an endpoint's stream, without heartbeats: `Line<'/v1/plannings/{id}/optimize/'>`. */
export type Line<Path extends keyof paths> = Exclude<LinesAt<Path>, { type: 'heartbeat' }>;

/** The options of openapi-fetch for an endpoint that streams lines: the header to send, and that the body is not parsed as a whole. */
export const IN_LINES = { headers: { Accept: 'application/x-ndjson' }, parseAs: 'stream' } as const;

const typeOf = (line: { readonly type?: unknown }): unknown => line.type;

/** The types of a stream's last line. */
const LAST: ReadonlySet<unknown> = new Set(['done', 'error']);

/**
 * Yields the lines of an NDJSON stream as they arrive, without heartbeats. Leaving the loop closes the connection. Throws ServiceError when the
 * service refuses, and UnreachableError when the connection breaks before the last line, which is `done` or `error`. `call` is a request of
 * openapi-fetch with `IN_LINES`.
 */
export async function* linesOf<Path extends keyof paths>(call: Promise<Answered<unknown>>): AsyncGenerator<Line<Path>> {
  const { error, response } = await call;
  if (!response.ok) throw new ServiceError(response, error);
  let last: unknown = null;
  try {
    for await (const line of response.body === null ? [] : readLines<Line<Path>>(response.body)) {
      last = typeOf(line);
      yield line;
    }
  } catch (error) {
    // What `fetch` throws when a connection breaks; an aborted request throws something else.
    if (!(error instanceof TypeError)) throw error;
  }
  if (!LAST.has(last)) throw new UnreachableError('The connection broke before the response was complete.');
}

/** Yields one JSON object a line, however the stream is cut into chunks; the beginning of a line that never ends is left out. */
export async function* readLines<T extends object>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.trim() === '') continue;
        const read = JSON.parse(line) as T;
        if (typeOf(read) !== 'heartbeat') yield read;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
