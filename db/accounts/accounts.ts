import type { TransactionSql } from '../connection/database.ts';
import type { JsonObject } from '../versions/entities.ts';

/** Who may do what. All times epoch ms; secrets arrive here hashed. */
export type Role = 'viewer' | 'planner' | 'admin';

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface User {
  readonly id: string;
  /** Lower case, unique. */
  readonly email: string;
  readonly name: string;
  /** Null: no password login (single sign-on). */
  readonly passwordHash: string | null;
  /** OpenID Connect subject, as `issuer|sub`. */
  readonly subject: string | null;
  readonly createdAt: number;
  /** Since when no credential of the user counts; null: they do. */
  readonly disabledAt: number | null;
}

export interface Membership {
  readonly user: string;
  readonly email: string;
  readonly name: string;
  readonly organization: string;
  readonly organizationName: string;
  readonly role: Role;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly user: string;
  readonly organization: string;
  readonly role: Role;
  readonly secretHash: string;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
  /** The key that it was made with, and ends with; null: a login's or the operator's. */
  readonly madeBy: string | null;
}

export interface RefreshToken {
  readonly tokenHash: string;
  readonly family: string;
  readonly user: string;
  readonly expiresAt: number;
}

/** A rotation's own times: epoch ms, and for how long a token that was just used counts once more. */
export interface RotationTimes {
  readonly now: number;
  readonly graceMs: number;
}

export interface LoginGrant {
  readonly codeHash: string;
  readonly user: string;
  readonly expiresAt: number;
}

export interface SigningKey {
  readonly id: string;
  /** Private JSON web key. */
  readonly privateJwk: JsonObject;
  readonly publicJwk: JsonObject;
  readonly createdAt: number;
  /** No longer signs from here on; still verifies. */
  readonly retiredAt: number | null;
}

/** Of one key: at most `limit` attempts in `windowMs`. */
export interface AttemptWindow {
  readonly limit: number;
  readonly windowMs: number;
}

/** Of one key: `free` attempts, then one after each delay, which starts at `baseMs`, doubles, and ends at `mostMs`; forgotten after `forgetMs` of peace. */
export interface AttemptDelays {
  readonly free: number;
  readonly baseMs: number;
  readonly mostMs: number;
  readonly forgetMs: number;
}

export interface Organizations {
  createOrganization(organization: Organization, admin?: { readonly user: string }): Promise<void>;
  organization(id: string): Promise<Organization | undefined>;
  organizations(): Promise<Organization[]>;

  memberships(user: string): Promise<Membership[]>;
  members(organization: string): Promise<Membership[]>;
  /** False when the user is a member already: the role stays. */
  addMember(organization: string, user: string, role: Role): Promise<boolean>;
  /**
   * Changes the role; null ends the membership, and its API keys with it. `last_admin`: nothing changed, since the organization would have no
   * admin left. Changes at once are judged one after the other.
   */
  changeMember(organization: string, user: string, role: Role | null): Promise<'changed' | 'absent' | 'last_admin'>;
}

export interface Users {
  /** True when no user exists: a fresh database. */
  isEmpty(): Promise<boolean>;
  createUser(user: Omit<User, 'createdAt' | 'disabledAt'>): Promise<User>;
  users(): Promise<User[]>;
  user(id: string): Promise<User | undefined>;
  userByEmail(email: string): Promise<User | undefined>;
  userBySubject(subject: string): Promise<User | undefined>;
  /** The administrator who came first, of any organization. */
  firstAdministrator(): Promise<User | undefined>;
  updateUser(
    id: string,
    change: Partial<Pick<User, 'name' | 'passwordHash' | 'subject' | 'disabledAt'>>,
  ): Promise<void>;
}

export interface ApiKeys {
  /** Throws `reference_gone` when the membership, or the key that makes it, ended meanwhile. */
  createApiKey(key: Omit<ApiKey, 'lastUsedAt' | 'createdAt'>): Promise<ApiKey>;
  /** With the maker's current role in the organization, null when no longer a member, or disabled. */
  apiKey(id: string): Promise<(ApiKey & { readonly memberRole: Role | null }) | undefined>;
  apiKeys(user: string): Promise<ApiKey[]>;
  /** Those made with it end too. */
  deleteApiKey(id: string): Promise<boolean>;
  /** Best effort, at most once a minute and key. */
  touchApiKey(id: string): Promise<void>;
}

/** Logins are the same on every node. Times are the caller's. */
export interface Logins {
  /** Memberships of a user whose login lives; undefined when it was ended, or the user is disabled. */
  session(user: string, family: string): Promise<Membership[] | undefined>;
  /** Ends every login of the user. */
  revokeLogins(user: string): Promise<void>;

  addRefreshToken(token: RefreshToken): Promise<void>;
  /**
   * Uses a token, atomically, and adds its successor in the same family. One that was used less than `graceMs` ago, and whose successor
   * is unused, is taken once more; the first use of one of the two successors uses the other one too. `reused`: it was used before, and the whole family is now revoked. `invalid`:
   * unknown, revoked or expired.
   */
  rotateRefreshToken(
    tokenHash: string,
    successor: { readonly tokenHash: string; readonly expiresAt: number },
    times: RotationTimes,
  ): Promise<{ readonly outcome: 'rotated'; readonly user: string } | { readonly outcome: 'reused' | 'invalid' }>;
  revokeFamilyOf(tokenHash: string): Promise<void>;

  addLoginGrant(grant: LoginGrant): Promise<void>;
  /** Single use: the user once, undefined ever after or when expired. */
  takeLoginGrant(codeHash: string): Promise<string | undefined>;

  /** Deletes what no longer counts: tokens, grants, attempts that expired, keys that retired before `retiredBefore`. */
  pruneLogins(now: number, retiredBefore: number): Promise<void>;
}

export interface Attempts {
  /** Counts an attempt, atomically; answers when the next is possible when this one is not, else null. */
  attempt(key: string, rule: AttemptWindow | AttemptDelays, now: number): Promise<number | null>;
  forgetAttempts(key: string): Promise<void>;
  /** A key without attempts that is known until `expiresAt`. */
  remember(key: string, expiresAt: number): Promise<void>;
  isRemembered(key: string, now: number): Promise<boolean>;

  /** True for one caller, of all nodes. */
  useOnce(hash: string, expiresAt: number): Promise<boolean>;
}

export interface SigningKeys {
  signingKeys(): Promise<SigningKey[]>;
  /** Keeps the first when two nodes race: answers those that now exist. */
  addSigningKey(key: Omit<SigningKey, 'createdAt' | 'retiredAt'>, onlyWhenNone: boolean): Promise<SigningKey[]>;
  retireSigningKey(id: string): Promise<void>;

  /** Makes this the key that signs, when the one that does is older than `bornBefore`, or is not there: answers those that now exist. */
  rotateSigningKey(
    key: Omit<SigningKey, 'createdAt' | 'retiredAt'>,
    times: { readonly now: number; readonly bornBefore: number },
  ): Promise<SigningKey[]>;
}

export interface Preferences {
  /** Creates empty ones when there are none. */
  preferences(planningKey: number, user: string): Promise<{ readonly data: JsonObject; readonly updatedAt: number }>;
  setPreferences(planningKey: number, user: string, data: JsonObject): Promise<{ readonly updatedAt: number }>;
}

export interface Accounts extends Organizations, Users, ApiKeys, Logins, Attempts, SigningKeys, Preferences {}

export interface StoredAnswer {
  readonly bodyHash: string;
  readonly status: number;
  readonly headers: JsonObject;
  /** Wire body; secrets left out by the caller. */
  readonly body: string;
}

/** Idempotency keys. `scope` is credential and route. */
export interface Idempotency {
  /** What was answered before, while it is younger than `maxAgeMs`. Look again inside the transaction, once it has the lock. */
  find(scope: string, key: string, maxAgeMs: number, sql?: TransactionSql): Promise<StoredAnswer | undefined>;
  /** False when the same key is in flight in another transaction. Embedded: always true, since that one has ended. */
  tryLock(sql: TransactionSql, scope: string, key: string): Promise<boolean>;
  /** In the write's own transaction. */
  save(sql: TransactionSql, scope: string, key: string, answer: StoredAnswer): Promise<void>;
  /**
   * For a write that has no transaction to lock in: false when the key has an answer younger than `maxAgeMs`, or is reserved and the
   * reservation younger than `leaseMs`. Until it is saved or released, `find` answers nothing.
   */
  reserve(scope: string, key: string, ages: { readonly leaseMs: number; readonly maxAgeMs: number }): Promise<boolean>;
  /** Ends a reservation; an answer stays. */
  release(scope: string, key: string): Promise<void>;
  /** Deletes those older than `maxAgeMs`; answers how many. */
  prune(maxAgeMs: number): Promise<number>;
}
