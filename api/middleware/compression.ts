import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

const THRESHOLD_BYTES = 1024;

/** gzip or deflate over 1 KiB when the client accepts it; streams of lines stay as they are, so that each line arrives at once. */
export const compression = (): MiddlewareHandler =>
  compress({
    threshold: THRESHOLD_BYTES,
    contentTypeFilter: (type) => /^(?:application\/(?:json|openapi\+json)|text\/)/.test(type),
  });
