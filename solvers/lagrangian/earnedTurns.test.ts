import { expect, test } from 'vitest';
import { EarnedTurns } from './earnedTurns.ts';

/** The rounds among the next `count` in which the component takes its turn, when each turn gains something or nothing. */
const turnsIn = (earned: EarnedTurns, count: number, gains: boolean): number[] => {
  const taken: number[] = [];
  for (let round = 0; round < count; round++) {
    if (!earned.isDue()) continue;
    taken.push(round);
    earned.record(gains);
  }
  return taken;
};

test('a component that gains nothing pauses ever longer, up to a limit', () => {
  expect(turnsIn(new EarnedTurns(), 20, false)).toEqual([0, 2, 6, 10, 14, 18]);
  expect(turnsIn(new EarnedTurns(7), 30, false)).toEqual([0, 2, 6, 14, 22]);
});

test('after a gain it takes part in every round again', () => {
  const earned = new EarnedTurns();
  expect(turnsIn(earned, 8, false)).toEqual([0, 2, 6]);
  expect(turnsIn(earned, 8, true)).toEqual([2, 3, 4, 5, 6, 7]);
});
