import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { type Field, SharedLayout } from './sharedLayout.ts';

const field = fc.tuple(fc.constantFrom('int32', 'float64', 'uint8'), fc.nat(40)) satisfies fc.Arbitrary<Field>;

// Guarantee: writing to one array never changes another, whatever their kinds and lengths are.
test('arrays of one buffer do not overlap', () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 8 }), (list) => {
      const layout = new SharedLayout(Object.fromEntries(list.map((entry, index) => [`f${index}`, entry])));
      const buffer = new SharedArrayBuffer(layout.byteLength);
      const views = list.map((_, index) => layout.view(buffer, `f${index}`));
      views.forEach((view, index) => view.fill(index + 1));
      views.forEach((view, index) => {
        expect(view).toHaveLength(list[index][1]);
        expect(view.every((value) => value === index + 1)).toBe(true);
      });
    }),
  );
});
