import { z } from 'zod';

/** What may be written of a member of an entity, and what is read of it. */
export interface Member<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly record: R;
  /** A new record must be given it. */
  readonly isNeeded?: true;
}

/**
 * A member that is stored as the wire has it. From this definition follow the members of write shapes, records, documents and CSV, their
 * types, and how a write is merged. What is derived, or refers to other records, is its entity's own to say.
 */
export interface Field<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> extends Member<I, R> {
  /** What a record has that nobody gave a value, and what null comes to where it cannot be stored. */
  readonly absent: z.output<R>;
}

export type MemberSet = Readonly<Record<string, Member>>;
export type FieldSet = Readonly<Record<string, Field>>;

export const field = <I extends z.ZodType, R extends z.ZodType>(
  input: I,
  record: R,
  absent: z.output<R>,
): Field<I, R> => ({ input, record, absent });

/** A field that a new record must be given; `blank` stands in its place while the other problems of a write are looked for. */
export const needed = <I extends z.ZodType, R extends z.ZodType>(
  input: I,
  record: R,
  blank: z.output<R>,
): Field<I, R> & { readonly isNeeded: true } => ({ input, record, absent: blank, isNeeded: true });

/** As it is written; every member may be absent. */
export type Written<F extends MemberSet> = { readonly [K in keyof F]?: z.output<F[K]['input']> | undefined };
/** As it is stored, and as records have it. */
export type Stored<F extends MemberSet> = { readonly [K in keyof F]: z.output<F[K]['record']> };

type Inputs<F extends MemberSet> = {
  readonly [K in keyof F]: F[K] extends { readonly isNeeded: true } ? F[K]['input'] : z.ZodExactOptional<F[K]['input']>;
};
type Records<F extends MemberSet> = { readonly [K in keyof F]: F[K]['record'] };

const mapped = (members: MemberSet, make: (member: Member) => unknown): object =>
  Object.fromEntries(Object.entries(members).map(([name, one]) => [name, make(one)]));

/** Members of a write shape. */
export const inputsOf = <F extends MemberSet>(members: F): Inputs<F> =>
  mapped(members, ({ input, isNeeded }) => (isNeeded ? input : z.exactOptional(input))) as Inputs<F>;

/** Members of a record. */
export const recordsOf = <F extends MemberSet>(members: F): Records<F> =>
  mapped(members, ({ record }) => record) as Records<F>;

/** A write merged into what is stored (null: a new record): what is not written stays. `isMissing` is told each needed field that a new record lacks. */
export const mergeFields = <F extends FieldSet>(
  fields: F,
  stored: Stored<F> | null,
  written: Written<F>,
  isMissing?: (name: string) => void,
): Stored<F> => {
  const merged: Partial<Record<keyof F, unknown>> = {};
  for (const name in fields) {
    const value: unknown = written[name];
    const { absent, isNeeded } = fields[name] as Field;
    if (value === undefined && stored === null && isNeeded) isMissing?.(name);
    if (value === undefined) merged[name] = stored === null ? absent : stored[name];
    else merged[name] = value ?? absent;
  }
  return merged as Stored<F>;
};

/** These fields alone. */
export const pickFields = <F extends MemberSet>(fields: F, stored: Stored<F>): Stored<F> => {
  const picked: Partial<Record<keyof F, unknown>> = {};
  for (const name in fields) picked[name] = stored[name];
  return picked as Stored<F>;
};

/** The names of those that are written as such a JSON type, null apart. */
export const namesOf = (members: MemberSet, type: 'number' | 'boolean'): readonly string[] =>
  Object.entries(members).flatMap(([name, { input }]) => {
    const { type: own, anyOf = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    const types = [own, ...anyOf.map((one) => (one as { readonly type?: string }).type)].map((one) =>
      one === 'integer' ? 'number' : one,
    );
    return types.includes(type) ? [name] : [];
  });
