import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { int8 } from './int8.ts';
import type { Role } from '../accounts/accounts.ts';
import type { JsonObject } from './values.ts';

export const organizations = pgTable('organizations', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: int8('created_at').notNull(),
});

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  passwordHash: text('password_hash'),
  subject: text('subject'),
  createdAt: int8('created_at').notNull(),
  disabledAt: int8('disabled_at'),
});

export const members = pgTable('members', {
  organization: text('organization').notNull(),
  user: text('user_id').notNull(),
  role: text('role').$type<Role>().notNull(),
});

export const apiKeys = pgTable('api_keys', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  user: text('user_id').notNull(),
  organization: text('organization').notNull(),
  role: text('role').$type<Role>().notNull(),
  secretHash: text('secret_hash').notNull(),
  expiresAt: int8('expires_at'),
  lastUsedAt: int8('last_used_at'),
  createdAt: int8('created_at').notNull(),
  madeBy: text('made_by'),
});

/** A family is one login. Each refresh uses up a token and adds its successor. */
export const refreshTokens = pgTable('refresh_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  family: text('family').notNull(),
  user: text('user_id').notNull(),
  expiresAt: int8('expires_at').notNull(),
  usedAt: int8('used_at'),
  revokedAt: int8('revoked_at'),
  predecessor: text('predecessor'),
  reusedAt: int8('reused_at'),
});

export const loginGrants = pgTable('login_grants', {
  codeHash: text('code_hash').primaryKey(),
  user: text('user_id').notNull(),
  expiresAt: int8('expires_at').notNull(),
});

export const signingKeys = pgTable('signing_keys', {
  id: text('id').primaryKey(),
  privateJwk: jsonb('private_jwk').$type<JsonObject>().notNull(),
  publicJwk: jsonb('public_jwk').$type<JsonObject>().notNull(),
  createdAt: int8('created_at').notNull(),
  retiredAt: int8('retired_at'),
});

/** Keys are hashes of network addresses and account names. */
export const loginAttempts = pgTable('login_attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: int8('since').notNull(),
  blockedUntil: int8('blocked_until').notNull(),
  expiresAt: int8('expires_at').notNull(),
});

export const usedOnce = pgTable('used_once', {
  hash: text('hash').primaryKey(),
  expiresAt: int8('expires_at').notNull(),
});

export const preferences = pgTable('preferences', {
  planning: integer('planning').notNull(),
  user: text('user_id').notNull(),
  data: jsonb('data').$type<JsonObject>().notNull(),
  updatedAt: int8('updated_at').notNull(),
});

/** What the columns of CSV files mean. */
export const uploadMappings = pgTable('upload_mappings', {
  id: text('id').primaryKey(),
  organization: text('organization').notNull(),
  name: text('name').notNull(),
  mapping: jsonb('mapping').$type<JsonObject>().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: int8('created_at').notNull(),
  updatedBy: text('updated_by').notNull(),
  updatedAt: int8('updated_at').notNull(),
});

export const idempotencyRecords = pgTable('idempotency_records', {
  /** Credential and route. */
  scope: text('scope').notNull(),
  key: text('key').notNull(),
  bodyHash: text('body_hash').notNull(),
  status: integer('status').notNull(),
  headers: jsonb('headers').$type<JsonObject>().notNull(),
  body: text('body').notNull(),
  createdAt: int8('created_at').notNull(),
});
