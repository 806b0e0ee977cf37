import { createHmac, randomBytes } from 'node:crypto';
import * as openid from 'openid-client';
import type { Role } from '../contract/organization.ts';
import { EdgeError } from '../errors.ts';
import type { OutgoingFetch } from '../outgoing/outgoingFetch.ts';
import type { LoginStore, UserStore } from './ports.ts';
import { groupsOf, type RoleMapping } from './signedOnRoles.ts';
import { type SignedOn, userOf } from './signedOnUser.ts';
import { hashToken } from './tokens.ts';

const GRANT_SECONDS = 60;
const TICKET_SECONDS = 600;
const DISCOVERY_MS = 60 * 60_000;
const TIMEOUT_SECONDS = 10;
const RETRY = { headers: { 'Retry-After': '10' } };

export interface SignOnOptions {
  /** What users are shown. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client. */
  readonly clientSecret: string | null;
  /** Separated by spaces. */
  readonly scope: string;
  /** Where users reach this service, without a slash at the end. */
  readonly publicUrl: string;
  /** Path of the board, where a sign-on ends. */
  readonly boardPath: string;
  /** What a new user joins; null: nothing, until an admin adds them. */
  readonly membership: { readonly organization: string; readonly role: Role } | null;
  /** What groups of the issuer give at each sign-on; absent: memberships are this service's own business. */
  readonly roleMapping?: RoleMapping;
  /** Domains of e-mail that may sign on; empty: all. */
  readonly domains: readonly string[];
  readonly fetch: OutgoingFetch;
}

/** What the browser keeps between its departure and its return; nobody else sees it. */
export interface Ticket {
  readonly name: string;
  readonly value: string;
  readonly seconds: number;
}

export interface SignOn {
  readonly name: string;
  /** Where to send the browser, and what it has to bring back. Throws 503 when the issuer does not answer. */
  begin(returnPath: string | undefined): Promise<{ readonly url: string; readonly ticket: Ticket }>;
  /** Where a callback's ticket is kept. */
  ticketName(state: string): string;
  /** Of a callback's query: the board's address with a one-time code in its fragment. Throws 401 and 503. */
  finish(query: string, ticket: string | undefined): Promise<string>;
  /** Where to show a browser that it was refused. */
  failed(code: string, detail: string): string;
}

type Store = UserStore & Pick<LoginStore, 'addLoginGrant' | 'useOnce' | 'revokeLogins'>;

const refused = (detail: string): EdgeError =>
  new EdgeError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Token' } });

/** State, nonce and verifier are all drawn from the ticket, so no node has to keep them, and only this browser can return. */
const draw = (ticket: string, what: 'state' | 'nonce' | 'verifier'): string =>
  createHmac('sha256', ticket).update(what).digest('base64url');

const TICKET = /^(\d{13})\.[\w-]{43}\.([\w-]*)$/;

const isHere = (path: string, publicUrl: string): boolean => {
  const isPath = path.startsWith('/') && URL.canParse(path, publicUrl);
  return isPath && new URL(path, publicUrl).origin === new URL(publicUrl).origin;
};

/** A page of this service with a fragment. What comes back in a ticket may be planted, since by http anybody can: another site's is the board. */
const pageOf = (path: string, fragment: string, { publicUrl, boardPath }: SignOnOptions): string => {
  const page = new URL(isHere(path, publicUrl) ? path : boardPath, publicUrl);
  page.hash = fragment;
  return page.href;
};

const callbackOf = ({ publicUrl }: SignOnOptions): string => `${publicUrl}/auth/oidc/callback/`;

/** Any OpenID Connect issuer: what it says of itself is asked for when it is needed, and again after a while. */
const createIssuer = (options: SignOnOptions, clock: () => number) => {
  const { roleMapping } = options;
  let discovered: { readonly at: number; readonly configuration: Promise<openid.Configuration> } | null = null;

  const discover = (): Promise<openid.Configuration> => {
    const issuer = new URL(options.issuer);
    // The outgoing fetch decides whether http may be spoken at all.
    const insecure = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    return openid.discovery(
      issuer,
      options.clientId,
      {},
      options.clientSecret === null ? openid.None() : openid.ClientSecretBasic(options.clientSecret),
      {
        [openid.customFetch]: (url, init) => options.fetch(url, init as RequestInit),
        timeout: TIMEOUT_SECONDS,
        execute: [openid.enableNonRepudiationChecks, ...insecure],
      },
    );
  };
  const configuration = async (): Promise<openid.Configuration> => {
    if (discovered === null || clock() - discovered.at >= DISCOVERY_MS) {
      discovered = { at: clock(), configuration: discover() };
    }
    try {
      return await discovered.configuration;
    } catch {
      discovered = null;
      throw new EdgeError('sign_on_unavailable', 'The single sign-on does not answer; try again later.', RETRY);
    }
  };

  /** Verified: signature, issuer, audience, times, nonce, state, and the code by its verifier. */
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
      if (claims === undefined) throw refused('The single sign-on sent no identity.');
      const { iss: issuer, sub: subject } = claims;
      const isWhole =
        claims['email'] !== undefined &&
        (roleMapping === undefined || groupsOf(claims, roleMapping.claim) !== undefined);
      const more =
        isWhole || config.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await openid.fetchUserInfo(config, tokens.access_token, subject);
      const about: Readonly<Record<string, unknown>> = claims['email'] === undefined ? more : claims;
      const { email, email_verified: isVerified, name } = about;
      if (typeof email !== 'string' || isVerified !== true) {
        throw refused('The single sign-on did not confirm an e-mail address.');
      }
      return {
        issuer,
        subject,
        email: email.trim().toLowerCase(),
        name: typeof name === 'string' ? name : email,
        // What is signed counts before what was asked for.
        groups: roleMapping === undefined ? null : (groupsOf({ ...more, ...claims }, roleMapping.claim) ?? new Set()),
      };
    } catch (error) {
      if (error instanceof EdgeError) throw error;
      // Codes of the protocol's errors are fixed words; their messages may quote what was received.
      const { code = 'unknown', error: reason = code } = error as { code?: string; error?: string };
      throw refused(
        `The single sign-on was refused (${reason.replaceAll(/[^\w.-]/g, ' ').slice(0, 60)}); start again.`,
      );
    }
  };

  return { configuration, claimsOf };
};

/** Authorization code with PKCE, state and nonce. */
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
        throw refused('This sign-on was not started in this browser, or is too old; start again.');
      }
      if (!(await store.useOnce(hashToken(state), clock() + TICKET_SECONDS * 1000))) {
        throw refused('This sign-on was used already; start again.');
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
