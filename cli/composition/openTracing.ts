import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { VERSION } from '../version.ts';

export interface Tracing {
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** The address of a collector that takes traces, of the endpoint that is configured. */
export const tracesAddress = (endpoint: string): string => `${endpoint.replace(/\/$/, '')}/v1/traces`;

/**
 * Sends spans to the configured endpoint by OTLP over HTTP. Without an endpoint, nothing of OpenTelemetry's SDK is loaded, and spans cost next to
 * nothing. The exporter reads OTEL_EXPORTER_OTLP_HEADERS and its other standard variables itself.
 */
export const openTracing = async (
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG'>,
  log: Logger,
): Promise<Tracing> => {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return { close: async () => {} };
  const [api, contexts, core, exporters, resources, sdk, { TraceDelivery }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('./traceDelivery.ts'),
  ]);
  const url = tracesAddress(endpoint);
  const exporter = new TraceDelivery(new exporters.OTLPTraceExporter({ url }), log);
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  });
  api.context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  // An unreachable collector must not keep the process from exiting.
  return { close: () => provider.shutdown().catch(() => {}) };
};
