import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { BurstyRateLimiter, RateLimiterMemory } from 'rate-limiter-flexible';
import type { AppConfig } from '../dependencies.ts';
import { consume, tooMany } from '../limits.ts';
import type { Variables } from '../variables.ts';

const OPEN = new Set(['/healthz', '/readyz', '/metrics']);
const BURST_SECONDS = 10;

/**
 * Requests of each credential on this node. Those without one count for their address, and so do those whose credential was refused: inventing
 * credentials does not make limits.
 */
export const rateLimit = ({
  requestsPerSecond,
  requestsBurst,
}: AppConfig): MiddlewareHandler<{ Variables: Variables }> => {
  const burstPoints = Math.max(1, requestsBurst - requestsPerSecond);
  const limiter = (kind: string): BurstyRateLimiter =>
    new BurstyRateLimiter(
      new RateLimiterMemory({ keyPrefix: kind, points: requestsPerSecond, duration: 1 }),
      new RateLimiterMemory({ keyPrefix: `${kind} burst`, points: burstPoints, duration: BURST_SECONDS }),
    );
  const credentials = limiter('credential');
  const addresses = limiter('address');
  const refusals = new RateLimiterMemory({ keyPrefix: 'refused', points: requestsPerSecond, duration: 1 });

  return async (context, next) => {
    if (OPEN.has(context.req.path)) return next();
    const address = context.get('address') ?? 'unknown';
    const credential = context.req.header('Authorization');
    if (credential === undefined) {
      await consume(addresses, address, 'requests');
      return next();
    }
    const refused = await refusals.get(address);
    if (refused !== null && refused.remainingPoints <= 0) throw tooMany(refused, 'refused requests');
    await consume(credentials, createHash('sha256').update(credential).digest('base64url').slice(0, 22), 'requests');
    await next();
    if (context.res.status === 401) await refusals.penalty(address);
  };
};
