import type { Context } from 'hono';
import type { z } from 'zod';
import type { Listed, PageRequest, Scope } from '../../schedule/types.ts';
import type { JsonObject } from '../../schedule/entities/primitives.ts';
import type { AppDependencies } from '../dependencies.ts';
import type { ShapeLimits } from './jsonOutline.ts';
import type { RowReport } from './rowReport.ts';

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** Makes a type readonly at all depths, except free JSON. */
type Deep<T> = [JsonObject] extends [T] ? T : T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T;
type Output<S> = S extends z.ZodType ? Deep<z.output<S>> : undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a guard can use before the body is parsed. */
export interface GuardRequest {
  readonly params: Readonly<Record<string, string>>;
  /** The raw body. */
  readonly bytes: Uint8Array;
  readonly scope: Scope;
  readonly context: Context;
}

export interface BodyLimits {
  readonly shape: ShapeLimits;
  /** The most columns of CSV. */
  readonly columns: number;
  /** Collects the line of each item, and for a dry run also the problems of lines. */
  readonly report?: RowReport | undefined;
}

/** What a format can use besides the bytes. */
export interface BodyRequest {
  /** The parsed query. */
  readonly query: unknown;
  readonly params: Readonly<Record<string, string>>;
  readonly scope: Scope;
  readonly schedule: AppDependencies['schedule'];
  /** Parses the bytes as JSON, in slices when there are many. Throws 400. */
  readonly json: () => Promise<unknown>;
}

/** Parses the bytes of a body, in slices when there are many. Throws 400. */
export type BodyFormat = (bytes: Uint8Array, limits: BodyLimits, request: BodyRequest) => Promise<unknown>;

/** The description of a route, from which both the mounted handler and the OpenAPI document are made. */
export interface RouteSpec {
  readonly method: Method;
  /** The path as documented: ends in `/`, with parameters in braces. */
  readonly path: string;
  /** The operationId in the OpenAPI document; when absent, it is made from method and path. */
  readonly operationId?: string;
  /** The section of the OpenAPI document. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Further content types of the body, each with its parser. */
  readonly bodyFormats?: Readonly<Record<string, BodyFormat>>;
  /** The members of the body (dotted paths) whose items count toward the limit of a bulk request, as do those of a bare array. */
  readonly items?: string | readonly string[];
  /** The members of the body that may be long lists, each with the schema of an item. */
  readonly lists?: Readonly<Record<string, z.ZodType>>;
  /** The body may have the full size, as it also may with `lists`. */
  readonly large?: true;
  /** The members of the body that are secrets. They are left out of the idempotency hash, from which they could be guessed. */
  readonly secrets?: readonly string[];
  /** The status of success. Default: 200, or 204 when there is no response. */
  readonly status?: 200 | 201 | 202 | 303;
  readonly response?: z.ZodType;
  /** The media type of a response that is not JSON. */
  readonly text?: 'text/csv' | 'text/calendar';
  /** A message that needs no response gets 202 without a body. */
  readonly accepts?: true;
  /** The response, with 200, when the body or the query has `dryRun: true`. Then nothing is written, and no idempotency key is stored. */
  readonly dryRun?: z.ZodType;
  /** The handler returns a page of `response`s, which becomes a bare array and a Link header. */
  readonly list?: true;
  /** The schema of a line of an NDJSON response. */
  readonly lines?: z.ZodType;
  /** The route uses X-Workspace-Id. */
  readonly workspaceAware?: true;
  /** The route concerns the mainline and never a draft: X-Workspace-Id gets 400. */
  readonly mainlineOnly?: true;
  /** Responses have an ETag; PATCH and DELETE use If-Match. */
  readonly versioned?: true;
  /** How a POST can name the version that the caller has read: by If-Match, or by `basedOn` of its items. */
  readonly basedOn?: 'header' | 'items';
  /** The response depends on nothing but the record's own version, so If-None-Match can give 304. */
  readonly standsAlone?: true;
  /** The route uses Idempotency-Key. */
  readonly creates?: true;
  /** The route uses the cookie of a browser's session, for which pages of other sites get 403. */
  readonly hasSession?: true;
  /** Who may call without a credential; when absent, a credential is required. */
  readonly access?: 'public' | 'webhook';
  /** Runs before the body is parsed; throws when the caller may not continue. */
  readonly guard?: (request: GuardRequest, deps: AppDependencies) => Promise<unknown>;
}

export const takesIfMatch = ({ versioned, method, basedOn }: RouteSpec): boolean =>
  versioned === true && (method === 'post' ? basedOn === 'header' : method !== 'get');

export interface RouteRequest<Path extends string, Q, B> {
  readonly params: { readonly [K in Names<Path>]: string };
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly scope: Scope;
  /** The requested page of a list. */
  readonly page: PageRequest;
  /** For streams: aborted when the client disconnects. */
  readonly abort: AbortController;
  readonly context: Context;
  /** The row report of a list that can be tried by a dry run. */
  readonly report: RowReport | undefined;
}

/** A page of a list with the version of the record that owns the list, for the ETag. */
export interface VersionedList<T> extends Listed<T> {
  readonly versionId?: string;
}

type Answer<S extends RouteSpec> = S extends { list: true }
  ? VersionedList<Output<S['response']>>
  : S extends { response: z.ZodType }
    ? Output<S['response']> | Dry<S>
    : void;

type Dry<S extends RouteSpec> = S extends { dryRun: z.ZodType } ? Output<S['dryRun']> : never;

export type Handler<S extends RouteSpec> = (
  request: RouteRequest<S['path'], S['query'], S['body']>,
  deps: AppDependencies,
) => Promise<Answer<S> | Response>;

export interface Route {
  readonly spec: RouteSpec;
  readonly handler: (request: RouteRequest<string, z.ZodType, z.ZodType>, deps: AppDependencies) => Promise<unknown>;
}

/** Makes a route. Its handler maps the parsed request to one call of a verb; it contains no business rules. */
export const route = <const S extends RouteSpec>(spec: S, handler: Handler<S>): Route => ({
  spec,
  handler,
});
