import type { z } from 'zod';
import { problemsOf } from '../contract/error.ts';
import { validationError } from '../errors.ts';

/** The value as the schema makes it. Throws 400 with every problem. */
export const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw validationError(problemsOf(parsed.error));
};
