import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Actor, IdempotencyRequest, PageRequest, Scope } from '../../schedule/types.ts';
import { accessOf, roleOf } from '../auth/accessTable.ts';
import { ID_PATTERN } from '../contract/primitives.ts';
import type { AppDependencies } from '../dependencies.ts';
import { EdgeError, failureOf } from '../errors.ts';
import type { Variables } from '../variables.ts';
import { entityTag, ifMatch, isKnown } from './conditions.ts';
import { lineStream } from './lineStream.ts';
import { parse } from './parse.ts';
import { limitItems, parseBody, readText } from './requestBody.ts';
import { type Route, type RouteSpec, takesIfMatch, type VersionedList } from './route.ts';

type App = Hono<{ Variables: Variables }>;
type AppContext = Context<{ Variables: Variables }>;

const KEY_LENGTH = 255;
/** Left out of fingerprints: a plain hash of it could be guessed. */
const PASSWORD = /"password"\s*:\s*"(?:[^"\\]|\\.){0,8000}"/g;
const isSlashed = (path: string): boolean => path.startsWith('/v1/') || path.startsWith('/auth/');

/** What the router sees: `/v1/…` and `/auth/…` with and without the slash at the end are one path. */
export const routedPath = (path: string): string => (isSlashed(path) && !path.endsWith('/') ? `${path}/` : path);

const pattern = (path: string): string => routedPath(path).replaceAll(/\{(\w+)\}/g, ':$1');

/** A malformed id names nothing. */
const checkedParams = (context: AppContext): Record<string, string> => {
  const params = context.req.param() as Record<string, string>;
  for (const value of Object.values(params)) {
    if (!ID_PATTERN.test(value)) throw new EdgeError('not_found', 'Nothing has such an id here.');
  }
  return params;
};

const idempotency = (context: AppContext, spec: RouteSpec, text: string): IdempotencyRequest | null => {
  const key = context.req.header('Idempotency-Key');
  if (!spec.creates || key === undefined) return null;
  if (key === '' || key.length > KEY_LENGTH) {
    throw new EdgeError('invalid_header', `Idempotency-Key must have 1 to ${KEY_LENGTH} characters.`);
  }
  const query = new URL(context.req.url).search;
  const workspace = (spec.workspaceAware && context.req.header('X-Workspace-Id')) || null;
  const target = workspace === null ? query : `${query} in ${workspace}`;
  return {
    key,
    route: `${spec.method.toUpperCase()} ${routedPath(context.req.path)}`,
    fingerprint: createHash('sha256')
      .update(`${target}\n${text.replaceAll(PASSWORD, '')}`)
      .digest('hex'),
    onReplay: () => context.header('Idempotency-Replayed', 'true'),
  };
};

const scopeOf = (context: AppContext, spec: RouteSpec, actor: Actor, text: string): Scope => {
  const workspace = spec.workspaceAware ? (context.req.header('X-Workspace-Id') ?? null) : null;
  if (workspace !== null && !ID_PATTERN.test(workspace)) {
    throw new EdgeError('not_found', 'X-Workspace-Id names no workspace here.');
  }
  return {
    actor,
    role: roleOf(spec),
    workspace,
    organization: context.req.header('X-Organization-Id') ?? null,
    ifMatch: takesIfMatch(spec) ? ifMatch(context) : null,
    source: 'api',
    message: null,
    idempotency: idempotency(context, spec, text),
  };
};

const NOBODY: Actor = { kind: 'login', user: '', credential: '', memberships: [] };

const pageOf = (spec: RouteSpec, query: unknown): PageRequest => {
  const { limit, cursor } = (spec.list ? (query ?? {}) : {}) as { limit?: number; cursor?: string };
  return { limit: limit ?? null, cursor: cursor ?? null };
};

/** JSON with its length, so that what is small stays uncompressed. */
const json = (context: AppContext, value: unknown, status: number): Response => {
  const body = JSON.stringify(value);
  context.header('Content-Type', 'application/json');
  context.header('Content-Length', String(Buffer.byteLength(body)));
  return context.body(body, status as 200);
};

const linkNext = (context: AppContext, next: string): void => {
  const url = new URL(context.req.url);
  url.searchParams.set('cursor', next);
  context.header('Link', `<${url.pathname}${url.search}>; rel="next"`);
};

/** Of the record, or of what lists the records. */
const versionOf = (spec: RouteSpec, result: unknown): string | null =>
  spec.list || spec.versioned ? ((result as { versionId?: string | null }).versionId ?? null) : null;

const answer = (context: AppContext, spec: RouteSpec, result: unknown): Response => {
  if (result instanceof Response) return result;
  if (spec.response === undefined) return context.body(null, 204);
  const { items, next } = (spec.list ? result : { items: result, next: null }) as VersionedList<unknown>;
  if (next !== null) linkNext(context, next);
  const version = versionOf(spec, result);
  if (version !== null) {
    const tag = entityTag(version);
    context.header('ETag', tag);
    if (spec.standsAlone && isKnown(context, tag)) return context.body(null, 304);
  }
  return json(context, items, spec.status ?? 200);
};

/** Answers lines of NDJSON; the last one says what failed. */
export const streamLines = (
  context: Context,
  source: AsyncIterable<unknown>,
  abort: AbortController,
  heartbeatMs?: number,
): Response =>
  lineStream(context, source, {
    abort,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    lineOf: (error) => {
      const { body, expected } = failureOf(error, String(context.get('requestId')));
      if (!expected) context.get('log').error({ error, requestId: context.get('requestId') }, 'stream failed');
      return { type: 'error', ...body };
    },
  });

/** Static segments first: `/v1/operations/bulk/` is not an operation called bulk. */
const bySpecificity = (a: Route, b: Route): number =>
  (a.spec.path.match(/\{/g)?.length ?? 0) - (b.spec.path.match(/\{/g)?.length ?? 0);

/** Mounts routes with everything that all of them have in common. */
export const mountRoutes = (app: App, routes: readonly Route[], deps: AppDependencies): void => {
  for (const { spec, handler } of routes.toSorted(bySpecificity)) {
    app.on(spec.method.toUpperCase(), pattern(spec.path), async (context) => {
      context.set('route', spec.path);
      const actor =
        spec.access === undefined ? await deps.identity.authenticate(context.req.header('Authorization')) : NOBODY;
      if (accessOf(spec) === 'login' && actor.kind === 'key') {
        throw new EdgeError('forbidden', 'No API key may do this; send the access token of a login.');
      }
      const params = checkedParams(context);
      const query = spec.query === undefined ? undefined : parse(spec.query, context.req.query());
      const text = spec.method === 'get' ? '' : await readText(context, deps.config.bodyLimitBytes);
      const abort = new AbortController();
      const scope = scopeOf(context, spec, actor, text);
      await spec.guard?.({ params, text, scope, context }, deps);
      let body: unknown;
      if (spec.body !== undefined) {
        const value = parseBody(context, text, spec.bodyFormats);
        if (spec.items !== undefined) limitItems(value, [spec.items].flat(), deps.config.bulkLimit);
        body = parse(spec.body, value);
      }
      const request = { params, query, body, text, scope, page: pageOf(spec, query), abort, context };
      return answer(context, spec, await handler(request, deps));
    });
  }
};
