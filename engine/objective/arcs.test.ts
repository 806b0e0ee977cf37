import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { findArc } from './arcs.ts';

test('an arc is found by its resource, however the resources of a part are spread', () => {
  const resourceCount = 300;
  const resource = fc.nat({ max: resourceCount - 1 });
  const rows = fc.oneof(
    fc.uniqueArray(resource, { maxLength: resourceCount }),
    fc.tuple(resource, resource).map(([a, b]) => Array.from({ length: b }, (_, i) => a + i).filter((r) => r < 300)),
  );
  fc.assert(
    fc.property(fc.array(rows, { minLength: 1, maxLength: 3 }), (lists) => {
      const sorted = lists.map((list) => list.toSorted((a, b) => a - b));
      const arcResource = Int32Array.from(sorted.flat());
      const arcStart = new Int32Array(sorted.length + 1);
      sorted.forEach((list, part) => {
        arcStart[part + 1] = arcStart[part] + list.length;
      });
      sorted.forEach((list, part) => {
        const expected = Array.from({ length: resourceCount }, (_, r) => {
          const at = list.indexOf(r);
          return at < 0 ? -1 : arcStart[part] + at;
        });
        expect(expected.map((_, r) => findArc({ arcStart, arcResource, resourceCount }, part, r))).toEqual(expected);
      });
    }),
  );
});
