import type { z } from 'zod';

export const REQUIRED = 'is required';

/** Parses a value with a schema. A member that is absent is said to be required, where zod says that its value is not one of those allowed. */
export const checked = <S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> =>
  schema.safeParse(value, {
    error: ({ code, input }) => (code === 'invalid_value' && input === undefined ? REQUIRED : undefined),
  });
