import type { paths } from './schema.d.ts';
import { ServiceError } from './serviceError.ts';
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

/** The line of a stream, by its endpoint: `Line<'/v1/plannings/{id}/optimize/'>`. A heartbeat is none. */
export type Line<Path extends keyof paths> = Exclude<LinesAt<Path>, { type: 'heartbeat' }>;

/** For an endpoint that answers in lines: what openapi-fetch is to send, and that it leaves the body to `readLines`. */
export const IN_LINES = { headers: { Accept: 'application/x-ndjson' }, parseAs: 'stream' } as const;

/**
 * The lines of an NDJSON stream as they come, without its heartbeats. To leave the loop hangs up. Throws ServiceError when the
 * service refused. `call`: of openapi-fetch, with `IN_LINES`.
 */
export async function* linesOf<Path extends keyof paths>(call: Promise<Answered<unknown>>): AsyncGenerator<Line<Path>> {
  const { error, response } = await call;
  if (!response.ok) throw new ServiceError(response, error);
  if (response.body !== null) yield* readLines<Line<Path>>(response.body);
}

/** One JSON object a line, however the bytes are cut. */
export async function* readLines<T extends object>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) {
        if (line.trim() === '') continue;
        const read = JSON.parse(line) as T;
        if (!('type' in read && read.type === 'heartbeat')) yield read;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
