/** Guarantee: a stream that somebody reads ends soon after the right to read it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';

/** Nothing but a check of the reader, which comes every 5 s, ends a stream here. */
const SOON = { timeout: 30_000 };
let nowMs = Date.now();
const api = await useApp({ identity: { clock: () => nowMs } });
let planning: string;
beforeAll(async () => {
  planning = await importSmall(api, api.scope);
});

/** The last line that `reader` gets of a run that nobody ends, when `end` is called meanwhile. */
const lastLine = async (reader: TestUser, end: (run: string) => Promise<unknown>): Promise<unknown> => {
  const body = { solver: 'external' };
  const { id } = (await api.call(`POST /v1/plannings/${planning}/optimize/`, { body })).body as { id: string };
  const path = `/v1/plannings/${planning}/optimization-task-results/${id}/stream/`;
  const response = await api.app.request(path, { headers: { Authorization: `Token ${reader.key}` } });
  expect(response.status).toBe(200);
  const [text] = await Promise.all([response.text(), end(id)]);
  return JSON.parse(text.trim().split('\n').at(-1) ?? '');
};

test.concurrent('a stream ends when its API key is revoked', SOON, async () => {
  const body = { name: 'k', organization: api.admin.organization, role: 'viewer' };
  const made = (await api.call('POST /v1/api-keys/', { body })).body as { id: string; key: string };
  const last = await lastLine({ ...api.admin, key: made.key }, async () => {
    expect((await api.call(`DELETE /v1/api-keys/${made.id}/`)).status).toBe(204);
  });
  expect(last).toMatchObject({ type: 'error', code: 'unauthenticated' });
});

test.concurrent('a stream ends when its reader is no longer a member', SOON, async () => {
  const viewer = await api.newUser('viewer', api.admin.organization);
  const reader = await api.loggedIn(viewer);
  const last = await lastLine(reader, async () => {
    const path = `/v1/organizations/${api.admin.organization}/members/${viewer.user}/`;
    expect((await api.call(`DELETE ${path}`)).status).toBe(204);
  });
  expect(last).toMatchObject({ type: 'error', code: 'not_found' });
});

test('a stream does not end because the access token that began it expires', SOON, async () => {
  const reader = await api.loggedIn(await api.newUser('viewer', api.admin.organization));
  const last = await lastLine(reader, async (run) => {
    const before = nowMs;
    nowMs += 16 * 60_000;
    expect((await api.call('GET /v1/user/current/', { as: reader })).status).toBe(401);
    // Until the stream has been checked again.
    await sleep(6_000);
    nowMs = before;
    const path = `/v1/plannings/${planning}/optimization-task-results/${run}`;
    expect((await api.call(`POST ${path}/cancel/`, { body: {} })).status).toBe(200);
  });
  expect(last).toMatchObject({ type: 'done' });
});
