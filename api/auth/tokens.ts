import { fromJson } from '../../schedule/storedAs.ts';
import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { JsonObject } from '../../schedule/entities/primitives.ts';
import type { SigningKeyStore, StoredSigningKey } from './ports.ts';

const ALGORITHM = 'EdDSA';
const AUDIENCE = 'tidegate';
const ACCESS_SECONDS = 15 * 60;
export const REFRESH_SECONDS = 14 * 86_400;
/** How often keys are read again, and so how long a node may sign with a key that another one has retired. */
const RELOAD_MS = 60_000;
const DAY_MS = 86_400_000;
/** A retired key verifies until the last token that it can have signed has expired. */
export const RETIRED_KEY_MS = REFRESH_SECONDS * 1000 + DAY_MS;
const SIGNING_KEY_DAYS = 30;
/** A key's id is its thumbprint (RFC 7638). */
const KEY_ID = /^[\w-]{43}$/;

export type TokenKind = 'access' | 'refresh';

export interface TokenClaims {
  /** User id. */
  readonly user: string;
  /** The login that the token descends from. */
  readonly family: string;
}

/** The claims of tokens with descriptions for people. */
export const CLAIMS = [
  { name: 'sub', type: 'string', description: 'The id of the user.' },
  { name: 'use', type: 'string', description: 'access or refresh; one is not accepted in place of the other.' },
  { name: 'sid', type: 'string', description: 'The login that the token descends from; logging out ends it.' },
  { name: 'jti', type: 'string', description: 'The id of the token.' },
  { name: 'iss', type: 'string', description: 'The address of the service when PUBLIC_URL is set, else tidegate.' },
  { name: 'aud', type: 'string', description: `Always ${AUDIENCE}.` },
  { name: 'iat', type: 'number', description: 'When the token was issued, in Unix seconds.' },
  { name: 'exp', type: 'number', description: 'When the token expires, in Unix seconds.' },
] as const;

/** SHA-256 in hex. It is enough for a secret of 256 random bits, which nobody can guess. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface Tokens {
  issue(kind: TokenKind, claims: TokenClaims): Promise<string>;
  /**
   * The claims of a token; null when this service did not sign it, it is of the other kind, or it had expired by `atMs`, which is now by default. Throws
   * when the store fails.
   */
  verify(kind: TokenKind, token: string, atMs?: number): Promise<TokenClaims | null>;
  /** The public keys as a JSON Web Key Set: the signing key, and retired keys whose tokens may still be valid. */
  jwks(): Promise<{ keys: Record<string, unknown>[] }>;
}

export interface TokenOptions {
  readonly issuer: string;
  /** The current time in epoch milliseconds. */
  readonly clock: () => number;
  /** A signing key older than this is replaced when the next token is made. */
  readonly keyDays?: number;
}

const makeKey = async (): Promise<Pick<StoredSigningKey, 'id' | 'privateJwk' | 'publicJwk'>> => {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint(publicJwk);
  const named = (jwk: JWK): JsonObject => ({ ...jwk, kid: id, alg: ALGORITHM, use: 'sig' });
  return { id, privateJwk: named(await exportJWK(privateKey)), publicJwk: named(publicJwk) };
};

/** The keys that all nodes share through the store, read again from time to time; one that is too old is replaced. */
const createSigningKeys = (store: SigningKeyStore, clock: () => number, keyDays: number) => {
  let known: readonly StoredSigningKey[] = [];
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<readonly StoredSigningKey[]> | null = null;

  const signer = (): StoredSigningKey | undefined => known.find(({ retiredAt }) => retiredAt === null);
  const isOld = (key: StoredSigningKey | undefined): boolean =>
    key === undefined || key.createdAt <= clock() - keyDays * DAY_MS;
  const read = async (): Promise<readonly StoredSigningKey[]> => {
    const now = clock();
    known = await store.signingKeys();
    if (isOld(signer())) {
      known = await store.rotateSigningKey(await makeKey(), { now, bornBefore: now - keyDays * DAY_MS });
    }
    loadedAtMs = now;
    return known;
  };
  /** Concurrent callers share one read. */
  const load = (): Promise<readonly StoredSigningKey[]> => {
    loading ??= read().finally(() => {
      loading = null;
    });
    return loading;
  };
  const all = async (): Promise<readonly StoredSigningKey[]> =>
    // Absolute, because a clock may be set back.
    Math.abs(clock() - loadedAtMs) >= RELOAD_MS || isOld(signer()) ? load() : known;

  return {
    /** All keys that are stored, as they were at most a minute ago. */
    all,
    /** The key to sign with. */
    async signer(): Promise<StoredSigningKey> {
      await all();
      const key = signer();
      if (key === undefined) throw new Error('There is no key to sign with.');
      return key;
    },
    /** Finds a key; reads the store again for an unknown one, since another node may just have made it. */
    async find(id: string | undefined): Promise<StoredSigningKey | undefined> {
      if (id === undefined || !KEY_ID.test(id)) return undefined;
      const match = (key: StoredSigningKey): boolean => key.id === id;
      return (await all()).find(match) ?? (await load()).find(match);
    },
  };
};

/** JSON Web Tokens signed with EdDSA, by keys that all nodes share through the store. */
export const createTokens = (store: SigningKeyStore, options: TokenOptions): Tokens => {
  const { issuer, clock, keyDays = SIGNING_KEY_DAYS } = options;
  const keys = createSigningKeys(store, clock, keyDays);
  return {
    async issue(kind, { user, family }) {
      const key = await keys.signer();
      const nowSeconds = Math.floor(clock() / 1000);
      return new SignJWT({ use: kind, sid: family })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.id, typ: 'JWT' })
        .setSubject(user)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setJti(randomUUID())
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + (kind === 'access' ? ACCESS_SECONDS : REFRESH_SECONDS))
        .sign(await importJWK(fromJson<JWK>(key.privateJwk), ALGORITHM));
    },
    async verify(kind, token, atMs = clock()) {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = await keys.find(kid);
            if (key === undefined) throw new TypeError('unknown key');
            return importJWK(fromJson<JWK>(key.publicJwk), ALGORITHM);
          },
          { algorithms: [ALGORITHM], issuer, audience: AUDIENCE, currentDate: new Date(atMs) },
        );
        const { sub, sid, use } = payload;
        return use === kind && typeof sub === 'string' && typeof sid === 'string' ? { user: sub, family: sid } : null;
      } catch (error) {
        // Errors of the token (ERR_JWT…, ERR_JWS…) mean that it is invalid; errors of the store are thrown.
        const isToken = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J');
        if (isToken || error instanceof TypeError) return null;
        throw error;
      }
    },
    async jwks() {
      const oldest = clock() - RETIRED_KEY_MS;
      const live = (await keys.all()).filter(({ retiredAt }) => retiredAt === null || retiredAt > oldest);
      return { keys: live.map(({ publicJwk }) => ({ ...publicJwk })) };
    },
  };
};
