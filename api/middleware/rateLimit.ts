import { present } from '../../engine/present.ts';
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { credentialOf } from '../auth/identity.ts';
import type { AppConfig } from '../dependencies.ts';
import { EdgeError } from '../errors.ts';
import type { Variables } from '../variables.ts';
import { ConcurrencyLimiter, QueueFull } from './concurrencyLimiter.ts';
import { watchDelay } from './watchDelay.ts';
import { TokenBuckets } from './tokenBuckets.ts';

/** Paths that are answered from memory, and that load balancers request: they must never get 429. */
const OPEN = new Set(['/healthz', '/readyz', '/metrics']);
/** How long a valid credential has a bucket of its own before it has to be proven again, and how many credentials are remembered. */
const KNOWN_MS = 60_000;
const KNOWN_MOST = 10_000;
/** A request that takes longer than this no longer counts toward REQUESTS_AT_ONCE. */
const LENT_MS = 250;
/** The least number of concurrent requests, however slow the database is. */
const LEAST_AT_ONCE = 8;
/** When a client that was refused because the queue is full may try again. */
const FULL_RETRY_SECONDS = '1';

type Limits = Pick<
  AppConfig,
  'requestsPerSecond' | 'requestsBurst' | 'requestsAtOnce' | 'nodeRequestsAtOnce' | 'busyDelayMs'
>;

const refuse = (waitMs: number): EdgeError => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new EdgeError('rate_limited', `Too many requests; wait ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
};

/** The credentials that were authenticated recently, by a hash of the header. */
class KnownCredentials {
  private readonly known = new Map<string, { readonly credential: string; readonly untilMs: number }>();

  find(hash: string, nowMs: number): string | null {
    const known = this.known.get(hash);
    return known === undefined || known.untilMs <= nowMs ? null : known.credential;
  }

  keep(hash: string, credential: string, nowMs: number): void {
    this.known.delete(hash);
    this.known.set(hash, { credential, untilMs: nowMs + KNOWN_MS });
    if (this.known.size > KNOWN_MOST) this.known.delete(present(this.known.keys().next().value));
  }

  forget(hash: string): void {
    this.known.delete(hash);
  }
}

/**
 * Limits requests on this node: a burst of REQUESTS_BURST, and REQUESTS_PER_SECOND in the long run. Requests count against their address until they
 * are authenticated, and then against the credential. So inventing credentials, or ways to write one, gains no further limit, and a known client is
 * not held up by others at the same address. Beyond REQUESTS_AT_ONCE, requests of one client wait for each other. When the cheapest query to the
 * database takes longer than BUSY_DELAY_MILLISECONDS, all requests wait in one queue, clients taking turns, and are refused when it stays full.
 * `ping` runs that query; without it, the number of concurrent requests of the node is not limited.
 */
export const rateLimit = (
  { requestsPerSecond, requestsBurst, requestsAtOnce, nodeRequestsAtOnce, busyDelayMs }: Limits,
  ping?: () => Promise<unknown>,
): MiddlewareHandler<{ Variables: Variables }> => {
  const options = { perSecond: requestsPerSecond, most: requestsBurst };
  const buckets = { credentials: new TokenBuckets(options), addresses: new TokenBuckets(options) };
  const known = new KnownCredentials();
  const limiter = new ConcurrencyLimiter({
    each: requestsAtOnce,
    lentMs: LENT_MS,
    most: ping === undefined ? Infinity : nodeRequestsAtOnce,
    least: Math.min(LEAST_AT_ONCE, nodeRequestsAtOnce),
    targetMs: busyDelayMs,
  });
  const watch = ping === undefined ? () => {} : watchDelay(limiter, ping);
  const enter = async (key: string): Promise<() => void> => {
    const entering = limiter.acquire(key);
    watch();
    try {
      return await entering;
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      const detail = `This server is overloaded; wait ${FULL_RETRY_SECONDS} s.`;
      throw new EdgeError('queue_full', detail, { headers: { 'Retry-After': FULL_RETRY_SECONDS } });
    }
  };
  const take = (kind: keyof typeof buckets, key: string): void => {
    const waitMs = buckets[kind].take(key);
    if (waitMs > 0) throw refuse(waitMs);
  };

  return async (context, next) => {
    if (OPEN.has(context.req.path)) return next();
    const sent = credentialOf(context.req.header('Authorization'));
    const hash = sent === null ? null : createHash('sha256').update(sent).digest('base64url').slice(0, 22);
    const credential = hash === null ? null : known.find(hash, performance.now());
    if (credential === null) take('addresses', context.get('address') ?? 'unknown');
    else take('credentials', credential);
    const key = credential === null ? `address ${context.get('address') ?? 'unknown'}` : `credential ${credential}`;
    const release = await enter(key);
    try {
      await next();
    } finally {
      release();
    }
    if (hash === null) return;
    const proven = context.get('credential');
    if (proven !== undefined) {
      if (credential === null) buckets.credentials.take(proven);
      known.keep(hash, proven, performance.now());
    } else if (context.res.status === 401) known.forget(hash);
  };
};
