import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenLocally } from '../listenLocally.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & {
        readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
      })[];
    }[];
  }[];
}

/** Receives traces like a collector: OTLP over HTTP, in JSON. */
export const startOtlpReceiver = async () => {
  const spans: ReceivedSpan[] = [];
  const take = (body: Exported): void => {
    for (const scope of body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
      for (const span of scope.spans) {
        const attributes = Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
        spans.push({ ...span, attributes });
      }
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    take((await json(request)) as Exported);
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void answer(request, response));
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    spans: spans as readonly ReceivedSpan[],
    close: () => server.close(),
  };
};
