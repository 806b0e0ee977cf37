import type { MiddlewareHandler } from 'hono';

const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Sets security headers on every response. The default policy allows nothing; a page that needs more sets its own Content-Security-Policy first. */
export const securityHeaders = (isHttps: boolean): MiddlewareHandler => {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', API_POLICY);
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    if (isHttps) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  };
};
