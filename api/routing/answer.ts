import type { Context } from 'hono';
import type { Variables } from '../variables.ts';
import { entityTag, isKnown } from './conditions.ts';
import { jsonChunks } from './jsonChunks.ts';
import type { RouteSpec, VersionedList } from './route.ts';

type AppContext = Context<{ Variables: Variables }>;

const encoder = new TextEncoder();

/**
 * JSON. What fits in one chunk goes with its length, so that what is small stays uncompressed; what is longer is made while the client takes it, so
 * that no answer is too long for a string.
 */
const json = (context: AppContext, value: unknown, status: number): Response => {
  const chunks = jsonChunks(value);
  const first = chunks.next();
  context.header('Content-Type', 'application/json');
  const head = first.done ? '' : first.value;
  const second = chunks.next();
  if (second.done) {
    context.header('Content-Length', String(Buffer.byteLength(head)));
    return context.body(head, status as 200);
  }
  let [next, after]: (string | undefined)[] = [head, second.value];
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next === undefined) return controller.close();
        controller.enqueue(encoder.encode(next));
        // One chunk a turn of the event loop, however fast the client is.
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
  return context.body(stream, status as 200);
};

const linkNext = (context: AppContext, next: string): void => {
  const url = new URL(context.req.url);
  url.searchParams.set('cursor', next);
  context.header('Link', `<${url.pathname}${url.search}>; rel="next"`);
};

/** Of the record, or of what lists the records. */
const versionOf = (spec: RouteSpec, result: unknown): string | null =>
  spec.list || spec.versioned ? ((result as { versionId?: string | null }).versionId ?? null) : null;

/** The same with the names of authors. */
export type Named = (answer: unknown) => Promise<unknown>;

/** What a handler's result is on the wire. */
export const answer = async (
  context: AppContext,
  spec: RouteSpec,
  result: unknown,
  named: Named,
): Promise<Response> => {
  if (result instanceof Response) return result;
  if (spec.response === undefined) return context.body(null, 204);
  const { items, next } = (spec.list ? result : { items: result, next: null }) as VersionedList<unknown>;
  if (next !== null) linkNext(context, next);
  const version = versionOf(spec, result);
  if (version !== null) {
    const tag = entityTag(version);
    context.header('ETag', tag);
    if (spec.standsAlone && isKnown(context, tag)) return context.body(null, 304);
  }
  // What has a version of its own says nothing that changes without it.
  return json(context, spec.standsAlone ? items : await named(items), spec.status ?? 200);
};
