import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

const THRESHOLD_BYTES = 1024;

/**
 * Compresses responses over 1 KiB with gzip or deflate when the client accepts it. Streams of lines stay uncompressed, so that each line arrives at
 * once. `Vary` is set before the response exists, because Hono copies a response whose headers change later.
 */
export const compression = (): MiddlewareHandler => {
  const answer = compress({
    threshold: THRESHOLD_BYTES,
    contentTypeFilter: (type) => /^(?:application\/(?:json|openapi\+json)|text\/)/.test(type),
  });
  return (context, next) => {
    context.header('Vary', 'Accept-Encoding', { append: true });
    return answer(context, next);
  };
};
