import { z } from 'zod';

/**
 * A field of an entity that is stored as the wire has it. From this definition follow the members of write shapes, records, documents and CSV, their
 * types, and how a write is merged. What is derived, or refers to other records, is its entity's own to say.
 */
export interface Field<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** What may be written. */
  readonly input: I;
  /** What is stored and read. */
  readonly record: R;
  /** What a record has that nobody gave a value, and what null comes to where it cannot be stored. */
  readonly absent: z.output<R>;
}

export type FieldSet = Readonly<Record<string, Field>>;

export const field = <I extends z.ZodType, R extends z.ZodType>(
  input: I,
  record: R,
  absent: z.output<R>,
): Field<I, R> => ({ input, record, absent });

/** As it is written; every member may be absent. */
export type Written<F extends FieldSet> = { readonly [K in keyof F]?: z.output<F[K]['input']> | undefined };
/** As it is stored, and as records have it. */
export type Stored<F extends FieldSet> = { readonly [K in keyof F]: z.output<F[K]['record']> };

type Inputs<F extends FieldSet> = { readonly [K in keyof F]: z.ZodExactOptional<F[K]['input']> };
type Records<F extends FieldSet> = { readonly [K in keyof F]: F[K]['record'] };

const mapped = (fields: FieldSet, make: (field: Field, name: string) => unknown): object =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, make(one, name)]));

/** Members of a write shape. */
export const inputsOf = <F extends FieldSet>(fields: F): Inputs<F> =>
  mapped(fields, ({ input }) => z.exactOptional(input)) as Inputs<F>;

/** Members of a record. */
export const recordsOf = <F extends FieldSet>(fields: F): Records<F> =>
  mapped(fields, ({ record }) => record) as Records<F>;

/** A write merged into what is stored (null: a new record): what is not written stays. */
export const mergeFields = <F extends FieldSet>(
  fields: F,
  stored: Stored<F> | null,
  written: Written<F>,
): Stored<F> => {
  const merged: Partial<Record<keyof F, unknown>> = {};
  for (const name in fields) {
    const value: unknown = written[name];
    const { absent } = fields[name] as Field;
    if (value === undefined) merged[name] = stored === null ? absent : stored[name];
    else merged[name] = value ?? absent;
  }
  return merged as Stored<F>;
};

/** These fields alone. */
export const pickFields = <F extends FieldSet>(fields: F, stored: Stored<F>): Stored<F> => {
  const picked: Partial<Record<keyof F, unknown>> = {};
  for (const name in fields) picked[name] = stored[name];
  return picked as Stored<F>;
};

/** The names of those that are written as such a JSON type, null apart. */
export const namesOf = (fields: FieldSet, type: 'number' | 'boolean'): readonly string[] =>
  Object.entries(fields).flatMap(([name, { input }]) => {
    const { type: own, anyOf = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    const types = [own, ...anyOf.map((one) => (one as { readonly type?: string }).type)].map((one) =>
      one === 'integer' ? 'number' : one,
    );
    return types.includes(type) ? [name] : [];
  });
