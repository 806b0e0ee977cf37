import { present } from '../../engine/present.ts';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { credentialOf } from '../auth/identity.ts';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { AppConfig, AppDependencies } from '../dependencies.ts';
import { EdgeError } from '../errors.ts';
import type { Middleware } from '../variables.ts';
import { ConcurrencyLimiter, QueueFull } from './concurrencyLimiter.ts';
import { PROBES } from './probes.ts';
import { watchDelay } from './watchDelay.ts';
import { TokenBuckets } from './tokenBuckets.ts';

/** How long a valid credential has a bucket of its own before it has to be proven again, and how many credentials are remembered. */
const KNOWN_MS = 60_000;
const KNOWN_MOST = 10_000;
/** A request that takes longer than this no longer counts toward REQUESTS_AT_ONCE. */
const LENT_MS = 250;
/** The least number of concurrent requests, however slow the database is: enough that each processor has some. */
const LEAST_AT_ONCE = 2 * availableParallelism();
/** When a client that was refused because the queue is full may try again. */
const FULL_RETRY_SECONDS = '1';

export interface LimiterConfig {
  /** The most concurrent requests of one credential. */
  readonly requestsAtOnce: number;
  /** The most concurrent requests of all callers; fewer are allowed while the cheapest database query takes `busyDelayMs` longer than usual. */
  readonly nodeRequestsAtOnce: number;
  /** 0: requests of all callers are not limited. */
  readonly busyDelayMs: number;
}

/** The limiter of this node's requests by credential and organization. */
export const openLimiter = ({ requestsAtOnce, nodeRequestsAtOnce, busyDelayMs }: LimiterConfig): ConcurrencyLimiter =>
  new ConcurrencyLimiter({
    each: requestsAtOnce,
    lentMs: LENT_MS,
    most: busyDelayMs === 0 ? Infinity : nodeRequestsAtOnce,
    least: Math.min(LEAST_AT_ONCE, nodeRequestsAtOnce),
    targetMs: busyDelayMs,
    crowd: requestsAtOnce,
  });

type Limits = Pick<AppConfig, 'requestsPerSecond' | 'requestsBurst'>;
type GateDependencies = Pick<AppDependencies, 'metrics' | 'limiter' | 'ping'>;

const refuse = (waitMs: number): EdgeError => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new EdgeError('rate_limited', `Too many requests; wait ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
};

/** `organization`: one of those that the credential is a member of. */
interface Known {
  readonly credential: string;
  readonly organization: string;
}

/** The credentials that were authenticated recently, by a hash of the header. */
class KnownCredentials {
  private readonly known = new Map<string, Known & { readonly untilMs: number }>();

  find(hash: string, nowMs: number): Known | null {
    const known = this.known.get(hash);
    return known === undefined || known.untilMs <= nowMs ? null : known;
  }

  keep(hash: string, known: Known, nowMs: number): void {
    this.known.delete(hash);
    this.known.set(hash, { ...known, untilMs: nowMs + KNOWN_MS });
    if (this.known.size > KNOWN_MOST) this.known.delete(present(this.known.keys().next().value));
  }

  forget(hash: string): void {
    this.known.delete(hash);
  }
}

/** Adds metrics of the limiter. Returns the counter of refused requests. */
const watchLimiter = (metrics: Registry, limiter: ConcurrencyLimiter): Counter<'reason'> => {
  const registers = [metrics];
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name: `tidegate_requests_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('running', 'Requests that are being processed.', () => limiter.runningCount);
  gauge('waiting', 'Requests that wait for their turn.', () => limiter.waitingCount);
  gauge('limit', 'The present limit of requests that are processed at once.', () => limiter.limit);
  const refused = new Counter({
    name: 'tidegate_requests_refused_total',
    help: 'Refused requests: rate, of one client (429); busy, of an overloaded node (503).',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['rate', 'busy']) refused.inc({ reason }, 0);
  return refused;
};

/** Decides which requests may enter: by the rate of their client, and by how many are being processed. Counts those that it refuses. */
class Gate {
  readonly credentials: TokenBuckets;
  readonly addresses: TokenBuckets;
  private readonly limiter: ConcurrencyLimiter;
  private readonly refused: Counter<'reason'>;
  private readonly watch: () => void;

  constructor({ requestsPerSecond, requestsBurst }: Limits, { metrics, limiter, ping }: GateDependencies) {
    const rate = { perSecond: requestsPerSecond, most: requestsBurst };
    this.credentials = new TokenBuckets(rate);
    this.addresses = new TokenBuckets(rate);
    this.limiter = limiter;
    this.refused = watchLimiter(metrics, limiter);
    this.watch = ping === undefined ? () => {} : watchDelay(limiter, ping);
  }

  /** Counts a request against its bucket. Throws 429. */
  take(buckets: TokenBuckets, key: string): void {
    const waitMs = buckets.take(key);
    if (waitMs <= 0) return;
    this.refused.inc({ reason: 'rate' });
    throw refuse(waitMs);
  }

  /** Waits for a place, and returns the function that gives it back. Throws 503. */
  async enter(key: string, group: string): Promise<() => void> {
    const entering = this.limiter.acquire(key, group);
    this.watch();
    try {
      return await entering;
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      this.refused.inc({ reason: 'busy' });
      const detail = `This server is overloaded; wait ${FULL_RETRY_SECONDS} s.`;
      throw new EdgeError('queue_full', detail, { headers: { 'Retry-After': FULL_RETRY_SECONDS } });
    }
  }
}

/**
 * Limits requests on this node: a burst of REQUESTS_BURST, and REQUESTS_PER_SECOND in the long run. Requests count against their address until they are
 * authenticated, and then against the credential. So inventing credentials, or ways to write one, gains no further limit, and a known client is not held
 * up by others at the same address. Beyond REQUESTS_AT_ONCE, requests of one client wait for each other. While the cheapest query to the database takes
 * BUSY_DELAY_MILLISECONDS longer than usual, fewer requests run at once, organizations taking turns, and those of an overloaded organization are
 * refused. `ping` runs that query; without it, the limit of the node does not change.
 */
export const rateLimit = (limits: Limits, deps: GateDependencies): Middleware => {
  const known = new KnownCredentials();
  const gate = new Gate(limits, deps);

  return async (context, next) => {
    if (PROBES.has(context.req.path)) return next();
    const sent = credentialOf(context.req.header('Authorization'));
    const hash = sent === null ? null : createHash('sha256').update(sent).digest('base64url').slice(0, 22);
    const who = hash === null ? null : known.find(hash, performance.now());
    const address = context.get('address') ?? 'unknown';
    if (who === null) gate.take(gate.addresses, address);
    else gate.take(gate.credentials, who.credential);
    const key = who === null ? `address ${address}` : `credential ${who.credential}`;
    const group = who === null ? key : who.organization;
    const takePlace = (): Promise<() => void> => gate.enter(key, group);
    let release = await takePlace();
    context.set('place', {
      leave: () => release(),
      retake: async () => {
        release = await takePlace();
      },
    });
    try {
      await next();
    } finally {
      release();
    }
    if (hash === null) return;
    const [credential, organization = ''] = [context.get('credential'), context.get('organization')];
    if (credential !== undefined) {
      if (who === null) gate.credentials.take(credential);
      known.keep(hash, { credential, organization }, performance.now());
    } else if (context.res.status === 401) known.forget(hash);
  };
};
