/** Guarantee: a CSV file has each bar in its window once, row by row, and no cell that a spreadsheet would run as a formula. */
import { expect, test } from 'vitest';
import { smallPlan } from '../../tests/board/smallPlan.ts';
import { PlanningCopy } from '../../client/planningCopy.ts';
import { LiveDocument } from '../planning/liveDocument.ts';
import { Scene } from '../timeline/model/scene.ts';
import { csvOf } from './csv.ts';

const DAY = Date.UTC(2031, 4, 14) / 1000;

test('it has the bars in the window, only the highlighted ones if there are any, and escapes quotes and formulas', () => {
  const plan = smallPlan('csv');
  const [first, ...others] = plan.operations;
  const hostile = {
    ...first,
    inboundTask: { ...first.inboundTask!, taskName: '=HYPERLINK("x"),\n1' },
    outboundTask: first.outboundTask,
  };
  const document = new LiveDocument(new PlanningCopy({ ...plan, operations: [hostile, ...others] }, null));
  const scene = new Scene(document);
  const source = { scene, document, shown: null };
  const whole = csvOf(source, DAY, DAY + 86_400);
  expect(whole).toContain(`"'=HYPERLINK(""x""),\n1 / AZ 10"`);
  expect(whole.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    '\uFEFFoperation',
    'csv-AZ10',
    'csv-BA20',
    'csv-CX30',
    'csv-DL40',
    'csv-EK50',
    'csv-FR60',
    '',
  ]);
  const late = csvOf(source, DAY + 9 * 3600, DAY + 86_400);
  expect(late.trimEnd().split('\r\n')).toHaveLength(2);
  const one = csvOf({ ...source, shown: new Set(['csv-CX30']) }, DAY, DAY + 86_400);
  expect(one).toMatch(/\r\ncsv-CX30,CX 30,1,A2,Pier A,2031-05-14T06:30:00/);
  expect(one.trimEnd().split('\r\n')).toHaveLength(2);
});
