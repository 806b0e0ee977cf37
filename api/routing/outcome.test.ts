/** Guarantee: a client that loses a write to a fault of the database is told what it may do, and no more than is true. */
import { expect, test } from 'vitest';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { openApp } from '../testing/openApp.ts';
import { ROUTES } from '../routes/routes.ts';
import { outcomeOf } from './outcome.ts';

const outcome = (method: string, path: string, hasKey: boolean): string | null => {
  const route = ROUTES.find(({ spec }) => spec.method === method && spec.path === path);
  if (route === undefined) throw new Error(`${method} ${path} is no route.`);
  return outcomeOf(route.spec, hasKey);
};

test('a creation with a key may be sent again', () => {
  expect(outcome('post', '/v1/locations/', true)).toContain('same Idempotency-Key');
});

test('any other write must be looked up first, also with a key that its route does not keep', () => {
  expect(outcome('post', '/v1/locations/', false)).toContain('not known');
  expect(outcome('patch', '/v1/operations/{id}/', true)).toContain('not known');
});

test('a read changes nothing', () => {
  expect(outcome('get', '/v1/operations/{id}/', true)).toBeNull();
});

test('a change that the database refused and undid is known not to have been made', async () => {
  const api = await openApp();
  const { sql } = api.database.database;
  const planning = await importSmall(api, api.scope);
  const write = async (headers = {}) => {
    const body = { planning, name: 'Apron' };
    const answer = await api.call('POST /v1/locations/', { body, headers });
    return [answer.status, (answer.body as { detail?: string }).detail];
  };
  const names = async () => {
    const answer = await api.call(`GET /v1/plannings/${planning}/locations/`);
    return (answer.body as { name: string }[]).map(({ name }) => name);
  };
  const before = await names();
  await sql.unsafe(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await sql.unsafe('create trigger refuse before insert on changesets for each row execute function refuse()');
  const full = [503, 'The disk of the database is full. Try again later. Nothing was changed.'];
  expect([await write(), await write({ 'Idempotency-Key': 'full' })]).toEqual([full, full]);
  expect(await names()).toEqual(before);
  await sql.unsafe('drop trigger refuse on changesets');
  expect(await write({ 'Idempotency-Key': 'full' })).toEqual([201, undefined]);
  await api.close();
});
