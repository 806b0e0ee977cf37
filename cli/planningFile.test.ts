/** Guarantee: each kind of mistake in a document is reported once, in a few lines. */
import { expect, test } from 'vitest';
import { InputError } from './inputFile.ts';
import { readPlan } from './planningFile.ts';

const at = (index: number): string => new Date(Date.UTC(2026, 5, 1) + index * 60_000).toISOString();

const task = (index: number): Record<string, unknown> => ({
  taskName: `T${index}`,
  plannedTime: at(index),
  expectedTime: at(index),
});
const day = (count: number) => ({
  format: 'tidegate/planning@1',
  planning: { name: 'Day' },
  locations: [{ id: 'apron', name: 'Apron' }],
  tags: [] as unknown[],
  resources: [{ id: 'r1', name: '1', location: 'apron' }],
  groups: [],
  operations: Array.from({ length: count }, (_, i) => ({
    id: `o${i}`,
    tags: [] as string[],
    inboundTask: task(i),
    outboundTask: task(i + 45),
  })),
  assignments: Array.from({ length: count }, (_, i) => ({ operation: `o${i}`, resource: 'r1' })),
});

const problemsIn = (document: unknown, all = false): readonly string[] => {
  try {
    readPlan(document, all);
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
};

test('a mistake that is made 2 000 times is reported in a few lines, and completely with --all', () => {
  const document = day(2000);
  for (const { inboundTask, outboundTask } of document.operations) {
    delete inboundTask['plannedTime'];
    delete outboundTask['plannedTime'];
  }
  expect(problemsIn(document)).toEqual([
    'operations.0.inboundTask.scheduledTime: is required unless plannedTime is given',
    'operations.1.inboundTask.scheduledTime: is required unless plannedTime is given',
    'operations.2.inboundTask.scheduledTime: is required unless plannedTime is given',
    'operations.*.inboundTask.scheduledTime: and 1997 more like these, 2000 in all',
    'operations.0.outboundTask.scheduledTime: is required unless plannedTime is given',
    'operations.1.outboundTask.scheduledTime: is required unless plannedTime is given',
    'operations.2.outboundTask.scheduledTime: is required unless plannedTime is given',
    'operations.*.outboundTask.scheduledTime: and 1997 more like these, 2000 in all',
    '4000 problems of 2 kinds; --all shows every one',
  ]);
  const all = problemsIn(document, true);
  expect(all).toHaveLength(4000);
  expect(all).toContain('operations.1999.outboundTask.scheduledTime: is required unless plannedTime is given');
});

test('an invalid id is shown, and references to it are not reported again', () => {
  const document = day(5);
  for (const [i, operation] of document.operations.entries()) {
    operation.id = `KL 10${i}`;
    document.assignments[i].operation = operation.id;
  }
  document.tags.push({ uuid: 'wide body', category: 'size', value: 'wide' });
  document.operations[0].tags = ['wide body', 'absent'];
  const problems = problemsIn(document);
  expect(problems).toEqual([
    'tags.0.uuid: must be 1 to 64 characters of A-Z a-z 0-9 . _ : -, not "wide body"',
    ...[0, 1, 2].map((i) => `operations.${i}.id: must be 1 to 64 characters of A-Z a-z 0-9 . _ : -, not "KL 10${i}"`),
    'operations.*.id: and 2 more like these, 5 in all',
    'operations.0.tags.1: names no tag: absent',
    '7 problems of 3 kinds; --all shows every one',
  ]);
});

test('optional lists that are absent are not reported beside another mistake', () => {
  const { tags: _tags, groups: _groups, ...document } = day(1);
  document.resources[0].location = 'elsewhere';
  expect(problemsIn(document)).toEqual(['resources.0.location: names no location: elsewhere']);
  expect(problemsIn({ ...document, format: 'tidegate/planning@2' })).toHaveLength(1);
});

test.each([null, 7, 'text', [], {}])('JSON that is not a document at all gets a few lines: %j', (document) => {
  const problems = problemsIn(document);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThan(5);
});
