import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

const THRESHOLD_BYTES = 1024;

/**
 * gzip or deflate over 1 KiB when the client accepts it; streams of lines stay as they are, so that each line arrives at once. Headers are set
 * before there is an answer: a header that is set later makes the answer anew.
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
