import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

const ALLOWED = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Organization-Id',
  'X-Request-Id',
  'X-Workspace-Id',
];
const EXPOSED = ['ETag', 'Idempotency-Replayed', 'Link', 'Location', 'Retry-After', 'X-Request-Id'];
const MAX_AGE_SECONDS = 600;

/** CORS for listed origins; nothing is said to others. */
export const crossOrigin = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ALLOWED,
    exposeHeaders: EXPOSED,
    maxAge: MAX_AGE_SECONDS,
  });
