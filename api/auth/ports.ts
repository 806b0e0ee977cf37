/** What identity stores; `db/accounts` implements it. Times are epoch milliseconds; secrets are passed as hashes. */
import type { Role } from '../contract/organization.ts';
import type { JsonObject } from '../../schedule/entities/primitives.ts';

export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Null when the user cannot log in with a password. */
  readonly passwordHash: string | null;
  /** The account at a single sign-on, as `issuer|sub`; null without one. */
  readonly subject: string | null;
  /** The time from which no credential of the user is valid; null for an enabled user. */
  readonly disabledAt: number | null;
}

export interface StoredMembership {
  readonly organization: string;
  readonly organizationName: string;
  readonly role: Role;
}

export interface NewApiKey {
  readonly id: string;
  readonly name: string;
  readonly user: string;
  readonly organization: string;
  readonly role: Role;
  readonly secretHash: string;
  readonly expiresAt: number | null;
  /** The API key that this one was made with and is deleted with; null when a login or the operator made it. */
  readonly madeBy: string | null;
}

export interface StoredApiKey extends NewApiKey {
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
}

export interface StoredSigningKey {
  readonly id: string;
  readonly privateJwk: JsonObject;
  readonly publicJwk: JsonObject;
  readonly createdAt: number;
  /** The time from which the key no longer signs, though it still verifies. */
  readonly retiredAt: number | null;
}

export type Rotation =
  | { readonly outcome: 'rotated'; readonly user: string }
  | { readonly outcome: 'reused' | 'invalid' };

/** At most `limit` attempts in `windowMs`. */
export interface AttemptWindow {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * `free` attempts, then one after each delay, which starts at `baseMs` and doubles up to `mostMs`; attempts are forgotten after `forgetMs` without
 * one.
 */
export interface AttemptDelays {
  readonly free: number;
  readonly baseMs: number;
  readonly mostMs: number;
  readonly forgetMs: number;
}

export interface UserStore {
  user(id: string): Promise<StoredUser | undefined>;
  users(): Promise<readonly StoredUser[]>;
  userByEmail(email: string): Promise<StoredUser | undefined>;
  userBySubject(subject: string): Promise<StoredUser | undefined>;
  /** The first of the admins of the organization: by the time of creation, but disabled ones after all others. */
  firstAdministrator(organization: string): Promise<StoredUser | undefined>;
  createUser(user: Omit<StoredUser, 'disabledAt'>): Promise<StoredUser>;
  updateUser(
    id: string,
    change: Partial<Pick<StoredUser, 'name' | 'passwordHash' | 'subject' | 'disabledAt'>>,
  ): Promise<void>;
  /** Deletes the user with all that is only the user's own. `last_admin` says that nothing was deleted, since an organization would have no admin left. */
  deleteUser(id: string): Promise<'deleted' | 'absent' | 'last_admin'>;
  memberships(user: string): Promise<readonly StoredMembership[]>;
  organization(id: string): Promise<{ readonly id: string } | undefined>;
  /** Returns false, and leaves the role as it is, when the user is a member already. */
  addMember(organization: string, user: string, role: Role): Promise<boolean>;
  /** Changes the role; null ends the membership and its API keys. `last_admin` says that nothing was changed, since no admin would be left. */
  changeMember(organization: string, user: string, role: Role | null): Promise<'changed' | 'absent' | 'last_admin'>;
}

export interface ApiKeyStore {
  /** Throws `reference_gone` when the membership, or the key in `madeBy`, has ended in the meantime. */
  createApiKey(key: NewApiKey): Promise<StoredApiKey>;
  /** The key with its maker's current role in the organization, which is null when the maker is disabled or no longer a member. */
  apiKey(id: string): Promise<(StoredApiKey & { readonly memberRole: Role | null }) | undefined>;
  /** The keys of a user. */
  apiKeys(user: string): Promise<readonly StoredApiKey[]>;
  apiKeysIn(organization: string): Promise<readonly StoredApiKey[]>;
  /** Deletes the key and all keys that were made with it. Returns false when there is no such key. */
  deleteApiKey(id: string): Promise<boolean>;
  touchApiKey(id: string): Promise<void>;
}

export interface LoginStore {
  /** The memberships of a user; undefined when the login has ended or the user is disabled. */
  session(user: string, family: string): Promise<readonly StoredMembership[] | undefined>;
  addRefreshToken(token: {
    readonly tokenHash: string;
    readonly family: string;
    readonly user: string;
    readonly expiresAt: number;
  }): Promise<void>;
  /**
   * Uses a token and adds its successor in the same family, atomically. A token that was used less than `graceMs` ago is accepted once more.
   * `reused` says that the token was used before, and that its family is now revoked.
   */
  rotateRefreshToken(
    tokenHash: string,
    successor: { readonly tokenHash: string; readonly expiresAt: number },
    times: { readonly now: number; readonly graceMs: number },
  ): Promise<Rotation>;
  revokeFamilyOf(tokenHash: string): Promise<void>;
  /** Ends all logins of the user. */
  revokeLogins(user: string): Promise<void>;
  addLoginGrant(grant: { readonly codeHash: string; readonly user: string; readonly expiresAt: number }): Promise<void>;
  /** The user of a grant, the first time; undefined when the grant was used before or has expired. */
  takeLoginGrant(codeHash: string): Promise<string | undefined>;
  /** Returns true for the first caller on any node, and false for all later ones until `expiresAt`. */
  useOnce(hash: string, expiresAt: number): Promise<boolean>;
}

/** Counters of attempts that all nodes share. */
export interface AttemptStore {
  /** Counts an attempt atomically. Returns null when it is allowed, else the time (epoch ms) from which the next one is. */
  attempt(key: string, rule: AttemptWindow | AttemptDelays, now: number): Promise<number | null>;
  forgetAttempts(key: string): Promise<void>;
  remember(key: string, expiresAt: number): Promise<void>;
  isRemembered(key: string, now: number): Promise<boolean>;
}

export interface SigningKeyStore {
  signingKeys(): Promise<readonly StoredSigningKey[]>;
  /** Makes this the signing key when there is none yet, or when the present one was made before `bornBefore`. Returns all keys that then exist. */
  rotateSigningKey(
    key: Pick<StoredSigningKey, 'id' | 'privateJwk' | 'publicJwk'>,
    times: { readonly now: number; readonly bornBefore: number },
  ): Promise<readonly StoredSigningKey[]>;
}

export interface IdentityStore extends UserStore, ApiKeyStore, LoginStore, AttemptStore, SigningKeyStore {}
