import { context as contexts, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Log } from '../dependencies.ts';
import type { AppContext, Middleware } from '../variables.ts';
import { PROBES } from './probes.ts';

/** Counts and times requests by route, and writes one log line for each. */
export const observe = (metrics: Registry, log: Log): Middleware => {
  const requests = new Counter({
    name: 'tidegate_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
  });
  const seconds = new Histogram({
    name: 'tidegate_http_request_seconds',
    help: 'Seconds until the head of the response.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  return async (context, next) => {
    const startedAt = performance.now();
    const traceId = await inRequestSpan(context, next);
    const elapsedMs = performance.now() - startedAt;
    const { method, path } = context.req;
    const known = context.get('route');
    const route = known ?? (PROBES.has(path) ? path : 'none');
    const { status } = context.res;
    requests.inc({ method, route, status });
    seconds.observe({ method, route }, elapsedMs / 1000);
    if (known === undefined && status < 400) return;
    const fields = {
      requestId: context.get('requestId'),
      method,
      path,
      status,
      elapsedMs: Math.round(elapsedMs),
      address: context.get('address'),
      user: context.get('user'),
      credential: context.get('credential'),
      planning: context.get('planning'),
      traceId,
    };
    log.info(fields, 'request');
  };
};

/** Runs the request in a span below the one that `traceparent` names. Resolves with the trace id when the span is recorded. */
const inRequestSpan = (context: AppContext, next: () => Promise<void>): Promise<string | undefined> => {
  const { method, path } = context.req;
  const parent = propagation.extract(contexts.active(), { traceparent: context.req.header('traceparent') ?? '' });
  const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'url.path': path } };
  return trace.getTracer('tidegate').startActiveSpan(method, options, parent, async (span) => {
    try {
      await next();
      describe(span, context);
      return span.isRecording() ? span.spanContext().traceId : undefined;
    } finally {
      span.end();
    }
  });
};

const describe = (span: Span, context: AppContext): void => {
  const [route, user, planning] = [context.get('route'), context.get('user'), context.get('planning')];
  const { status } = context.res;
  span.setAttribute('http.response.status_code', status);
  span.setAttribute('tidegate.request', context.get('requestId'));
  if (route !== undefined) span.updateName(`${context.req.method} ${route}`).setAttribute('http.route', route);
  if (user !== undefined) span.setAttribute('tidegate.user', user);
  if (planning !== undefined) span.setAttribute('tidegate.planning', planning);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
};
