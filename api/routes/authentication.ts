import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Session as NewSession } from '../auth/identity.ts';
import { type SessionCookie, sessionCookie } from '../auth/sessionCookie.ts';
import type { SignOn } from '../auth/signOn.ts';
import {
  ExchangeRequest,
  Jwks,
  LoginMethods,
  LoginRequest,
  RefreshRequest,
  Session,
  SignOnQuery,
  TokenClaims,
  TokenPair,
} from '../contract/auth.ts';
import { EdgeError } from '../errors.ts';
import { CLAIMS } from '../auth/tokens.ts';
import { route } from '../routing/route.ts';
import type { AppContext } from '../variables.ts';

const tag = 'Authentication';

const configured = (signOn: SignOn | null): SignOn => {
  if (signOn === null) throw new EdgeError('not_found', 'No single sign-on is configured here.');
  return signOn;
};

/** The options of the sign-on cookie: no script can read it, and no subrequest of another site sends it. */
const cookieOptions = (name: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: name.startsWith('__Host-') }) as const;

/**
 * Redirects to where a step of a sign-on leads. When it fails, browsers are redirected to the board, which shows the error; other clients get the
 * error itself. The log has the reason.
 */
const leadOn = async (context: AppContext, signOn: SignOn, step: () => Promise<string>): Promise<Response> => {
  try {
    return context.redirect(await step(), 303);
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    const { code, message, cause } = error;
    const reason = cause instanceof Error ? cause.message : message;
    context.get('log').warn({ requestId: context.get('requestId'), code, reason }, 'single sign-on failed');
    if (!context.req.header('Accept')?.includes('text/html')) throw error;
    return context.redirect(signOn.failed(code, message), 303);
  }
};

const finish = (context: AppContext, signOn: SignOn): Promise<Response> => {
  const { search, searchParams } = new URL(context.req.url);
  const name = signOn.ticketName(searchParams.get('state') ?? '');
  const ticket = getCookie(context, name);
  if (ticket !== undefined) deleteCookie(context, name, cookieOptions(name));
  return leadOn(context, signOn, () => signOn.finish(search, ticket));
};

/** Logs in. With a cookie, the refresh token is kept where no script can read it; a page of another site is refused before the login. */
const begin = async (context: AppContext, cookie: SessionCookie | null, login: () => Promise<NewSession>) => {
  cookie?.take();
  const session = await login();
  context.set('user', session.user.id);
  if (cookie === null) return session;
  const { refresh, ...rest } = session;
  cookie.put(refresh);
  return rest;
};

const IN_A_SESSION =
  'With `session: true`, which only pages of this service can use, the refresh token is an HttpOnly cookie instead of a member of the response.';

export const authenticationRoutes = [
  route(
    {
      method: 'get',
      path: '/auth/methods/',
      tag,
      summary: 'The ways to log in',
      response: LoginMethods,
      access: 'public',
    },
    async (_request, { identity: { signOn } }) => ({
      password: true as const,
      signOn: signOn === null ? null : { name: signOn.name },
    }),
  ),
  route(
    {
      method: 'post',
      path: '/auth/login/',
      tag,
      summary: 'Log in with email and password',
      description: IN_A_SESSION,
      body: LoginRequest,
      response: Session,
      access: 'public',
      hasSession: true,
    },
    ({ body, context }, { identity, config }) =>
      begin(context, body.session === true ? sessionCookie(context, config.publicUrl) : null, () =>
        identity.login(body, context.get('address') ?? 'unknown'),
      ),
  ),
  route(
    {
      method: 'post',
      path: '/auth/logout/',
      tag,
      summary: 'Log out',
      description:
        "Ends the login that the refresh token descends from. Without a body, the token is that of the session's cookie.",
      body: RefreshRequest,
      access: 'public',
      hasSession: true,
    },
    async ({ body, context }, { identity, config }) => {
      if (body.refresh !== undefined) return identity.logout(body.refresh);
      const cookie = sessionCookie(context, config.publicUrl);
      const refresh = cookie.take();
      if (refresh !== undefined) await identity.logout(refresh);
      cookie.end();
    },
  ),
  route(
    {
      method: 'post',
      path: '/auth/refresh/',
      tag,
      summary: 'Exchange a refresh token for a new pair',
      description:
        "Without a body, the token is that of the session's cookie, which is replaced. A used token is accepted once more within 10 s, so that two tabs do not log each other out; any later use of it ends the whole login.",
      body: RefreshRequest,
      response: TokenPair,
      access: 'public',
      hasSession: true,
    },
    async ({ body, context }, { identity, config }) => {
      if (body.refresh !== undefined) return identity.refresh(body.refresh);
      const cookie = sessionCookie(context, config.publicUrl);
      const { access, refresh } = await identity.refresh(cookie.take() ?? '');
      cookie.put(refresh);
      return { access };
    },
  ),
  route(
    {
      method: 'post',
      path: '/auth/oidc/exchange',
      tag,
      summary: 'Exchange a one-time code of a single sign-on',
      description: `A code can be used once, within 60 s. ${IN_A_SESSION}`,
      body: ExchangeRequest,
      response: Session,
      access: 'public',
      hasSession: true,
    },
    ({ body, context }, { identity, config }) =>
      begin(context, body.session === true ? sessionCookie(context, config.publicUrl) : null, () =>
        identity.exchange(body.code),
      ),
  ),
  route(
    {
      method: 'get',
      path: '/auth/oidc/login/',
      tag,
      summary: 'Go to the single sign-on',
      description:
        'Redirects a browser to the issuer, or to the board with `#error=…` when the issuer does not respond. The flow is the authorization code flow with PKCE, state and nonce.',
      query: SignOnQuery,
      status: 303,
      access: 'public',
    },
    async ({ query, context }, { identity }) => {
      const signOn = configured(identity.signOn);
      return leadOn(context, signOn, async () => {
        const { url, ticket } = await signOn.begin(query.return);
        setCookie(context, ticket.name, ticket.value, { ...cookieOptions(ticket.name), maxAge: ticket.seconds });
        return url;
      });
    },
  ),
  route(
    {
      method: 'get',
      path: '/auth/oidc/callback/',
      tag,
      summary: 'Come back from the single sign-on',
      description:
        'Redirects the browser to the board with `#code=…`, which can be used once within 60 s at `/auth/oidc/exchange`, or with `#error=…`.',
      status: 303,
      access: 'public',
    },
    ({ context }, { identity }) => finish(context, configured(identity.signOn)),
  ),
  route(
    {
      method: 'get',
      path: '/auth/internal/docs-only/token-claims/',
      tag,
      summary: 'What the claims of tokens mean',
      response: TokenClaims,
      access: 'public',
    },
    async () => ({ claims: [...CLAIMS] }),
  ),
  route(
    {
      method: 'get',
      path: '/.well-known/jwks.json',
      tag,
      summary: 'Public keys of the tokens',
      response: Jwks,
      access: 'public',
    },
    (_request, { identity }) => identity.tokens.jwks(),
  ),
];
