/** Guarantee: a name that does not fit is cut so that what is left still tells something, and never exceeds its room. */
import fc from '../../../tests/properties.ts';
import { expect, test } from 'vitest';
import { Names } from './names.ts';

const LETTER = 6;
const surface = { measure: (text: string) => text.length * LETTER };
const fit = (name: string, letters: number): string => new Names().fit(surface, name, 'font', letters * LETTER);

test('from the whole name over the carrier said once and the first task to the number alone', () => {
  const name = 'EV 4180 / EV 4508';
  expect(fit(name, 17)).toBe(name);
  expect(fit(name, 16)).toBe('EV 4180 / 4508');
  expect(fit(name, 12)).toBe('EV 4180');
  expect(fit(name, 8)).toBe('EV 4180');
  expect(fit(name, 6)).toBe('4180');
  expect(fit(name, 4)).toBe('4180');
  expect(fit(name, 3)).toBe('');
  expect(fit('EV 4180 / DL 12', 14)).toBe('EV 4180');
});

test('half a registration is none', () => {
  expect(fit('N901EV / N879AS', 8)).toBe('N901EV');
  expect(fit('N901EV / N879AS', 5)).toBe('');
  expect(fit('N901EV', 5)).toBe('');
});

test('a name without a number is cut in the middle while enough of it is left', () => {
  expect(fit('Bridge maintenance', 10)).toBe('Brid…ance');
  expect(fit('Bridge maintenance', 4)).toBe('');
});

test('nothing is wider than its room', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat({ max: 30 }), (name, letters) => {
      expect(surface.measure(fit(name, letters))).toBeLessThanOrEqual(Math.max(letters * LETTER, 0));
    }),
  );
});
