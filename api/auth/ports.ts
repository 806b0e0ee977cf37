/** What identity needs stored; `db/accounts` implements it. Times are epoch ms; secrets arrive hashed. */
import type { Role } from '../contract/organization.ts';
import type { JsonObject } from '../../schedule/entities/primitives.ts';

export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Null: no login with a password. */
  readonly passwordHash: string | null;
  /** Of a single sign-on, as `issuer|sub`. */
  readonly subject: string | null;
  /** Since when no credential of the user counts. */
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
  /** The key that it is made with, and ends with; null: a login's or the operator's. */
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
  /** No longer signs from here on; still verifies. */
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

/** `free` attempts, then one after each delay, which starts at `baseMs`, doubles, and ends at `mostMs`; forgotten after `forgetMs` of peace. */
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
  createUser(user: Omit<StoredUser, 'disabledAt'>): Promise<StoredUser>;
  updateUser(
    id: string,
    change: Partial<Pick<StoredUser, 'name' | 'passwordHash' | 'subject' | 'disabledAt'>>,
  ): Promise<void>;
  memberships(user: string): Promise<readonly StoredMembership[]>;
  organization(id: string): Promise<{ readonly id: string } | undefined>;
  /** False when the user is a member already: the role stays. */
  addMember(organization: string, user: string, role: Role): Promise<boolean>;
  /** Changes the role; null ends the membership, and its API keys with it. `last_admin`: nothing changed. */
  changeMember(organization: string, user: string, role: Role | null): Promise<'changed' | 'absent' | 'last_admin'>;
}

export interface ApiKeyStore {
  /** Throws `reference_gone` when the membership, or the key that makes it, ended meanwhile. */
  createApiKey(key: NewApiKey): Promise<StoredApiKey>;
  /** With the maker's current role in the organization, null when no longer a member, or disabled. */
  apiKey(id: string): Promise<(StoredApiKey & { readonly memberRole: Role | null }) | undefined>;
  apiKeys(user: string): Promise<readonly StoredApiKey[]>;
  /** Those made with it end too. */
  deleteApiKey(id: string): Promise<boolean>;
  touchApiKey(id: string): Promise<void>;
}

export interface LoginStore {
  /** Memberships of a user whose login lives; undefined when it was ended, or the user is disabled. */
  session(user: string, family: string): Promise<readonly StoredMembership[] | undefined>;
  addRefreshToken(token: {
    readonly tokenHash: string;
    readonly family: string;
    readonly user: string;
    readonly expiresAt: number;
  }): Promise<void>;
  /**
   * Uses a token, atomically, and adds its successor in the same family; one that was used less than `graceMs` ago is taken once more.
   * `reused` revoked the family.
   */
  rotateRefreshToken(
    tokenHash: string,
    successor: { readonly tokenHash: string; readonly expiresAt: number },
    times: { readonly now: number; readonly graceMs: number },
  ): Promise<Rotation>;
  revokeFamilyOf(tokenHash: string): Promise<void>;
  /** Ends every login of the user. */
  revokeLogins(user: string): Promise<void>;
  addLoginGrant(grant: { readonly codeHash: string; readonly user: string; readonly expiresAt: number }): Promise<void>;
  /** Single use: the user once, undefined ever after or when expired. */
  takeLoginGrant(codeHash: string): Promise<string | undefined>;
  /** True for one caller, of all nodes. */
  useOnce(hash: string, expiresAt: number): Promise<boolean>;
  pruneLogins(now: number, retiredBefore: number): Promise<void>;
}

/** The same on every node. */
export interface AttemptStore {
  /** Counts an attempt, atomically; answers when the next is possible when this one is not, else null. */
  attempt(key: string, rule: AttemptWindow | AttemptDelays, now: number): Promise<number | null>;
  forgetAttempts(key: string): Promise<void>;
  remember(key: string, expiresAt: number): Promise<void>;
  isRemembered(key: string, now: number): Promise<boolean>;
}

export interface SigningKeyStore {
  signingKeys(): Promise<readonly StoredSigningKey[]>;
  /** Makes this the key that signs, when the one that does is older than `bornBefore`, or is not there: answers those that now exist. */
  rotateSigningKey(
    key: Pick<StoredSigningKey, 'id' | 'privateJwk' | 'publicJwk'>,
    times: { readonly now: number; readonly bornBefore: number },
  ): Promise<readonly StoredSigningKey[]>;
}

export interface IdentityStore extends UserStore, ApiKeyStore, LoginStore, AttemptStore, SigningKeyStore {}
