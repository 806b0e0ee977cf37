/** Guarantee: the name of a previewed place is within the part of the place that is in view. */
import { expect, test } from 'vitest';
import { smallPlan } from '../../../tests/board/smallPlan.ts';
import type { Ghost } from './look.ts';
import { paintGhosts } from './paintGhosts.ts';
import type { Label } from './surface.ts';
import { drawnBy } from './testing/drawn.ts';

const FROM = 1_000_000;
const SECONDS_PER_PIXEL = 30;

const textsOf = (ghosts: readonly Ghost[]): readonly Label[] =>
  drawnBy(paintGhosts, smallPlan('p'), { from: FROM, secondsPerPixel: SECONDS_PER_PIXEL }, { ghosts }).texts;

const ghost = (from: number, to: number): Ghost => ({
  kind: 'preview',
  resource: 'p-A1',
  name: 'DL 734',
  from: FROM + from * SECONDS_PER_PIXEL,
  to: FROM + to * SECONDS_PER_PIXEL,
});

test('the name of a place that ends before the view is not drawn', () => {
  expect(textsOf([ghost(-300, -10)])).toEqual([]);
  expect(textsOf([ghost(-300, 10)])).toEqual([]);
});

test('the name of a place that began before the view is at its left edge', () => {
  const [left] = textsOf([ghost(-300, 200)]);
  const [inside] = textsOf([ghost(0, 200)]);
  expect(left?.text).toBe('DL 734');
  expect(left).toEqual(inside);
});
