import { present } from '../../engine/present.ts';
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { credentialOf } from '../auth/identity.ts';
import type { AppConfig } from '../dependencies.ts';
import { EdgeError } from '../errors.ts';
import type { Variables } from '../variables.ts';
import { LineFull, Places } from './places.ts';
import { watchDelay } from './watchDelay.ts';
import { TokenBuckets } from './tokenBuckets.ts';

/** Answered from memory, and asked by balancers that must never hear 429. */
const OPEN = new Set(['/healthz', '/readyz', '/metrics']);
/** How long a credential that was good counts for itself before it has to be good again, and of how many that is remembered. */
const KNOWN_MS = 60_000;
const KNOWN_MOST = 10_000;
/** Requests that take longer than this no longer count among REQUESTS_AT_ONCE. */
const LENT_MS = 250;
/** However long answers take, so many are worked on at a time. */
const LEAST_AT_ONCE = 8;
/** When whoever was refused for want of a place may come again. */
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

/** Who has been authenticated of late, by a hash of what they sent. */
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
 * Requests on this node: REQUESTS_BURST at once, and REQUESTS_PER_SECOND for as long as one likes. They count for the address that they come from
 * until they are authenticated, and then for the credential: inventing credentials, or ways to write one, makes no limits, and who is
 * known is not held up by others at the same address. Beyond REQUESTS_AT_ONCE they wait for each other; beyond what the node works off without
 * making the smallest question to its database wait for BUSY_DELAY_MILLISECONDS, all wait for all, by turns, and are refused when that line stands.
 * `ping` asks that question; without it, the node takes whatever comes.
 */
export const rateLimit = (
  { requestsPerSecond, requestsBurst, requestsAtOnce, nodeRequestsAtOnce, busyDelayMs }: Limits,
  ping?: () => Promise<unknown>,
): MiddlewareHandler<{ Variables: Variables }> => {
  const options = { perSecond: requestsPerSecond, most: requestsBurst };
  const buckets = { credentials: new TokenBuckets(options), addresses: new TokenBuckets(options) };
  const known = new KnownCredentials();
  const places = new Places({
    each: requestsAtOnce,
    lentMs: LENT_MS,
    most: ping === undefined ? Infinity : nodeRequestsAtOnce,
    least: Math.min(LEAST_AT_ONCE, nodeRequestsAtOnce),
    targetMs: busyDelayMs,
  });
  const watch = ping === undefined ? () => {} : watchDelay(places, ping);
  const enter = async (key: string): Promise<() => void> => {
    const entering = places.take(key);
    watch();
    try {
      return await entering;
    } catch (error) {
      if (!(error instanceof LineFull)) throw error;
      const detail = `This server has more to do than it can; wait ${FULL_RETRY_SECONDS} s.`;
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
    const giveBack = await enter(key);
    try {
      await next();
    } finally {
      giveBack();
    }
    if (hash === null) return;
    const proven = context.get('credential');
    if (proven !== undefined) {
      if (credential === null) buckets.credentials.take(proven);
      known.keep(hash, proven, performance.now());
    } else if (context.res.status === 401) known.forget(hash);
  };
};
