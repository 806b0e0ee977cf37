import { expect, test } from 'vitest';
import { gapReached } from './criteria.ts';
import { Merge } from './merge.ts';
import type { RunMessage } from './protocol.ts';

const levels = { total: 0, conflicts: 0, unassigned: 0, reassigned: 0, delay: 0, rules: 0 };
const plan = (cost: number) => ({ placement: new Int32Array(0), cost, levels });
type Message = Parameters<Merge['take']>[0];
const incumbent = (cost: number): Message => ({ kind: 'incumbent', seconds: 1, plan: plan(cost) });
const bound = (value: number): Message => ({ kind: 'bound', seconds: 1, bound: value });
const done = (cost: number): Extract<RunMessage, { kind: 'done' }> => {
  return { kind: 'done', seconds: 1, plan: plan(cost), bound: null, iterations: 7, status: 'feasible' };
};

/** Takes messages with the role of their thread in order, and returns after which of them the run had its result. */
const resultsAfter = (
  messages: readonly (readonly [Message, number])[],
  isEnough?: ConstructorParameters<typeof Merge>[1],
) => {
  let results = 0;
  const merge = new Merge(() => {}, isEnough);
  merge.onResult = () => results++;
  return messages.map(([message, role]) => {
    merge.take(message, role);
    return results > 0;
  });
};

const near = gapReached(0.01);
const isEnough = (cost: number, least: number | null) => near({ seconds: 0, steps: 0, cost, bound: least });

// Guarantee: a run whose threads have found a plan and a bound that are near enough waits for neither of them.
test('a plan of one thread and a bound of another one are a result when they are near enough', () => {
  const messages = [
    [incumbent(1000), 0],
    [bound(900), 1],
    [incumbent(950), 0],
    [bound(945), 1],
  ] as const;
  expect(resultsAfter(messages, isEnough)).toEqual([false, false, false, true]);
});

// Guarantee: without that, only the first thread ends a run, so that one under a step limit repeats.
test('otherwise a run has its result when its first thread is done', () => {
  const messages = [
    [incumbent(1000), 0],
    [bound(1000), 1],
    [done(1000), 1],
    [done(1000), 0],
  ] as const;
  expect(resultsAfter(messages)).toEqual([false, false, false, true]);
});
