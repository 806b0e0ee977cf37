/** Guarantee: a name that does not fit is shortened to something useful, and never exceeds its width. */
import fc from '../../../tests/properties.ts';
import { expect, test } from 'vitest';
import { Names } from './names.ts';

const LETTER = 6;
const surface = { measure: (text: string) => text.length * LETTER };
const fit = (name: string, letters: number): string => new Names().fit(surface, name, 'font', letters * LETTER);

test('a name is shortened in steps: the carrier once, the first task only, then its number only', () => {
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

test('of a vessel that comes and goes, its name and number are kept', () => {
  const name = 'Corona Cape 5 in / Corona Cape 5 out';
  expect(fit(name, 36)).toBe(name);
  expect(fit(name, 35)).toBe('Corona Cape 5 in / out');
  expect(fit(name, 20)).toBe('Corona Cape 5');
  expect(fit(name, 10)).toBe('Coro…pe 5');
  expect(fit('DL 417 in / DL 417 out', 6)).toBe('DL 417');
  // What distinguishes these is not left out.
  expect(fit('United Express 4180 / United Express 4508', 20)).toBe('United Express 4180');
  expect(fit('Tug A / Tug B', 10)).toBe('Tug A / B');
  expect(fit('Tug A / Tug B', 6)).toBe('Tug A');
});

test('a registration is shown whole or not at all', () => {
  expect(fit('N901EV / N879AS', 8)).toBe('N901EV');
  expect(fit('N901EV / N879AS', 5)).toBe('');
  expect(fit('N901EV', 5)).toBe('');
});

test('a name without a number is cut in the middle as long as enough letters remain', () => {
  expect(fit('Bridge maintenance', 10)).toBe('Brid…ance');
  expect(fit('Bridge maintenance', 4)).toBe('');
});

test('no name is wider than its width', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat({ max: 30 }), (name, letters) => {
      expect(surface.measure(fit(name, letters))).toBeLessThanOrEqual(Math.max(letters * LETTER, 0));
    }),
  );
});
