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
const EXPOSED = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'X-Change-Id',
  'X-Request-Id',
  'X-Tidegate-Build',
];
const MAX_AGE_SECONDS = 600;

/** CORS for the listed origins; others get no CORS headers. A request without `Origin` needs none, but `Vary` still tells caches that it matters. */
export const crossOrigin = (origins: readonly string[]): MiddlewareHandler => {
  const answer = cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ALLOWED,
    exposeHeaders: EXPOSED,
    maxAge: MAX_AGE_SECONDS,
  });
  return async (context, next) => {
    if (context.req.header('Origin') !== undefined || context.req.method === 'OPTIONS') return answer(context, next);
    context.header('Vary', 'Origin', { append: true });
    await next();
  };
};
