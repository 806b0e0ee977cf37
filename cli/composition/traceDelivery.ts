import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

/** Logs when spans no longer reach the collector, and when they do again. Without that, a wrong address or key would go unnoticed. */
export class TraceDelivery implements SpanExporter {
  private readonly exporter: SpanExporter;
  private readonly log: Pick<Logger, 'info' | 'warn'>;
  private isFailing = false;

  constructor(exporter: SpanExporter, log: Pick<Logger, 'info' | 'warn'>) {
    this.exporter = exporter;
    this.log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.note(result);
      done(result);
    });
  }

  private note({ code, error }: ExportResult): void {
    const hasFailed = code !== ExportResultCode.SUCCESS;
    if (hasFailed === this.isFailing) return;
    this.isFailing = hasFailed;
    if (hasFailed) this.log.warn({ error: error?.message }, 'traces do not reach the collector and are lost');
    else this.log.info('traces reach the collector again');
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}
