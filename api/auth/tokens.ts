import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { JsonObject } from '../contract/primitives.ts';
import type { IdentityStore, StoredSigningKey } from './ports.ts';

const ALGORITHM = 'EdDSA';
const AUDIENCE = 'tidegate';
export const ACCESS_SECONDS = 15 * 60;
export const REFRESH_SECONDS = 14 * 86_400;
/** How long other nodes' new keys may stay unseen when a token names an unknown one. */
const RELOAD_MS = 5_000;

export type TokenKind = 'access' | 'refresh';

export interface TokenClaims {
  /** User id. */
  readonly user: string;
  /** The login that the token descends from. */
  readonly family: string;
}

/** The custom claims of tokens, for people. */
export const CLAIMS = [
  { name: 'sub', type: 'string', description: 'User id.' },
  { name: 'use', type: 'string', description: 'access or refresh; one is not taken for the other.' },
  { name: 'sid', type: 'string', description: 'The login that the token descends from; logging out ends it.' },
  { name: 'jti', type: 'string', description: 'Id of the token.' },
  { name: 'iss', type: 'string', description: 'Address of the service.' },
  { name: 'aud', type: 'string', description: `Always ${AUDIENCE}.` },
  { name: 'iat', type: 'number', description: 'Issued at, Unix seconds.' },
  { name: 'exp', type: 'number', description: 'Expires at, Unix seconds.' },
] as const;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface Tokens {
  issue(kind: TokenKind, claims: TokenClaims): Promise<string>;
  /** Null when it is not one of ours, is of the other kind, or has expired. */
  verify(kind: TokenKind, token: string): Promise<TokenClaims | null>;
  /** Public keys as a JSON web key set. */
  jwks(): Promise<{ keys: Record<string, unknown>[] }>;
}

type KeyStore = Pick<IdentityStore, 'signingKeys' | 'addSigningKey'>;

const makeKey = async (): Promise<Pick<StoredSigningKey, 'id' | 'privateJwk' | 'publicJwk'>> => {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint(publicJwk);
  const named = (jwk: JWK): JsonObject => ({ ...jwk, kid: id, alg: ALGORITHM, use: 'sig' });
  return { id, privateJwk: named(await exportJWK(privateKey)), publicJwk: named(publicJwk) };
};

/** EdDSA tokens signed by keys that all nodes share through the store. */
export const createTokens = (store: KeyStore, issuer: string, clock: () => number): Tokens => {
  let known: readonly StoredSigningKey[] = [];
  let loadedAtMs = Number.NEGATIVE_INFINITY;

  const load = async (): Promise<readonly StoredSigningKey[]> => {
    loadedAtMs = clock();
    known = await store.signingKeys();
    if (!known.some((key) => key.retiredAt === null)) known = await store.addSigningKey(await makeKey(), true);
    return known;
  };
  const keys = async (): Promise<readonly StoredSigningKey[]> => (known.length === 0 ? load() : known);
  const find = async (id: string | undefined): Promise<StoredSigningKey | undefined> => {
    const match = (key: StoredSigningKey): boolean => key.id === id;
    const found = (await keys()).find(match);
    if (found !== undefined || clock() - loadedAtMs < RELOAD_MS) return found;
    return (await load()).find(match);
  };

  return {
    async issue(kind, { user, family }) {
      const key = (await keys()).find(({ retiredAt }) => retiredAt === null) ?? (await load())[0];
      const nowSeconds = Math.floor(clock() / 1000);
      return new SignJWT({ use: kind, sid: family })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.id, typ: 'JWT' })
        .setSubject(user)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setJti(randomUUID())
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + (kind === 'access' ? ACCESS_SECONDS : REFRESH_SECONDS))
        .sign(await importJWK(key.privateJwk as JWK, ALGORITHM));
    },
    async verify(kind, token) {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = await find(kid);
            if (key === undefined) throw new TypeError('unknown key');
            return importJWK(key.publicJwk as JWK, ALGORITHM);
          },
          { algorithms: [ALGORITHM], issuer, audience: AUDIENCE, currentDate: new Date(clock()) },
        );
        const { sub, sid, use } = payload;
        return use === kind && typeof sub === 'string' && typeof sid === 'string' ? { user: sub, family: sid } : null;
      } catch {
        return null;
      }
    },
    async jwks() {
      return { keys: (await keys()).map(({ publicJwk }) => ({ ...publicJwk })) };
    },
  };
};
