/** Guarantee: no parameter of a request is dropped silently where that would change what it does or which rows it returns. */
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ROUTES } from '../../api/routes/routes.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';

let p: string;
const api = await useApp();
beforeAll(async () => {
  p = await importSmall(api, api.scope);
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

test('a NUL in a parameter is never an error of the server', async () => {
  const queries = ROUTES.flatMap(({ spec }) =>
    spec.method === 'get' && spec.path.startsWith('/v1/plannings/{id}/')
      ? Object.keys(shapeOf(spec.query)).map((name) => `GET ${spec.path.replace('{id}', p)}?${name}=%00`)
      : [],
  );
  expect(queries.length).toBeGreaterThan(20);
  for (const request of queries) {
    const answer = await api.call(request.replaceAll(/\{\w+\}/g, 'x'));
    expect([400, 404], `${request} answers ${answer.text}`).toContain(answer.status);
  }
  const { body } = await api.call(`GET /v1/plannings/${p}/changesets/?author=%00`);
  expect(body).toMatchObject(refusal('author', 'invalid_value'));
});

const shapeOf = (query: z.ZodType | undefined): object => (query instanceof z.ZodObject ? query.shape : {});

describe('a read', () => {
  const paths = ROUTES.filter(
    ({ spec }) =>
      spec.method === 'get' && spec.access === undefined && !Object.hasOwn(shapeOf(spec.query), 'change_id'),
  ).map(({ spec }) => spec.path.replaceAll(/\{\w+\}/g, 'x'));

  test.each(paths)('without a past state refuses to have one: %s', async (path) => {
    const answer = await api.call(`GET ${path}?change_id=1`);
    expect([answer.status, answer.body]).toMatchObject([400, refusal('change_id', 'unknown_member')]);
  });

  test('names the parameters that there are', async () => {
    const message = async (path: string) =>
      (await api.call(`GET /v1/plannings/${p}/${path}?change_id=1`)).body as { errors: { message: string }[] };
    expect((await message('changesets/')).errors[0]?.message).toContain('is not a parameter here; those are from, to');
    expect((await message('meta/')).errors[0]?.message).toBe('is not a parameter here; there are none');
  });

  test('ignores any other parameter that it does not know', async () => {
    expect((await api.call(`GET /v1/plannings/${p}/tags/?_=1`)).status).toBe(200);
  });
});
