import fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { JsonText } from '../../schedule/storedAs.ts';
import { jsonChunks } from './jsonChunks.ts';

test('the chunks together are the text that JSON.stringify makes', () => {
  const member = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.date({ noInvalidDate: true }));
  const long = fc.array(member, { minLength: 30, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.oneof(
        member.filter((value) => value !== undefined),
        long,
        fc.dictionary(fc.string(), fc.oneof(member, long)),
      ),
      (value) => {
        expect([...jsonChunks(value)].join('')).toBe(JSON.stringify(value));
      },
    ),
  );
});

test('the chunks of a long list are made only when they are read', () => {
  let made = 0;
  const items = Array.from({ length: 10_000 }, () => ({
    toJSON: () => {
      made += 1;
      return 'x'.repeat(100);
    },
  }));
  const chunks = jsonChunks({ items });
  expect((chunks.next().value as string).length).toBeLessThan(70_000);
  expect(made).toBeLessThan(1000);
  expect([...chunks].length).toBeGreaterThan(10);
});

test('stored JSON text is cut into chunks between characters', () => {
  const value = ['', 'x', '𝄞'.repeat(100_000)];
  const chunks = [...jsonChunks({ moves: new JsonText(JSON.stringify(value)), count: 1 })];
  expect(JSON.parse(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString())).toEqual({
    moves: value,
    count: 1,
  });
  expect(chunks.length).toBeGreaterThan(2);
});
