import {
  ExchangeRequest,
  Jwks,
  LoginRequest,
  RefreshRequest,
  Session,
  TokenClaims,
  TokenPair,
} from '../contract/auth.ts';
import { CLAIMS } from '../auth/tokens.ts';
import { route } from '../routing/route.ts';

const tag = 'Authentication';

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
