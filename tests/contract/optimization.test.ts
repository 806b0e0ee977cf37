/** Optimization tasks over HTTP that are solved externally, so that no worker is needed. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../api/testing/useApp.ts';
import { signWebhook } from '../../schedule/webhooks/signature.ts';
import { importSmall, solverCalled } from '../../schedule/testing/openSchedule.ts';

interface Task {
  id: string;
  status: string;
  webhookSecret?: string;
  changeset: string | null;
  applied: { assigned: number } | null;
  parameters: Record<string, unknown>;
}

let p: string;
const api = await useApp({ ports: { solvers: [solverCalled('auto')] } });
beforeEach(async () => {
  p = await importSmall(api, api.scope);
});

const optimize = (body: object, headers = {}) => api.call(`POST /v1/plannings/${p}/optimize/`, { body, headers });
const external = async (body: object = {}): Promise<Task> => (await optimize({ solver: 'external', ...body })).body;
const at = (task: Task, more = ''): string => `/v1/plannings/${p}/optimization-task-results/${task.id}/${more}`;
const submit = (task: Task, body: object, over: Record<string, string> = {}) => {
  const text = JSON.stringify(body);
  const id = over['webhook-id'] ?? randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signWebhook(task.webhookSecret!, id, timestamp, text)}`,
    ...over,
  };
  return api.call(`POST ${at(task, 'result/')}`, { as: null, body: text, headers });
};
const plan = (): object => ({
  assignments: [
    { operation: `${p}-o1`, resource: `${p}-r1` },
    { operation: `${p}-o2`, resource: `${p}-r2` },
    { operation: `${p}-o3`, parts: [{ resource: `${p}-r1` }] },
  ],
  score: 0,
  gurobi: 'members of its own',
});

test('starting returns 202 with Location; only an external task shows a secret, once', async () => {
  const here = await optimize({});
  const { id, status, ...rest } = here.body as Task;
  expect([here.status, status, here.headers.get('Location')]).toEqual([202, 'STARTING', at({ id } as Task)]);
  expect(rest).not.toHaveProperty('webhookSecret');
  expect(api.jobs).toContain(id);
  const task = await external();
  expect(task.webhookSecret).toMatch(/^whsec_/);
  for (const path of [at(task), `/v1/plannings/${p}/optimization-task-results/`]) {
    expect((await api.call(`GET ${path}`)).text).not.toContain(task.webhookSecret!.slice(6));
  }
});

test('the data is a planning document; claiming it makes the task RUNNING', async () => {
  const task = await external({ parameters: { seed: 7 } });
  const data = (await api.call(`GET ${at(task, 'data/')}`)).body as {
    format: string;
    parameters: object;
    operations: unknown[];
  };
  expect([data.format, data.operations.length]).toEqual(['tidegate/planning@1', 3]);
  expect(data.parameters).toMatchObject({ seed: 7 });
  expect(((await api.call(`GET ${at(task)}`)).body as Task).status).toBe('STARTING');
  await api.call(`GET ${at(task, 'data/?claim=true')}`);
  expect(((await api.call(`GET ${at(task)}`)).body as Task).status).toBe('RUNNING');
});

describe('a result', () => {
  test('is applied once; repeating the webhook-id returns the same answer, another one is too late', async () => {
    const task = await external();
    const first = await submit(task, plan(), { 'webhook-id': 'once' });
    expect([first.status, first.body]).toMatchObject([200, { status: 'SUCCEEDED', applied: { assigned: 3 } }]);
    const again = await submit(task, plan(), { 'webhook-id': 'once' });
    expect(again.body).toEqual(first.body);
    expect((await submit(task, plan())).body).toMatchObject({ code: 'task_finished' });
    const assignments = (await api.call(`GET /v1/plannings/${p}/assignments/`)).body as unknown[];
    expect(assignments).toHaveLength(3);
    expect((await api.call(`GET ${at(task, 'result/')}`)).status).toBe(200);
    const lines = (await api.call(`GET ${at(task, 'stream/')}`)).text.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(
      expect.arrayContaining(['status', 'done']),
    );
  });

  test('without a valid signature is 401, whatever it contains and whether or not the task exists', async () => {
    const task = await external();
    const signature = { 'webhook-signature': 'v1,bm9uZQ==' };
    const answers = [
      await submit(task, plan(), signature),
      await submit(task, { nonsense: true }, signature),
      await submit({ ...task, id: 'absent' }, plan()),
      await submit(task, plan(), { 'webhook-timestamp': '1000' }),
      await api.call(`POST ${at(task, 'result/')}`, { body: plan() }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(answers[2].text).toBe(answers[0].text);
    for (const { headers } of answers) expect(headers.get('WWW-Authenticate')).toBe('Token');
  });

  test('that breaks a rule is 400 with every violation, and the task stays open', async () => {
    const task = await external();
    const bad = {
      assignments: [
        { operation: `${p}-o1`, resource: 'absent' },
        { operation: 'absent', resource: `${p}-r1` },
      ],
    };
    const refused = await submit(task, bad);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { errors: [{ path: 'assignments.0.resource' }, { path: 'assignments.1.operation' }] },
    ]);
    expect((await submit(task, {})).body).toMatchObject({ errors: [{ path: 'assignments', code: 'required' }] });
    expect((await submit(task, plan())).status).toBe(200);
  });

  test('that breaks several kinds of rules gets all violations at once', async () => {
    await api.call(`PATCH /v1/operations/${p}-o1/`, { body: { isFixedToResource: true } });
    const task = await external();
    const [r1, r2] = [`${p}-r1`, `${p}-r2`];
    const refused = await submit(task, {
      assignments: [
        { operation: `${p}-o1`, resource: r2 },
        { operation: 'absent', resource: r1 },
        { operation: `${p}-o2`, resource: r1 },
        { operation: `${p}-o2`, resource: r2 },
        { operation: `${p}-o3`, parts: [{ resource: r1 }, { resource: r2 }] },
      ],
    });
    expect(refused.status).toBe(400);
    const { errors } = refused.body as { errors: { path: string; message: string }[] };
    expect(errors.find(({ path }) => path === 'assignments.0')?.message).toMatch(
      new RegExp(`^Part \\S+ of operation ${p}-o1 must stay `),
    );
    const paths = errors.map(({ path }) => path);
    expect([...new Set(paths)].sort()).toEqual([
      'assignments.0',
      'assignments.1.operation',
      'assignments.3.operation',
      'assignments.4.parts',
    ]);
  });

  test('says where each part goes, and cannot change times', async () => {
    const operation = `${p}-o3`;
    const { inboundTask } = (await api.call(`GET /v1/operations/${operation}/`)).body as {
      inboundTask: { expectedTime: string };
    };
    const task = await external();
    const part = (startAt: string) => ({ assignments: [{ operation, parts: [{ resource: `${p}-r1`, startAt }] }] });
    const later = new Date(Date.parse(inboundTask.expectedTime) + 60_000).toISOString();
    expect((await submit(task, part(later))).body).toMatchObject({ errors: [{ path: 'assignments.0.parts' }] });
    expect((await submit(task, part(inboundTask.expectedTime))).status).toBe(200);
  });
});

describe('a task', () => {
  test('can be changed while it is pending, and then started', async () => {
    const task = (await optimize({ start: false, parameters: { seed: 1 } })).body as Task;
    const patch = (body: object) => api.call(`PATCH ${at(task)}`, { body });
    expect((await patch(task)).body).toEqual(task);
    expect((await patch({ parameters: { seed: 2 } })).body).toMatchObject({ parameters: { seed: 2 } });
    expect((await patch({ parameters: { seed: -1 } })).body).toMatchObject({ errors: [{ path: 'parameters.seed' }] });
    expect((await patch({ status: 'STARTING' })).body).toMatchObject({ status: 'STARTING' });
    expect((await patch({ parameters: { seed: 3 } })).body).toMatchObject({ code: 'task_running' });
    expect((await patch({ name: 'named' })).body).toMatchObject({ name: 'named' });
  });

  test('can be canceled while it waits, and deleted', async () => {
    const task = (await optimize({})).body as Task;
    const cancel = () => api.call(`POST ${at(task, 'cancel/')}`);
    expect((await cancel()).body).toMatchObject({ status: 'CANCELLED' });
    expect((await cancel()).status).toBe(200);
    expect((await api.call(`PATCH ${at(task)}`, { body: { parameters: { seed: 9 } } })).body).toMatchObject({
      code: 'task_finished',
    });
    expect((await api.call(`POST ${at(task, 'apply/')}`)).body).toMatchObject({ code: 'no_plan' });
    expect((await api.call(`DELETE ${at(task)}`)).status).toBe(204);
    expect((await api.call(`GET ${at(task)}`)).status).toBe(404);
  });

  test('keeps its changeset when it is applied again, and is applied anew after that was undone', async () => {
    const task = await external();
    const first = (await submit(task, plan())).body as Task;
    const apply = async (): Promise<Task> => (await api.call(`POST ${at(task, 'apply/')}`)).body;
    const places = async () =>
      ((await api.call(`GET /v1/plannings/${p}/assignments/`)).body as { operation: string; resource: string }[])
        .map(({ operation, resource }) => `${operation} ${resource}`)
        .sort();
    const planned = await places();
    expect(await apply()).toEqual(first);
    expect((await api.call(`GET ${at(task)}`)).body).toEqual(first);
    expect((await api.call(`POST /v1/plannings/${p}/changesets/${first.changeset!}/revert/`)).status).toBe(201);
    expect(await places()).not.toEqual(planned);
    const anew = await apply();
    expect(anew).toMatchObject({ applied: { assigned: first.applied!.assigned, skipped: [] } });
    expect(anew.changeset).not.toBe(first.changeset);
    expect(await places()).toEqual(planned);
  });

  test('of a dry run is applied once, however many apply it at the same time', async () => {
    const task = await external({ dryRun: true });
    await submit(task, plan());
    const applied = await Promise.all(Array.from({ length: 8 }, () => api.call(`POST ${at(task, 'apply/')}`)));
    const first = (await api.call(`GET ${at(task)}`)).body as Task;
    expect(first.changeset).not.toBeNull();
    expect(first.applied).toMatchObject({ assigned: 3 });
    for (const { body } of applied) expect(body).toEqual(first);
  });

  test('of a dry run leaves out what others moved, and does not report moves that others made as planned', async () => {
    const task = await external({ dryRun: true });
    await submit(task, plan());
    const assign = (operation: string, resource: string) =>
      api.call('POST /v1/assignments/', {
        body: { planning: p, operation: `${p}-${operation}`, resource: `${p}-${resource}` },
      });
    await assign('o2', 'r1');
    await assign('o3', 'r1');
    const { applied } = (await api.call(`POST ${at(task, 'apply/')}`)).body as {
      applied: { skipped: { operation: string; reason: string }[] };
    };
    expect(applied.skipped).toContainEqual({ operation: `${p}-o2`, reason: 'reassigned' });
    expect(applied.skipped.map(({ operation }) => operation)).not.toContain(`${p}-o3`);
  });

  test('is streamed when the client asks for lines; disconnecting does not affect it', async () => {
    const headers = {
      Authorization: `Token ${api.admin.key}`,
      'Content-Type': 'application/json',
      Accept: 'application/x-ndjson',
    };
    const response = await api.app.request(`/v1/plannings/${p}/optimize/`, { method: 'POST', headers, body: '{}' });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([202, 'application/x-ndjson']);
    const reader = response.body!.getReader();
    const first = JSON.parse(new TextDecoder().decode((await reader.read()).value)) as { type: string; task: Task };
    expect(first).toMatchObject({ type: 'status', status: 'STARTING', task: { status: 'STARTING' } });
    await reader.cancel();
    expect((await api.call(`GET ${at(first.task)}`)).body).toMatchObject({ status: 'STARTING' });
  });

  test.each([
    ['application/x-ndjson', 'application/x-ndjson'],
    ['Application/X-NDJSON, */*', 'application/x-ndjson'],
    ['application/json;q=0.5, application/x-ndjson', 'application/x-ndjson'],
    ['application/json, application/x-ndjson', 'application/json'],
    ['application/json, application/x-ndjson;q=0.9', 'application/json'],
    ['application/x-ndjson;q=0', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
  ])('with Accept: %s is answered as %s', async (accept, type) => {
    const headers = { Authorization: `Token ${api.admin.key}`, 'Content-Type': 'application/json', Accept: accept };
    const response = await api.app.request(`/v1/plannings/${p}/optimize/`, { method: 'POST', headers, body: '{}' });
    await response.body?.cancel();
    expect([response.status, response.headers.get('Content-Type')]).toEqual([202, type]);
  });

  test('is the same for the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': `run-${p}` };
    const [a, b] = [await optimize({ solver: 'external' }, headers), await optimize({ solver: 'external' }, headers)];
    expect((b.body as Task).id).toBe((a.body as Task).id);
    expect(b.headers.get('Idempotency-Replayed')).toBe('true');
    expect(b.body).not.toHaveProperty('webhookSecret');
  });

  test('needs a known solver', async () => {
    expect((await optimize({ solver: 'magic' })).body).toMatchObject({ code: 'unknown_solver' });
    expect((await optimize({ parameters: { frozenOperations: ['absent'] } })).body).toMatchObject({
      errors: [{ path: 'parameters.frozenOperations.0', code: 'unknown_reference' }],
    });
  });
});
