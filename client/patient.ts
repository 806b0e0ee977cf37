import { UnreachableError } from './serviceError.ts';

export type Send = (request: Request) => Promise<Response>;

export interface Patience {
  /** The largest number of times that a request is sent again. */
  readonly repeats: number;
  /** The longest time that one request waits in total. A response whose `Retry-After` is longer than what is left is returned as it is. */
  readonly waitMs: number;
}

/** How long to wait before a request that got no response is sent again. */
const UNHEARD_MS = 1000;

/** Whether the request may be sent twice: it writes nothing, or it has a key, with which the service carries it out only once. */
const mayRepeat = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || headers.has('Idempotency-Key');

/**
 * Wraps `send` so that a request which the service cannot take now is sent again after the time that `Retry-After` says. This applies to 429, to 503, and to
 * 409 while the first request with the same key is still being carried out, and only to requests that may be sent twice. Returns the last response.
 * A request with a key is also sent again when there was no response, since the service may have carried it out; the response to the first one follows.
 */
export const patient =
  (send: Send, { repeats, waitMs }: Patience): Send =>
  async (request) => {
    if (!mayRepeat(request)) return send(request);
    let left = waitMs;
    for (let turn = 0; ; turn++) {
      const again = turn < repeats ? request.clone() : null;
      const response = await answered(send, request, again !== null && left >= UNHEARD_MS);
      const delayMs = response === null ? UNHEARD_MS : await delayOf(response);
      if (response !== null && (again === null || delayMs === null || delayMs > left)) return response;
      left -= delayMs ?? 0;
      await response?.body?.cancel();
      await sleeping(delayMs ?? 0, request.signal);
      request = again ?? request;
    }
  };

/** The response; null when there was none, but the request may be sent again because it has a key. */
const answered = async (send: Send, request: Request, mayFail: boolean): Promise<Response | null> => {
  try {
    return await send(request);
  } catch (error) {
    if (mayFail && error instanceof UnreachableError && request.headers.has('Idempotency-Key')) return null;
    throw error;
  }
};

/** The time to wait before the request is sent again, in milliseconds; null when sending it again would not help. */
const delayOf = async (response: Response): Promise<number | null> => {
  const after = response.headers.get('Retry-After');
  const seconds = after === null ? Number.NaN : Number(after);
  if (!(seconds >= 0) || ![409, 429, 503].includes(response.status)) return null;
  if (response.status === 409 && !(await isInFlight(response.clone()))) return null;
  return seconds * 1000;
};

const isInFlight = async (response: Response): Promise<boolean> => {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'idempotency_in_flight';
};

/** Resolves after that time. Rejects with the signal's reason when the request is aborted before. */
const sleeping = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
