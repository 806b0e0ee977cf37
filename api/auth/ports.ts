/** What identity needs stored; `db/store` implements it. Times are epoch ms; secrets arrive hashed. */
import type { JsonObject } from '../contract/primitives.ts';
import type { Role } from '../contract/organization.ts';

export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Null: no login with a password. */
  readonly passwordHash: string | null;
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
  readonly retiredAt: number | null;
}

export type Rotation =
  | { readonly outcome: 'rotated'; readonly user: string }
  | { readonly outcome: 'reused' | 'invalid' };

export interface IdentityStore {
  user(id: string): Promise<StoredUser | undefined>;
  userByEmail(email: string): Promise<StoredUser | undefined>;
  memberships(user: string): Promise<readonly StoredMembership[]>;

  createApiKey(key: NewApiKey): Promise<StoredApiKey>;
  /** With the maker's current role in the organization, null when no longer a member. */
  apiKey(id: string): Promise<(StoredApiKey & { readonly memberRole: Role | null }) | undefined>;
  apiKeys(user: string): Promise<readonly StoredApiKey[]>;
  deleteApiKey(id: string): Promise<boolean>;
  touchApiKey(id: string): Promise<void>;

  addRefreshToken(token: {
    readonly tokenHash: string;
    readonly family: string;
    readonly user: string;
    readonly expiresAt: number;
  }): Promise<void>;
  rotateRefreshToken(
    tokenHash: string,
    successor: { readonly tokenHash: string; readonly expiresAt: number },
  ): Promise<Rotation>;
  revokeFamilyOf(tokenHash: string): Promise<void>;
  /** Single use: the user once, undefined ever after or when expired. */
  takeLoginGrant(codeHash: string): Promise<string | undefined>;

  signingKeys(): Promise<readonly StoredSigningKey[]>;
  /** Keeps the first when two nodes race: answers those that now exist. */
  addSigningKey(
    key: Pick<StoredSigningKey, 'id' | 'privateJwk' | 'publicJwk'>,
    onlyWhenNone: boolean,
  ): Promise<readonly StoredSigningKey[]>;
}
