import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { EdgeError } from '../errors.ts';
import { REFRESH_SECONDS } from './tokens.ts';

/** The refresh token of a browser's session. Nothing but the few endpoints of `/auth/` that are handed this knows of it. */
export interface SessionCookie {
  /** What the browser brought; undefined: nothing. Throws 403 when a page of another site asked. */
  take(): string | undefined;
  /** Throws 403 when a page of another site asked. */
  put(refresh: string): void;
  end(): void;
}

/** By https no other origin and no plain http can set a cookie of this name. */
const nameOf = (isHttps: boolean): string => `${isHttps ? '__Secure-' : ''}tidegate_session`;

/**
 * Did a page of this very origin ask, or no browser at all? Browsers say so by themselves: `Sec-Fetch-Site` by https, `Origin` with every POST. By plain
 * http the host that was asked counts too, since such a server has many names.
 */
const isOwnPage = ({ req }: Context, publicUrl: string): boolean => {
  const site = req.header('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.header('Origin');
  if (origin === undefined || origin === new URL(publicUrl).origin) return true;
  return publicUrl.startsWith('http:') && origin === `http://${new URL(req.url).host}`;
};

/** Of one request. `publicUrl` is where users reach the service. */
export const sessionCookie = (context: Context, publicUrl: string): SessionCookie => {
  const secure = publicUrl.startsWith('https:');
  const name = nameOf(secure);
  const options = { path: '/auth/', httpOnly: true, sameSite: 'Strict', secure } as const;
  const requireOwnPage = (): void => {
    if (isOwnPage(context, publicUrl)) return;
    throw new EdgeError('forbidden', 'A page of another site asked; only those of this service have a session here.');
  };
  return {
    take() {
      requireOwnPage();
      return getCookie(context, name);
    },
    put(refresh) {
      requireOwnPage();
      setCookie(context, name, refresh, { ...options, maxAge: REFRESH_SECONDS });
    },
    end: () => void deleteCookie(context, name, options),
  };
};
