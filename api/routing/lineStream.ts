import { memberOf } from '../../engine/recordOf.ts';
import { ServerResponse } from 'node:http';
import type { Context } from 'hono';

const HEARTBEAT_MS = 10_000;
const encoder = new TextEncoder();
const encode = (line: unknown): Uint8Array => encoder.encode(`${JSON.stringify(line)}\n`);

export interface LineStreamOptions {
  /** Aborted when the client disconnects; the source should end soon after. */
  readonly abort: AbortController;
  readonly heartbeatMs?: number;
  /** Makes the last line when the source fails. */
  readonly lineOf: (error: unknown) => unknown;
  /** Aborted when the server stops: the stream then ends at once with a last line made from its `reason`. */
  readonly stopping?: AbortSignal | undefined;
}

/** How long a client that does not read may keep a stream of a stopping server open. */
const LAST_LINE_MS = 1_000;

/**
 * Streams what `source` yields as NDJSON. The source is read only as fast as the client reads. A heartbeat line is sent whenever the source is
 * silent, and an error line when it throws or the server stops. The source is returned when the client disconnects or the server stops.
 */
export const lineStream = (
  context: Context,
  source: AsyncIterable<unknown>,
  { abort, lineOf, stopping, heartbeatMs = HEARTBEAT_MS }: LineStreamOptions,
): Response => {
  const lines = source[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<unknown>> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const silence = (): Promise<null> =>
    new Promise((resolve) => {
      timer = setTimeout(() => resolve(null), heartbeatMs);
    });

  /** Aborts and returns the source, since no further line is needed. */
  const leave = (): void => {
    clearTimeout(timer);
    abort.abort();
    next?.catch(() => {});
    lines.return?.().catch(() => {});
  };
  let stop = (): void => {};
  const settle = (): void => stopping?.removeEventListener('abort', stop);

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop = () => {
          controller.enqueue(encode(lineOf(stopping?.reason)));
          controller.close();
          leave();
          const outgoing = memberOf(context.env, 'outgoing');
          if (outgoing instanceof ServerResponse) setTimeout(() => outgoing.destroy(), LAST_LINE_MS).unref();
        };
        if (stopping?.aborted === true) stop();
        else stopping?.addEventListener('abort', stop, { once: true });
      },
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
          if (!result.done) {
            controller.enqueue(encode(result.value));
            return;
          }
          settle();
          controller.close();
        } catch (error) {
          clearTimeout(timer);
          if (abort.signal.aborted) return;
          settle();
          controller.enqueue(encode(lineOf(error)));
          controller.close();
        }
      },
      cancel() {
        settle();
        leave();
      },
    },
    { highWaterMark: 1 },
  );
  context.header('Content-Type', 'application/x-ndjson');
  context.header('Cache-Control', 'no-store, no-transform');
  context.header('X-Accel-Buffering', 'no');
  return context.body(stream);
};
