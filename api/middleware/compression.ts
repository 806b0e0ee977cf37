import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

const THRESHOLD_BYTES = 1024;
/** How much of a compressed body there must be before its head is sent. */
const FIRST_BYTES = 16 * 1024;

/**
 * Compresses responses over 1 KiB with gzip or deflate when the client accepts it. Streams of lines stay uncompressed, so that each line arrives at
 * once. `Vary` is set before the response exists, because Hono copies a response whose headers change later.
 *
 * The ETag, which Hono would make weak, stays the version of the record: clients compare it with `versionId` and send it as If-Match, which is defined
 * for strong tags only (RFC 9110, 13.1.1). No response is sent in ranges, so nobody joins bytes of two encodings.
 */
export const compression = (): MiddlewareHandler => {
  const answer = compress({
    threshold: THRESHOLD_BYTES,
    contentTypeFilter: (type) => /^(?:application\/(?:json|openapi\+json)|text\/)/.test(type),
  });
  return async (context, next) => {
    context.header('Vary', 'Accept-Encoding', { append: true });
    let plain: Response | undefined;
    await answer(context, async () => {
      await next();
      plain = context.res;
    });
    const { res } = context;
    if (res === plain || res.body === null) return;
    const begun = await beginning(res, res.body);
    const tag = plain?.headers.get('ETag') ?? null;
    if (tag !== null) begun.headers.set('ETag', tag);
    // Hono would add the headers of the present response to the new one.
    context.res = undefined;
    context.res = begun;
  };
};

/**
 * The response, once the beginning of its body is there. A short one is then sent as a whole, with its length. Otherwise its head would be sent before
 * there is a body: when the connection breaks in between, some proxies (Caddy before 2.8) pass on the head as a complete response with an empty body.
 */
const beginning = async (response: Response, body: ReadableStream<Uint8Array>): Promise<Response> => {
  const { status, headers } = response;
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < FIRST_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) {
      headers.set('Content-Length', String(length));
      return new Response(Buffer.concat(chunks), { status, headers });
    }
    chunks.push(value);
    length += value.byteLength;
  }
  const rest = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(Buffer.concat(chunks)),
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 1 },
  );
  return new Response(rest, { status, headers });
};
