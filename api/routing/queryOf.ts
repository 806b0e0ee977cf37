import type { Context } from 'hono';
import { z } from 'zod';
import { toError } from '../../schedule/problems.ts';
import { PROBLEM_LIMIT, type Problem } from '../contract/error.ts';
import { parse } from './parse.ts';
import type { RouteSpec } from './route.ts';

/** The parameter that selects a past state. */
const PAST = 'change_id';

/**
 * The parsed query of a request. Throws 400 for a parameter that is given twice, since only one of the two would count. Where something may be
 * written, an unknown parameter is refused as an unknown member of the body is: whoever sends `dryRun` relies on it. A read ignores one, but never takes the
 * present for a past state.
 */
export const queryOf = (context: Context, { query: schema, method }: RouteSpec): unknown => {
  const known = schema instanceof z.ZodObject ? schema.shape : {};
  const problems: Problem[] = [];
  for (const [path, values] of Object.entries(context.req.queries())) {
    if (!Object.hasOwn(known, path)) {
      if (method !== 'get' || path === PAST) problems.push(unknown(path, Object.keys(known)));
    } else if (values.length > 1) {
      problems.push({ path, code: 'invalid_value', message: 'is given more than once' });
    }
  }
  if (problems.length > 0) throw toError(problems.slice(0, PROBLEM_LIMIT));
  return schema === undefined ? undefined : parse(schema, context.req.query());
};

const unknown = (path: string, known: readonly string[]): Problem => ({
  path,
  code: 'unknown_member',
  message: `is not a parameter here; ${known.length === 0 ? 'there are none' : `those are ${known.join(', ')}`}`,
});
