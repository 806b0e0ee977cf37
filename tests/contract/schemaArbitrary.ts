import * as fc from 'fast-check';
import { slotsOf } from '../fuzz/mutations.ts';

type Schema = { readonly [keyword: string]: unknown };

const ODD_TEXTS = [
  '',
  '\u0000',
  '\ud800',
  '😀',
  '../..',
  '%00',
  "'; drop table x; --",
  'x'.repeat(70_000),
  '__proto__',
  'null',
];
const ODD_NUMBERS = [0, -0, -1, 0.5, 1e308, -1e308, 2 ** 53, 2 ** 31, Number.MIN_VALUE];

/** Deeper than realistic data. */
const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], 1);

export const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...ODD_TEXTS, ...ODD_NUMBERS, null, true, [], {}, [null], deep, {
    __proto__: null,
    constructor: 1,
  }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const textOf = (schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> => {
  if (schema['format'] === 'date-time') {
    const instants = fc.date({ min: new Date('2026-11-19'), max: new Date('2026-11-22'), noInvalidDate: true });
    return instants.map((date) => date.toISOString());
  }
  if (schema['format'] === 'email') return fc.constantFrom('a@example.org', 'b@example.org');
  const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : '';
  if (pattern.includes('A-Za-z0-9._:-')) return fc.constantFrom(...ids);
  if (pattern.includes('#')) return fc.constant('#aabbcc');
  return fc.string({ minLength: Number(schema['minLength'] ?? 0), maxLength: 20 });
};

/** Values of a JSON schema in which about one part in ten is unusual. References are looked up in `components`; ids are taken from `ids`. */
export const arbitraryOf = (
  schema: Schema,
  components: Record<string, Schema>,
  ids: readonly string[],
): fc.Arbitrary<unknown> => {
  const of = (inner: Schema, depth: number): fc.Arbitrary<unknown> => {
    const plain = valueOf(inner, depth);
    return fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: odd });
  };
  const valueOf = (inner: Schema, depth: number): fc.Arbitrary<unknown> => {
    const reference = inner['$ref'];
    if (typeof reference === 'string') return valueOf(components[reference.split('/').at(-1)!], depth);
    const choices = (inner['anyOf'] ?? inner['oneOf']) as readonly Schema[] | undefined;
    if (choices !== undefined) return fc.oneof(...choices.map((choice) => of(choice, depth)));
    if ('const' in inner) return fc.constant(inner['const']);
    if (Array.isArray(inner['enum'])) return fc.constantFrom(...(inner['enum'] as unknown[]));
    switch (inner['type']) {
      case 'object': {
        const properties = Object.entries((inner['properties'] ?? {}) as Record<string, Schema>);
        const writable = properties.filter(([, property]) => property['readOnly'] !== true);
        const required = (inner['required'] ?? []) as readonly string[];
        const model = Object.fromEntries(
          writable.map(([name, property]) => [name, depth > 6 ? odd : of(property, depth + 1)]),
        );
        return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
      }
      case 'array':
        return fc.array(of(inner['items'] as Schema, depth + 1), {
          maxLength: 3,
          minLength: Number(inner['minItems'] ?? 0),
        });
      case 'integer':
        return fc.integer({ min: Math.max(-1000, Number(inner['minimum'] ?? -1000)), max: 5000 });
      case 'number':
        return fc.double({ min: Math.max(-1000, Number(inner['minimum'] ?? -1000)), max: 1000, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return textOf(inner, ids);
      default:
        return odd;
    }
  };
  return valueOf(schema, 0);
};

const GONE = Symbol('gone');

/** The same value, except that a few parts are unusual, missing, or swapped with other parts. */
export const mutated = (value: object): fc.Arbitrary<unknown> => {
  const other = fc.nat().map((n) => {
    const slots = slotsOf(value);
    const { holder, key } = slots[n % slots.length];
    return holder[key];
  });
  const change = fc.tuple(fc.nat(), fc.oneof(odd, fc.constant<unknown>(GONE), other));
  return fc.array(change, { maxLength: 4 }).map((changes) => {
    const copy = structuredClone(value);
    for (const [n, put] of changes) {
      const slots = slotsOf(copy);
      if (slots.length === 0) break;
      const { holder, key } = slots[n % slots.length];
      if (put === GONE) delete holder[key];
      else holder[key] = structuredClone(put);
    }
    return copy;
  });
};
