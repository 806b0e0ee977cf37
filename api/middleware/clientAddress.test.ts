import { describe, expect, test } from 'vitest';
import { parseNetworks } from '../outgoing/addresses.ts';
import { forwardedAddress, limitedAddress } from './clientAddress.ts';

describe('the address of a client', () => {
  const isProxy = parseNetworks(['10.0.0.0/8', '::1']);

  test.each<[string, string | undefined, string]>([
    ['203.0.113.7', undefined, '203.0.113.7'],
    // A header from an address that is not a trusted proxy is ignored.
    ['203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::1', '6.6.6.6, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
    ['10.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6:1, [2001:db8::7]:5678, 10.0.0.2:443', '2001:db8::7'],
    ['10.0.0.1', '[::ffff:1.2.3.4]', '1.2.3.4'],
    ['10.0.0.1', 'nonsense', '10.0.0.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['unknown', '1.2.3.4', 'unknown'],
  ])('is, for a connection from %s with X-Forwarded-For %s, %s', (peer, forwarded, address) => {
    expect(forwardedAddress(peer, forwarded, isProxy)).toBe(address);
  });

  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0::2', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, counted) => {
    expect(limitedAddress(address)).toBe(counted);
  });
});
