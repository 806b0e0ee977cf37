/** Guarantee: no parameter of a request is dropped silently where that would change what it does or which rows it returns. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../api/routes/routes.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall, scopeOf } from '../../schedule/testing/openSchedule.ts';

let p: string;
const api = await useApp();
beforeAll(async () => {
  p = await importSmall(api, scopeOf(api.admin.user, api.admin.organization, 'admin'));
});

const refusal = (path: string, code: string) => ({ code: 'validation_failed', errors: [{ path, code }] });

test.each([
  ['assignments/?operation=a&operation=b', 'operation'],
  ['operations/?limit=5&limit=6', 'limit'],
  ['changesets/?source=api&source=api', 'source'],
  ['tasks/?external_id=a&external_id=b', 'external_id'],
])('a parameter that is given twice is refused: %s', async (path, member) => {
  const answer = await api.call(`GET /v1/plannings/${p}/${path}`);
  expect([answer.status, answer.body]).toMatchObject([400, refusal(member, 'invalid_value')]);
});

test('an upload that repeats plannings does not go into the first of them alone', async () => {
  const path = `/v1/plannings/${p}/operations/bulk-upload/?plannings=${p}&plannings=other`;
  const answer = await api.call(`POST ${path}`, { body: '{}\n', headers: { 'Content-Type': 'application/x-ndjson' } });
  expect([answer.status, answer.body]).toMatchObject([400, refusal('plannings', 'invalid_value')]);
});

test.each([
  ['POST', 'tags/', { category: 'c', value: 'v' }],
  ['PATCH', 'tags/absent/', {}],
  ['DELETE', 'tags/absent/', undefined],
])('a write refuses a parameter that it does not know: %s %s', async (method, path, body) => {
  const count = async (): Promise<number> => ((await api.call(`GET /v1/plannings/${p}/tags/`)).body as []).length;
  const before = await count();
  const sent = body === undefined ? {} : { body: { planning: p, ...body } };
  const answer = await api.call(`${method} /v1/${path}?dryRun=true`, sent);
  expect([answer.status, answer.body]).toMatchObject([400, refusal('dryRun', 'unknown_member')]);
  expect(await count()).toBe(before);
});

describe('a read', () => {
  const reads = ROUTES.filter(({ spec }) => spec.method === 'get');
  const paths = (access: boolean): string[] =>
    reads.flatMap(({ spec }) =>
      (spec.access === undefined) === access ? [spec.path.replaceAll(/\{\w+\}/g, 'x')] : [],
    );

  test.each(paths(true))('refuses a parameter that it does not know: %s', async (path) => {
    const answer = await api.call(`GET ${path}?chnage_id=1`);
    expect([answer.status, answer.body]).toMatchObject([400, refusal('chnage_id', 'unknown_member')]);
  });

  test('names the parameters that there are', async () => {
    const message = async (path: string) =>
      (await api.call(`GET /v1/plannings/${p}/${path}?x=1`)).body as { errors: { message: string }[] };
    expect((await message('tags/')).errors[0]?.message).toBe(
      'is not a parameter here; those are change_id, limit, cursor',
    );
    expect((await message('meta/')).errors[0]?.message).toBe('is not a parameter here; there are none');
  });

  test.each(paths(false))('that needs no credential takes what an identity provider adds: %s', async (path) => {
    const answer = await api.call(`GET ${path}?session_state=1`, { as: null });
    expect(answer.body).not.toMatchObject(refusal('session_state', 'unknown_member'));
  });
});
