import { memberOf } from '../../engine/recordOf.ts';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppContext } from '../variables.ts';
import { entityTag, isKnown } from './conditions.ts';
import { sealCursor } from './cursors.ts';
import { jsonChunks } from './jsonChunks.ts';
import type { RouteSpec } from './route.ts';

const encoder = new TextEncoder();

/**
 * A JSON response. A body of one chunk is sent with its Content-Length, so that small ones stay uncompressed. A longer one is made while the client
 * reads it, so that no response is too long for a string.
 */
const json = (context: AppContext, value: unknown, status: ContentfulStatusCode): Response => {
  const chunks = jsonChunks(value);
  const first = chunks.next();
  context.header('Content-Type', 'application/json');
  const head = first.done ? '' : first.value;
  const second = chunks.next();
  if (second.done) {
    context.header('Content-Length', String(Buffer.byteLength(head)));
    return context.body(head, status);
  }
  let [next, after]: (string | undefined)[] = [head, second.value];
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next === undefined) return controller.close();
        controller.enqueue(encoder.encode(next));
        // Makes at most one chunk in each turn of the event loop, however fast the client reads.
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        next = after;
        const { done, value: chunk } = chunks.next();
        after = done ? undefined : chunk;
      },
    },
    { highWaterMark: 1 },
  );
  return context.body(stream, status);
};

const linkNext = (context: AppContext, spec: RouteSpec, next: string): void => {
  const url = new URL(context.req.url);
  url.searchParams.set('cursor', sealCursor(context, spec, next));
  context.header('Link', `<${url.pathname}${url.search}>; rel="next"`);
};

/** The version of the record, or of the record that owns the list; null when there is none. */
const versionOf = (spec: RouteSpec, result: unknown): string | null => {
  const version = spec.list || spec.versioned ? memberOf(result, 'versionId') : null;
  return typeof version === 'string' ? version : null;
};

/** Adds the names of authors to a result. */
export type Named = (answer: unknown) => Promise<unknown>;

/** The HTTP response for a handler's result. */
export const answer = async (
  context: AppContext,
  spec: RouteSpec,
  result: unknown,
  named: Named,
): Promise<Response> => {
  if (result instanceof Response) return result;
  if (spec.response === undefined) return context.body(null, 204);
  const [items, next] = spec.list ? [memberOf(result, 'items'), memberOf(result, 'next')] : [result];
  if (typeof next === 'string') linkNext(context, spec, next);
  const version = versionOf(spec, result);
  if (version !== null) {
    const tag = entityTag(version);
    context.header('ETag', tag);
    if (spec.standsAlone && isKnown(context, tag)) return context.body(null, 304);
  }
  // No authors' names in a record that stands alone: a name can change while the record's version stays the same.
  return json(context, spec.standsAlone ? items : await named(items), spec.status ?? 200);
};
