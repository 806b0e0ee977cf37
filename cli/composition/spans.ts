import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Runs `work` in a span of its own, below the one it is called in; what it throws is noted there. */
export const inSpan = <T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> =>
  trace.getTracer('tidegate').startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });

/** The span that is open here, as W3C `traceparent`, for whoever goes on elsewhere; null outside of one. */
export const currentTrace = (): string | null => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
};

/** Goes on with what `currentTrace` told elsewhere. */
export const continueTrace = <T>(traceparent: string | null, work: () => Promise<T>): Promise<T> =>
  context.with(propagation.extract(context.active(), { traceparent: traceparent ?? '' }), work);
