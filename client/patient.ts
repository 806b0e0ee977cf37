export type Send = (request: Request) => Promise<Response>;

export interface Patience {
  /** How often a request is sent again at most. */
  readonly repeats: number;
  /** How long one request waits for its turns, in all. A longer `Retry-After` is answered as it is. */
  readonly waitMs: number;
}

/** What may be sent twice: it writes nothing, or the service answers its key once. */
const mayRepeat = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || headers.has('Idempotency-Key');

/**
 * Sends again, after as long as `Retry-After` says, what the service does not take now (429, 503, and 409 where the first request with the key is still
 * under way), if it may be sent twice. The answer is then the last one.
 */
export const patient =
  (send: Send, { repeats, waitMs }: Patience): Send =>
  async (request) => {
    if (!mayRepeat(request)) return send(request);
    let left = waitMs;
    for (let turn = 0; ; turn++) {
      const again = turn < repeats ? request.clone() : null;
      const response = await send(request);
      const delayMs = await delayOf(response);
      if (again === null || delayMs === null || delayMs > left) return response;
      left -= delayMs;
      await response.body?.cancel();
      await sleeping(delayMs, request.signal);
      request = again;
    }
  };

/** Null: sending the same again would not help. */
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

/** Throws why the request was given up, where it is. */
const sleeping = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
