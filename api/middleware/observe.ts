import type { MiddlewareHandler } from 'hono';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Log } from '../dependencies.ts';
import type { Variables } from '../variables.ts';

/** Counts and times requests by route; one log line each. */
export const observe = (metrics: Registry, log: Log): MiddlewareHandler<{ Variables: Variables }> => {
  const requests = new Counter({
    name: 'tidegate_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
  });
  const seconds = new Histogram({
    name: 'tidegate_http_request_seconds',
    help: 'Time to the head of the answer.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const elapsedMs = performance.now() - startedAt;
    const route = context.get('route') ?? 'none';
    const { method } = context.req;
    const { status } = context.res;
    requests.inc({ method, route, status });
    seconds.observe({ method, route }, elapsedMs / 1000);
    if (route === 'none' && status < 400) return;
    const fields = {
      requestId: context.get('requestId'),
      method,
      path: context.req.path,
      status,
      elapsedMs: Math.round(elapsedMs),
    };
    log.info(fields, 'request');
  };
};
