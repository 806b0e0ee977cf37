import { memberOf } from '../../engine/recordOf.ts';
import { z } from 'zod';

/** The schemas of one member of an entity: what may be written, and what is read. */
export interface Member<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly record: R;
  /** Required when a record is created. */
  readonly isNeeded?: true;
}

/**
 * A member that is stored as the API shows it. The members of write shapes, records, documents and CSV, their types, and how a write is merged all
 * derive from this definition. Members that are derived or refer to other records are handled by their entity.
 */
export interface Field<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> extends Member<I, R> {
  /** The value of a record for which none was given, and the result of null where null cannot be stored. */
  readonly absent: z.output<R>;
}

export type MemberSet = Readonly<Record<string, Member>>;
export type FieldSet = Readonly<Record<string, Field>>;

export const field = <I extends z.ZodType, R extends z.ZodType>(
  input: I,
  record: R,
  absent: z.output<R>,
): Field<I, R> => ({ input, record, absent });

/** A field that is required when a record is created. `blank` stands in for it while the write is checked for other problems. */
export const needed = <I extends z.ZodType, R extends z.ZodType>(
  input: I,
  record: R,
  blank: z.output<R>,
): Field<I, R> & { readonly isNeeded: true } => ({ input, record, absent: blank, isNeeded: true });

/** The values as they are written; every member may be absent. */
export type Written<F extends MemberSet> = { readonly [K in keyof F]?: z.output<F[K]['input']> | undefined };
/** The values as they are stored and returned in records. */
export type Stored<F extends MemberSet> = { readonly [K in keyof F]: z.output<F[K]['record']> };

type Inputs<F extends MemberSet> = {
  readonly [K in keyof F]: F[K] extends { readonly isNeeded: true } ? F[K]['input'] : z.ZodExactOptional<F[K]['input']>;
};
type Records<F extends MemberSet> = { readonly [K in keyof F]: F[K]['record'] };

const mapped = (members: MemberSet, make: (member: Member) => unknown): object =>
  Object.fromEntries(Object.entries(members).map(([name, one]) => [name, make(one)]));

/** The members of a write shape. */
export const inputsOf = <F extends MemberSet>(members: F): Inputs<F> =>
  mapped(members, ({ input, isNeeded }) => (isNeeded ? input : z.exactOptional(input))) as Inputs<F>;

/** The members of a record. */
export const recordsOf = <F extends MemberSet>(members: F): Records<F> =>
  mapped(members, ({ record }) => record) as Records<F>;

/**
 * Merges a write into the stored fields (null for a new record); members that are not written keep their values. Calls `isMissing` for each required
 * field that a new record lacks.
 */
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

/** The value of a member that is merged by its entity: undefined keeps the stored value; null clears it. */
export const keep = <T>(written: T | undefined, stored: T | undefined, otherwise: T): T =>
  written === undefined ? (stored === undefined ? otherwise : stored) : written;

/** Only these fields of a record. */
export const pickFields = <F extends MemberSet>(fields: F, stored: Stored<F>): Stored<F> => {
  const picked: Partial<Record<keyof F, unknown>> = {};
  for (const name in fields) picked[name] = stored[name];
  return picked as Stored<F>;
};

/** The names of the members whose written JSON type is `type`, or `type` or null. */
export const namesOf = (members: MemberSet, type: 'number' | 'boolean'): readonly string[] =>
  Object.entries(members).flatMap(([name, { input }]) => {
    const { type: own, anyOf = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    const types = [own, ...anyOf.map((one) => memberOf(one, 'type'))].map((one) =>
      one === 'integer' ? 'number' : one,
    );
    return types.includes(type) ? [name] : [];
  });
