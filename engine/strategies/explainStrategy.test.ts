import { expect, test } from 'vitest';
import { explainStrategy } from './explainStrategy.ts';

// Guarantee: a delay is said as durations are said everywhere.
test('a strategy that delays says by how many hours and minutes', () => {
  const levels = { total: 0, conflicts: 0, unassigned: 0, reassigned: 0, delay: 0, rules: 0 };
  const strategy = {
    moves: [
      { kind: 'delay' as const, part: 0, operation: 0, from: 0, to: 0, start: 3900, end: 7500, delaySeconds: 3900 },
    ],
    resolves: ['overlap'],
    creates: [],
    before: levels,
    after: levels,
    delta: -120,
    reassigned: 0,
    delayed: 1,
    soonestStart: 0,
    residualProbability: 0,
  };
  const names = { operationLabels: ['WN 807'], resourceLabels: ['B4'] };
  expect(explainStrategy(strategy, names)).toBe(
    'Delay WN 807 by 1 h 5 min. Ends 1 conflict and makes none, with 1 operation delayed; the score falls by 1.2.',
  );
});
