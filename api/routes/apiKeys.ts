import { codeOf } from '../../engine/messageOf.ts';
import { authorizeOrganization } from '../../schedule/access/authorize.ts';
import type { ScheduleError } from '../../schedule/errors.ts';
import type { KnownApiKey } from '../../schedule/organizations/apiKeys.ts';
import { toError } from '../../schedule/problems.ts';
import type { Actor, Role, Scope } from '../../schedule/types.ts';
import { lowerRole, makeKeyId, makeSecret } from '../auth/apiKeys.ts';
import { type Identity, LOCAL_CREDENTIAL } from '../auth/identity.ts';
import type { NewApiKey } from '../auth/ports.ts';
import { type ApiKeyRecord, ApiKeyCreate, ApiKeyCreated, ApiKeyRecord as KeyRecord } from '../contract/organization.ts';
import { ApiKeysQuery } from '../contract/query.ts';
import { EdgeError, unauthenticated } from '../errors.ts';
import { instant, instantOrNull } from '../../schedule/records/instants.ts';
import { pageAfter, placeByAppearance } from '../../schedule/records/page.ts';
import type { Listed, PageRequest } from '../../schedule/types.ts';
import { route } from '../routing/route.ts';

const tag = 'API keys';

const record = (key: KnownApiKey): ApiKeyRecord => ({
  id: key.id,
  name: key.name,
  user: key.user,
  organization: key.organization,
  role: key.role,
  expiresAt: instantOrNull(key.expiresAt),
  lastUsedAt: instantOrNull(key.lastUsedAt),
  createdAt: instant(key.createdAt),
});

const keysPage = (keys: readonly KnownApiKey[], page: PageRequest): Listed<ApiKeyRecord> => {
  const { items, next } = pageAfter(keys, page, placeByAppearance);
  return { items: items.map(record), next };
};

/** The error when the credential that makes the key, or its membership, ended during the request. */
const ended = (): EdgeError => unauthenticated('The credential is unknown, expired or revoked.');

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
    throw refuse(`must not be later than the end of the key that makes it, ${instant(maker.expiresAt)}`);
  }
};

/** The user for whom a new key acts: its maker, or for the administrator on the machine an admin of the organization. */
const holderOf = async ({ store }: Identity, { actor }: Scope, organization: string): Promise<string> => {
  if (actor.credential !== LOCAL_CREDENTIAL) return actor.user;
  const admin = await store.firstAdministrator(organization);
  if (admin !== undefined && admin.disabledAt === null) return admin.id;
  const message = `has no admin for whom the key could act; "tidegate user enable" or "tidegate user create --role admin" gives it one`;
  throw toError([{ path: 'organization', code: 'invalid_value', message }]);
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
        return keysPage(await identity.store.apiKeysIn(organization), page);
      }
      const keys = await identity.store.apiKeys(scope.actor.user);
      const organizations = new Set(scope.actor.memberships.map(({ organization }) => organization));
      return keysPage(
        keys.filter((key) => organizations.has(key.organization)),
        page,
      );
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
    async ({ scope, body }, { identity, schedule }) => {
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
      const { name, organization, role, expiresAt = null } = body;
      let shown: string | undefined;
      const make = async (): Promise<NewApiKey> => {
        await checkExpiry(identity, scope, expiresAt);
        const id = makeKeyId();
        const { key, secretHash } = makeSecret(id);
        shown = key;
        return {
          id,
          name,
          organization,
          role,
          secretHash,
          user: await holderOf(identity, scope, organization),
          madeBy: scope.actor.kind === 'key' ? scope.actor.credential : null,
          expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
        };
      };
      const made = await schedule.createApiKey(scope, make).catch((error: unknown) => {
        throw codeOf(error) === 'unknown_reference' ? ended() : error;
      });
      return { ...record(made), ...(shown === undefined ? {} : { key: shown }) };
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
