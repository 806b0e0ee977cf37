import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { EdgeError } from '../errors.ts';
import { REFRESH_SECONDS } from './tokens.ts';

/** The cookie with the refresh token of a browser's session. Only the few endpoints of `/auth/` that receive this object can use it. */
export interface SessionCookie {
  /** The refresh token that the browser sent; undefined when it sent none. Throws 403 when a page of another site made the request. */
  take(): string | undefined;
  /** Stores the refresh token in the browser. Throws 403 when a page of another site made the request. */
  put(refresh: string): void;
  end(): void;
}

/** The cookie's name. Over https it has a prefix, with which no page served over plain http can set the cookie (RFC 6265bis, 4.1.3.1). */
const nameOf = (isHttps: boolean): string => `${isHttps ? '__Secure-' : ''}tidegate_session`;

/**
 * Whether the request comes from a page of this origin, or from no browser at all. Browsers send `Sec-Fetch-Site` over https, and `Origin` with every
 * POST. Over plain http, the requested host also counts as this origin, since such a server often has several names.
 */
const isOwnPage = ({ req }: Context, publicUrl: string): boolean => {
  const site = req.header('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.header('Origin');
  if (origin === undefined || origin === new URL(publicUrl).origin) return true;
  return publicUrl.startsWith('http:') && origin === `http://${new URL(req.url).host}`;
};

/** The session cookie of one request. `publicUrl` is the address at which users reach the service. */
export const sessionCookie = (context: Context, publicUrl: string): SessionCookie => {
  const secure = publicUrl.startsWith('https:');
  const name = nameOf(secure);
  const options = { path: '/auth/', httpOnly: true, sameSite: 'Strict', secure } as const;
  const requireOwnPage = (): void => {
    if (isOwnPage(context, publicUrl)) return;
    throw new EdgeError(
      'forbidden',
      'The request came from a page of another site; only pages of this service may use its sessions.',
    );
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
