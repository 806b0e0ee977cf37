import type { ServerOptions } from 'node:http';
import type { Config } from '../config.ts';

/** How often Node checks for clients that are too slow. */
const CHECK_MS = 1_000;
/** Longer than the usual time-out of load balancers, so that the balancer closes idle connections first. */
const KEEP_ALIVE_MS = 65_000;

/**
 * The backlog of connections that wait to be accepted; the system may allow fewer (Linux: net.core.somaxconn, 4096). Further ones are dropped, and
 * their clients retry after one, three and seven seconds. Node's default of 511 is filled by a burst of connections.
 */
export const MOST_UNACCEPTED = 4096;

export type Limits = Pick<Config, 'HEADER_LIMIT_BYTES' | 'HEADER_SECONDS' | 'REQUEST_SECONDS'>;

/** Limits of the HTTP server: too large headers get 431, too slow clients get 408. */
export const serverLimits = ({ HEADER_LIMIT_BYTES, HEADER_SECONDS, REQUEST_SECONDS }: Limits): ServerOptions => ({
  maxHeaderSize: HEADER_LIMIT_BYTES,
  headersTimeout: HEADER_SECONDS * 1000,
  requestTimeout: Math.max(REQUEST_SECONDS, HEADER_SECONDS) * 1000,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CHECK_MS,
});
