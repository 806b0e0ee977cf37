/** Guarantee: of bars that are too narrow to be distinguished, only those that match a search or filter, or are selected, stand out. */
import { expect, test } from 'vitest';
import { instant, smallPlan } from '../../../tests/board/smallPlan.ts';
import { paintBars } from './paintBars.ts';
import { drawnBy } from './testing/drawn.ts';

/** A pixel is an hour, so that every bar is narrower than 4 pixels. */
const VIEW = { from: Date.parse(instant('00:00')) / 1000, secondsPerPixel: 3600 };
/** On A1, A2, A3 and B1: AZ 10 and BA 20 are on one of them. */
const ROWS_WITH_BARS = 4;

const stripsOf = (found: ReadonlySet<string> | null, selected: ReadonlySet<string> = new Set()): readonly number[] => {
  const { fills } = drawnBy(paintBars, smallPlan('p'), VIEW, { found, selected });
  const count = (isOf: (color: string) => boolean): number =>
    [...fills].reduce((sum, [color, rects]) => sum + (isOf(color) ? rects.length / 4 : 0), 0);
  return [count((color) => color === 'barEdge'), count((color) => color !== 'barEdge' && color.includes('barEdge'))];
};

test('without a search, all narrow bars are shown alike', () => {
  const [shown, faded] = stripsOf(null);
  expect(shown).toBeGreaterThanOrEqual(ROWS_WITH_BARS);
  expect(faded).toBe(0);
});

test('a search fades narrow bars that do not match', () => {
  const [all = 0] = stripsOf(null);
  expect(stripsOf(new Set())).toEqual([0, all]);
  expect(stripsOf(new Set(['p-CX30']))).toEqual([1, all - 1]);
});

test('a search does not fade what is selected', () => {
  const [all = 0] = stripsOf(null);
  expect(stripsOf(new Set(), new Set(['p-CX30']))).toEqual([1, all - 1]);
});
