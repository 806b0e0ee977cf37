import { createHash } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { BurstyRateLimiter, RateLimiterMemory } from 'rate-limiter-flexible';
import type { AppConfig } from '../dependencies.ts';
import { consume } from '../limits.ts';

/** Where a request comes from; requests without a connection (tests) share one. */
export const addressOf = (context: Context): string => {
  try {
    return getConnInfo(context).remote.address ?? 'unknown';
  } catch {
    return 'unknown';
  }
};

const OPEN = new Set(['/healthz', '/readyz', '/metrics']);

/** Requests of each credential on this node; those without one count for their address. */
export const rateLimit = ({ requestsPerSecond, requestsBurst }: AppConfig): MiddlewareHandler => {
  const steady = new RateLimiterMemory({ keyPrefix: 'steady', points: requestsPerSecond, duration: 1 });
  const burst = new RateLimiterMemory({
    keyPrefix: 'burst',
    points: Math.max(1, requestsBurst - requestsPerSecond),
    duration: 10,
  });
  const limiter = new BurstyRateLimiter(steady, burst);
  return async (context, next) => {
    const credential = context.req.header('Authorization');
    const key =
      credential === undefined
        ? addressOf(context)
        : createHash('sha256').update(credential).digest('base64url').slice(0, 22);
    if (!OPEN.has(context.req.path)) await consume(limiter, key, 'requests');
    await next();
  };
};
