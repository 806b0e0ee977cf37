import { isOneOf } from '../../engine/recordOf.ts';
import type { Context, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import type { App } from '../variables.ts';
import type { BoardFile, BoardFiles } from './boardFiles.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
/** For files in `/assets/`, whose names contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600';
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/** Names the build in every response, so that a tab with an older board notices that there is a newer one. */
export const boardBuild = (build: string): MiddlewareHandler => {
  return async (context, next) => {
    context.header('X-Tidegate-Build', build);
    await next();
  };
};

/** The content security policy for a host. It names the addresses of sockets, since some browsers do not count them as 'self'. */
const policyFor = (host: string | undefined): string => {
  const sockets = host !== undefined && HOST.test(host) ? ` ws://${host} wss://${host}` : '';
  return [...POLICY, `connect-src 'self'${sockets}`].join('; ');
};

const isForPeople = (context: Context): boolean => context.req.header('Accept')?.includes('text/html') ?? false;

/** The page at `/` when the board is not built. */
const ABSENT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Tidegate</title></head>
<body>
<h1>The planning board is not built</h1>
<p>Run <code>npm ci &amp;&amp; npm run build</code> in Tidegate's folder, then start the server again. The interface is at <a href="/docs">/docs</a>.</p>
</body>
</html>
`;

/** Serves the board at `/` and at its links (`/p/…`), with its files; without a board (null), a plain page instead. */
export const mountBoard = (app: App, board: BoardFiles | null): void => {
  const page = board?.page.toString('utf8') ?? ABSENT;
  app.on('GET', ['/', '/p/*'], async (context, next) => {
    if (!isForPeople(context)) return next();
    context.header('Content-Security-Policy', policyFor(context.req.header('Host')));
    context.header('Cache-Control', 'no-cache');
    context.header('Vary', 'Accept', { append: true });
    return context.html(page);
  });
  for (const [path, file] of board?.files ?? []) {
    app.get(path, (context) => send(context, file, path.startsWith('/assets/') ? IMMUTABLE : SHORT));
  }
};

const COMPRESSED = ['br', 'gzip'] as const;

/** Sends a file in the smallest encoding that the client accepts. The compression middleware leaves such a response alone. */
const send = (context: Context, { type, bodies }: BoardFile, cache: string): Response => {
  const accepted = accepts(context, {
    header: 'Accept-Encoding',
    supports: [...COMPRESSED],
    default: 'identity',
    match: (taken) => {
      const takes = (name: string): boolean => taken.some(({ type: of, q }) => of === name && q > 0);
      return COMPRESSED.find((name) => bodies[name] !== null && takes(name)) ?? 'identity';
    },
  });
  const encoding = isOneOf(COMPRESSED, accepted) ? accepted : 'identity';
  const body = bodies[encoding] ?? bodies.identity;
  // A worker follows the policy that its own script was served with.
  context.header('Content-Security-Policy', policyFor(context.req.header('Host')));
  context.header('Content-Type', type);
  context.header('Cache-Control', cache);
  context.header('Content-Length', String(body.length));
  if (encoding !== 'identity') context.header('Content-Encoding', encoding);
  return context.body(new Uint8Array(body));
};
