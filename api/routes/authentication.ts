import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SignOn } from '../auth/signOn.ts';
import {
  ExchangeRequest,
  Jwks,
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

const tag = 'Authentication';

const configured = (signOn: SignOn | null): SignOn => {
  if (signOn === null) throw new EdgeError('not_found', 'No single sign-on is configured here.');
  return signOn;
};

/** Only this origin's callback may see it, no script, and no request that another site makes. */
const cookieOptions = (name: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: name.startsWith('__Host-') }) as const;

/** People get a page of the board that says what was wrong; others the error. */
const finish = async (context: Context, signOn: SignOn): Promise<Response> => {
  const { search, searchParams } = new URL(context.req.url);
  const name = signOn.ticketName(searchParams.get('state') ?? '');
  const ticket = getCookie(context, name);
  if (ticket !== undefined) deleteCookie(context, name, cookieOptions(name));
  try {
    return context.redirect(await signOn.finish(search, ticket), 303);
  } catch (error) {
    const isForPeople = context.req.header('Accept')?.includes('text/html');
    if (!(error instanceof EdgeError) || !isForPeople) throw error;
    return context.redirect(signOn.failed(error.code, error.message), 303);
  }
};

export const authenticationRoutes = [
  route(
    {
      method: 'post',
      path: '/auth/login/',
      tag,
      summary: 'Log in with e-mail and password',
      body: LoginRequest,
      response: Session,
      access: 'public',
    },
    ({ body, context }, { identity }) => identity.login(body, context.get('address') ?? 'unknown'),
  ),
  route(
    {
      method: 'post',
      path: '/auth/logout/',
      tag,
      summary: 'Log out',
      description: 'Ends the login that the refresh token descends from.',
      body: RefreshRequest,
      access: 'public',
    },
    ({ body }, { identity }) => identity.logout(body.refresh),
  ),
  route(
    {
      method: 'post',
      path: '/auth/refresh/',
      tag,
      summary: 'Exchange a refresh token for a new pair',
      description: 'The old token is worth nothing any more; its second use ends the whole login.',
      body: RefreshRequest,
      response: TokenPair,
      access: 'public',
    },
    ({ body }, { identity }) => identity.refresh(body.refresh),
  ),
  route(
    {
      method: 'post',
      path: '/auth/oidc/exchange',
      tag,
      summary: 'Exchange a one-time code of a single sign-on',
      body: ExchangeRequest,
      response: Session,
      access: 'public',
    },
    ({ body }, { identity }) => identity.exchange(body.code),
  ),
  route(
    {
      method: 'get',
      path: '/auth/oidc/login/',
      tag,
      summary: 'Go to the single sign-on',
      description: 'Redirects a browser to the issuer: authorization code with PKCE, state and nonce.',
      query: SignOnQuery,
      status: 303,
      access: 'public',
    },
    async ({ query, context }, { identity }) => {
      const { url, ticket } = await configured(identity.signOn).begin(query.return);
      setCookie(context, ticket.name, ticket.value, { ...cookieOptions(ticket.name), maxAge: ticket.seconds });
      return context.redirect(url, 303);
    },
  ),
  route(
    {
      method: 'get',
      path: '/auth/oidc/callback/',
      tag,
      summary: 'Come back from the single sign-on',
      description:
        'Redirects the browser to the board with `#code=…`, good once and for 60 s at `/auth/oidc/exchange`; or with `#error=…`.',
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
