import type { ServerOptions } from 'node:http';
import type { Config } from '../config.ts';

/** How often Node looks for clients that are too slow. */
const CHECK_MS = 1_000;
/** Longer than a load balancer's, so that it is the balancer who closes. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Connections that wait to be accepted; the system may allow fewer (Linux: net.core.somaxconn, 4096). Beyond, they are dropped, and whoever is dropped tries
 * again after a second, then three, then seven: of Node's own 511 a crowd takes them all.
 */
export const MOST_UNACCEPTED = 4096;

type Limits = Pick<Config, 'HEADER_LIMIT_BYTES' | 'HEADER_SECONDS' | 'REQUEST_SECONDS'>;

/** What a server puts up with: heads that are too large are 431, clients that are too slow 408. */
export const serverLimits = ({ HEADER_LIMIT_BYTES, HEADER_SECONDS, REQUEST_SECONDS }: Limits): ServerOptions => ({
  maxHeaderSize: HEADER_LIMIT_BYTES,
  headersTimeout: HEADER_SECONDS * 1000,
  requestTimeout: Math.max(REQUEST_SECONDS, HEADER_SECONDS) * 1000,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CHECK_MS,
});
