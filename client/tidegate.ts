import createFetchClient, { type Client } from 'openapi-fetch';
import { type Patience, patient, type Send } from './patient.ts';
import type { paths } from './schema.d.ts';
import { ServiceError, UnreachableError } from './serviceError.ts';

/** Every endpoint by its path, typed: `tidegate.GET('/v1/plannings/{id}/conflicts/', { params: { path: { id } } })`. */
export type Tidegate = Client<paths>;

/**
 * Provides tokens that expire. Returns the token to use, or a new one in place of `refused`, which the service did not accept; null when there is
 * none, or none any more.
 */
export type TokenSource = (refused: string | null) => Promise<string | null>;

export interface TidegateOptions {
  /** `https://plans.example.org`; `''` on a page of the server itself. */
  readonly url: string;
  /** An API key, an access token, or a source of tokens. */
  readonly token?: string | TokenSource;
  /** The id of a draft, which every request then reads and writes. */
  readonly workspace?: string | null;
  /** The organization in which ids are looked up: they are unique only within one, and a login may belong to several. */
  readonly organization?: string | null;
  /** Used instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How often and how long requests are repeated that the service cannot take now (`patient.ts`). Default: three times within 15 s. */
  readonly patience?: Patience;
}

const PATIENCE: Patience = { repeats: 3, waitMs: 15_000 };

/** Opens a client of the service. Requests throw UnreachableError when there is no response, or only a part of one. They send no cookies unless `credentials` says so. */
export const openTidegate = (options: TidegateOptions): Tidegate => {
  const { url, token, workspace, organization, fetch: given, patience } = options;
  const send = patient(reaching(given ?? ((request) => fetch(request))), patience ?? PATIENCE);
  return createFetchClient<paths>({
    baseUrl: url,
    credentials: 'omit',
    headers: { 'X-Workspace-Id': workspace, 'X-Organization-Id': organization },
    fetch: token === undefined ? send : authorized(send, token),
  });
};

const reaching =
  (send: Send): Send =>
  async (request) => {
    const heard = async <T>(what: Promise<T>, problem: string): Promise<T> => {
      try {
        return await what;
      } catch (error) {
        if (request.signal.aborted || !(error instanceof TypeError)) throw error;
        throw new UnreachableError(`${new URL(request.url).origin} ${problem}`, { cause: error });
      }
    };
    const response = await heard(send(request), 'cannot be reached');
    // A body that breaks off is no response, either. Whoever reads it as a stream sees where.
    for (const read of ['text', 'json', 'arrayBuffer', 'blob'] as const) {
      const whole = response[read].bind(response);
      Object.defineProperty(response, read, { value: () => heard(whole(), 'stopped responding') });
    }
    return response;
  };

/** Adds the token to requests. When the service refuses a token of a source, requests a new one and retries once. */
const authorized =
  (send: Send, token: string | TokenSource): Send =>
  async (request) => {
    const source =
      typeof token === 'string' ? async (refused: string | null) => (refused === null ? token : null) : token;
    const withToken = (to: Request, used: string | null): Request => {
      if (used !== null) to.headers.set('Authorization', `Token ${used}`);
      return to;
    };
    const again = request.clone();
    const used = await source(null);
    const response = await send(withToken(request, used));
    if (response.status !== 401) return response;
    const renewed = await source(used);
    return renewed === null ? response : send(withToken(again, renewed));
  };

/** The result of a request of openapi-fetch. */
export interface Answered<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data and the response of a request. Throws ServiceError when the service refuses. */
export const accepted = async <T>(
  call: Promise<Answered<T>>,
): Promise<{ readonly data: Exclude<T, undefined>; readonly response: Response }> => {
  const { data, error, response } = await call;
  if (!response.ok) throw new ServiceError(response, error);
  return { data: data as Exclude<T, undefined>, response };
};

/** The body of a response. Throws ServiceError when the service refuses. */
export const dataOf = async <T>(call: Promise<Answered<T>>): Promise<Exclude<T, undefined>> =>
  (await accepted(call)).data;
