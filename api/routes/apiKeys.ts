import { codeOf } from '../../engine/messageOf.ts';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { authorizeOrganization } from '../../schedule/access/authorize.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import { toError } from '../../schedule/problems.ts';
import type { Actor, Role, Scope } from '../../schedule/types.ts';
import { lowerRole, makeKeyId, makeSecret } from '../auth/apiKeys.ts';
import type { Identity } from '../auth/identity.ts';
import type { StoredApiKey } from '../auth/ports.ts';
import { type ApiKeyRecord, ApiKeyCreate, ApiKeyCreated, ApiKeyRecord as KeyRecord } from '../contract/organization.ts';
import { ApiKeysQuery } from '../contract/query.ts';
import { EdgeError } from '../errors.ts';
import { localPage } from '../routing/localPage.ts';
import { route } from '../routing/route.ts';

const tag = 'API keys';

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const record = (key: StoredApiKey): ApiKeyRecord => ({
  id: key.id,
  name: key.name,
  user: key.user,
  organization: key.organization,
  role: key.role,
  expiresAt: instant(key.expiresAt),
  lastUsedAt: instant(key.lastUsedAt),
  createdAt: new Date(key.createdAt).toISOString(),
});

/** The error when the credential that makes the key, or its membership, ended during the request. */
const ended = (): EdgeError =>
  new EdgeError('unauthenticated', 'The credential is unknown, expired or revoked.', {
    headers: { 'WWW-Authenticate': 'Token' },
  });

/** The id of the new key. With an idempotency key, the same request gets the same id, so that a replay finds the key instead of making another. */
const keyId = ({ actor, idempotency }: Scope): string =>
  idempotency === null
    ? makeKeyId()
    : createHash('sha256').update(`${actor.credential}\n${idempotency.key}`).digest('hex').slice(0, 32);

/** The response to a replayed request: the key without its secret. Throws 422 when the request differs from the first. */
const replayed = (scope: Scope, body: z.output<typeof ApiKeyCreate>, before: StoredApiKey): ApiKeyRecord => {
  const { name, organization, role, expiresAt } = record(before);
  if (!isDeepStrictEqual({ name, organization, role, expiresAt }, { expiresAt: null, ...body })) {
    throw new ScheduleError(
      'idempotency_reused',
      'The Idempotency-Key was used for another request; choose a new one.',
    );
  }
  scope.idempotency?.onReplay?.();
  return record(before);
};

/** Throws 403 unless the caller logged in, is the administrator on the machine, or is an API key with the role admin. */
const requireMaker = ({ kind }: Actor, role: Role): void => {
  if (kind !== 'key' || role === 'admin') return;
  throw new EdgeError(
    'forbidden',
    `An API key can create keys only with the role admin; this one has the role ${role}. Log in to create one.`,
  );
};

/** Throws when the new key would expire in the past, or later than the key that makes it. */
const checkExpiry = async ({ store, clock }: Identity, { actor }: Scope, expiresAt: string | null): Promise<void> => {
  const refuse = (message: string): ScheduleError => toError([{ path: 'expiresAt', code: 'invalid_value', message }]);
  const endsAt = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  if (endsAt <= clock()) throw refuse('lies in the past');
  const maker = actor.kind === 'key' ? await store.apiKey(actor.credential) : undefined;
  if (maker !== undefined && maker.expiresAt !== null && endsAt > maker.expiresAt) {
    throw refuse(`must not be later than the end of the key that makes it, ${new Date(maker.expiresAt).toISOString()}`);
  }
};

export const apiKeyRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/api-keys/',
      tag,
      summary: "The current user's API keys, or all of an organization",
      description: 'Only admins can list the keys of an organization. Each key names the user for whom it acts.',
      query: ApiKeysQuery,
      response: KeyRecord,
      list: true,
    },
    async ({ scope, query: { organization }, page }, { identity }) => {
      if (organization !== undefined) {
        authorizeOrganization(scope, organization, 'admin');
        return localPage((await identity.store.apiKeysIn(organization)).map(record), page);
      }
      const keys = await identity.store.apiKeys(scope.actor.user);
      const organizations = new Set(scope.actor.memberships.map(({ organization }) => organization));
      return localPage(keys.filter((key) => organizations.has(key.organization)).map(record), page);
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/api-keys/',
      tag,
      summary: 'Create an API key; its secret is shown once',
      description:
        'A login can create keys, and so can a key with the role admin, whose keys end with it. The new key acts as its maker in one organization, with the lower of both roles. A replayed request omits the secret.',
      body: ApiKeyCreate,
      status: 201,
      response: ApiKeyCreated,
      creates: true,
    },
    async ({ scope, body }, { identity }) => {
      const membership = scope.actor.memberships.find(({ organization }) => organization === body.organization);
      if (membership === undefined) {
        const message = `names no organization: ${body.organization}`;
        throw toError([{ path: 'organization', code: 'unknown_reference', message }]);
      }
      requireMaker(scope.actor, membership.role);
      if (lowerRole(body.role, membership.role) !== body.role) {
        throw new EdgeError(
          'forbidden',
          `Your role is ${membership.role}; a key cannot have the higher role ${body.role}.`,
        );
      }
      const id = keyId(scope);
      const before = scope.idempotency === null ? undefined : await identity.store.apiKey(id);
      if (before !== undefined) return replayed(scope, body, before);
      await checkExpiry(identity, scope, body.expiresAt ?? null);
      const { key, secretHash } = makeSecret(id);
      const { name, organization, role, expiresAt } = body;
      const made = {
        id,
        name,
        organization,
        role,
        secretHash,
        user: scope.actor.user,
        madeBy: scope.actor.kind === 'key' ? scope.actor.credential : null,
        expiresAt: typeof expiresAt === 'string' ? Date.parse(expiresAt) : null,
      };
      try {
        return { ...record(await identity.store.createApiKey(made)), key };
      } catch (error) {
        // A concurrent request with the same Idempotency-Key was first.
        const meanwhile = scope.idempotency === null ? undefined : await identity.store.apiKey(id);
        if (meanwhile !== undefined) return replayed(scope, body, meanwhile);
        throw codeOf(error) === 'reference_gone' ? ended() : error;
      }
    },
  ),
  route(
    {
      method: 'delete',
      path: '/v1/api-keys/{id}/',
      tag,
      summary: 'Revoke an API key',
      description:
        "Users can revoke their own keys with a credential whose role is no lower than the key's; admins can revoke any key of the organization. The keys that it created end with it.",
    },
    async ({ scope, params }, { identity }) => {
      const key = await identity.store.apiKey(params.id);
      const role = scope.actor.memberships.find(({ organization }) => organization === key?.organization)?.role;
      const mayDelete = key !== undefined && role !== undefined && (key.user === scope.actor.user || role === 'admin');
      if (!mayDelete) throw new EdgeError('not_found', `There is no API key ${params.id}.`);
      const rights = lowerRole(key.role, key.memberRole ?? 'viewer');
      if (lowerRole(rights, role) !== rights) {
        throw new EdgeError(
          'forbidden',
          `Key ${key.name} has the role ${rights}; a credential with ${role} cannot end it.`,
        );
      }
      await identity.store.deleteApiKey(params.id);
    },
  ),
];
