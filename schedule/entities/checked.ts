import type { z } from 'zod';
import { quoted } from './quoted.ts';

export const REQUIRED = 'is required';

/**
 * Parses a value with a schema. A member that is absent is said to be required, where zod says that its value is not one of those allowed; and text
 * that is something else than allowed is quoted, where zod says only that it is text.
 */
export const checked = <S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> =>
  schema.safeParse(value, { error: messageOf });

const messageOf = (issue: z.core.$ZodRawIssue): string | undefined => {
  const { code, input } = issue;
  if (code === 'invalid_value' && input === undefined) return REQUIRED;
  if (typeof input !== 'string') return undefined;
  if (code === 'invalid_type') return `expected ${issue.expected}, received ${quoted(input)}`;
  return code === 'invalid_value'
    ? `must be ${issue.values.map(String).join(' or ')}, not ${quoted(input)}`
    : undefined;
};
