/** Guarantee: an address leads to the view that it was made from, and any text can be parsed as an address. */
import fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import type { ColorBy } from './colorBy.ts';
import { CONDITIONS, NO_FILTER } from './filter.ts';
import { type Address, formatAddress, parseAddress } from './address.ts';

const ids = fc.stringMatching(/^[A-Za-z0-9._:-]{1,64}$/);
const minutes = fc.integer({ min: 0, max: 120_000_000 }).map((minute) => minute * 60);
const addresses: fc.Arbitrary<Address> = fc
  .record({
    planning: ids.filter((id) => id !== '.' && id !== '..'),
    organization: fc.option(ids),
    workspace: fc.option(ids),
    change: fc.option(ids),
    window: fc.option(fc.record({ from: minutes, length: fc.integer({ min: 1, max: 100_000 }) })),
    select: fc.uniqueArray(ids, { maxLength: 50 }),
    filter: fc.record({
      locations: fc.uniqueArray(ids, { maxLength: 5 }),
      tags: fc.uniqueArray(ids, { maxLength: 5 }),
      conditions: fc.subarray([...CONDITIONS]),
      hidesRows: fc.boolean(),
    }),
    pins: fc.uniqueArray(ids, { maxLength: 5 }),
    colorBy: fc.oneof(
      fc.constantFrom<ColorBy>('cost', 'risk', 'none', null),
      fc.string({ minLength: 1, maxLength: 90 }).map((category): ColorBy => `tag:${category.toWellFormed()}`),
    ),
  })
  .map(({ window, ...rest }) => ({
    ...rest,
    from: window === null ? null : window.from,
    to: window === null ? null : window.from + window.length * 60,
  }));

test('parsing a formatted address gives the same address', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const url = new URL(formatAddress(address), 'http://board.example');
      expect(parseAddress(url.pathname, url.search)).toEqual(address);
    }),
  );
});

test('invalid members are ignored', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (path, search) => void parseAddress(path, search)));
  expect(parseAddress('/p/%', '?from=x&to=2026-01-01T00:00Z&workspace=<b>&select=a,,<i>,a')).toEqual({
    planning: null,
    organization: null,
    workspace: null,
    change: null,
    from: null,
    to: null,
    select: ['a'],
    filter: NO_FILTER,
    pins: [],
    colorBy: null,
  });
});
