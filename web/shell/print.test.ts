/** Guarantee: every row is on one page, and the name of a location is on the page of its first resource. */
import { expect, test } from 'vitest';
import { PlanningCopy } from '../../client/planningCopy.ts';
import { smallPlan } from '../../tests/board/smallPlan.ts';
import { LiveDocument } from '../planning/liveDocument.ts';
import { Scene } from '../timeline/model/scene.ts';
import { rowPages } from './print.ts';

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
