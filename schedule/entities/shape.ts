/** The types that zod infers from a schema, made readonly for the verbs. Free-form JSON is left as it is. */
import type { z } from 'zod';
import type { Json } from '../../db/versions/entities.ts';

/** Makes T deeply readonly. `Absent` is the extra type of an optional member: undefined, or never. */
type DeepReadonly<T, Absent extends undefined> = [Json] extends [T]
  ? T
  : T extends readonly (infer E)[]
    ? readonly DeepReadonly<E, Absent>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { readonly [K in keyof T]: DeepReadonly<T[K], Absent> | (object extends Pick<T, K> ? Absent : never) }
      : T;

/** The type of a record. */
export type Output<S extends z.ZodType> = DeepReadonly<z.output<S>, never>;

/** The type of a write: optional members may be undefined. */
export type Input<S extends z.ZodType> = DeepReadonly<z.output<S>, undefined>;
