/** An organization with one of everything, and valid input for each endpoint. */
import { randomBytes, randomUUID } from 'node:crypto';
import { issueApiKey } from '../../api/auth/apiKeys.ts';
import type { RouteSpec } from '../../api/routing/route.ts';
import type { TestApp, TestUser } from '../../api/testing/openApp.ts';
import { importSmall, scopeOf } from '../../schedule/testing/openSchedule.ts';

const MEMBERS = [
  'organization',
  'planning',
  'operation',
  'other',
  'resource',
  'location',
  'tag',
  'rule',
  'group',
  'task',
  'assignment',
  'change',
  'workspace',
  'run',
  'user',
  'key',
  'proposal',
  'mapping',
  'webhook',
  'delivery',
  'repair',
] as const;
export type World = Record<(typeof MEMBERS)[number], string>;

const at = (time: string): string => `2026-11-20T${time}:00.000Z`;
const task = { taskName: 'T', plannedTime: at('12:00'), expectedTime: at('12:00') };
const later = { taskName: 'U', plannedTime: at('13:00'), expectedTime: at('13:00') };

/** Created by its admin. */
export const makeWorld = async (api: TestApp, admin: TestUser): Promise<World> => {
  const make = (path: string, body: object): Promise<Record<string, string>> =>
    api.accepted(`POST ${path}`, { as: admin, body });
  const { organization } = admin;
  const planning = await importSmall(api, scopeOf(admin.user, organization, 'admin'));
  const resource = `${planning}-r2`;
  const [operation, other] = [`${planning}-o1`, `${planning}-o2`];
  const member = await api.newUser('viewer', organization);
  const assignment = await make('/v1/assignments/', { operation, resource });
  await make('/v1/assignments/', { operation: other, resource });
  const tag = await make('/v1/tags/', { planning, category: 'c', value: randomUUID() });
  const [change] = (await api.call(`GET /v1/plannings/${planning}/changesets/?limit=1`, { as: admin })).body as {
    id: string;
  }[];
  const idOf = async (path: string, body: object): Promise<string> => (await make(path, body))['id'] ?? '';
  return {
    organization,
    planning,
    operation,
    other,
    resource,
    location: `${planning}-apron`,
    tag: tag['uuid'] ?? '',
    rule: await idOf('/v1/rules/', { planning, name: 'R', kind: 'usage', weight: 1 }),
    group: await idOf('/v1/operation-groups/', { planning, name: 'G' }),
    task: await idOf('/v1/tasks/', { planning, ...task }),
    assignment: assignment['id'] ?? '',
    change: change?.id ?? '',
    workspace: await idOf(`/v1/plannings/${planning}/workspaces/`, { name: 'W' }),
    run: await idOf(`/v1/plannings/${planning}/optimize/`, { solver: 'external', start: false }),
    user: member.user,
    key: await keyOf(api, admin),
    mapping: await idOf(`/v1/organizations/${organization}/upload-mappings/`, mapping()),
    proposal: randomUUID(),
    repair: await proposedRepair(api, planning),
    ...(await subscribed(api, planning, await idOf(`/v1/plannings/${planning}/webhooks/`, WEBHOOK))),
  };
};

const mapping = () => ({
  name: randomUUID(),
  rows: 'operations',
  fields: [{ field: 'externalId', columns: ['id'] }],
});
const WEBHOOK = { url: 'https://subscriber.example/', events: ['*'] };

/** A webhook with a pending message. */
const subscribed = async (
  api: TestApp,
  planning: string,
  webhook: string,
): Promise<Pick<World, 'webhook' | 'delivery'>> => {
  const [{ key }] = await api.database.database.sql<
    [{ key: number }]
  >`select key from plannings where id = ${planning}`;
  const found = await api.ports.webhooks.get({ key, id: planning, organization: '' }, webhook);
  if (found === undefined) throw new Error('There is no webhook.');
  const delivery = randomUUID();
  const message = { id: delivery, change: found.cursor, changeset: randomUUID(), createdAt: Date.now() };
  await api.ports.webhooks.advance(found, found.cursor, [message]);
  return { webhook, delivery };
};

/** An open repair without moves. */
const proposedRepair = async ({ database }: TestApp, planning: string): Promise<string> => {
  const id = randomUUID();
  const levels = { total: 0, conflicts: 0, unassigned: 0, reassigned: 0, delay: 0, rules: 0 };
  const score = { before: levels, after: levels, delta: 0 };
  const details = { closes: [], loss: 0, proved: true, movesBound: 0, cause: null, latencyMs: null, signature: '' };
  await database.database.sql`
    insert into proposals (id, planning, change, moves, score, explanation, created_at, source, state, details)
      select ${id}, key, head, '[]'::jsonb, ${JSON.stringify(score)}::text::jsonb, 'Nothing.', ${Date.now()}, 'repair', 'open', ${JSON.stringify(details)}::text::jsonb
      from plannings where id = ${planning}`;
  return id;
};

/** Creates a key of the caller's own and returns its id. */
export const keyOf = async (api: TestApp, { user, organization }: TestUser): Promise<string> => {
  const { accounts } = api.ports;
  const key = await issueApiKey(accounts, { name: 'k', user, organization, role: 'viewer', expiresAt: null });
  return key.split('_')[1] ?? '';
};

/** Ids of the same length that do not exist. */
export const absentWorld = (like: World): World =>
  Object.fromEntries(
    Object.entries(like).map(([member, id]) => {
      const random = randomBytes(40).toString('hex');
      return [member, /^[0-9a-f-]{36}$/.test(id) ? randomUUID() : random.slice(0, id.length)];
    }),
  ) as World;

const ID_OF: Readonly<Record<string, keyof World>> = {
  operations: 'operation',
  resources: 'resource',
  assignments: 'assignment',
  tasks: 'task',
  locations: 'location',
  tags: 'tag',
  rules: 'rule',
  'operation-groups': 'group',
  plannings: 'planning',
  workspaces: 'workspace',
  'api-keys': 'key',
  repairs: 'repair',
};
const NAMED: Readonly<Record<string, keyof World>> = {
  org_pk: 'organization',
  user: 'user',
  uuid: 'tag',
  change_id: 'change',
  task_id: 'run',
  proposal_id: 'proposal',
  mapping_id: 'mapping',
  webhook_id: 'webhook',
  delivery_id: 'delivery',
};
const CONSTANT: Readonly<Record<string, string>> = {
  part_pk: '0',
  tool: 'list_conflicts',
  conflict_id: '0123456789abcdef',
};

/** Queries that lists require. */
const QUERIES: Readonly<Record<string, string>> = { '/v1/plannings/{id}/tasks/': '?external_id=o1' };

/** The path with the ids of a world. */
export const pathIn = ({ path }: RouteSpec, world: World): string => {
  const kinds = path.split('/');
  const filled = path.replaceAll(/\{(\w+)\}/g, (parameter, name: string) => {
    const kind = kinds[kinds.indexOf(parameter) - 1] ?? '';
    const member = name === 'id' ? ID_OF[kind] : NAMED[name];
    const value = member === undefined ? CONSTANT[name] : world[member];
    if (value === undefined) throw new Error(`Nobody knows ${parameter} of ${path}: tell tests/identity/world.ts.`);
    return value;
  });
  return `${filled}${QUERIES[path] ?? ''}`;
};

const virtualState = {};

/** A valid body for each endpoint. */
export const BODIES: Readonly<Record<string, (world: World) => unknown>> = {
  'PUT /v1/plannings/{id}/conflicts/{conflict_id}/mark/': () => ({ state: null }),
  'POST /v1/operations/': ({ planning }) => ({ planning, inboundTask: task, outboundTask: later }),
  'POST /v1/operations/bulk/': ({ planning }) => [
    { planning, inboundTask: task, outboundTask: later, isBlocker: false },
  ],
  'PATCH /v1/operations/bulk/': ({ operation }) => [{ id: operation, isBlocker: false }],
  'PATCH /v1/operations/tasks/bulk/': ({ operation }) => ({
    operations: [{ operationId: operation, inboundTask: { externalId: 'x' } }],
  }),
  'POST /v1/operations/{id}/resolve-conflict/part/{part_pk}/': () => ({ virtualState }),
  'POST /v1/operations/{id}/resolve-conflict-stream/part/{part_pk}/': () => ({ virtualState }),
  'POST /v1/operations/{id}/apply-strategy/': ({ operation, resource }) => ({
    moves: [
      {
        kind: 'reassign',
        operation,
        part: null,
        fromResource: resource,
        toResource: resource,
        startAt: null,
        endAt: null,
        delaySeconds: 0,
      },
    ],
  }),
  'POST /v1/plannings/{id}/operations/search/': () => ({ externalId: 'o1' }),
  'POST /v1/plannings/{id}/operations/bulk-upload/': () => ({
    operations: [{ externalId: 'up', inboundTask: task, outboundTask: later }],
  }),
  'POST /v1/resources/': ({ location }) => ({ name: 'N', location }),
  'POST /v1/assignments/': ({ other, resource }) => ({ operation: other, resource }),
  'POST /v1/assignments/bulk/': ({ other, resource }) => ({ assignments: [{ operation: other, resource }] }),
  'POST /v1/tasks/': ({ planning }) => ({ planning, ...task }),
  'POST /v1/locations/': ({ planning }) => ({ planning, name: 'N' }),
  'POST /v1/tags/': ({ planning }) => ({ planning, category: 'c', value: randomUUID() }),
  'POST /v1/rules/': ({ planning }) => ({ planning, name: 'N', kind: 'usage', weight: 1 }),
  'POST /v1/operation-groups/': ({ planning }) => ({ planning, name: 'N' }),
  'POST /v1/organizations/{org_pk}/plannings/': () => ({ name: 'N' }),
  'POST /v1/organizations/{org_pk}/plannings/import/': () => ({
    format: 'tidegate/planning@1',
    planning: { name: 'Imported' },
    locations: [],
    tags: [],
    resources: [],
    groups: [],
    operations: [],
    rules: [],
    assignments: [],
  }),
  'PUT /v1/plannings/{id}/preferences/': () => ({ data: {} }),
  'POST /v1/plannings/{id}/workspaces/': () => ({ name: 'N' }),
  'POST /v1/plannings/{id}/score/': () => ({ virtualState }),
  'POST /v1/plannings/{id}/optimize/': () => ({ solver: 'external', start: false }),
  'POST /v1/organizations/{org_pk}/upload-mappings/': mapping,
  'PUT /v1/organizations/{org_pk}/upload-mappings/{mapping_id}/': mapping,
  'POST /v1/plannings/{id}/webhooks/': () => WEBHOOK,
  'POST /v1/plannings/{id}/webhooks/{webhook_id}/replay/': () => ({ since: null }),
  'POST /v1/plannings/{id}/mcp/': () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  'POST /v1/plannings/{id}/agent/': () => ({ messages: [{ role: 'user', content: 'help' }] }),
  'POST /v1/organizations/': () => ({ name: 'N' }),
  'POST /v1/organizations/{org_pk}/members/': () => ({ email: `${randomUUID()}@example.org`, role: 'viewer' }),
  'POST /v1/api-keys/': ({ organization }) => ({ name: 'N', organization, role: 'viewer' }),
};
