import type { Context } from 'hono';

const HEARTBEAT_MS = 10_000;
const encoder = new TextEncoder();
const encode = (line: unknown): Uint8Array => encoder.encode(`${JSON.stringify(line)}\n`);

export interface LineStreamOptions {
  /** Aborted when the client hangs up; the source should end soon after. */
  readonly abort: AbortController;
  readonly heartbeatMs?: number;
  /** The last line when the source fails. */
  readonly lineOf: (error: unknown) => unknown;
}

/**
 * NDJSON of what `source` yields: asked for a line only when the client takes one, a heartbeat line in each silence, an
 * error line when the source throws. The source is returned when the client hangs up.
 */
export const lineStream = (
  context: Context,
  source: AsyncIterable<unknown>,
  { abort, lineOf, heartbeatMs = HEARTBEAT_MS }: LineStreamOptions,
): Response => {
  const lines = source[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<unknown>> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const silence = (): Promise<null> =>
    new Promise((resolve) => {
      timer = setTimeout(() => resolve(null), heartbeatMs);
    });

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          next ??= lines.next();
          const result = await Promise.race([next, silence()]);
          clearTimeout(timer);
          if (abort.signal.aborted) return;
          if (result === null) {
            controller.enqueue(encode({ type: 'heartbeat' }));
            return;
          }
          next = null;
          if (result.done) controller.close();
          else controller.enqueue(encode(result.value));
        } catch (error) {
          clearTimeout(timer);
          if (abort.signal.aborted) return;
          controller.enqueue(encode(lineOf(error)));
          controller.close();
        }
      },
      cancel() {
        clearTimeout(timer);
        abort.abort();
        next?.catch(() => {});
        lines.return?.().catch(() => {});
      },
    },
    { highWaterMark: 1 },
  );
  context.header('Content-Type', 'application/x-ndjson');
  context.header('Cache-Control', 'no-store, no-transform');
  context.header('X-Accel-Buffering', 'no');
  return context.body(stream);
};
