import type { z } from 'zod';
import { isRecord } from '../../engine/recordOf.ts';
import { quoted } from './quoted.ts';

export const REQUIRED = 'is required';

/**
 * Parses a value with a schema. A member that is absent is said to be required, where zod says that its value is not one of those allowed; and a value
 * that is something else than allowed is quoted, where zod says only what is allowed.
 */
export const checked = <S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> =>
  schema.safeParse(value, { error: messageOf });

const messageOf = (issue: z.core.$ZodRawIssue): string | undefined => {
  const { code, input } = issue;
  if (code === 'invalid_value') return valueMessage(issue.values, input);
  if (code === 'invalid_union' && isRecord(input) && issue.discriminator !== undefined && Array.isArray(issue.options))
    return valueMessage(issue.options, input[issue.discriminator]);
  return code === 'invalid_type' && typeof input === 'string'
    ? `expected ${issue.expected}, received ${quoted(input)}`
    : undefined;
};

const valueMessage = (allowed: readonly unknown[], input: unknown): string => {
  if (input === undefined) return REQUIRED;
  const said = Array.isArray(input) ? 'an array' : isRecord(input) ? 'an object' : quoted(input);
  return `must be ${allowed.map(String).join(' or ')}, not ${said}`;
};
