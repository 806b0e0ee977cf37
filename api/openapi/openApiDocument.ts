import { present } from '../../engine/present.ts';
import { z } from 'zod';
import { accessOf } from '../auth/accessTable.ts';
import { ClashBody, ErrorBody, StaleBody } from '../contract/error.ts';
import { Id } from '../../schedule/entities/primitives.ts';
import { type Route, type RouteSpec, takesIfMatch } from '../routing/route.ts';
import { ComponentSchemas, type JsonSchema, type OpenApiObject } from './componentSchemas.ts';
import { EVENTS_FAILURES, EVENTS_PATH, EVENTS_TAG, eventsOperation } from './eventsOperation.ts';
import { exampleOf } from './exampleOf.ts';

export const API_VERSION = '1.0.0';
const text: OpenApiObject = { type: 'string' };

const PARAMETERS: Readonly<Record<string, OpenApiObject>> = {
  Workspace: {
    name: 'X-Workspace-Id',
    in: 'header',
    description:
      'The workspace that is read and written. Reads lay it over the mainline; for writes it has to be DRAFT. An unknown one gives 404.',
    schema: { $ref: '#/components/schemas/Id' },
  },
  Organization: {
    name: 'X-Organization-Id',
    in: 'header',
    description: 'Limits look-ups to one organization. Needed when an id exists in two organizations of the user.',
    schema: { $ref: '#/components/schemas/Id' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag that was read. The response is 412 when the record has changed since. `*` matches any version. Writes without this parameter refuse the header with 400.',
    schema: text,
    example: '"0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag that was read. The response is 304 when the record still has that version.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Within 24 hours, a request with the same key and body gets the response of the first one. With another body it gets 422, and while the first one is in flight 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'The id of the request. The service keeps a valid one and otherwise makes one; the response repeats it.',
    schema: { type: 'string', maxLength: 128 },
  },
};

const HEADERS: Readonly<Record<string, OpenApiObject>> = {
  ETag: { description: 'The version of the record.', schema: text },
  Change: {
    description:
      'For a write, the changeset that it made; absent when nothing was written. For an export, the last changeset that is visible in it.',
    schema: text,
  },
  Link: { description: 'The next page: `<…>; rel="next"`.', schema: text },
  Location: { description: 'The address of the new record.', schema: text },
  RequestId: { description: 'The id of the request; quote it when you report a problem.', schema: text },
  Replayed: { description: '`true` when this repeats the response of an earlier request.', schema: text },
  RetryAfter: { description: 'How many seconds to wait.', schema: { type: 'integer' } },
  Challenge: {
    description: 'The scheme that credentials need; always Token.',
    schema: { type: 'string', enum: ['Token'] },
  },
};

const FAILURES: Readonly<
  Record<number, { readonly name: string; readonly description: string; readonly header?: string }>
> = {
  400: {
    name: 'BadRequest',
    description: 'The input is malformed, with every problem at once, or a rule refuses it, with its code.',
  },
  401: {
    name: 'Unauthenticated',
    description: 'The request has no credentials, or wrong ones.',
    header: 'WWW-Authenticate',
  },
  403: { name: 'Forbidden', description: 'The credentials are valid, but their role does not allow the request.' },
  404: {
    name: 'NotFound',
    description:
      'The record does not exist, was deleted, or belongs to another organization; the response does not say which.',
  },
  409: { name: 'Conflict', description: 'There is a clash, or a request with the same Idempotency-Key is in flight.' },
  412: { name: 'PreconditionFailed', description: 'If-Match or basedOn does not name the current version.' },
  408: { name: 'BodyIncomplete', description: 'The body ended before it was complete, or came too slowly.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The content type of the body is not supported, or the body is compressed.',
  },
  422: { name: 'IdempotencyReused', description: 'The Idempotency-Key was used for another body.' },
  426: { name: 'UpgradeRequired', description: 'The endpoint is a WebSocket, and the request does not ask for one.' },
  429: { name: 'TooManyRequests', description: 'The rate limit is exceeded.', header: 'Retry-After' },
  500: { name: 'Unexpected', description: 'The service failed unexpectedly; quote X-Request-Id when you report it.' },
  503: {
    name: 'Unavailable',
    description:
      'The server is shutting down, a queue is full, a search got stuck, the database is unavailable, the requests in progress use all memory for bodies, or others write too fast for a draft to be merged.',
    header: 'Retry-After',
  },
};

const ref = (kind: string, name: string): OpenApiObject => ({ $ref: `#/components/${kind}/${name}` });

const statusesOf = (spec: RouteSpec): number[] => {
  const statuses = [400, 429, 500, 503];
  if (spec.access !== 'public') statuses.push(401, 403, 404);
  else if (spec.method === 'post') statuses.push(401);
  if (spec.hasSession) statuses.push(403);
  // A body is read even where the operation has none.
  if (spec.method !== 'get') statuses.push(408, 413, 415, 503);
  if (spec.creates) statuses.push(409, 422);
  else if (spec.path.endsWith('/rebase/')) statuses.push(409);
  if (takesIfMatch(spec) || spec.basedOn === 'items') statuses.push(412);
  if (spec.status === 303) statuses.push(401, 404);
  return statuses.sort((a, b) => a - b);
};

const headersOf = (spec: RouteSpec): OpenApiObject => ({
  'X-Request-Id': ref('headers', 'RequestId'),
  ...((spec.versioned && spec.response) || spec.standsAlone ? { ETag: ref('headers', 'ETag') } : {}),
  ...(spec.method !== 'get' || spec.path.endsWith('/export/') ? { 'X-Change-Id': ref('headers', 'Change') } : {}),
  ...(spec.list ? { Link: ref('headers', 'Link') } : {}),
  ...(spec.creates ? { 'Idempotency-Replayed': ref('headers', 'Replayed') } : {}),
  ...(spec.status === 202 || spec.status === 303 ? { Location: ref('headers', 'Location') } : {}),
});

const parametersOf = (spec: RouteSpec, schemas: ComponentSchemas): OpenApiObject[] => {
  const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas.add(Id),
  }));
  const shape: Readonly<Record<string, z.ZodType>> = spec.query instanceof z.ZodObject ? spec.query.shape : {};
  const inQuery = Object.entries(shape).map(([name, schema]) => {
    const { description, pattern, ...rest } = schemas.add(schema);
    const plain = pattern === undefined || rest['type'] === 'integer' ? rest : { ...rest, pattern };
    const required = !schema.safeParse(undefined).success && !(schema instanceof z.ZodExactOptional);
    return { name, in: 'query', required, ...(description === undefined ? {} : { description }), schema: plain };
  });
  const inHeader = [
    ...(spec.workspaceAware ? ['Workspace'] : []),
    ...(spec.access === undefined ? ['Organization'] : []),
    ...(spec.standsAlone ? ['IfNoneMatch'] : []),
    ...(takesIfMatch(spec) ? ['IfMatch'] : []),
    ...(spec.creates ? ['IdempotencyKey'] : []),
    'RequestId',
  ];
  return [...inPath, ...inQuery, ...inHeader.map((name) => ref('parameters', name))];
};

const security = (spec: RouteSpec): OpenApiObject[] => {
  if (spec.access === 'public') return [];
  return spec.access === 'webhook' ? [{ webhookSignature: [] }] : [{ tokenAuth: [] }, { bearerAuth: [] }];
};

/** A media type with its schema and an example. */
const shown = (schema: JsonSchema, { components }: ComponentSchemas): OpenApiObject => ({
  schema,
  example: exampleOf(schema, components),
});

/** The media types of a response with content. */
const contentOf = (spec: RouteSpec, schemas: ComponentSchemas): Record<string, OpenApiObject> => {
  const content: Record<string, OpenApiObject> = {};
  if (spec.response !== undefined) {
    const schema = schemas.add(spec.response);
    content['application/json'] = shown(spec.list ? { type: 'array', items: schema } : schema, schemas);
    if (spec.dryRun !== undefined && (spec.status ?? 200) === 200) {
      const either = { anyOf: [schema, schemas.add(spec.dryRun)] };
      content['application/json'] = { ...content['application/json'], schema: either };
    }
  }
  if (spec.lines !== undefined) {
    content['application/x-ndjson'] = shown(schemas.add(spec.lines), schemas);
  }
  if (spec.text !== undefined) content[spec.text] = { schema: text };
  return content;
};

const requestBodyOf = (spec: RouteSpec, body: z.ZodType, schemas: ComponentSchemas): OpenApiObject => ({
  required: !(spec.hasSession && body.safeParse({}).success),
  content: {
    'application/json': shown(schemas.add(body), schemas),
    ...Object.fromEntries(Object.keys(spec.bodyFormats ?? {}).map((format) => [format, { schema: text }])),
  },
});

const operationOf = (spec: RouteSpec, schemas: ComponentSchemas): OpenApiObject => {
  const content = contentOf(spec, schemas);
  const hasContent = Object.keys(content).length > 0;
  const status = spec.status ?? (hasContent ? 200 : 204);
  return {
    operationId: spec.operationId ?? operationId(spec),
    tags: [spec.tag],
    summary: spec.summary,
    ...descriptionOf(spec),
    security: security(spec),
    'x-access': accessOf(spec),
    parameters: parametersOf(spec, schemas),
    ...(spec.body === undefined ? {} : { requestBody: requestBodyOf(spec, spec.body, schemas) }),
    responses: {
      [status]: { description: spec.summary, headers: headersOf(spec), ...(hasContent ? { content } : {}) },
      ...(spec.dryRun === undefined || status === 200 ? {} : dryRunAnswer(schemas.add(spec.dryRun), schemas)),
      ...emptyAnswers(spec),
      ...failuresOf(statusesOf(spec)),
    },
  };
};

const descriptionOf = ({ description, mainlineOnly }: RouteSpec): OpenApiObject => {
  const sentences = [description, mainlineOnly && 'It applies only to the mainline: X-Workspace-Id is refused.'];
  const text = sentences.filter((sentence) => sentence !== undefined).join(' ');
  return text === '' ? {} : { description: text };
};

const emptyAnswers = ({ accepts, standsAlone }: RouteSpec): OpenApiObject => ({
  ...(accepts ? { 202: { description: 'The message was accepted and has no response.' } } : {}),
  ...(standsAlone ? { 304: { description: 'The record still has the version of If-None-Match.' } } : {}),
});

const dryRunAnswer = (schema: JsonSchema, schemas: ComponentSchemas): OpenApiObject => ({
  200: {
    description: 'With dryRun, what the request would do. Nothing was written.',
    headers: { 'X-Request-Id': ref('headers', 'RequestId') },
    content: { 'application/json': shown(schema, schemas) },
  },
});

/** `GET /v1/plannings/{id}/tags/` → `getPlanningsByIdTags`. */
const operationId = ({ method, path }: RouteSpec): string =>
  method +
  path
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'v1')
    .map((segment) => segment.replace(/^\{(.*)\}$/, 'by-$1'))
    .flatMap((segment) => segment.split(/[^A-Za-z0-9]+/))
    .filter((word) => word !== '')
    .map((word) => present(word[0]).toUpperCase() + word.slice(1))
    .join('');

const failuresOf = (statuses: readonly number[]): OpenApiObject =>
  Object.fromEntries(statuses.map((code) => [code, ref('responses', present(FAILURES[code]).name)]));

/** The responses of each failing status, by name. */
const failureResponses = (schemas: ComponentSchemas, hasEvents: boolean): OpenApiObject => {
  const error = schemas.add(ErrorBody);
  const clash = schemas.add(ClashBody);
  const stale = schemas.add(StaleBody);
  const responses = Object.entries(FAILURES)
    .filter(([status]) => hasEvents || status !== '426')
    .map(([status, { name, description, header }]) => {
      const schema = status === '409' ? { anyOf: [clash, error] } : status === '412' ? stale : error;
      const named: Record<string, OpenApiObject> = { 'X-Request-Id': ref('headers', 'RequestId') };
      if (header !== undefined) named[header] = ref('headers', header === 'Retry-After' ? 'RetryAfter' : 'Challenge');
      return [name, { description, headers: named, content: { 'application/json': { schema } } }];
    });
  return Object.fromEntries(responses);
};

/** The OpenAPI 3.1 document of the mounted routes, and of the event socket where there is one. */
export const openApiDocument = (
  routes: readonly Route[],
  publicUrl: string,
  { hasEvents }: { readonly hasEvents: boolean },
): OpenApiObject => {
  const schemas = new ComponentSchemas();
  const paths: Record<string, Record<string, OpenApiObject>> = {};
  for (const { spec } of routes) {
    const path = (paths[spec.path] ??= {});
    path[spec.method] = operationOf(spec, schemas);
  }
  if (hasEvents) {
    paths[EVENTS_PATH] = {
      get: eventsOperation(schemas, {
        parameters: [ref('parameters', 'Organization'), ref('parameters', 'RequestId')],
        headers: { 'X-Request-Id': ref('headers', 'RequestId') },
        failures: failuresOf(EVENTS_FAILURES),
      }),
    };
  }
  const responses = failureResponses(schemas, hasEvents);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidegate',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set([...routes.map(({ spec }) => spec.tag), ...(hasEvents ? [EVENTS_TAG] : [])])].map((name) => ({
      name,
    })),
    paths,
    components: {
      schemas: schemas.components,
      parameters: PARAMETERS,
      headers: HEADERS,
      responses,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
};

const SECURITY_SCHEMES: OpenApiObject = {
  tokenAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Required prefix Token: `Token <API_KEY>`. An access token is accepted too.',
  },
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT or API key' },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'A signature as in Standard Webhooks: webhook-id, webhook-timestamp and webhook-signature, signed with the secret of the task.',
  },
};

const DESCRIPTION = `Assigns operations to resources over time.

Paths end in \`/\`; the same path without it works identically. Bodies are JSON; an absent body counts as \`{}\`. Unknown members of
a write are refused, except inside metadata and the data of preferences; a record's read-only members are accepted and ignored, so
that a record can be read, edited and sent back. Timestamps have an offset or \`Z\`; those in responses are UTC. Timestamps in queries are Unix seconds.
A query has each parameter at most once, and a write is refused if it has one that is unknown.
Computed numbers are rounded: seconds to 3 decimals, costs to 2, probabilities, ratios and gaps to 4.

Lists are bare arrays; with \`limit\`, the header \`Link\` has the address of the next page. Every error is \`{ detail, code }\`; a validation error
lists all problems in \`errors\` with dotted paths, such as \`inboundTask.expectedTime\`, \`3.planning\` or \`operations.3.inboundTask.sigma\`.`;
