import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { App } from '../variables.ts';

const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const CACHE = 'public, max-age=86400';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidegate API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
const START = `SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#swagger-ui', validatorUrl: null, deepLinking: true, docExpansion: 'none',
  persistAuthorization: false,
});
`;

const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Serves the OpenAPI document as a page (Swagger UI). All of its files come from this server. */
export const mountDocs = (app: App): void => {
  app.on('GET', ['/docs', '/docs/'], (context) => {
    context.header('Content-Security-Policy', POLICY);
    return context.html(PAGE);
  });
  app.get('/docs/start.js', (context) => {
    context.header('Content-Type', 'text/javascript; charset=utf-8');
    context.header('Cache-Control', CACHE);
    return context.body(START);
  });
  for (const [name, type] of Object.entries(ASSETS)) {
    app.get(`/docs/${name}`, async (context) => {
      context.header('Content-Type', type);
      context.header('Cache-Control', CACHE);
      return context.body(await readFile(path.join(folder, name)));
    });
  }
};
