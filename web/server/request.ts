/** What the service said no with; or nothing, when it could not be reached (status 0). */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly code: string;
  /** As it was sent: details of a 412, a clash, a validation. */
  readonly body: unknown;

  constructor(status: number, code: string, detail: string, body: unknown, options?: ErrorOptions) {
    super(detail, options);
    this.status = status;
    this.code = code;
    this.body = body;
  }

  /** Nobody answered: the request may be sent again when the connection is back. */
  get isAway(): boolean {
    return this.status === 0;
  }
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Null or absent: the mainline. */
  readonly workspace?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** The changeset that the request made; null: nothing was written. */
  readonly change: string | null;
  readonly headers: Headers;
}

/** Who may ask for a token, and hears when there is none any more. */
export interface TokenSource {
  /** Null: nobody is logged in. */
  token(): string | null;
  /** A new one for one that was refused; null: there is none to be had. */
  renew(refused: string | null): Promise<string | null>;
}

export type BuildListener = (build: string) => void;

/** Every request of the board to its own server. */
export class Requests {
  readonly #tokens: TokenSource;
  readonly #onBuild: BuildListener;

  constructor(tokens: TokenSource, onBuild: BuildListener = () => {}) {
    this.#tokens = tokens;
    this.#onBuild = onBuild;
  }

  /** Throws RequestError. A refused token is renewed once. */
  async send(path: string, options: RequestOptions = {}): Promise<Response> {
    const token = this.#tokens.token() ?? (await this.#tokens.renew(null));
    let response = await this.#fetch(path, options, token);
    if (response.status === 401) {
      const renewed = await this.#tokens.renew(token);
      if (renewed !== null) response = await this.#fetch(path, options, renewed);
    }
    if (!response.ok && response.status !== 304) throw await refusal(response);
    return response;
  }

  /** A request that was made elsewhere, with the session's token; answered whatever its status is. */
  async forward(request: Request): Promise<Response> {
    const token = this.#tokens.token() ?? (await this.#tokens.renew(null));
    const response = await forwarded(request.clone(), token);
    if (response.status !== 401) return response;
    const renewed = await this.#tokens.renew(token);
    return renewed === null ? response : forwarded(request, renewed);
  }

  /** A JSON answer. */
  async ask<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
    const response = await this.send(path, options);
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? null : JSON.parse(text)) as T,
      change: response.headers.get('X-Change-Id'),
      headers: response.headers,
    };
  }

  async #fetch(path: string, options: RequestOptions, token: string | null): Promise<Response> {
    const { method = 'GET', body, workspace, headers, signal } = options;
    const response = await fetchOrAway(path, {
      method,
      credentials: 'omit',
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(workspace == null ? {} : { 'X-Workspace-Id': workspace }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const build = response.headers.get('X-Tidegate-Build');
    if (build !== null) this.#onBuild(build);
    return response;
  }
}

/** `fetch`, with a RequestError when nobody answers. An abort stays an abort. */
export const fetchOrAway = async (path: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new RequestError(0, 'away', 'The server cannot be reached.', null, { cause: error });
  }
};

const forwarded = async (request: Request, token: string | null): Promise<Response> => {
  if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
  try {
    return await fetch(request, { credentials: 'omit' });
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new RequestError(0, 'away', 'The server cannot be reached.', null, { cause: error });
  }
};

interface Refusal {
  readonly detail?: string;
  readonly code?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

export const refusal = async (response: Response): Promise<RequestError> => {
  const text = await response.text();
  let body: Refusal = {};
  try {
    body = JSON.parse(text) as Refusal;
  } catch {
    // A proxy's page, not the service's answer.
  }
  const detail = body.errors?.map(({ path, message }) => `${path} ${message}`).join('; ') ?? body.detail;
  return new RequestError(
    response.status,
    body.code ?? 'unknown',
    detail ?? `The server answered ${response.status}.`,
    body,
  );
};
