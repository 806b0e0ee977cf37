import { expect, test } from 'vitest';
import { createBodyBudget } from './bodyBudget.ts';

const KIB = 1024;
const refusal = expect.objectContaining({ code: 'bodies_full', headers: { 'Retry-After': '2' } });

const full = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

test('one client holds half of the budget at most, and gets it back with what it releases', () => {
  const budget = createBodyBudget(1024 * KIB);
  const [first, second, others] = [budget.open('a'), budget.open('a'), budget.open('b')];
  first.take(400 * KIB);
  second.take(100 * KIB);
  expect(full(() => second.take(20 * KIB))).toEqual(refusal);
  others.take(200 * KIB);
  first.release();
  second.take(300 * KIB);
  for (const share of [first, second, others]) share.release();
  expect(budget.bytesInUse).toBe(0);
});

test('small bodies still fit when long ones fill their part of the budget', () => {
  const budget = createBodyBudget(1024 * KIB);
  budget.open('a').take(500 * KIB);
  const long = budget.open('b');
  long.take(260 * KIB);
  expect(full(() => long.take(10 * KIB))).toEqual(refusal);
  expect(full(() => budget.open('c').take(100 * KIB))).toEqual(refusal);
  for (let client = 0; client < 50; client++) budget.open(`d${client}`).take(4 * KIB);
});
