import { expect, test } from 'vitest';
import fc from '../tests/properties.ts';
import { editsBetween } from './editsBetween.ts';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['stand', 'stand', 0],
  ['stnad', 'stand', 1],
  ['stand', 'stands', 1],
  ['stand', 'staid', 1],
  ['conflict', 'confilcst', 2],
  ['ca', 'abc', 3],
])('from "%s" to "%s" are %i edits', (a, b, edits) => {
  expect(editsBetween(a, b)).toBe(edits);
  expect(editsBetween(b, a)).toBe(edits);
});

test('one more letter is one more edit, wherever it is', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(text, fc.nat(), fc.constantFrom('a', 'x'), (word, place, letter) => {
      const at = place % (word.length + 1);
      expect(editsBetween(word, word.slice(0, at) + letter + word.slice(at))).toBe(1);
    }),
  );
});
