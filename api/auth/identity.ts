import { randomUUID } from 'node:crypto';
import type { Actor } from '../../schedule/types.ts';
import type { UserRecord } from '../contract/organization.ts';
import { unauthenticated } from '../errors.ts';
import { actorOfKey } from './apiKeys.ts';
import { createLoginThrottle } from './loginThrottle.ts';
import { verifyPassword } from './password.ts';
import type { IdentityStore, StoredMembership, StoredUser } from './ports.ts';
import { createSignOn, type SignOn, type SignOnOptions } from './signOn.ts';
import { createTokens, hashToken, REFRESH_SECONDS, type Tokens } from './tokens.ts';

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface Session extends TokenPair {
  readonly user: UserRecord;
}

/** Authentication: API keys, tokens and logins. */
export interface Identity {
  /**
   * Returns the actor that the value of an Authorization header stands for. An access token that had not expired by `sinceMs` (default: now) is accepted:
   * for the whole response to a request that came then. Throws 401.
   */
  authenticate(authorization: string | undefined, sinceMs?: number): Promise<Actor>;
  /** Starts a session. Throws 401, identically for an unknown email address and a wrong password, and 429 after too many attempts. */
  login(credentials: { readonly email: string; readonly password: string }, address: string): Promise<Session>;
  /**
   * Exchanges a refresh token for a new pair. The old token is accepted once more within 10 s; any later use of it ends the whole login. Throws 401.
   */
  refresh(token: string): Promise<TokenPair>;
  /** Ends the login that the refresh token descends from, including its access tokens. */
  logout(token: string): Promise<void>;
  /** Exchanges the one-time code of a single sign-on for a session. Throws 401. */
  exchange(code: string): Promise<Session>;
  /** The single sign-on; null when none is configured. */
  readonly signOn: SignOn | null;
  readonly tokens: Tokens;
  readonly store: IdentityStore;
  /** The current time in epoch milliseconds. */
  readonly clock: () => number;
}

export interface IdentityOptions {
  readonly store: IdentityStore;
  /** The issuer of tokens; has to be the same on every node. */
  readonly issuer: string;
  readonly clock: () => number;
  /** The most login attempts a minute from one client address, over all nodes. */
  readonly loginsPerMinute: number;
  /** The age in days at which the key that signs tokens is replaced. */
  readonly signingKeyDays?: number;
  readonly signOn?: SignOnOptions;
  /** The actor that a credential of the server's own machine stands for, such as the token in the data directory; null for any other credential. */
  readonly localActor?: (credential: string) => Promise<Actor | null>;
}

/** The credential id of the administrator on the server's own machine. No API key and no login has this id. */
export const LOCAL_CREDENTIAL = 'local-administrator';

/** How long a used refresh token is accepted once more, because two tabs that wake at the same time send the same token. */
const REFRESH_GRACE_MS = 10_000;

/** The credential in an Authorization header (`Token …` or `Bearer …`, in any case); null when there is none. */
export const credentialOf = (authorization: string | undefined): string | null =>
  /^(?:token|bearer)\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? null;

/** The actor that an access token stands for; null when the token is invalid or had expired by `atMs`, or its login has ended. */
const actorOfToken = async (
  store: Pick<IdentityStore, 'session'>,
  tokens: Tokens,
  token: string,
  atMs: number,
): Promise<Actor | null> => {
  const claims = await tokens.verify('access', token, atMs);
  if (claims === null) return null;
  const memberships = await store.session(claims.user, claims.family);
  if (memberships === undefined) return null;
  return {
    kind: 'login',
    user: claims.user,
    credential: claims.family,
    memberships: memberships.map(({ organization, role }) => ({ organization, role })),
  };
};

/** Starts sessions, and exchanges their tokens. */
const createSessions = (store: IdentityStore, tokens: Tokens, clock: () => number) => {
  const expiryMs = (): number => clock() + REFRESH_SECONDS * 1000;

  return {
    async start(user: StoredUser): Promise<Session> {
      const claims = { user: user.id, family: randomUUID() };
      const refresh = await tokens.issue('refresh', claims);
      const memberships = await store.memberships(user.id);
      await store.addRefreshToken({ tokenHash: hashToken(refresh), expiresAt: expiryMs(), ...claims });
      return { access: await tokens.issue('access', claims), refresh, user: userRecord(user, memberships) };
    },
    async refresh(token: string): Promise<TokenPair> {
      const claims = await tokens.verify('refresh', token);
      if (claims === null) throw unauthenticated('The refresh token is invalid or expired; log in again.');
      const refresh = await tokens.issue('refresh', claims);
      const successor = { tokenHash: hashToken(refresh), expiresAt: expiryMs() };
      const rotation = await store.rotateRefreshToken(hashToken(token), successor, {
        now: clock(),
        graceMs: REFRESH_GRACE_MS,
      });
      if (rotation.outcome !== 'rotated') throw unauthenticated('The refresh token was used or revoked; log in again.');
      return { access: await tokens.issue('access', claims), refresh };
    },
  };
};

export const createIdentity = (options: IdentityOptions): Identity => {
  const { store, clock, issuer, localActor, signingKeyDays } = options;
  const keyDays = signingKeyDays === undefined ? {} : { keyDays: signingKeyDays };
  const tokens = createTokens(store, { issuer, clock, ...keyDays });
  const throttle = createLoginThrottle(store, options.loginsPerMinute, clock);
  const sessions = createSessions(store, tokens, clock);
  return {
    tokens,
    store,
    clock,
    signOn: options.signOn === undefined ? null : createSignOn(store, options.signOn, clock),
    async authenticate(authorization, sinceMs = clock()) {
      const credential = credentialOf(authorization);
      if (credential === null) throw unauthenticated('Send Authorization: Token <API key or access token>.');
      const actor =
        (await localActor?.(credential)) ??
        (credential.startsWith('tg_')
          ? await actorOfKey(store, credential, clock())
          : await actorOfToken(store, tokens, credential, sinceMs));
      if (actor === null) throw unauthenticated('The credential is unknown, expired or revoked.');
      return actor;
    },
    async login({ email, password }, address) {
      await throttle.attempt(email, address);
      const user = await store.userByEmail(email);
      const matches = await verifyPassword(user?.passwordHash, password);
      if (user === undefined || !matches || user.disabledAt !== null) {
        throw unauthenticated('Email or password is wrong.');
      }
      await throttle.succeeded(email, address);
      return sessions.start(user);
    },
    refresh: (token) => sessions.refresh(token),
    async logout(token) {
      await store.revokeFamilyOf(hashToken(token));
    },
    async exchange(code) {
      const id = await store.takeLoginGrant(hashToken(code));
      const user = id === undefined ? undefined : await store.user(id);
      if (user === undefined || user.disabledAt !== null) {
        throw unauthenticated('The code is unknown, used or expired; log in again.');
      }
      return sessions.start(user);
    },
  };
};

const userRecord = ({ id, email, name }: StoredUser, memberships: readonly StoredMembership[]): UserRecord => ({
  id,
  email,
  name,
  organizations: memberships.map(({ organization, organizationName, role }) => ({
    id: organization,
    name: organizationName,
    role,
  })),
});
