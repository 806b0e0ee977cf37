/**
 * Guarantee: whoever repeats a request whose response was lost, without an Idempotency-Key, changes nothing a second time and learns what the first
 * request did.
 */
import { expect, test } from 'vitest';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import type { Row } from './sample.ts';

const api = await useApp();
const planning = () => importSmall(api, api.scope);
const draftOf = async (p: string): Promise<string> => {
  const made = await api.call(`POST /v1/plannings/${p}/workspaces/`, { body: { name: 'Strike' } });
  const { id } = made.body as { id: string };
  await assign(p, 'r1', { 'X-Workspace-Id': id });
  return id;
};
const assign = (p: string, resource: string, headers = {}) =>
  api.call('POST /v1/assignments/', { body: { operation: `${p}-o1`, resource: `${p}-${resource}` }, headers });
const heads = async (p: string): Promise<number> =>
  ((await api.call(`GET /v1/plannings/${p}/changesets/`)).body as Row[]).length;

test('a published draft names the changeset, and still does once it is archived', async () => {
  const p = await planning();
  const id = await draftOf(p);
  const published = await api.call(`POST /v1/workspaces/${id}/publish/`);
  const { id: changeset } = published.body as { id: string };
  const count = await heads(p);
  const naming = (state: string) => ({
    code: 'workspace_not_draft',
    detail: expect.stringMatching(`^Workspace ${id} is ${state}\\. It was published by changeset ${changeset} at 2`),
  });
  for (const verb of ['publish', 'rebase']) {
    const again = await api.call(`POST /v1/workspaces/${id}/${verb}/`);
    expect([again.status, again.body]).toEqual([400, naming('PUBLISHED')]);
    const dry = await api.call(`POST /v1/workspaces/${id}/${verb}/`, { body: { dryRun: true } });
    expect([dry.status, dry.body]).toEqual([400, naming('PUBLISHED')]);
  }
  await api.call(`POST /v1/workspaces/${id}/archive/`);
  expect((await api.call(`POST /v1/workspaces/${id}/publish/`)).body).toEqual(naming('ARCHIVED'));
  expect(await heads(p)).toBe(count + 1);
});

test('an archived draft says that its changes are discarded', async () => {
  const p = await planning();
  const id = await draftOf(p);
  const [first, second] = [
    await api.call(`POST /v1/workspaces/${id}/archive/`),
    await api.call(`POST /v1/workspaces/${id}/archive/`),
  ];
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect((await api.call(`POST /v1/workspaces/${id}/publish/`)).body).toEqual({
    code: 'workspace_not_draft',
    detail: `Workspace ${id} is ARCHIVED, and its changes were discarded. Restore it, or create a new one.`,
  });
});

test('a reverted changeset names the one that reverted it, unless that was reverted, too', async () => {
  const p = await planning();
  await assign(p, 'r1');
  const moved = (await assign(p, 'r2')).headers.get('X-Change-Id');
  const tag = { planning: p, category: 'size', value: 'A380' };
  const created = (await api.call('POST /v1/tags/', { body: tag })).headers.get('X-Change-Id');
  const revert = (id: string | null) => api.call(`POST /v1/plannings/${p}/changesets/${id}/revert/`);
  for (const id of [moved, created]) {
    const { id: by } = (await revert(id)).body as { id: string };
    const count = await heads(p);
    const again = await revert(id);
    expect([again.status, again.body]).toMatchObject([
      409,
      {
        code: 'clash',
        detail: expect.stringMatching(`^Changeset ${id} was reverted already, by changeset ${by} at 2`),
      },
    ]);
    expect(await heads(p)).toBe(count);
    expect((await revert(by)).status).toBe(201);
    expect((await revert(id)).status).toBe(201);
  }
  // A clash with the change of somebody else names no revert.
  const other = (await assign(p, 'r2')).headers.get('X-Change-Id');
  await assign(p, 'r1');
  expect((await revert(other)).body).toMatchObject({ detail: expect.stringMatching(`^Reverting ${other} clashes on`) });
});
