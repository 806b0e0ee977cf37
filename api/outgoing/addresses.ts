import { BlockList, isIP } from 'node:net';

type Range = readonly [network: string, prefix: number];

/** IPv4 networks that are not public (IANA IPv4 Special-Purpose Address Registry, and multicast). */
const SPECIAL_V4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Networks within 2000::/3 that are not public: protocol assignments including Teredo, documentation, 6to4. Nothing outside 2000::/3 is public. */
const SPECIAL_V6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const ranges = (networks: readonly Range[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family(network));
  return list;
};

const specialV4 = ranges(SPECIAL_V4);
const specialV6 = ranges(SPECIAL_V6);
const globalV6 = ranges([['2000::', 3]]);

/**
 * Whether an address is public: not loopback, private, link-local, shared, documentation, multicast or reserved. False for text that is no address.
 */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 4) return !specialV4.check(address);
  if (version !== 6 || address.includes('%')) return false;
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
};

/** Parses addresses and networks (`10.0.0.0/8`) into a test for membership. Throws RangeError naming an entry that is neither. */
export const parseNetworks = (entries: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', prefix, ...more] = entry.split('/');
    const version = isIP(network);
    const most = version === 6 ? 128 : 32;
    const length = prefix === undefined ? most : Number(prefix);
    if (version === 0 || !/^\d+$/.test(prefix ?? '0') || length > most || more.length > 0) {
      throw new RangeError(`${entry} is neither an address nor a network such as 10.0.0.0/8`);
    }
    list.addSubnet(network, length, family(network));
  }
  return (address) => isIP(address) !== 0 && list.check(address, family(address));
};

const PORTED = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/;
const NAME = /^[\w.-]+$/;
const HIGHEST_PORT = 65_535;

/** A host without the brackets of an IPv6 address, in lower case. */
export const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

/** What one entry of OUTGOING_ALLOW allows. */
export interface Allowed {
  /** Null: all ports. */
  readonly port: number | null;
  /** The name or address of a host; null for a network. */
  readonly host: string | null;
  readonly isAddress: (address: string) => boolean;
}

/**
 * Parses the name of a host, an address or a network, each with a port if only that is allowed; an IPv6 address with a port is in brackets. Throws RangeError
 * for anything else.
 */
export const parseAllowed = (entry: string): Allowed => {
  const [, target = entry, port = null] = PORTED.exec(entry) ?? [];
  const host = bare(target);
  if (port !== null && (Number(port) < 1 || Number(port) > HIGHEST_PORT))
    throw new RangeError(`${entry} has no valid port`);
  const isNamed = NAME.test(host) && isIP(host) === 0;
  return {
    port: port === null ? null : Number(port),
    host: host.includes('/') ? null : host,
    isAddress: isNamed ? () => false : parseNetworks([host]),
  };
};
