import { randomUUID } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Actor } from '../../schedule/types.ts';
import type { UserRecord } from '../contract/organization.ts';
import { EdgeError } from '../errors.ts';
import { consume } from '../limits.ts';
import { actorOfKey } from './apiKeys.ts';
import { verifyPassword } from './password.ts';
import type { IdentityStore, StoredUser } from './ports.ts';
import { createTokens, hashToken, REFRESH_SECONDS, type Tokens } from './tokens.ts';

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface Session extends TokenPair {
  readonly user: UserRecord;
}

/** Who asks: keys, tokens, logins. */
export interface Identity {
  /** Of an Authorization header. Throws 401. */
  authenticate(authorization: string | undefined): Promise<Actor>;
  /** Throws 401, the same for an unknown e-mail and a wrong password, and 429. */
  login(credentials: { readonly email: string; readonly password: string }, address: string): Promise<Session>;
  /** Rotates: the old token is worth nothing any more, and its second use ends the whole login. */
  refresh(token: string): Promise<TokenPair>;
  logout(token: string): Promise<void>;
  /** Exchanges a one-time code of a single sign-on. */
  exchange(code: string): Promise<Session>;
  readonly tokens: Tokens;
  readonly store: IdentityStore;
  readonly clock: () => number;
}

export interface IdentityOptions {
  readonly store: IdentityStore;
  /** Issuer of tokens: the service's address. */
  readonly issuer: string;
  readonly clock: () => number;
  readonly loginsPerMinute: number;
  /** Who a credential of the machine itself stands for, such as the data directory's token; null when it is none. */
  readonly localActor?: (credential: string) => Promise<Actor | null>;
}

const CHALLENGE = { headers: { 'WWW-Authenticate': 'Token' } };
const unauthenticated = (detail: string): EdgeError => new EdgeError('unauthenticated', detail, CHALLENGE);

export const createIdentity = (options: IdentityOptions): Identity => {
  const { store, clock, localActor } = options;
  const tokens = createTokens(store, options.issuer, clock);
  const logins = new RateLimiterMemory({ keyPrefix: 'login', points: options.loginsPerMinute, duration: 60 });

  const actorOfToken = async (token: string): Promise<Actor | null> => {
    const claims = await tokens.verify('access', token);
    if (claims === null) return null;
    const memberships = await store.memberships(claims.user);
    return {
      user: claims.user,
      credential: claims.family,
      memberships: memberships.map(({ organization, role }) => ({ organization, role })),
    };
  };

  const expiryMs = (): number => clock() + REFRESH_SECONDS * 1000;

  const startSession = async (user: StoredUser): Promise<Session> => {
    const claims = { user: user.id, family: randomUUID() };
    const refresh = await tokens.issue('refresh', claims);
    const memberships = await store.memberships(user.id);
    await store.addRefreshToken({ tokenHash: hashToken(refresh), expiresAt: expiryMs(), ...claims });
    return {
      access: await tokens.issue('access', claims),
      refresh,
      user: {
        id: user.id,
        email: user.email,
        name: user.name,
        organizations: memberships.map(({ organization, organizationName, role }) => ({
          id: organization,
          name: organizationName,
          role,
        })),
      },
    };
  };

  return {
    tokens,
    store,
    clock,
    async authenticate(authorization) {
      const [, scheme, credential] = /^(\S+)\s+(\S+)$/.exec(authorization?.trim() ?? '') ?? [];
      if (credential === undefined || !/^(?:token|bearer)$/i.test(scheme)) {
        throw unauthenticated('Send Authorization: Token <API key or access token>.');
      }
      const actor =
        (await localActor?.(credential)) ??
        (credential.startsWith('tg_') ? await actorOfKey(store, credential, clock()) : await actorOfToken(credential));
      if (actor === null) throw unauthenticated('The credential is unknown, expired or revoked.');
      return actor;
    },
    async login({ email, password }, address) {
      await consume(logins, address, 'logins');
      const user = await store.userByEmail(email);
      const matches = await verifyPassword(user?.passwordHash, password);
      if (user === undefined || !matches) throw unauthenticated('E-mail or password is wrong.');
      return startSession(user);
    },
    async refresh(token) {
      const claims = await tokens.verify('refresh', token);
      if (claims === null) throw unauthenticated('The refresh token is invalid or expired; log in again.');
      const refresh = await tokens.issue('refresh', claims);
      const successor = { tokenHash: hashToken(refresh), expiresAt: expiryMs() };
      const rotation = await store.rotateRefreshToken(hashToken(token), successor);
      if (rotation.outcome !== 'rotated') throw unauthenticated('The refresh token was used or revoked; log in again.');
      return { access: await tokens.issue('access', claims), refresh };
    },
    async logout(token) {
      await store.revokeFamilyOf(hashToken(token));
    },
    async exchange(code) {
      const id = await store.takeLoginGrant(hashToken(code));
      const user = id === undefined ? undefined : await store.user(id);
      if (user === undefined) throw unauthenticated('The code is unknown, used or expired; log in again.');
      return startSession(user);
    },
  };
};
