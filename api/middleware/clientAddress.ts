import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { parseNetworks } from '../outgoing/addresses.ts';
import type { Middleware } from '../variables.ts';

const V4_IN_V6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;
/** An IPv6 host usually has a whole /64: the first four groups identify it. */
const PREFIX_GROUPS = 4;

/** The address of the connection. Requests without a connection, as in tests, share one. */
const peerOf = (context: Context): string => {
  try {
    return getConnInfo(context).remote.address ?? 'unknown';
  } catch {
    return 'unknown';
  }
};

const plain = (address: string): string => V4_IN_V6.exec(address)?.[1] ?? address;

/** The address of an entry of X-Forwarded-For, to which some proxies add the port: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
const hopOf = (entry: string): string => plain(WITH_PORT.exec(entry.trim())?.slice(1).find(Boolean) ?? entry.trim());

/** The key by which limits count: an IPv4 address, or the /64 network of an IPv6 address. */
export const limitedAddress = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups
    .slice(0, PREFIX_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

/** The client's address: the rightmost one in X-Forwarded-For that is not a trusted proxy, or the peer's when the peer is not one. */
export const forwardedAddress = (
  peer: string,
  forwardedFor: string | undefined,
  isProxy: (address: string) => boolean,
): string => {
  const hops = (forwardedFor ?? '').split(',').map(hopOf);
  let address = plain(peer);
  while (isProxy(address)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
};

/** Stores the address that a request comes from, as limits count it, in the context. */
export const clientAddress = (trustedProxies: readonly string[]): Middleware => {
  const isProxy = parseNetworks(trustedProxies);
  return async (context, next) => {
    const address = forwardedAddress(peerOf(context), context.req.header('X-Forwarded-For'), isProxy);
    context.set('address', limitedAddress(address));
    await next();
  };
};
