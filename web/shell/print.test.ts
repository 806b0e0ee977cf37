/** Guarantee: every row is on one page, the name of a location is on the page of its first resource, and pages begin at full hours. */
import { expect, test } from 'vitest';
import { PlanningCopy } from '../../client/planningCopy.ts';
import { smallPlan } from '../../tests/board/smallPlan.ts';
import { LiveDocument } from '../planning/liveDocument.ts';
import type { Row } from '../timeline/model/rows.ts';
import { Scene } from '../timeline/model/scene.ts';
import { evenRowPages, rowPages, timePages } from './print.ts';

test('a page ends before the name of a location that has no resource on it', () => {
  const { rows } = new Scene(new LiveDocument(new PlanningCopy(smallPlan('p'), 'change')));
  const [, , , , last, pierB, b1] = rows.rows;
  expect([last.name, pierB.name, b1.name]).toEqual(['A4', 'Pier B', 'B1']);
  expect(rowPages(rows, rows.height)).toEqual([{ top: 0, bottom: rows.height }]);
  expect(rowPages(rows, pierB.bottom)).toEqual([
    { top: 0, bottom: last.bottom },
    { top: pierB.top, bottom: b1.bottom },
  ]);
});

const rowsOf = (count: number) => ({
  rows: Array.from({ length: count }, (_, i) => ({ kind: 'resource', top: 20 * i, bottom: 20 * (i + 1) }) as Row),
});

test('rows are shared out evenly, and shrink a little where that saves a page', () => {
  const rowsOnPages = (count: number): readonly number[] =>
    evenRowPages(rowsOf(count), 400).map(({ top, bottom }) => (bottom - top) / 20);
  expect(rowsOnPages(5)).toEqual([5]);
  expect(rowsOnPages(22)).toEqual([22]);
  expect(rowsOnPages(24)).toEqual([12, 12]);
  expect(rowsOnPages(61)).toEqual([21, 21, 19]);
});

test('a day is cut at full hours, a shorter time at full minutes, and a long time into no more pages than there may be', () => {
  const HOUR = 3600;
  expect(timePages(6.4 * HOUR, 18.9 * HOUR, 12 * HOUR, 1)).toEqual([
    [6 * HOUR, 13 * HOUR],
    [13 * HOUR, 20 * HOUR],
  ]);
  expect(timePages(6.4 * HOUR, 17.9 * HOUR, 12 * HOUR, 1)).toEqual([[6 * HOUR, 18 * HOUR]]);
  expect(timePages(90, HOUR + 90, 12 * HOUR, 1)).toEqual([[60, HOUR + 120]]);
  expect(timePages(0, 1000 * HOUR, HOUR, 10)).toHaveLength(10);
});
