import { asError, messageOf } from '../../engine/messageOf.ts';
import { memberOf } from '../../engine/recordOf.ts';
import { createHmac, randomBytes } from 'node:crypto';
import * as openid from 'openid-client';
import type { Role } from '../contract/organization.ts';
import { EdgeError, unauthenticated } from '../errors.ts';
import type { OutgoingFetch } from '../outgoing/outgoingFetch.ts';
import type { LoginStore, UserStore } from './ports.ts';
import { groupsOf, type RoleMapping } from './signedOnRoles.ts';
import { type SignedOn, userOf } from './signedOnUser.ts';
import { hashToken } from './tokens.ts';

const GRANT_SECONDS = 60;
const TICKET_SECONDS = 600;
const DISCOVERY_MS = 60 * 60_000;
const TIMEOUT_SECONDS = 10;
/** How far this machine's clock may move against the service's before the protocol's library is told; the library itself tolerates 30 s. */
const SKEW_SECONDS = 5;
const RETRY = { headers: { 'Retry-After': '10' } };

export interface SignOnOptions {
  /** The name that users see. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** The requested scopes, separated by spaces. */
  readonly scope: string;
  /** The address at which users reach this service, without a slash at the end. */
  readonly publicUrl: string;
  /** The path of the board, where a sign-on ends. */
  readonly boardPath: string;
  /** The organization and role of new users; null when they have none until an admin adds them. */
  readonly membership: { readonly organization: string; readonly role: Role } | null;
  /** The roles that the issuer's groups grant at each sign-on. When absent, memberships are managed in this service alone. */
  readonly roleMapping?: RoleMapping;
  /** The email domains that may sign on; all when empty. */
  readonly domains: readonly string[];
  readonly fetch: OutgoingFetch;
}

/** The cookie that the browser keeps while it is at the issuer. Nobody else sees its value. */
export interface Ticket {
  readonly name: string;
  readonly value: string;
  readonly seconds: number;
}

export interface SignOn {
  readonly name: string;
  /**
   * Returns the address to which the browser is redirected, and the ticket with which it has to return. Throws 503 when the issuer does not respond.
   */
  begin(returnPath: string | undefined): Promise<{ readonly url: string; readonly ticket: Ticket }>;
  /** The name of the cookie that has the ticket of a callback with this `state`. */
  ticketName(state: string): string;
  /** Returns, for the query of a callback, the address of the board with a one-time code in its fragment. Throws 401 and 503. */
  finish(query: string, ticket: string | undefined): Promise<string>;
  /** The address of the board with an error in its fragment. */
  failed(code: string, detail: string): string;
}

type Store = UserStore & Pick<LoginStore, 'addLoginGrant' | 'useOnce' | 'revokeLogins'>;

/** Derives state, nonce and verifier from the ticket, so that no node has to store them and only this browser can return. */
const draw = (ticket: string, what: 'state' | 'nonce' | 'verifier'): string =>
  createHmac('sha256', ticket).update(what).digest('base64url');

const TICKET = /^(\d{13})\.[\w-]{43}\.([\w-]*)$/;

const isHere = (path: string, publicUrl: string): boolean => {
  const isPath = path.startsWith('/') && URL.canParse(path, publicUrl);
  return isPath && new URL(path, publicUrl).origin === new URL(publicUrl).origin;
};

/**
 * The address of a page of this service with a fragment. A path that leads to another site is replaced by the board's: over plain http, tickets can
 * be forged.
 */
const pageOf = (path: string, fragment: string, { publicUrl, boardPath }: SignOnOptions): string => {
  const page = new URL(isHere(path, publicUrl) ? path : boardPath, publicUrl);
  page.hash = fragment;
  return page.href;
};

const callbackOf = ({ publicUrl }: SignOnOptions): string => `${publicUrl}/auth/oidc/callback/`;

/** The user that claims are about. Signed claims take precedence over those of the userinfo endpoint. Throws 401. */
const signedOn = (
  claims: openid.IDToken,
  more: Readonly<Record<string, unknown>>,
  roleMapping: RoleMapping | undefined,
): SignedOn => {
  const {
    email,
    email_verified: isVerified,
    name,
  }: Readonly<Record<string, unknown>> = claims['email'] === undefined ? more : claims;
  if (typeof email !== 'string' || isVerified !== true) {
    throw unauthenticated('The single sign-on did not confirm an email address.');
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email.trim().toLowerCase(),
    name: typeof name === 'string' ? name : email,
    groups: roleMapping === undefined ? null : (groupsOf({ ...more, ...claims }, roleMapping.claim) ?? new Set()),
  };
};

/** The 401 for an error of the protocol. Its code is a fixed word, but its message may quote secrets that were received. */
const protocolRefusal = (error: unknown): EdgeError => {
  const told = memberOf(error, 'error') ?? memberOf(error, 'code');
  const reason = typeof told === 'string' ? told : 'unknown';
  return unauthenticated(
    `The single sign-on was refused (${reason.replaceAll(/[^\w.-]/g, ' ').slice(0, 60)}); start again.`,
  );
};

/** The issuer did not respond, or responded that it failed. The message is for the log and quotes nothing that was received. */
class IssuerFailed extends Error {
  override readonly name = 'IssuerFailed';
}

/** The failure of the issuer behind an error of the protocol's library; null when the issuer responded. */
const failureBehind = (error: unknown): IssuerFailed | null => {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof IssuerFailed) return one;
  return null;
};

const unavailable = (cause: Error): EdgeError =>
  new EdgeError('sign_on_unavailable', 'The single sign-on does not respond; try again later.', { ...RETRY, cause });

/** The `fetch` of the protocol's library. Throws IssuerFailed. */
const asking =
  (fetch: OutgoingFetch): openid.CustomFetch =>
  async (url, { body, ...init }) => {
    const { origin, pathname } = new URL(url);
    const response = await fetch(url, { ...init, body: body ?? null }).catch((error: unknown) => {
      throw new IssuerFailed(`${origin}${pathname} does not respond: ${messageOf(error)}`);
    });
    if (response.status >= 500) throw new IssuerFailed(`${origin}${pathname} responds with ${response.status}.`);
    return response;
  };

interface Discovered {
  readonly at: number;
  readonly skew: number;
  readonly configuration: Promise<openid.Configuration>;
}

/** An OpenID Connect issuer. Its configuration is discovered when it is first needed, and again after an hour, or when a clock was set. */
const createIssuer = (options: SignOnOptions, clock: () => number) => {
  const { roleMapping } = options;
  let discovered: Discovered | null = null;
  /** By how many seconds the service's clock is ahead of this machine's, which the protocol's library reads. */
  const skewSeconds = (): number => Math.round((clock() - Date.now()) / 1000);
  const isCurrent = ({ at, skew }: Discovered): boolean =>
    clock() - at < DISCOVERY_MS && Math.abs(skewSeconds() - skew) <= SKEW_SECONDS;

  const discover = (skew: number): Promise<openid.Configuration> => {
    const issuer = new URL(options.issuer);
    // The outgoing fetch decides whether plain http is allowed at all.
    const insecure = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    return openid.discovery(
      issuer,
      options.clientId,
      { [openid.clockSkew]: skew },
      options.clientSecret === null ? openid.None() : openid.ClientSecretBasic(options.clientSecret),
      {
        [openid.customFetch]: asking(options.fetch),
        timeout: TIMEOUT_SECONDS,
        execute: [openid.enableNonRepudiationChecks, ...insecure],
      },
    );
  };
  const configuration = async (): Promise<openid.Configuration> => {
    if (discovered === null || !isCurrent(discovered)) {
      const skew = skewSeconds();
      discovered = { at: clock(), skew, configuration: discover(skew) };
    }
    try {
      return await discovered.configuration;
    } catch (error) {
      discovered = null;
      throw unavailable(failureBehind(error) ?? asError(error));
    }
  };

  /**
   * Exchanges the code of a callback for claims; verifies signature, issuer, audience, times, nonce, state, and the code by PKCE. Throws 401 and 503.
   */
  const claimsOf = async (query: string, ticket: string): Promise<SignedOn> => {
    const config = await configuration();
    try {
      const tokens = await openid.authorizationCodeGrant(config, new URL(`${callbackOf(options)}${query}`), {
        pkceCodeVerifier: draw(ticket, 'verifier'),
        expectedState: draw(ticket, 'state'),
        expectedNonce: draw(ticket, 'nonce'),
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw unauthenticated('The single sign-on sent no identity.');
      const isWhole =
        claims['email'] !== undefined &&
        (roleMapping === undefined || groupsOf(claims, roleMapping.claim) !== undefined);
      const more =
        isWhole || config.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
      return signedOn(claims, more, roleMapping);
    } catch (error) {
      if (error instanceof EdgeError) throw error;
      const failure = failureBehind(error);
      throw failure === null ? protocolRefusal(error) : unavailable(failure);
    }
  };

  return { configuration, claimsOf };
};

/** Single sign-on by the OpenID Connect authorization code flow with PKCE, state and nonce. */
export const createSignOn = (store: Store, options: SignOnOptions, clock: () => number): SignOn => {
  const { publicUrl } = options;
  const isHttps = publicUrl.startsWith('https:');
  const issuer = createIssuer(options, clock);
  const ticketName = (state: string): string => `${isHttps ? '__Host-' : ''}tidegate_sign_on_${state.slice(0, 12)}`;

  return {
    name: options.name,
    ticketName,
    async begin(returnPath) {
      const config = await issuer.configuration();
      const back = returnPath !== undefined && isHere(returnPath, publicUrl) ? returnPath : '';
      const random = randomBytes(32).toString('base64url');
      const value = `${clock()}.${random}.${Buffer.from(back).toString('base64url')}`;
      const state = draw(value, 'state');
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: callbackOf(options),
        scope: options.scope,
        response_type: 'code',
        state,
        nonce: draw(value, 'nonce'),
        code_challenge: await openid.calculatePKCECodeChallenge(draw(value, 'verifier')),
        code_challenge_method: 'S256',
      });
      return { url: url.href, ticket: { name: ticketName(state), value, seconds: TICKET_SECONDS } };
    },
    async finish(query, ticket) {
      const [, startedAt, back = ''] = TICKET.exec(ticket ?? '') ?? [];
      const state = new URLSearchParams(query).get('state');
      const isOurs = ticket !== undefined && state === draw(ticket, 'state');
      if (!isOurs || startedAt === undefined || clock() - Number(startedAt) >= TICKET_SECONDS * 1000) {
        throw unauthenticated('This sign-on was not started in this browser, or is too old; start again.');
      }
      if (!(await store.useOnce(hashToken(state), clock() + TICKET_SECONDS * 1000))) {
        throw unauthenticated('This sign-on was used already; start again.');
      }
      const user = await userOf(store, await issuer.claimsOf(query, ticket), options);
      const code = randomBytes(32).toString('base64url');
      await store.addLoginGrant({ codeHash: hashToken(code), user, expiresAt: clock() + GRANT_SECONDS * 1000 });
      return pageOf(Buffer.from(back, 'base64url').toString(), `code=${code}`, options);
    },
    failed(code, detail) {
      const fragment = new URLSearchParams({ error: code, error_description: detail });
      return pageOf(options.boardPath, fragment.toString(), options);
    },
  };
};
