import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Log } from './dependencies.ts';

/** The place of a request among those that a node processes at once. */
export interface Place {
  /** Gives the place to others, until `retake`. */
  leave(): void;
  /** Waits for a place again. Throws 503 like a new request. */
  retake(): Promise<void>;
}

/** The variables of a request in the Hono context. */
export interface Variables {
  /** Its place among the requests that this node processes; absent where these are not limited. */
  place?: Place;
  requestId: string;
  /** What became of the change if the database is lost now; absent when the request changes nothing. */
  outcome?: string;
  /** The path of the matched route as documented; absent when none matched. */
  route?: string;
  log: Log;
  /** Aborted when this server stops, with the error that its streams end with. */
  stopping?: AbortSignal | undefined;
  /** Rejects once the caller of a long response may no longer read it; absent where everybody may. */
  recheck?: () => Promise<void>;
  /** The address that the request comes from, as limits count it. */
  address?: string;
  /** The id of the user who calls; absent without a credential. */
  user?: string;
  /** The id of the planning in the path. */
  planning?: string;
  /** The id of the API key or login by which the caller was authenticated. */
  credential?: string;
  /** The id of an organization that the caller is a member of; absent if there is none. */
  organization?: string;
}

export type App = Hono<{ Variables: Variables }>;
export type AppContext = Context<{ Variables: Variables }>;
export type Middleware = MiddlewareHandler<{ Variables: Variables }>;
