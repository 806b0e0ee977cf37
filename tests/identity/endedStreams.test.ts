/** Guarantee: a stream that somebody reads ends soon after the right to read it. */
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall, scopeOf } from '../../schedule/testing/openSchedule.ts';

const api = await useApp();
let planning: string;
beforeAll(async () => {
  planning = await importSmall(api, scopeOf(api.admin.user, api.admin.organization, 'admin'));
});

/** The last line that `reader` gets of a run that nobody ends, when `end` is called meanwhile. */
const lastLine = async (reader: TestUser, end: () => Promise<unknown>): Promise<unknown> => {
  const body = { solver: 'external' };
  const { id } = (await api.call(`POST /v1/plannings/${planning}/optimize/`, { body })).body as { id: string };
  const path = `/v1/plannings/${planning}/optimization-task-results/${id}/stream/`;
  const reading = api.call(`GET ${path}`, { as: reader });
  await end();
  const { status, text } = await reading;
  expect(status).toBe(200);
  return JSON.parse(text.trim().split('\n').at(-1) ?? '');
};

test.concurrent('a stream ends when its API key is revoked', async () => {
  const body = { name: 'k', organization: api.admin.organization, role: 'viewer' };
  const made = (await api.call('POST /v1/api-keys/', { body })).body as { id: string; key: string };
  const last = await lastLine({ ...api.admin, key: made.key }, async () => {
    expect((await api.call(`DELETE /v1/api-keys/${made.id}/`)).status).toBe(204);
  });
  expect(last).toMatchObject({ type: 'error', code: 'unauthenticated' });
}, 30_000);

test.concurrent('a stream ends when its reader is no longer a member', async () => {
  const viewer = await api.newUser('viewer', api.admin.organization);
  const reader = await api.loggedIn(viewer);
  const last = await lastLine(reader, async () => {
    const path = `/v1/organizations/${api.admin.organization}/members/${viewer.user}/`;
    expect((await api.call(`DELETE ${path}`)).status).toBe(204);
  });
  expect(last).toMatchObject({ type: 'error', code: 'not_found' });
}, 30_000);
