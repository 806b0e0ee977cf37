/** What zod infers from a shape, as verbs take and answer it. Free JSON stays as it is. */
import type { z } from 'zod';
import type { Json } from '../../db/versions/entities.ts';

/** T with nothing to be changed in it. `Absent` is what a member that may be absent may also be: undefined, or nothing else. */
type Shape<T, Absent extends undefined> = [Json] extends [T]
  ? T
  : T extends readonly (infer E)[]
    ? readonly Shape<E, Absent>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { readonly [K in keyof T]: Shape<T[K], Absent> | (object extends Pick<T, K> ? Absent : never) }
      : T;

/** A record, which nobody changes. */
export type Told<S extends z.ZodType> = Shape<z.output<S>, never>;

/** A write: members that may be absent may be undefined. */
export type Input<S extends z.ZodType> = Shape<z.output<S>, undefined>;
