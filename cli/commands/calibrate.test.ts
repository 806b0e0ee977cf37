/** Guarantee: `tidegate calibrate` says how uncertain past days were, and lays that on a plan whose times nothing better is known of. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentOperation, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { tidegate } from '../../tests/processes.ts';
import { readPlan } from '../planningFile.ts';
import { temporaryFolder } from '../../tests/temporaryFolder.ts';

const at = (minutes: number): string => new Date(Date.UTC(2026, 5, 1) + 60_000 * minutes).toISOString();
const task = (minutes: number, late?: number) => ({
  taskName: 't',
  plannedTime: at(minutes),
  expectedTime: at(minutes),
  ...(late === undefined ? {} : { actualTime: at(minutes + late) }),
});
const stay = (id: string, airline: string, start: number, late?: number): DocumentOperation => ({
  id,
  tags: [airline],
  inboundTask: task(start, late),
  outboundTask: task(start + 45, late),
});

const documentOf = (operations: readonly DocumentOperation[]): PlanningDocument => ({
  format: 'tidegate/planning@1',
  planning: { id: 'p', name: 'P' },
  locations: [{ id: 'apron', name: 'Apron' }],
  tags: [
    { uuid: 'punctual', category: 'airline', value: 'PU' },
    { uuid: 'late', category: 'airline', value: 'LA' },
  ],
  resources: [],
  groups: [],
  operations,
  rules: [],
  assignments: [],
});

/** Every second flight is of an airline that is 30 minutes late; both scatter by 10 minutes either way. */
const history = documentOf(
  Array.from({ length: 120 }, (_, i) =>
    stay(`h${i}`, i % 2 === 0 ? 'late' : 'punctual', 10 * i, ((7 * i) % 21) - 10 + (i % 2 === 0 ? 30 : 0)),
  ),
);
const plan = documentOf([
  stay('l', 'late', 300),
  stay('p', 'punctual', 300),
  stay('gone', 'late', 200, 5),
  { ...stay('known', 'late', 400), inboundTask: { ...task(400), expectedTime: at(410) } },
]);

const folder = temporaryFolder('calibrate');
const file = (name: string): string => path.join(folder, name);
beforeAll(async () => {
  await writeFile(file('history.json'), JSON.stringify(history));
  await writeFile(file('plan.json'), JSON.stringify(plan));
});

test('a plan gets the percentiles of its airlines, and the report says how well they fit', async () => {
  const { code, stdout, stderr } = await tidegate([
    'calibrate',
    file('history.json'),
    '--by',
    'airline',
    '--json',
    '--apply',
    file('plan.json'),
    '--out',
    file('out.json'),
  ]);
  expect(stderr).toContain('5 times got percentiles.');
  expect(code).toBe(0);
  const [arrivals] = JSON.parse(stdout) as readonly { count: number; fit: { within90: number; histogram: number[] } }[];
  expect(arrivals.count).toBe(120);
  expect(arrivals.fit.histogram).toHaveLength(10);
  expect(arrivals.fit.within90).toBeGreaterThan(0.8);
  const made = JSON.parse(await readFile(file('out.json'), 'utf8')) as PlanningDocument;
  const lateBy = (id: string): readonly number[] => {
    const { inboundTask } = made.operations.find((operation) => operation.id === id)!;
    return [inboundTask!.expectedTimeP05, inboundTask!.expectedTimeP95].map(
      (time) => (Date.parse(time ?? '') - Date.parse(inboundTask!.expectedTime)) / 60_000,
    );
  };
  // What is written is a plan that every command reads.
  expect(readPlan(made).document.operations).toHaveLength(4);
  expect(lateBy('l')[0]).toBe(0);
  expect(lateBy('l')[1]).toBeGreaterThan(30);
  expect(lateBy('l')[1]).toBeLessThan(45);
  expect(lateBy('p')[0]).toBeGreaterThan(-16);
  expect(lateBy('p')[1]).toBeLessThan(20);
  expect(lateBy('gone')).toEqual([Number.NaN, Number.NaN]);
  expect(lateBy('known')).toEqual([Number.NaN, Number.NaN]);
});

test('too short a history is refused', async () => {
  const { code, stderr } = await tidegate(['calibrate', file('plan.json')]);
  expect(code).toBe(2);
  expect(stderr).toContain('at least 50 are needed');
  expect((await tidegate(['calibrate', '--help'])).stdout).toContain('At least 50 operations');
});
