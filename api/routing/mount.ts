import { memberOf } from '../../engine/recordOf.ts';
import { createHash, type Hash } from 'node:crypto';
import type { Context } from 'hono';
import { actorScope } from '../../schedule/access/actorScope.ts';
import type { Actor, IdempotencyRequest, Scope } from '../../schedule/types.ts';
import { accessOf, roleOf } from '../auth/accessTable.ts';
import { ID_PATTERN } from '../../schedule/entities/primitives.ts';
import type { AppConfig, AppDependencies } from '../dependencies.ts';
import { EdgeError, failureOf } from '../errors.ts';
import type { App, AppContext } from '../variables.ts';
import { answer, type Named } from './answer.ts';
import { type BodyShare, createBodyBudget } from './bodyBudget.ts';
import { ifMatch } from './conditions.ts';
import { pageOf } from './cursors.ts';
import { entranceOf } from './entrance.ts';
import { lineStream } from './lineStream.ts';
import { nameAuthors } from './nameAuthors.ts';
import { outcomeOf, UNCHANGED } from './outcome.ts';
import { parse, parseSlicedBody } from './parse.ts';
import { queryOf } from './queryOf.ts';
import { limitItems, NO_BODY, parseBody, type ReceivedBody, receiveBody } from './requestBody.ts';
import { RowReport } from './rowReport.ts';
import { type BodyLimits, type BodyRequest, type Route, type RouteSpec, takesIfMatch } from './route.ts';

const KEY_LENGTH = 255;
/** The most values in a body without long lists. */
const RECORD_VALUES = 100_000;
const isSlashed = (path: string): boolean => path.startsWith('/v1/') || path.startsWith('/auth/');

/** The path for the router: `/v1/…` and `/auth/…` with and without a slash at the end become the same path. */
export const routedPath = (path: string): string => (isSlashed(path) && !path.endsWith('/') ? `${path}/` : path);

const pattern = (path: string): string => routedPath(path).replaceAll(/\{(\w+)\}/g, ':$1');

/** The parameters of the path. Throws 404 for a malformed id, since no record can have it. */
const checkedParams = (context: AppContext): Record<string, string> => {
  const params: Record<string, string> = context.req.param();
  for (const value of Object.values(params)) {
    if (!ID_PATTERN.test(value)) throw new EdgeError('not_found', 'No record can have this id.');
  }
  return params;
};

/** Identifies a request with an idempotency key: a hash of its target and body. */
interface Fingerprint {
  readonly key: string;
  readonly hash: Hash;
}

/** The fingerprint of a request before its body; null when the request has no key, or the route ignores keys. Throws 400. */
const fingerprintOf = (context: AppContext, spec: RouteSpec): Fingerprint | null => {
  const key = context.req.header('Idempotency-Key');
  if (!spec.creates || key === undefined) return null;
  if (key === '' || key.length > KEY_LENGTH) {
    throw new EdgeError('invalid_header', `Idempotency-Key must have 1 to ${KEY_LENGTH} characters.`);
  }
  const query = new URL(context.req.url).search;
  const workspace = (spec.workspaceAware && context.req.header('X-Workspace-Id')) || null;
  const organization = context.req.header('X-Organization-Id');
  const inWorkspace = workspace === null ? '' : ` in ${workspace}`;
  const ofOrganization = organization === undefined ? '' : ` of ${organization}`;
  return { key, hash: createHash('sha256').update(`${query}${inWorkspace}${ofOrganization}\n`) };
};

const idempotency = (
  context: AppContext,
  spec: RouteSpec,
  fingerprint: Fingerprint | null,
): IdempotencyRequest | null => {
  if (fingerprint === null) return null;
  return {
    key: fingerprint.key,
    route: `${spec.method.toUpperCase()} ${routedPath(context.req.path)}`,
    fingerprint: fingerprint.hash.digest('hex'),
    onReplay: () => context.header('Idempotency-Replayed', 'true'),
  };
};

/** The text of a body for the fingerprint, without its secrets: from an unsalted hash, a secret could be guessed. */
const withoutSecrets = (value: unknown, secrets: readonly string[]): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).filter(([member]) => !secrets.includes(member)));
};

/** If-Match of a request. Throws 400 where a write could not check it: whoever sends it relies on it. */
const seenVersions = (context: AppContext, spec: RouteSpec): Scope['ifMatch'] => {
  if (takesIfMatch(spec)) return ifMatch(context);
  if (spec.method === 'get' || context.req.header('If-Match') === undefined) return null;
  const instead = spec.basedOn === 'items' ? 'send basedOn with each item instead' : 'send the request without it';
  throw new EdgeError(
    'invalid_header',
    `If-Match cannot be checked here, where no single version is replaced: ${instead}.`,
  );
};

/** The scope of a request, still without the idempotency key, whose fingerprint needs the body. */
const scopeOf = (context: AppContext, spec: RouteSpec, actor: Actor): Scope => {
  const header = context.req.header('X-Workspace-Id');
  if (spec.mainlineOnly && header !== undefined) {
    throw new EdgeError(
      'invalid_header',
      'This concerns the mainline, never a draft: send the request without X-Workspace-Id.',
    );
  }
  const workspace = spec.workspaceAware ? (header ?? null) : null;
  if (workspace !== null && !ID_PATTERN.test(workspace)) {
    throw new EdgeError('not_found', 'X-Workspace-Id names no workspace.');
  }
  return {
    ...actorScope(actor),
    role: roleOf(spec),
    workspace,
    organization: context.req.header('X-Organization-Id') ?? null,
    ifMatch: seenVersions(context, spec),
    onChange: spec.method === 'get' ? undefined : (change) => context.header('X-Change-Id', change),
  };
};

const NOBODY: Actor = { kind: 'login', user: '', credential: '', memberships: [] };

/** Streams a source as NDJSON; when it fails or the caller loses access, the last line has the error. */
export const streamLines = (
  context: Context,
  source: AsyncIterable<unknown>,
  abort: AbortController,
  heartbeatMs?: number,
): Response =>
  lineStream(context, source, {
    abort,
    stopping: context.get('stopping'),
    recheck: context.get('recheck'),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    lineOf: (error) => {
      const { body, expected } = failureOf(error, String(context.get('requestId')));
      if (!expected) context.get('log').error({ err: error, requestId: context.get('requestId') }, 'stream failed');
      return { type: 'error', ...body };
    },
  });

/**
 * Checks again, later, whether the caller of a request that came now still has access, in the same organization: another one of the caller's may have
 * the same id by then. An error that does not tell, such as that of a database that is away, is ignored.
 */
const recheckOf = async (
  context: AppContext,
  spec: RouteSpec,
  { params, scope }: Pick<Receiving, 'params' | 'scope'>,
  deps: AppDependencies,
) => {
  const sinceMs = deps.identity.clock();
  const entrance = entranceOf(spec.path, params);
  const organization = await deps.schedule.mayEnter(scope, entrance);
  return async (): Promise<void> => {
    try {
      const actor = await identify(context, spec, deps, sinceMs);
      await deps.schedule.mayEnter({ ...scope, actor, organization }, entrance);
    } catch (error) {
      if (failureOf(error, '').status < 500) throw error;
    }
  };
};

const asksDry = (input: unknown): boolean => memberOf(input, 'dryRun') === true;

/** Whether the whole body is here already, as a short one usually is. */
const hasArrived = ({ env }: AppContext): boolean => memberOf(env, 'incoming', 'complete') !== false;

interface Receiving {
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly scope: Scope;
  readonly fingerprint: Fingerprint | null;
  readonly share: BodyShare;
}

/** Receives the body, once it is clear that the caller has access. */
const receive = async (
  context: AppContext,
  spec: RouteSpec,
  { actor, params, scope, fingerprint, share }: Receiving,
  deps: AppDependencies,
): Promise<ReceivedBody> => {
  const { config } = deps;
  if (spec.method === 'get') return NO_BODY;
  if (spec.body !== undefined && actor !== NOBODY) await deps.schedule.mayEnter(scope, entranceOf(spec.path, params));
  const onBytes = spec.secrets === undefined ? fingerprint?.hash : undefined;
  const receiving = () =>
    receiveBody(context, {
      ...bodyLimits(spec, config),
      share,
      stallMs: config.bodyStallSeconds * 1000,
      ...(onBytes === undefined ? {} : { onBytes: (chunk) => onBytes.update(chunk) }),
    });
  if (hasArrived(context)) return receiving();
  // Bodies that arrive slowly are limited by their budget and their time, and take no place from requests that can be processed.
  const place = context.get('place');
  place?.leave();
  const received = await receiving();
  await place?.retake();
  return received;
};

/** Handles a request; the caller releases the body's share of the budget afterwards. */
const handle = async (
  context: AppContext,
  { spec, handler }: Route,
  { actor, share }: Pick<Receiving, 'actor' | 'share'>,
  deps: AppDependencies,
): Promise<Response> => {
  const params = checkedParams(context);
  const query = queryOf(context, spec);
  const before = scopeOf(context, spec, actor);
  if (spec.lines !== undefined) context.set('recheck', await recheckOf(context, spec, { params, scope: before }, deps));
  const fingerprint = fingerprintOf(context, spec);
  const received = await receive(context, spec, { actor, params, scope: before, fingerprint, share }, deps);
  const abort = new AbortController();
  await spec.guard?.({ params, bytes: received.bytes, scope: before, context }, deps);
  const { body, report } = await bodyOf(spec, received, {
    isDry: asksDry(query),
    fingerprint,
    config: deps.config,
    request: { query, params, scope: before, schedule: deps.schedule },
  });
  const isDry = spec.dryRun !== undefined && (asksDry(query) || asksDry(body));
  const scope = { ...before, idempotency: isDry ? null : idempotency(context, spec, fingerprint) };
  const request = { params, query, body, scope, page: pageOf(context, spec, query), abort, context, report };
  const outcome = isDry ? null : outcomeOf(spec, fingerprint !== null);
  if (outcome !== null) context.set('outcome', outcome);
  const named: Named = (result) => nameAuthors(result, (ids) => deps.schedule.authorNames(scope, ids));
  const answered: RouteSpec = isDry ? { ...spec, status: 200, response: spec.dryRun } : spec;
  return answer(context, answered, await inRows(report, handler(request, deps)), named);
};

/** Authenticates the caller, unless the route is open to everybody, and notes for the log who it is. Throws 401 and 403. */
const identify = async (
  context: AppContext,
  spec: RouteSpec,
  { identity }: AppDependencies,
  sinceMs?: number,
): Promise<Actor> => {
  if (spec.access !== undefined) return NOBODY;
  const actor = await identity.authenticate(context.req.header('Authorization'), sinceMs);
  context.set('credential', actor.credential);
  context.set('user', actor.user);
  const [membership] = actor.memberships;
  if (membership !== undefined) context.set('organization', membership.organization);
  if (accessOf(spec) === 'login' && actor.kind === 'key') {
    throw new EdgeError('forbidden', 'An API key may not do this; send the access token of a login.');
  }
  return actor;
};

/** Sorts paths with fewer parameters first, so that `/v1/operations/bulk/` does not match an operation with the id bulk. */
export const bySpecificity = (a: Pick<Route, 'spec'>, b: Pick<Route, 'spec'>): number =>
  (a.spec.path.match(/\{/g)?.length ?? 0) - (b.spec.path.match(/\{/g)?.length ?? 0);

/** Mounts the routes, with everything that they have in common: authentication, limits, parsing, idempotency and responses. */
export const mountRoutes = (app: App, routes: readonly Route[], deps: AppDependencies): void => {
  const budget = createBodyBudget(deps.config.bodiesBytes);
  for (const route of routes.toSorted(bySpecificity)) {
    const { spec } = route;
    app.on(spec.method.toUpperCase(), pattern(spec.path), async (context) => {
      context.set('route', spec.path);
      context.set('stopping', deps.stopping);
      if (outcomeOf(spec, false) !== null) context.set('outcome', UNCHANGED);
      const actor = await identify(context, spec, deps);
      if (spec.path.startsWith('/v1/plannings/{id}/')) context.set('planning', context.req.param('id'));
      const share = budget.open(actor === NOBODY ? (context.get('address') ?? 'unknown') : actor.user);
      try {
        return await handle(context, route, { actor, share }, deps);
      } finally {
        share.release();
      }
    });
  }
};

/** What a promise gives; a refusal names the rows of the body where these have names of their own. */
const inRows = async <T>(report: RowReport | undefined, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw report === undefined ? error : report.inFile(error);
  }
};

interface Parsing {
  readonly isDry: boolean;
  readonly fingerprint: Fingerprint | null;
  readonly config: AppConfig;
  readonly request: Omit<BodyRequest, 'json'>;
}

/** Parses the body by the route's schema; for a dry run of a list, also reports what is wrong with each row. */
const bodyOf = async (
  spec: RouteSpec,
  received: ReceivedBody,
  { isDry, fingerprint, config, request }: Parsing,
): Promise<{ readonly body: unknown; readonly report: RowReport | undefined }> => {
  const { lists } = spec;
  const hasRows = spec.dryRun !== undefined && spec.items !== undefined && lists !== undefined;
  const report = hasRows ? new RowReport(isDry) : undefined;
  if (spec.body === undefined) return { body: undefined, report };
  const value = await parseBody(received, spec.bodyFormats ?? {}, { ...bodyLimits(spec, config), report }, request);
  if (spec.items !== undefined) limitItems(value, [spec.items].flat(), config.bulkLimit);
  if (spec.secrets !== undefined) fingerprint?.hash.update(withoutSecrets(value, spec.secrets));
  if (lists === undefined) return { body: parse(spec.body, value), report };
  if (report?.isDry) return { body: await report.parse(spec.body, lists, value), report };
  return { body: await inRows(report, parseSlicedBody(spec.body, lists, value)), report };
};

/** The limits of a body: highest for bulk requests, lowest for public and unused bodies. */
const bodyLimits = (spec: RouteSpec, config: AppConfig): BodyLimits & { readonly limitBytes: number } => {
  const isLarge = spec.lists !== undefined || spec.large === true;
  const isPublic = spec.body === undefined || spec.access === 'public';
  const bytes = isPublic ? config.publicBodyLimitBytes : config.recordBodyLimitBytes;
  return {
    limitBytes: isLarge ? config.bodyLimitBytes : Math.min(bytes, config.bodyLimitBytes),
    shape: {
      depth: config.bodyDepth,
      values: isLarge ? config.bodyValues : Math.min(RECORD_VALUES, config.bodyValues),
      ...(spec.items === undefined ? {} : { items: config.bulkLimit }),
    },
    columns: config.csvColumns,
  };
};
