import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { getPath } from 'hono/utils/url';
import type { AppDependencies } from './dependencies.ts';
import { LOCAL_CREDENTIAL } from './auth/identity.ts';
import { EdgeError, failureOf } from './errors.ts';
import { boardBuild, mountBoard } from './board/mountBoard.ts';
import { clientAddress } from './middleware/clientAddress.ts';
import { mountEvents } from './events/mountEvents.ts';
import { compression } from './middleware/compression.ts';
import { crossOrigin } from './middleware/crossOrigin.ts';
import { observe } from './middleware/observe.ts';
import { rateLimit } from './middleware/rateLimit.ts';
import { requestContext } from './middleware/requestContext.ts';
import { securityHeaders } from './middleware/securityHeaders.ts';
import { mountDocs } from './openapi/docsPage.ts';
import { openApiDocument } from './openapi/openApiDocument.ts';
import { ROUTES } from './routes/routes.ts';
import { sharedAnswer } from './sharedAnswer.ts';
import { mountRoutes, routedPath } from './routing/mount.ts';
import { outcomeAfter } from './routing/outcome.ts';
import type { App, Variables } from './variables.ts';

/** The whole HTTP interface. Each of its operations is a verb of the schedule or of identity. */
export const createApp = (deps: AppDependencies): App => {
  const { config, log, metrics } = deps;
  const app: App = new Hono<{ Variables: Variables }>({ getPath: (request) => routedPath(getPath(request)) });

  app.use(requestContext(log));
  app.use(observe(metrics, log));
  if (deps.board) app.use(boardBuild(deps.board.build));
  app.use(securityHeaders(config.publicUrl.startsWith('https:')));
  app.use(crossOrigin(config.corsOrigins));
  app.use(compression());
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (context, methods) => {
        const { method, path } = context.req;
        context.header('Allow', methods.join(', '));
        const detail = `${path} does not support ${method}; it supports ${methods.join(', ')}.`;
        return context.json({ detail, code: 'method_not_allowed' }, 405);
      },
    }),
  );
  app.use(clientAddress(config.trustedProxies ?? []));
  app.use(rateLimit(config, deps));

  mountRoutes(app, ROUTES, deps);
  if (deps.events !== undefined) mountEvents(app, deps.events, deps);
  mountService(app, deps);
  if (deps.backup !== undefined) mountBackup(app, deps.backup, deps);
  mountDocs(app);
  if (deps.board !== undefined) mountBoard(app, deps.board);
  // After the board, which answers browsers at the same path.
  app.get('/', (context) => {
    context.header('Vary', 'Accept', { append: true });
    return context.json({ service: 'Tidegate', documentation: '/docs', openapi: '/openapi.json', health: '/healthz' });
  });

  app.notFound((context) => {
    const { status, body } = failureOf(new EdgeError('path_not_found', `There is no path ${context.req.path}.`), '');
    return context.json(body, status);
  });
  app.onError((error, context) => {
    const requestId = context.get('requestId');
    const { status, body, headers, expected } = failureOf(error, requestId);
    if (!expected) log.error({ err: error, requestId, path: context.req.path }, 'request failed');
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    const outcome = body.code === 'database_unavailable' ? outcomeAfter(error, context.get('outcome')) : undefined;
    return context.json(outcome === undefined ? body : { ...body, detail: `${body.detail} ${outcome}` }, status);
  });
  return app;
};

/** Serves `tidegate backup` on the server's own machine. Anybody else gets the same response as for a path that does not exist. */
const mountBackup = (app: App, backup: () => Promise<ReadableStream>, { identity }: AppDependencies): void => {
  app.get('/auth/internal/backup/', async (context) => {
    const { credential } = await identity.authenticate(context.req.header('Authorization'));
    if (credential !== LOCAL_CREDENTIAL) return context.notFound();
    context.header('Content-Type', 'application/gzip');
    return context.body(await backup());
  });
};

/** Endpoints for operators and tools: health, readiness, metrics, and the OpenAPI document. */
const mountService = (app: App, { config, events, metrics, unready }: AppDependencies): void => {
  let document: string | undefined;
  app.get('/openapi.json', (context) => {
    document ??= JSON.stringify(openApiDocument(ROUTES, config.publicUrl, { hasEvents: events !== undefined }));
    context.header('Content-Type', 'application/json');
    return context.body(document);
  });
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const refusal = await unready();
    if (refusal === null) return context.json({ status: 'ready' });
    context.header('Retry-After', '5');
    return context.json(refusal, 503);
  });
  const exposition = sharedAnswer(() => metrics.metrics());
  app.get('/metrics', async (context) => {
    context.header('Content-Type', metrics.contentType);
    return context.body(await exposition());
  });
};
