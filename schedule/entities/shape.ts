/** What zod infers from a shape, as verbs take and answer it. Free JSON stays as it is. */
import type { z } from 'zod';
import type { Json } from '../../db/versions/entities.ts';

type Unchanging<T> = [Json] extends [T]
  ? T
  : T extends readonly (infer E)[]
    ? readonly Unchanging<E>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { readonly [K in keyof T]: Unchanging<T[K]> }
      : T;

type Loose<T> = [Json] extends [T]
  ? T
  : T extends readonly (infer E)[]
    ? readonly Loose<E>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { readonly [K in keyof T]: Loose<T[K]> | (object extends Pick<T, K> ? undefined : never) }
      : T;

/** A record, which nobody changes. */
export type Told<S extends z.ZodType> = Unchanging<z.output<S>>;

/** A write: members that may be absent may be undefined. */
export type Input<S extends z.ZodType> = Loose<z.output<S>>;
