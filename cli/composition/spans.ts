import { asError } from '../../engine/messageOf.ts';
import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Runs `work` in a child span of the current one, which records what it throws. */
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
      span.recordException(asError(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });

/** The current span as a W3C `traceparent`, to be continued elsewhere; null outside of a span. */
export const currentTrace = (): string | null => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
};

/** Runs `work` below the span of a `traceparent` from `currentTrace`. */
export const continueTrace = <T>(traceparent: string | null, work: () => Promise<T>): Promise<T> =>
  context.with(propagation.extract(context.active(), { traceparent: traceparent ?? '' }), work);
