import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '../dependencies.ts';
import { inRequest } from '../requestScope.ts';
import type { Variables } from '../variables.ts';

const SANE = /^[\w.:-]{1,128}$/;

/** X-Request-Id: taken when sane, else made; echoed. */
export const requestContext = (log: Log): MiddlewareHandler<{ Variables: Variables }> => {
  return async (context, next) => {
    const given = context.req.header('X-Request-Id');
    const requestId = given !== undefined && SANE.test(given) ? given : randomUUID();
    context.set('requestId', requestId);
    context.set('log', log);
    context.header('X-Request-Id', requestId);
    await inRequest(requestId, next);
  };
};
