import { randomUUID } from 'node:crypto';
import type { Log } from '../dependencies.ts';
import { inRequest } from '../requestScope.ts';
import type { Middleware } from '../variables.ts';

const SANE = /^[\w.:-]{1,128}$/;

/** Sets the id of the request: X-Request-Id when it is valid, else a new one. The response repeats it. */
export const requestContext = (log: Log): Middleware => {
  return async (context, next) => {
    const given = context.req.header('X-Request-Id');
    const requestId = given !== undefined && SANE.test(given) ? given : randomUUID();
    context.set('requestId', requestId);
    context.set('log', log);
    context.header('X-Request-Id', requestId);
    await inRequest(requestId, next);
  };
};
