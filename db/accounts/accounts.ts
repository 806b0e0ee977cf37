import type { TransactionSql } from '../connection/database.ts';
import type { JsonObject } from '../versions/entities.ts';

/** Users, roles and credentials. All times are epoch milliseconds; callers hash secrets before they pass them in. */
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
  /** Null if the user has no password, as with single sign-on. */
  readonly passwordHash: string | null;
  /** OpenID Connect issuer and subject, as `issuer|sub`. */
  readonly subject: string | null;
  readonly createdAt: number;
  /** When the user was disabled, which invalidates all of the user's credentials; null while enabled. */
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
  /** Id of the key that created this one, and with which this one is deleted; null if a login or the operator created it. */
  readonly madeBy: string | null;
}

export type NewApiKey = Omit<ApiKey, 'lastUsedAt' | 'createdAt'>;

export interface RefreshToken {
  readonly tokenHash: string;
  readonly family: string;
  readonly user: string;
  readonly expiresAt: number;
}

/** `now` is epoch milliseconds. For `graceMs` after its first use, a token may be used once more. */
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
  /** Private JSON Web Key (RFC 7517). */
  readonly privateJwk: JsonObject;
  readonly publicJwk: JsonObject;
  readonly createdAt: number;
  /** When the key stopped signing; it still verifies. Null for the key that signs. */
  readonly retiredAt: number | null;
}

/** A limit of at most `limit` attempts per key in `windowMs`. */
export interface AttemptWindow {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Increasing delays per key: after `free` attempts, each further attempt must wait. The delay starts at `baseMs`, doubles with each attempt up to
 * `mostMs`, and is reset after `forgetMs` without an attempt.
 */
export interface AttemptDelays {
  readonly free: number;
  readonly baseMs: number;
  readonly mostMs: number;
  readonly forgetMs: number;
}

export interface Organizations {
  /** `sql`: within this transaction, here and below. */
  createOrganization(
    organization: Organization,
    admin?: { readonly user: string },
    sql?: TransactionSql,
  ): Promise<void>;
  organization(id: string): Promise<Organization | undefined>;
  /** All organizations, or those with the given ids. */
  organizations(ids?: readonly string[]): Promise<Organization[]>;

  memberships(user: string): Promise<Membership[]>;
  members(organization: string): Promise<Membership[]>;
  /** False if the user is already a member; the role is then kept. */
  addMember(organization: string, user: string, role: Role, sql?: TransactionSql): Promise<boolean>;
  /**
   * Changes a member's role; null ends the membership and deletes its API keys. `last_admin` means that nothing changed because the organization
   * would have no admin left. Concurrent changes are serialized.
   */
  changeMember(organization: string, user: string, role: Role | null): Promise<'changed' | 'absent' | 'last_admin'>;
}

export interface Users {
  /** True for a new database, which has no user. */
  isEmpty(): Promise<boolean>;
  createUser(user: Omit<User, 'createdAt' | 'disabledAt'>, sql?: TransactionSql): Promise<User>;
  users(): Promise<User[]>;
  user(id: string): Promise<User | undefined>;
  userByEmail(email: string): Promise<User | undefined>;
  userBySubject(subject: string): Promise<User | undefined>;
  /** The first of the admins of the organization, or of all: by the time of creation, but disabled ones after all others. */
  firstAdministrator(organization?: string): Promise<User | undefined>;
  updateUser(
    id: string,
    change: Partial<Pick<User, 'name' | 'passwordHash' | 'subject' | 'disabledAt'>>,
  ): Promise<void>;
  /**
   * Deletes a user with name, email address, memberships, credentials, logins and preferences; records keep the id of their author. `last_admin` means
   * that nothing was deleted, because some organization would have no admin left.
   */
  deleteUser(id: string): Promise<'deleted' | 'absent' | 'last_admin'>;
}

export interface ApiKeys {
  /** Throws `reference_gone` if the membership, or the key that creates this one, was deleted meanwhile. */
  createApiKey(key: NewApiKey, sql?: TransactionSql): Promise<ApiKey>;
  /** The key with the user's current role in the organization; null if the user is disabled or no longer a member. */
  apiKey(id: string): Promise<(ApiKey & { readonly memberRole: Role | null }) | undefined>;
  apiKeys(user: string): Promise<ApiKey[]>;
  apiKeysIn(organization: string): Promise<ApiKey[]>;
  /** Also deletes the keys that were created with it. */
  deleteApiKey(id: string): Promise<boolean>;
  /** Records the use of a key; best effort, at most once a minute per key. */
  touchApiKey(id: string): Promise<void>;
}

/** Logins are shared by all nodes. Callers pass the times. */
export interface Logins {
  /** The user's memberships while the login is valid; undefined if it was revoked or the user is disabled. */
  session(user: string, family: string): Promise<Membership[] | undefined>;
  /** Revokes every login of the user. */
  revokeLogins(user: string): Promise<void>;

  addRefreshToken(token: RefreshToken): Promise<void>;
  /**
   * Uses a refresh token and adds its successor to the same family, atomically. A token that was used less than `graceMs` ago, and whose successor is
   * unused, is accepted once more. The first use of one of two such successors also uses up the other. `reused`: the token had already been used, and
   * the whole family is now revoked. `invalid`: the token is unknown, revoked or expired.
   */
  rotateRefreshToken(
    tokenHash: string,
    successor: { readonly tokenHash: string; readonly expiresAt: number },
    times: RotationTimes,
  ): Promise<{ readonly outcome: 'rotated'; readonly user: string } | { readonly outcome: 'reused' | 'invalid' }>;
  revokeFamilyOf(tokenHash: string): Promise<void>;

  addLoginGrant(grant: LoginGrant): Promise<void>;
  /** Single use: returns the user id once, and undefined afterward or if the grant has expired. */
  takeLoginGrant(codeHash: string): Promise<string | undefined>;

  /** Deletes expired tokens, grants and attempts, and signing keys that retired before `retiredBefore`. Returns the number of tokens. */
  pruneLogins(now: number, retiredBefore: number): Promise<number>;
}

export interface Attempts {
  /** Counts an attempt, atomically. Returns null if it is allowed, otherwise the time at which the next one will be. */
  attempt(key: string, rule: AttemptWindow | AttemptDelays, now: number): Promise<number | null>;
  forgetAttempts(key: string): Promise<void>;
  /** Remembers a key without attempts until `expiresAt`. */
  remember(key: string, expiresAt: number): Promise<void>;
  isRemembered(key: string, now: number): Promise<boolean>;

  /** Returns true to exactly one caller across all nodes. */
  useOnce(hash: string, expiresAt: number): Promise<boolean>;
}

export interface SigningKeys {
  signingKeys(): Promise<SigningKey[]>;
  /** Adds a key and returns all keys. With `onlyWhenNone`, keeps the first one if two nodes race. */
  addSigningKey(key: Omit<SigningKey, 'createdAt' | 'retiredAt'>, onlyWhenNone: boolean): Promise<SigningKey[]>;

  /** Makes this the signing key if the current one is older than `bornBefore` or missing. Returns all keys. */
  rotateSigningKey(
    key: Omit<SigningKey, 'createdAt' | 'retiredAt'>,
    times: { readonly now: number; readonly bornBefore: number },
  ): Promise<SigningKey[]>;
}

export interface Preferences {
  /** Creates empty preferences if there are none. */
  preferences(planningKey: number, user: string): Promise<{ readonly data: JsonObject; readonly updatedAt: number }>;
  setPreferences(planningKey: number, user: string, data: JsonObject): Promise<{ readonly updatedAt: number }>;
}

/** What the columns of an organization's CSV files mean, by a name that is unique there. */
export interface StoredMapping {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly mapping: JsonObject;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedBy: string;
  readonly updatedAt: number;
}

export interface UploadMappings {
  /** `full` means that the organization has `most` mappings already. Throws `id_taken` where the name is taken, here and below. */
  createUploadMapping(mapping: StoredMapping, most: number, sql: TransactionSql): Promise<'created' | 'full'>;
  /** By name. */
  uploadMappings(organization: string): Promise<StoredMapping[]>;
  uploadMapping(organization: string, id: string): Promise<StoredMapping | undefined>;
  /** Undefined where there is none. */
  updateUploadMapping(
    organization: string,
    id: string,
    change: Pick<StoredMapping, 'name' | 'mapping' | 'updatedBy' | 'updatedAt'>,
  ): Promise<StoredMapping | undefined>;
  deleteUploadMapping(organization: string, id: string): Promise<boolean>;
}

export interface Accounts
  extends Organizations,
    Users,
    ApiKeys,
    Logins,
    Attempts,
    SigningKeys,
    Preferences,
    UploadMappings {}

export interface StoredAnswer {
  readonly bodyHash: string;
  readonly status: number;
  readonly headers: JsonObject;
  /** Response body; the caller leaves out secrets. */
  readonly body: string;
}

/** A key that is reserved while its answer is made. Another request can take it over when the holder stops renewing it. */
export interface Reservation {
  /** Keeps the reservation alive. */
  renew(): Promise<void>;
  /** Saves the answer in the transaction of the write. False if the key was taken over: the transaction must then be rolled back. */
  settle(sql: TransactionSql, answer: StoredAnswer): Promise<boolean>;
  /** Ends the reservation. A saved answer, and a reservation of another holder, are kept. */
  release(): Promise<void>;
}

/** Idempotency keys. `scope` is the credential and the route. */
export interface Idempotency {
  /** The stored answer, if it is younger than `maxAgeMs`. Look it up again inside the transaction, after taking the lock. */
  find(scope: string, key: string, maxAgeMs: number, sql?: TransactionSql): Promise<StoredAnswer | undefined>;
  /** False if the same key is in flight in another transaction. Always true on the embedded database, where transactions are serialized. */
  tryLock(sql: TransactionSql, scope: string, key: string): Promise<boolean>;
  /** Stores an answer in the transaction of the write. */
  save(sql: TransactionSql, scope: string, key: string, answer: StoredAnswer): Promise<void>;
  /**
   * Reserves a key for a write that works for long before it has a transaction to lock in. Null if the key has an answer younger than `maxAgeMs`, or a
   * reservation that was renewed less than `leaseMs` ago, by the clock of the database. Until the reservation is settled or released, `find` returns undefined.
   */
  reserve(
    scope: string,
    key: string,
    ages: { readonly leaseMs: number; readonly maxAgeMs: number },
  ): Promise<Reservation | null>;
  /** Deletes the keys older than `maxAgeMs`, and returns their number. */
  prune(maxAgeMs: number): Promise<number>;
}
