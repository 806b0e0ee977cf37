import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { PersistentMap } from './persistentMap.ts';

const changes = fc.array(
  fc.record({ from: fc.nat(2000), count: fc.oneof(fc.nat(3), fc.nat(100), fc.nat(900)), removes: fc.boolean() }),
  { maxLength: 60 },
);

// Guarantee: it behaves like a map after any number of changes, and older maps stay as they were.
test('agrees with a map that is copied at each change', () => {
  fc.assert(
    fc.property(fc.nat(3000), changes, (initial, steps) => {
      const first = new Map(Array.from({ length: initial }, (_, i) => [String(i), -1]));
      const held = [{ map: PersistentMap.of(first), oracle: first }];
      for (const [at, { from, count, removes }] of steps.entries()) {
        const { map, oracle } = held[at];
        const news = new Map(Array.from({ length: count }, (_, i) => [String(from + i), removes ? undefined : at]));
        const next = new Map(oracle);
        for (const [key, value] of news) {
          if (value === undefined) next.delete(key);
          else next.set(key, value);
        }
        held.push({ map: map.with(news), oracle: next });
      }
      const last = held.at(-1)!;
      for (const { map, oracle } of held) {
        const apart = new Set(last.map.keysApart(map));
        const changed = [...new Set([...oracle.keys(), ...last.oracle.keys()])].filter(
          (key) => oracle.get(key) !== last.oracle.get(key),
        );
        expect(changed.filter((key) => !apart.has(key))).toEqual([]);
        expect(map.size).toBe(oracle.size);
        expect(new Map(map.entries())).toEqual(oracle);
        for (const key of ['0', '700', '2900', '4000']) expect(map.get(key)).toBe(oracle.get(key));
      }
    }),
    { numRuns: 60 },
  );
});
