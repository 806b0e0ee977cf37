import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from './newId.ts';

// Guarantee: ids are unique and sort in order of creation, on which diffs rely.
test('a hundred thousand ids are in ascending order', () => {
  const ids = Array.from({ length: 100_000 }, newId);
  expect(ids.every((id, i) => i === 0 || ids[i - 1] < id)).toBe(true);
  expect(validate(ids[0]) && version(ids[0])).toBe(7);
  const seconds = Number.parseInt(ids[0].replaceAll('-', '').slice(0, 12), 16) / 1000;
  expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60);
});
