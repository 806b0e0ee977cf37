import type { Context } from 'hono';
import type { z } from 'zod';
import type { Listed, PageRequest, Scope } from '../../schedule/types.ts';
import type { JsonObject } from '../../schedule/entities/primitives.ts';
import type { AppDependencies } from '../dependencies.ts';
import type { ShapeLimits } from './jsonOutline.ts';
import type { RowReport } from './rowReport.ts';

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** All the way down, except where anything goes. */
type Deep<T> = [JsonObject] extends [T] ? T : T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T;
type Output<S> = S extends z.ZodType ? Deep<z.output<S>> : undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What is known before the body is looked at. */
export interface GuardRequest {
  readonly params: Readonly<Record<string, string>>;
  /** The body as it came. */
  readonly bytes: Uint8Array;
  readonly scope: Scope;
  readonly context: Context;
}

export interface BodyLimits {
  readonly shape: ShapeLimits;
  /** Of CSV. */
  readonly columns: number;
  /** Of a dry run: takes the line of each item, and what is wrong with a line. */
  readonly report?: RowReport | undefined;
}

/** Makes the body's value of its bytes, in slices when they are many. Throws 400. */
export type BodyFormat = (bytes: Uint8Array, limits: BodyLimits) => Promise<unknown>;

/** What a route is; the mounted handler and the OpenAPI document come from the same value. */
export interface RouteSpec {
  readonly method: Method;
  /** As documented; ends in `/`, parameters in braces. */
  readonly path: string;
  /** Of the document; made of method and path when absent. */
  readonly operationId?: string;
  /** Section of the document. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Further content types of the body, each with what makes the body's value of its bytes. */
  readonly bodyFormats?: Readonly<Record<string, BodyFormat>>;
  /** Members of the body, dotted, that hold the items of a bulk request; a bare array counts too. */
  readonly items?: string | readonly string[];
  /** Members of the body that may be long lists, each with the schema of an item. */
  readonly lists?: Readonly<Record<string, z.ZodType>>;
  /** The body may have the full size; so it may where there are `lists`. */
  readonly large?: true;
  /** Members of the body that are secrets: a plain hash of them could be guessed, so they are in none. */
  readonly secrets?: readonly string[];
  /** Default 200; 204 when there is no response. */
  readonly status?: 200 | 201 | 202 | 303;
  readonly response?: z.ZodType;
  /** Media type of an answer that is no JSON. */
  readonly text?: 'text/csv' | 'text/calendar';
  /** What needs no answer is 202, without a body. */
  readonly accepts?: true;
  /** What is answered instead, with 200, when the body or the query has `dryRun: true`: nothing is written then, and no key is kept. */
  readonly dryRun?: z.ZodType;
  /** The handler answers a page of `response`s; the wire has a bare array and a Link header. */
  readonly list?: true;
  /** Each line of an NDJSON answer. */
  readonly lines?: z.ZodType;
  /** X-Workspace-Id counts. */
  readonly workspaceAware?: true;
  /** ETag out; If-Match in on PATCH and DELETE. */
  readonly versioned?: true;
  /** Of a POST that asks what the caller had seen: by If-Match, or by `basedOn` of its items. */
  readonly basedOn?: 'header' | 'items';
  /** The record shows nothing but its own version, so a client that has the version has the record: If-None-Match counts. */
  readonly standsAlone?: true;
  /** Idempotency-Key counts. */
  readonly creates?: true;
  /** The cookie of a browser's session counts; pages of other sites are 403 then. */
  readonly hasSession?: true;
  /** Default: a credential. */
  readonly access?: 'public' | 'webhook';
  /** Asked before the body is looked at; throws when the caller may not go on. */
  readonly guard?: (request: GuardRequest, deps: AppDependencies) => Promise<unknown>;
}

export const takesIfMatch = ({ versioned, method, basedOn }: RouteSpec): boolean =>
  versioned === true && (method === 'post' ? basedOn === 'header' : method !== 'get');

export interface RouteRequest<Path extends string, Q, B> {
  readonly params: { readonly [K in Names<Path>]: string };
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly scope: Scope;
  /** For lists. */
  readonly page: PageRequest;
  /** For streams: aborted when the client hangs up. */
  readonly abort: AbortController;
  readonly context: Context;
  /** Of a dry run of a list that the query asks for. */
  readonly report: RowReport | undefined;
}

/** Beside a list's items: the version of what lists them, for the ETag. */
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

/** A route parses, calls one verb and maps; it holds no rule. */
export const route = <const S extends RouteSpec>(spec: S, handler: Handler<S>): Route => ({
  spec,
  handler: handler,
});
