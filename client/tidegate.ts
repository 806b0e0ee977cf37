import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.d.ts';
import { ServiceError } from './serviceError.ts';

/** Every endpoint by its path, typed: `tidegate.GET('/v1/plannings/{id}/conflicts/', { params: { path: { id } } })`. */
export type Tidegate = Client<paths>;

export interface TidegateOptions {
  /** `https://plans.example.org`; `''` on a page of the server itself. */
  readonly url: string;
  /** An API key or an access token. */
  readonly token?: string;
  /** A draft: every request reads and writes it. */
  readonly workspace?: string;
  /** In place of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export const openTidegate = ({ url, token, workspace, fetch }: TidegateOptions): Tidegate =>
  createFetchClient<paths>({
    baseUrl: url,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Token ${token}` }),
      ...(workspace === undefined ? {} : { 'X-Workspace-Id': workspace }),
    },
    ...(fetch === undefined ? {} : { fetch }),
  });

/** What a request of openapi-fetch answers. */
export interface Answered<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of an answer; throws ServiceError when the service refused. */
export const dataOf = async <T>(call: Promise<Answered<T>>): Promise<Exclude<T, undefined>> => {
  const { data, error, response } = await call;
  if (!response.ok) throw new ServiceError(response, error);
  return data as Exclude<T, undefined>;
};
