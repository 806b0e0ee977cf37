import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../schedule/types.ts';
import type { Role } from '../contract/organization.ts';
import type { ApiKeyStore, NewApiKey } from './ports.ts';
import { includesRole } from '../../schedule/access/roles.ts';
import { hashToken } from './tokens.ts';

const KEY = /^tg_([A-Za-z0-9-]{1,64})_([A-Za-z0-9_-]{43})$/;
const SECRET_BYTES = 32;
/** The precision of `lastUsedAt`. It keeps a busy key from causing a write with each request. */
const TOUCH_MS = 60_000;

export const lowerRole = (a: Role, b: Role): Role => (includesRole(b, a) ? a : b);

/** A new secret for the key `id`: the key in the clear, which only its owner sees, and the hash that is stored. */
export const makeSecret = (id: string): { readonly key: string; readonly secretHash: string } => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { key: `tg_${id}_${secret}`, secretHash: hashToken(secret) };
};

export const makeKeyId = (): string => randomBytes(9).toString('hex');

/** Makes and stores a key that does not depend on another key. Returns it in the clear; only its hash is stored. */
export const issueApiKey = async (
  store: Pick<ApiKeyStore, 'createApiKey'>,
  key: Omit<NewApiKey, 'id' | 'secretHash' | 'madeBy'>,
): Promise<string> => {
  const id = makeKeyId();
  const { key: clear, secretHash } = makeSecret(id);
  await store.createApiKey({ ...key, id, secretHash, madeBy: null });
  return clear;
};

/** The actor that a key stands for; null when the key is unknown, wrong or expired, or when its maker is disabled or left the organization. */
export const actorOfKey = async (
  store: Pick<ApiKeyStore, 'apiKey' | 'touchApiKey'>,
  credential: string,
  nowMs: number,
): Promise<Actor | null> => {
  const [, id, secret] = KEY.exec(credential) ?? [];
  if (id === undefined || secret === undefined) return null;
  const stored = await store.apiKey(id);
  if (stored === undefined) return null;
  const matches = timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(stored.secretHash));
  if (!matches || stored.memberRole === null) return null;
  if (stored.expiresAt !== null && stored.expiresAt <= nowMs) return null;
  if (stored.lastUsedAt === null || nowMs - stored.lastUsedAt >= TOUCH_MS) store.touchApiKey(id).catch(() => {});
  const role = lowerRole(stored.role, stored.memberRole);
  return {
    kind: 'key',
    user: stored.user,
    credential: id,
    memberships: [{ organization: stored.organization, role }],
  };
};
