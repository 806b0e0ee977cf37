/** Guarantee: a client that loses a write to a fault of the database is told what it may do, and no more than is true. */
import { expect, test } from 'vitest';
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
