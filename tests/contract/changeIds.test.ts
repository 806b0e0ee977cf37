/** Guarantee: every request that writes to a planning returns the id of the changeset that it made, and no other request returns one. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signWebhook } from '../../schedule/webhooks/signature.ts';
import { ROUTES } from '../../api/routes/routes.ts';
import type { Answer } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { present } from '../../engine/present.ts';
import { standingRepair } from '../../schedule/repairs/testing/standingRepair.ts';
import { at, importSmall, operationInput, smallDocument } from '../../schedule/testing/openSchedule.ts';

type Row = Record<string, unknown>;

let p: string;
const api = await useApp();
beforeAll(async () => {
  p = await importSmall(api, api.scope);
});

/** Requests that write to no planning, or to no version in one: queries, access, runs, marks of conflicts, and a user's preferences. */
const WITHOUT = [
  'post /v1/plannings/{id}/operations/search/',
  'delete /v1/organizations/{org_pk}/plannings/{id}/',
  'put /v1/plannings/{id}/preferences/',
  'put /v1/plannings/{id}/conflicts/{conflict_id}/mark/',
  'post /v1/plannings/{id}/score/',
  'post /v1/operations/{id}/resolve-conflict/part/{part_pk}/',
  'post /v1/operations/{id}/resolve-conflict-stream/part/{part_pk}/',
  'post /v1/plannings/{id}/stress/',
  'post /v1/plannings/{id}/optimize/',
  'patch /v1/plannings/{id}/optimization-task-results/{task_id}/',
  'delete /v1/plannings/{id}/optimization-task-results/{task_id}/',
  'post /v1/plannings/{id}/optimization-task-results/{task_id}/cancel/',
  'post /v1/plannings/{id}/agent/',
  'post /v1/plannings/{id}/agent/tools/{tool}/',
  'post /v1/plannings/{id}/mcp/',
  'post /v1/organizations/',
  'post /v1/organizations/{org_pk}/members/',
  'patch /v1/organizations/{org_pk}/members/{user}/',
  'delete /v1/organizations/{org_pk}/members/{user}/',
  'post /v1/organizations/{org_pk}/upload-mappings/',
  'put /v1/organizations/{org_pk}/upload-mappings/{mapping_id}/',
  'delete /v1/organizations/{org_pk}/upload-mappings/{mapping_id}/',
  'post /v1/plannings/{id}/webhooks/',
  'patch /v1/plannings/{id}/webhooks/{webhook_id}/',
  'delete /v1/plannings/{id}/webhooks/{webhook_id}/',
  'post /v1/plannings/{id}/webhooks/{webhook_id}/test/',
  'post /v1/plannings/{id}/webhooks/{webhook_id}/rotate-secret/',
  'post /v1/plannings/{id}/webhooks/{webhook_id}/replay/',
  'post /v1/plannings/{id}/webhooks/{webhook_id}/deliveries/{delivery_id}/retry/',
  'post /v1/repairs/{id}/refuse/',
  'post /v1/api-keys/',
  'delete /v1/api-keys/{id}/',
];

const newest = async (planning: string, headers: object = {}): Promise<string> => {
  const listed = (await api.call(`GET /v1/plannings/${planning}/changesets/?limit=1`, { headers: { ...headers } }))
    .body as Row[];
  return listed[0]['id'] as string;
};

test('every kind of write returns its changeset', async () => {
  const written = new Set<string>();
  const write = async (
    route: string,
    path: string,
    body: unknown,
    { headers = {}, of = p, layer }: { headers?: object; of?: string; layer?: object } = {},
  ): Promise<Row> => {
    const [method] = route.split(' ');
    const answer: Answer = await api.call(`${method.toUpperCase()} ${path}`, { body, headers: { ...headers } });
    expect.soft(answer.status, `${route}: ${answer.text}`).toBeLessThan(300);
    expect.soft([route, answer.headers.get('X-Change-Id')]).toEqual([route, await newest(of, layer ?? headers)]);
    written.add(route);
    return answer.status === 204 ? {} : answer.body;
  };
  /** The entity is created, changed and deleted. */
  const entity = async (path: string, body: object, change: object, key = 'id'): Promise<void> => {
    const made = await write(`post ${path}`, path, { planning: p, ...body });
    const one = `${path}${made[key] as string}/`;
    await write(`patch ${path}{${key}}/`, one, change);
    await write(`delete ${path}{${key}}/`, one, undefined);
  };
  const task = { taskName: 'T', plannedTime: at('12:00'), expectedTime: at('12:00') };
  const operation = operationInput(p, '12:00', '13:00', { isBlocker: false });
  const later = operationInput(p, '14:00', '15:00', { isBlocker: false });
  await entity('/v1/operations/', operation, { description: 'x' });
  await entity('/v1/resources/', { name: '3', location: `${p}-apron` }, { name: '4' });
  await entity('/v1/tasks/', task, { sigma: 60 });
  await entity('/v1/locations/', { name: 'Pier' }, { name: 'Gate' });
  await entity('/v1/tags/', { category: 'size', value: 'narrow' }, { value: 'small' }, 'uuid');
  await entity('/v1/rules/', { name: 'Big', kind: 'usage', weight: 1 }, { weight: 2 });
  await entity('/v1/operation-groups/', { name: 'Call' }, { name: 'Rotation' });
  const [made, other] = (await write('post /v1/operations/bulk/', '/v1/operations/bulk/', [
    operation,
    later,
  ])) as unknown as Row[];
  await write('patch /v1/operations/bulk/', '/v1/operations/bulk/', [{ id: made['id'], description: 'y' }]);
  await write('patch /v1/operations/tasks/bulk/', '/v1/operations/tasks/bulk/', {
    operations: [{ operationId: made['id'], inboundTask: { sigma: 60 } }],
  });
  const upload = `/v1/plannings/${p}/operations/bulk-upload/`;
  await write('post /v1/plannings/{id}/operations/bulk-upload/', upload, {
    operations: [{ externalId: 'new', inboundTask: task, outboundTask: { ...task, taskName: 'U' } }],
  });

  const place = { operation: `${p}-o1`, resource: `${p}-r2` };
  const placed = await write('post /v1/assignments/', '/v1/assignments/', place);
  const end = `/v1/assignments/${placed['id'] as string}/deactivate/`;
  await write('post /v1/assignments/{id}/deactivate/', end, {});
  await write('post /v1/assignments/bulk/', '/v1/assignments/bulk/', { assignments: [place] });
  const edits = `/v1/plannings/${p}/edits/`;
  await write('post /v1/plannings/{id}/edits/', edits, { operations: [{ id: `${p}-o2`, description: 'z' }] });
  const strategy = { virtualState: {}, moves: [{ kind: 'reassign', operation: `${p}-o3`, toResource: `${p}-r2` }] };
  await write('post /v1/operations/{id}/apply-strategy/', `/v1/operations/${p}-o3/apply-strategy/`, strategy);
  const revert = `/v1/plannings/${p}/changesets/${await newest(p)}/revert/`;
  await write('post /v1/plannings/{id}/changesets/{change_id}/revert/', revert, {});

  const organization = `/v1/organizations/${api.admin.organization}/plannings/`;
  const named = await write(
    'post /v1/organizations/{org_pk}/plannings/',
    organization,
    { id: `${p}-n`, name: 'N' },
    {
      of: `${p}-n`,
    },
  );
  const own = `${organization}${named['id'] as string}/`;
  await write('patch /v1/organizations/{org_pk}/plannings/{id}/', own, { name: 'M' }, { of: `${p}-n` });
  await write('post /v1/organizations/{org_pk}/plannings/import/', `${organization}import/`, smallDocument(`${p}-i`), {
    of: `${p}-i`,
  });

  const workspaces = 'post /v1/plannings/{id}/workspaces/';
  const draft = async (): Promise<string> =>
    (await write(workspaces, `/v1/plannings/${p}/workspaces/`, { name: 'W' }))['id'] as string;
  const [first, second] = [await draft(), await draft()];
  await write('patch /v1/workspaces/{id}/', `/v1/workspaces/${first}/`, { name: 'V' });
  const inDraft = { headers: { 'X-Workspace-Id': first } };
  await write('post /v1/assignments/', '/v1/assignments/', { ...place, operation: `${p}-o3` }, inDraft);
  await write('patch /v1/operations/bulk/', '/v1/operations/bulk/', [{ id: `${p}-o1`, description: 'n' }]);
  await write('post /v1/workspaces/{id}/rebase/', `/v1/workspaces/${first}/rebase/`, {}, { layer: inDraft.headers });
  await write('post /v1/workspaces/{id}/publish/', `/v1/workspaces/${first}/publish/`, {});
  await write('post /v1/workspaces/{id}/archive/', `/v1/workspaces/${second}/archive/`, {});
  await write('post /v1/workspaces/{id}/restore/', `/v1/workspaces/${second}/restore/`, {});

  const external = async (dryRun: boolean, placed: unknown): Promise<string> => {
    const asked = await api.call(`POST /v1/plannings/${p}/optimize/`, { body: { solver: 'external', dryRun } });
    const { id, webhookSecret } = asked.body as { id: string; webhookSecret: string };
    const text = JSON.stringify({ assignments: [{ operation: placed, resource: `${p}-r2` }] });
    const [key, now] = [randomUUID(), `${Math.floor(Date.now() / 1000)}`];
    const path = `/v1/plannings/${p}/optimization-task-results/${id}/`;
    const signature = `v1,${signWebhook(webhookSecret, key, now, text)}`;
    const headers = { 'webhook-id': key, 'webhook-timestamp': now, 'webhook-signature': signature };
    const answer = await api.call(`POST ${path}result/`, {
      as: null,
      body: text,
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    expect(answer.status, answer.text).toBe(200);
    expect.soft(answer.headers.get('X-Change-Id')).toBe(dryRun ? null : await newest(p));
    return path;
  };
  await external(false, made['id']);
  written.add('post /v1/plannings/{id}/optimization-task-results/{task_id}/result/');
  const dry = await external(true, other['id']);
  await write('post /v1/plannings/{id}/optimization-task-results/{task_id}/apply/', `${dry}apply/`, {});
  const { scope } = api;
  const proposed = await api.schedule.createProposal(scope, p, {
    virtualState: {},
    moves: [{ kind: 'reassign', operation: `${p}-o3`, toResource: `${p}-r1` }],
    explanation: 'Better there',
  });
  const apply = `/v1/plannings/${p}/agent/proposals/${proposed.id}/apply/`;
  await write('post /v1/plannings/{id}/agent/proposals/{proposal_id}/apply/', apply, {});

  const repairing = standingRepair(api, scope);
  const repaired = await repairing.start({ mode: 'propose' });
  const policy = { mode: 'propose', freezeMinutes: 0, maxMoves: 2 };
  await write('put /v1/plannings/{id}/repair-policy/', `/v1/plannings/${repaired}/repair-policy/`, policy, {
    of: repaired,
  });
  await repairing.clash(repaired);
  await repairing.settle();
  const [repair] = await repairing.repairs(repaired, 'open');
  await write('post /v1/repairs/{id}/apply/', `/v1/repairs/${present(repair).id}/apply/`, {}, { of: repaired });

  const routes = ROUTES.map(({ spec }) => `${spec.method} ${spec.path}`);
  const changing = routes.filter((route) => !route.startsWith('get ') && route.includes(' /v1/'));
  expect([...written, ...WITHOUT].toSorted()).toEqual(changing.toSorted());
});
