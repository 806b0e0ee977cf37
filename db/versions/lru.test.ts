import { expect, test } from 'vitest';
import { Budget, Lru } from './lru.ts';

const cacheIn = (budget: Budget) => {
  const dropped: string[] = [];
  const lru = new Lru<string, { readonly name: string; readonly weight: number }>({
    budget,
    weigh: ({ weight }) => weight,
    onDrop: ({ name }) => dropped.push(name),
  });
  const set = (name: string, weight: number): void => lru.set(name, { name, weight });
  return { lru, set, dropped };
};

test('the entry that was used longest ago is evicted first, whichever cache it belongs to', () => {
  const budget = new Budget(100);
  const [states, plans] = [cacheIn(budget), cacheIn(budget)];
  states.set('state 1', 40);
  plans.set('plan 1', 40);
  states.set('state 2', 20);
  states.lru.get('state 1');
  plans.set('plan 2', 30);
  expect([states.dropped, plans.dropped, budget.used]).toEqual([[], ['plan 1'], 90]);
  states.set('state 3', 30);
  expect([states.dropped, plans.dropped, budget.used]).toEqual([['state 2'], ['plan 1'], 100]);
});

// Otherwise the conflicts of a state that is larger than the budget would evict it, and each request would read it from the database.
test('each cache keeps the entry that it used last, whatever it weighs', () => {
  const budget = new Budget(100);
  const [states, plans] = [cacheIn(budget), cacheIn(budget)];
  states.set('old', 10);
  states.set('large', 300);
  plans.set('of the large one', 5);
  expect([states.dropped, plans.dropped, budget.used]).toEqual([['old'], [], 305]);
  states.set('next', 300);
  expect([states.dropped, plans.dropped, budget.used]).toEqual([['old', 'large'], [], 305]);
  states.lru.delete('next');
  states.set('small', 10);
  plans.set('small', 5);
  expect([plans.dropped, budget.used]).toEqual([[], 20]);
});
