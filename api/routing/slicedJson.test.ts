import fc from '../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
import { Turn } from '../../schedule/turns.ts';
import { JsonOutline } from './jsonOutline.ts';
import { parseSliced } from './slicedJson.ts';

const LIMITS = { depth: 100, values: 100_000 };
/** So small that every container is parsed in pieces. */
const SIZES = { large: 4, piece: 6 };

/** The outline of a text that arrives in chunks of `chunkBytes`. */
const outlineOf = (text: string, chunkBytes: number, limits: ConstructorParameters<typeof JsonOutline>[0] = LIMITS) => {
  const bytes = Buffer.from(text);
  const outline = new JsonOutline(limits, SIZES);
  for (let from = 0; from < bytes.length; from += chunkBytes) outline.write(bytes.subarray(from, from + chunkBytes));
  return { bytes, root: outline.root };
};
const sliced = async (text: string, chunkBytes = 7): Promise<unknown> => {
  const { bytes, root } = outlineOf(text, chunkBytes);
  return root === undefined ? JSON.parse(text) : parseSliced(bytes, root, new Turn());
};

describe('JSON in slices', () => {
  test('has the value that JSON.parse returns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 5 }),
        fc.nat(4),
        fc.integer({ min: 1, max: 9 }),
        async (json, spaces, chunk) => {
          const text = JSON.stringify(JSON.parse(json), null, spaces);
          expect(await sliced(text, chunk)).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is refused where JSON.parse refuses it', async () => {
    const characters = ['é', ...'{}[]",:\\ 1atrue'.split('')];
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom('', ...characters), async (json, at, by) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + by + json.slice(place + 1);
        let expected: { value: unknown } | null = null;
        try {
          expected = { value: JSON.parse(text) };
        } catch {}
        const result = await sliced(text).then(
          (value) => ({ value }),
          () => null,
        );
        expect(result).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '[1,2,3,]',
    '[ , ]',
    '{"a":1,}',
    '[[1,2]x]',
    '[1][2]',
    '[1,2',
    '[1,2}',
    '["abcdef","\\u00"]',
    '{"a":[1,2,3]"b"}',
  ])('refuses %s', async (text) => {
    await expect(sliced(text)).rejects.toThrow(/JSON/);
  });

  test('treats __proto__ like any other member', async () => {
    const value = (await sliced('{"a":[1,2,3,4],"__proto__":[{"b":1},{"c":2}]}')) as object;
    expect(Object.keys(value)).toEqual(['a', '__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('gives the position of an error within the whole body', async () => {
    await expect(sliced(`[${'1,'.repeat(50)}x]`)).rejects.toThrow(/position 101|Unexpected token 'x'/);
  });
});

describe('a limit is enforced before the body is complete', () => {
  const write = (text: string, limits: object) => () => outlineOf(text, 1000, { ...LIMITS, ...limits });

  test('on its depth', () => {
    expect(write('['.repeat(10), { depth: 10 })).not.toThrow();
    expect(write('[{"a":'.repeat(6), { depth: 10 })).toThrow('deeper than 10');
    expect(write(`"${'['.repeat(50)}\\"["`, { depth: 10 })).not.toThrow();
  });

  test('on its number of values', () => {
    expect(write('[1,2,3,4,5]', { values: 6 })).not.toThrow();
    expect(write('[1,2,3,4,5,', { values: 6 })).toThrow('more than 6 values');
  });

  test('on its number of items, in a bare array or in a member', () => {
    const refusal = /more than the 3 items/;
    expect(write('[1,2,3]', { items: 3 })).not.toThrow();
    expect(write('[1,2,3,', { items: 3 })).toThrow(refusal);
    expect(write('{"operations":[{},{},{},', { items: 3 })).toThrow(refusal);
    expect(write('{"operations":[{"tags":[1,2,3,4]},{"a":[[1,2,3,4]]}]}', { items: 3 })).not.toThrow();
  });
});
