import { memberOf } from '../../engine/recordOf.ts';
import { ServerResponse } from 'node:http';
import type { UnderlyingSource } from 'node:stream/web';
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
  /** Rejects once the caller may no longer read the stream, which then ends at once with a last line made from the error. */
  readonly recheck?: (() => Promise<void>) | undefined;
  readonly recheckMs?: number;
}

/** How often `recheck` is called, as often as for an event socket. */
const RECHECK_MS = 5_000;
/** How long a client that does not read may keep a stream open that has ended before its source. */
const LAST_LINE_MS = 1_000;

/**
 * Streams what `source` yields as NDJSON. The source is read only as fast as the client reads. A heartbeat line is sent whenever the source is
 * silent, and an error line when it throws, the server stops, or the caller loses access. The source is returned when the stream ends before it.
 */
export const lineStream = (context: Context, source: AsyncIterable<unknown>, options: LineStreamOptions): Response => {
  const outgoing = memberOf(context.env, 'outgoing');
  const lines = new Lines(source, options, outgoing instanceof ServerResponse ? outgoing : null);
  context.header('Content-Type', 'application/x-ndjson');
  context.header('Cache-Control', 'no-store, no-transform');
  context.header('X-Accel-Buffering', 'no');
  return context.body(new ReadableStream<Uint8Array>(lines, { highWaterMark: 1 }));
};

type Controller = ReadableStreamDefaultController<Uint8Array>;

class Lines implements UnderlyingSource<Uint8Array> {
  private readonly values: AsyncIterator<unknown>;
  private readonly options: LineStreamOptions;
  private readonly outgoing: ServerResponse | null;
  private next: Promise<IteratorResult<unknown>> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private rechecks: NodeJS.Timeout | undefined;
  private isSettled = false;
  private stop = (): void => {};

  constructor(source: AsyncIterable<unknown>, options: LineStreamOptions, outgoing: ServerResponse | null) {
    this.values = source[Symbol.asyncIterator]();
    this.options = options;
    this.outgoing = outgoing;
  }

  start(controller: Controller): void {
    const { stopping, lineOf, recheck, recheckMs = RECHECK_MS } = this.options;
    const end = (reason: unknown): void => {
      if (this.isSettled) return;
      this.settle();
      controller.enqueue(encode(lineOf(reason)));
      controller.close();
      this.leave();
      setTimeout(() => this.outgoing?.destroy(), LAST_LINE_MS).unref();
    };
    this.stop = () => end(stopping?.reason);
    if (stopping?.aborted === true) return this.stop();
    stopping?.addEventListener('abort', this.stop, { once: true });
    if (recheck !== undefined) this.rechecks = setInterval(() => void recheck().catch(end), recheckMs);
  }

  async pull(controller: Controller): Promise<void> {
    const { abort, lineOf } = this.options;
    try {
      this.next ??= this.values.next();
      const result = await Promise.race([this.next, this.silence()]);
      clearTimeout(this.timer);
      if (abort.signal.aborted) return;
      if (result === null) return controller.enqueue(encode({ type: 'heartbeat' }));
      this.next = null;
      if (!result.done) return controller.enqueue(encode(result.value));
      this.settle();
      controller.close();
    } catch (error) {
      clearTimeout(this.timer);
      if (abort.signal.aborted) return;
      this.settle();
      controller.enqueue(encode(lineOf(error)));
      controller.close();
    }
  }

  cancel(): void {
    this.settle();
    this.leave();
  }

  /** Resolves with null when it is time for a heartbeat. */
  private silence(): Promise<null> {
    return new Promise((resolve) => {
      this.timer = setTimeout(() => resolve(null), this.options.heartbeatMs ?? HEARTBEAT_MS);
    });
  }

  private settle(): void {
    this.isSettled = true;
    clearInterval(this.rechecks);
    this.options.stopping?.removeEventListener('abort', this.stop);
  }

  /** Aborts and returns the source, since no further line is needed. */
  private leave(): void {
    clearTimeout(this.timer);
    this.options.abort.abort();
    this.next?.catch(() => {});
    this.values.return?.().catch(() => {});
  }
}
