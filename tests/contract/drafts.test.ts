/** Workspaces, changesets, metrics and scores over HTTP. */
import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { placing } from './placing.ts';
import { problemsIn, type Row } from './sample.ts';

let p: string;

const api = await useApp();
beforeEach(async () => {
  p = await importSmall(api, api.scope);
});

const draft = async (): Promise<{ id: string; headers: Record<string, string> }> => {
  const made = await api.call(`POST /v1/plannings/${p}/workspaces/`, { body: { name: 'Strike' } });
  expect([made.status, made.body]).toMatchObject([201, { state: 'DRAFT', planning: p }]);
  const { id } = made.body as { id: string };
  return { id, headers: { 'X-Workspace-Id': id } };
};
const { assign } = placing(api, () => p);
const list = async (path: string, headers = {}): Promise<Row[]> =>
  (await api.call(`GET /v1/plannings/${p}/${path}/`, { headers })).body;

describe('a workspace', () => {
  test('overlays the mainline until it is published', async () => {
    const { id, headers } = await draft();
    const assigned = await assign('o1', 'r1', headers);
    expect(assigned.body).toMatchObject({ workspace: id });
    await api.call(`PATCH /v1/operations/${p}-o2/`, { body: { description: 'drafted' }, headers });
    expect(await list('assignments')).toEqual([]);
    expect(await list('assignments', headers)).toMatchObject([{ operation: `${p}-o1`, active: true }]);
    const diff = (await api.call(`GET /v1/workspaces/${id}/diff/`)).body as { diffs: Row[]; score: { delta: number } };
    expect(diff.diffs.map(({ entity, action }) => `${entity as string} ${action as string}`).sort()).toEqual([
      'assignment created',
      'operation updated',
    ]);
    expect(diff.score.delta).toBe(-1000);
    const published = await api.call(`POST /v1/workspaces/${id}/publish/`);
    expect([published.status, published.body]).toMatchObject([201, { source: 'publish', workspace: null }]);
    expect(await list('assignments')).toHaveLength(1);
    expect((await api.call(`GET /v1/workspaces/${id}/`)).body).toMatchObject({ state: 'PUBLISHED' });
    expect((await api.call(`POST /v1/workspaces/${id}/publish/`)).body).toMatchObject({ code: 'workspace_not_draft' });
    expect((await assign('o2', 'r2', headers)).body).toMatchObject({ code: 'workspace_not_draft' });
  });

  test('leaves a tombstone where it deactivates', async () => {
    const mainline = (await assign('o1', 'r1')).body as Row;
    const { headers } = await draft();
    const gone = await api.call(`POST /v1/assignments/${mainline['id'] as string}/deactivate/`, { headers });
    expect(gone.body).toMatchObject({ tombstone: true, active: false });
    expect((await api.call(`GET /v1/operations/${p}-o1/assignment/`, { headers })).status).toBe(404);
    expect((await api.call(`GET /v1/operations/${p}-o1/assignment/`)).status).toBe(200);
  });

  test('has no assignment on a resource that the mainline deleted, as its metrics say', async () => {
    const { id, headers } = await draft();
    await assign('o1', 'r1', headers);
    expect((await api.call(`GET /v1/operations/${p}-o1/assignment/`, { headers })).status).toBe(200);
    await api.call(`DELETE /v1/resources/${p}-r1/`);
    const { status, body } = await api.call(`GET /v1/operations/${p}-o1/assignment/`, { headers });
    expect([status, body]).toMatchObject([404, { code: 'unassigned' }]);
    const metrics = await api.call(`GET /v1/plannings/${p}/metrics/`, { headers });
    expect(metrics.body).toMatchObject({ assigned: 0 });
    expect((await api.call(`POST /v1/workspaces/${id}/publish/`)).status).toBe(409);
  });

  test('does not refer to what it deleted, which the mainline still has', async () => {
    const { headers } = await draft();
    await api.call(`DELETE /v1/resources/${p}-r1/`, { headers });
    const { status, body } = await assign('o1', 'r1', headers);
    const message = `names no resource: ${p}-r1`;
    expect([status, body]).toMatchObject([
      400,
      { code: 'unknown_reference', errors: [{ path: 'resource', code: 'unknown_reference', message }] },
    ]);
  });

  test('clashes with concurrent changes, unless the request says which side wins', async () => {
    const { id, headers } = await draft();
    await assign('o1', 'r1', headers);
    await assign('o1', 'r2');
    // The sides have assignments of their own, so the clash is named by the operation.
    const byOperation = { entity: 'assignment', id: `${p}-o1` };
    const clash = await api.call(`POST /v1/workspaces/${id}/publish/`);
    expect([clash.status, clash.body]).toMatchObject([409, { code: 'clash', clashes: [byOperation] }]);
    expect((await api.call(`POST /v1/workspaces/${id}/rebase/`)).status).toBe(409);
    const resolutions = [{ ...byOperation, strategy: 'ours' }];
    expect((await api.call(`POST /v1/workspaces/${id}/rebase/`, { body: { resolutions } })).status).toBe(200);
    expect((await api.call(`POST /v1/workspaces/${id}/publish/`)).status).toBe(201);
    expect(await list('assignments')).toMatchObject([{ resource: `${p}-r1` }]);
  });

  // Guarantee: whoever rebases learns what still keeps the draft from being published.
  test('says when it is rebased which references are left to what the mainline deleted', async () => {
    const { id, headers } = await draft();
    await assign('o1', 'r1', headers);
    await api.call(`DELETE /v1/resources/${p}-r1/`);
    const refused = await api.call(`POST /v1/workspaces/${id}/publish/`);
    expect([refused.status, problemsIn(refused.body)]).toMatchObject([409, [expect.stringContaining('.resource: ')]]);
    const { errors } = refused.body as Row;
    const rebase = async (body = {}): Promise<unknown> => {
      const answer = await api.call(`POST /v1/workspaces/${id}/rebase/`, { body });
      expect(answer.status).toBe(200);
      return (answer.body as Row)['errors'];
    };
    expect(await rebase({ dryRun: true })).toEqual(errors);
    expect(await rebase()).toEqual(errors);
    await assign('o1', 'r2', headers);
    expect([await rebase({ dryRun: true }), await rebase()]).toEqual([[], []]);
    expect((await api.call(`POST /v1/workspaces/${id}/publish/`)).status).toBe(201);
  });

  // Guarantee: a dry run says what the real one then does, and writes nothing.
  test('previews publishing and rebasing without doing it', async () => {
    const { id, headers } = await draft();
    await assign('o1', 'r1', headers);
    await assign('o1', 'r2');
    const before = await list('changesets');
    const dry = async (verb: 'publish' | 'rebase', more = {}): Promise<Row> => {
      const path = `POST /v1/workspaces/${id}/${verb}/`;
      const key = { 'Idempotency-Key': `dry-${id}` };
      const answer = await api.call(path, { body: { dryRun: true, ...more }, headers: verb === 'publish' ? key : {} });
      expect([answer.status, answer.headers.get('X-Change-Id')]).toEqual([200, null]);
      return answer.body;
    };
    for (const verb of ['publish', 'rebase'] as const) {
      const refused = (await api.call(`POST /v1/workspaces/${id}/${verb}/`)).body as Row;
      expect(await dry(verb)).toEqual({ clashes: refused['clashes'], counts: {}, diffs: [], score: null });
    }
    // The mainline's assignment replaces the draft's, which then does not differ from the mainline.
    const rebased = await dry('rebase', { strategy: 'theirs' });
    expect(rebased).toMatchObject({ clashes: [], counts: { assignment: { created: 1 } }, score: { delta: -10 } });
    const [clash] = (await dry('rebase'))['clashes'] as Row[];
    const resolutions = [{ entity: 'assignment', id: clash['id'], strategy: 'ours' }];
    expect(await dry('rebase', { resolutions })).toMatchObject({ clashes: [] });
    const contradictory = { resolutions: [...resolutions, { ...resolutions[0], strategy: 'theirs' }] };
    const refused = await api.call(`POST /v1/workspaces/${id}/rebase/`, { body: contradictory });
    expect(problemsIn(refused.body)).toEqual(['resolutions.1.id: duplicate']);
    // What does not clash has no winner: it would be merged whatever the resolution says.
    await api.call(`PATCH /v1/operations/${p}-o2/`, { body: { description: 'only here' }, headers });
    const idle = { resolutions: [...resolutions, { entity: 'operation', id: `${p}-o2`, strategy: 'theirs' }] };
    for (const body of [idle, { ...idle, dryRun: true }])
      for (const verb of ['rebase', 'publish']) {
        const { status, body: said } = await api.call(`POST /v1/workspaces/${id}/${verb}/`, { body });
        expect([status, problemsIn(said)]).toEqual([400, ['resolutions.1.id: unknown_reference']]);
      }
    const said = await dry('publish', { strategy: 'ours' });
    expect(await list('changesets')).toEqual(before);
    expect((await api.call(`GET /v1/workspaces/${id}/`)).body).toMatchObject({ state: 'DRAFT' });
    const real = await api.call(`POST /v1/workspaces/${id}/publish/`, {
      body: { strategy: 'ours' },
      headers: { 'Idempotency-Key': `dry-${id}` },
    });
    expect([real.status, (real.body as Row)['counts']]).toEqual([201, said['counts']]);
    const { score } = (await api.call(`GET /v1/plannings/${p}/metrics/`)).body as Row;
    expect((said['score'] as Row)['after']).toEqual(score);
    const late = await api.call(`POST /v1/workspaces/${id}/publish/`, { body: { dryRun: true } });
    expect([late.status, late.body]).toMatchObject([400, { code: 'workspace_not_draft' }]);
  });

  test('that is archived can no longer be selected', async () => {
    const { id, headers } = await draft();
    expect((await api.call(`POST /v1/workspaces/${id}/archive/`)).body).toMatchObject({ state: 'ARCHIVED' });
    expect((await api.call(`GET /v1/plannings/${p}/operations/`, { headers })).status).toBe(404);
  });

  test('is 404 in another planning', async () => {
    const { headers } = await draft();
    p = await importSmall(api, api.scope);
    expect((await api.call(`GET /v1/plannings/${p}/operations/`, { headers })).status).toBe(404);
  });
});

describe('changesets', () => {
  test('are listed newest first, show their diffs, and can be undone', async () => {
    await assign('o1', 'r1');
    const [latest, ...earlier] = await list('changesets');
    expect(latest).toMatchObject({
      status: 'committed',
      source: 'api',
      author: api.admin.user,
      counts: { assignment: { created: 1 } },
    });
    expect(earlier.length).toBeGreaterThanOrEqual(1);
    const path = `/v1/plannings/${p}/changesets/${latest['id'] as string}/`;
    expect((await api.call(`GET ${path}`)).body).toMatchObject({
      diffs: [{ entity: 'assignment', action: 'created', before: null }],
    });
    const reverted = await api.call(`POST ${path}revert/`);
    expect([reverted.status, reverted.body]).toMatchObject([201, { source: 'revert' }]);
    expect(await list('assignments')).toEqual([]);
    expect((await api.call(`GET /v1/plannings/${p}/changesets/absent/`)).status).toBe(404);
  });

  test('serve as points in time: versions, metrics, exports', async () => {
    const before = (await list('changesets'))[0]['id'] as string;
    await assign('o1', 'r1');
    const metrics = async (query: string, headers = {}): Promise<Row> =>
      (await api.call(`GET /v1/plannings/${p}/metrics/?${query}`, { headers })).body;
    expect(await metrics('')).toMatchObject({ operations: 3, assigned: 1, unassigned: 2 });
    expect(await metrics(`change_id=${before}`)).toMatchObject({ assigned: 0, change: before });
    const { headers } = await draft();
    await assign('o2', 'r2', headers);
    expect(await metrics('', headers)).toMatchObject({ assigned: 2 });
    expect(await metrics('mainline=true', headers)).toMatchObject({ assigned: 1, workspace: null });
    const then = (await api.call(`GET /v1/plannings/${p}/export/?change_id=${before}`)).body as {
      assignments: unknown[];
    };
    expect(then.assignments).toEqual([]);
    expect((await api.call(`GET /v1/plannings/${p}/operations/?version=${before}`)).status).toBe(200);
    expect((await api.call(`GET /v1/plannings/${p}/operations/?version=nonsense`)).status).toBe(400);
  });
});

test('a virtual state is scored and not stored; candidates give reasons', async () => {
  await assign('o1', 'r1');
  const state = { virtualState: { assignments: [{ operation: `${p}-o2`, resource: `${p}-r1` }] } };
  const scored = (await api.call(`POST /v1/plannings/${p}/score/`, { body: state })).body as {
    metrics: Row;
    delta: number;
  };
  expect(scored).toMatchObject({ delta: 1000, metrics: { assigned: 2, conflicts: { pairs: 1 } } });
  expect(await list('assignments')).toHaveLength(1);
  const refused = await api.call(`POST /v1/plannings/${p}/score/`, { body: {} });
  expect(refused.body).toMatchObject({ errors: [{ path: 'virtualState', code: 'required' }] });
  const candidates = (await api.call(`GET /v1/operations/${p}-o2/candidates/`)).body as Row[];
  expect(candidates.map(({ resource }) => resource)).toEqual([`${p}-r2`, `${p}-r1`]);
  expect(candidates[1]).toMatchObject({ blockedBy: [`${p}-o1`] });
  expect((await api.call(`GET /v1/operations/${p}-o2/candidates/?limit=1`)).body).toHaveLength(1);
});
