import { OperationBulkCreateBody } from './bulk.ts';
import { AssignmentBulk, AssignmentCreate } from '../../schedule/entities/assignment.ts';
import { OperationCreate, OperationPatch } from '../../schedule/entities/operation.ts';
import { ruleSchemas } from '../../schedule/entities/rule.ts';
import { TaskCreate } from '../../schedule/entities/task.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { PlanningDocument as EngineDocument } from '../../engine/instance/planningDocument.ts';
import { RULE_KINDS } from '../../engine/objective/rules/ruleKinds.ts';
import { type PlanningDocument, planningDocument } from './document.ts';
import { checked } from '../../schedule/entities/checked.ts';
import { problemsOf } from './error.ts';
import { parseTimestamp } from '../../schedule/entities/timestamp.ts';
import { Metadata, Timestamp } from '../../schedule/entities/primitives.ts';

const found = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = checked(schema, value);
  return parsed.success ? [] : problemsOf(parsed.error).map(({ path, code }) => `${path}: ${code}`);
};
const inbound = {
  taskName: 'TG920',
  scheduledTime: '2026-11-20T09:30:00Z',
  expectedTime: '2026-11-20T09:45:00+01:00',
  expectedTimesSource: 'predicted',
};
const outbound = { taskName: 'TG921', plannedTime: '2026-11-20T12:30:00Z', expectedTime: '2026-11-20T12:30:00Z' };
const operation = { planning: 'demo', inboundTask: inbound, outboundTask: outbound };

describe('instants', () => {
  test.each([
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.1239+01:30', '2026-11-20T08:00:00.123Z'],
    ['2026-11-20t09:30:00,5-0530', '2026-11-20T15:00:00.500Z'],
    ['2028-02-29 23:59:59+14', '2028-02-29T09:59:59.000Z'],
    ['20261120T093000,25Z', '2026-11-20T09:30:00.250Z'],
    ['2026-11-20T09,5Z', '2026-11-20T09:30:00.000Z'],
    ['2026-324T09:30Z', '2026-11-20T09:30:00.000Z'],
    ['2026-W53-5T09:30Z', '2027-01-01T09:30:00.000Z'],
    ['2026-W01-1T00:00Z', '2025-12-29T00:00:00.000Z'],
    ['2026-11-20T24:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['20261231T24+01', '2026-12-31T23:00:00.000Z'],
  ])('%s is %s', (given, expected) => {
    expect(Timestamp.parse(given)).toBe(expected);
  });

  test.each([
    '2026-11-20T09:30:00',
    '2026-11-20',
    '2026-02-29T00:00:00Z',
    '2026-11-20T24:00:01Z',
    '2026-11-20T24:00:00.001Z',
    '1969-12-31T23:59:59Z',
    '2026-13-01T00:00:00Z',
    'now',
    '',
    '2026-11-20T09:60:00Z',
    '2026-11-20T23:59:60Z',
    '2027-W53-5T09:30Z',
    '2026-W00-1T09:30Z',
    '2026-366T09:30Z',
    '2026-000T09:30Z',
    '202611T09:30Z',
    '2026-11-20T09:30:00+25:00',
    '0001-01-01T00:00:00Z',
    '9999-01-01T00:00:00Z',
  ])('%s is not an instant', (given) => {
    expect(parseTimestamp(given)).toBeNaN();
    expect(found(Timestamp, given)).toEqual([': invalid_timestamp']);
  });
});

describe('operations', () => {
  test('accept both names of a time, plannedTime and scheduledTime, and normalize instants', () => {
    const parsed = OperationCreate.parse(operation);
    expect(parsed.inboundTask.expectedTime).toBe('2026-11-20T08:45:00.000Z');
    expect(parsed.outboundTask.plannedTime).toBe('2026-11-20T12:30:00.000Z');
  });

  test('report every problem at once with its path', () => {
    const problems = found(OperationCreate, {
      planning: 7,
      colour: 'red',
      metadata: { text: 'x'.repeat(20_000) },
      inboundTask: {
        scheduledTime: 'soon',
        expectedTime: '2026-11-20T09:45:00',
        sigma: -1,
        skewFactor: 2,
        nonsense: true,
      },
      outboundTask: { ...outbound, expectedTimesSource: 'guess', tags: ['ok', 'not ok'] },
    });
    expect(problems.sort()).toEqual([
      'colour: unknown_member',
      'inboundTask.expectedTime: invalid_timestamp',
      'inboundTask.expectedTimesSource: required',
      'inboundTask.nonsense: unknown_member',
      'inboundTask.scheduledTime: invalid_timestamp',
      'inboundTask.sigma: too_small',
      'inboundTask.skewFactor: too_big',
      'inboundTask.taskName: required',
      'metadata: invalid_json_value',
      'outboundTask.expectedTimesSource: invalid_value',
      'outboundTask.tags.1: invalid_format',
      'planning: invalid_type',
    ]);
  });

  test('say which members a task lacks, and what contradicts itself', () => {
    expect(found(OperationCreate, { planning: 'demo', inboundTask: { scheduledTime: inbound.scheduledTime } })).toEqual(
      [
        'inboundTask.taskName: required',
        'inboundTask.expectedTime: required',
        'inboundTask.expectedTimesSource: required',
        'outboundTask: required',
      ],
    );
    const task = {
      ...inbound,
      plannedTime: '2026-11-20T09:31:00Z',
      expectedTimeP05: '2026-11-20T09:46:00+01:00',
      expectedTimeP95: inbound.expectedTime,
    };
    expect(found(OperationCreate, { ...operation, inboundTask: task })).toEqual([
      'inboundTask.plannedTime: names_disagree',
      'inboundTask.expectedTimeP05: percentiles_out_of_order',
    ]);
  });

  test('accept a task to link, and ignore read-only members', () => {
    const parsed = OperationCreate.parse({
      ...operation,
      versionId: 'v1',
      workspace: null,
      operationName: 'x',
      inboundTask: { id: 't1' },
    });
    expect(parsed).toMatchObject({ planning: 'demo', inboundTask: { id: 't1' } });
    expect(Object.keys(parsed)).not.toContain('versionId');
    expect(OperationPatch.parse({ inboundTask: null, requiredTags: ['x'], timesCrossed: false })).toEqual({
      inboundTask: null,
    });
  });

  test('bulk bodies are bare or wrapped; problems name the item', () => {
    const item = { ...operation, isBlocker: false };
    expect(OperationBulkCreateBody.parse([item])).toMatchObject({ operations: [{}], path: '' });
    const wrapped = OperationBulkCreateBody.parse({ operations: [item, item] });
    expect(wrapped).toMatchObject({ operations: [{}, {}], path: 'operations' });
    expect(found(OperationBulkCreateBody, [item, { ...item, planning: undefined }, operation])).toEqual([
      '1.planning: required',
      '2.isBlocker: required',
    ]);
    expect(found(OperationBulkCreateBody, { operations: [operation] })).toEqual(['operations.0.isBlocker: required']);
    expect(found(OperationBulkCreateBody, 7)).toHaveLength(1);
  });
});

test('a free task needs its planning', () => {
  expect(found(TaskCreate, inbound)).toEqual(['planning: required']);
  expect(TaskCreate.parse({ ...inbound, planning: 'demo', role: 'inbound', persisted: true })).not.toHaveProperty(
    'role',
  );
});

describe('assignments', () => {
  const parts = [{ resource: 'a' }, { resource: null, startAt: '2026-11-20T10:00:00Z' }];

  test('have a resource or parts', () => {
    expect(found(AssignmentCreate, { operation: 'o' })).toEqual(['resource: required']);
    expect(found(AssignmentCreate, { operation: 'o', resource: 'b', parts })).toEqual(['resource: resource_and_parts']);
    expect(AssignmentCreate.parse({ operation: 'o', resource: 'a', parts, tombstone: false })).not.toHaveProperty(
      'resource',
    );
    expect(found(AssignmentCreate, { operation: 'o', resource: 'a', active: false })).toEqual([
      'active: invalid_value',
    ]);
  });

  test('are ended in bulk by active: false', () => {
    expect(AssignmentBulk.parse({ assignments: [{ operation: 'o', active: false }] }).assignments).toHaveLength(1);
    expect(found(AssignmentBulk, { assignments: [{ operation: 'o', active: true }] })).toEqual([
      'assignments.0.resource: required',
    ]);
  });
});

test('metadata is any JSON that a database stores', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  for (const good of [null, 1, 'x', { a: [{ b: '😀' }] }, nested(60)]) expect(found(Metadata, good)).toEqual([]);
  for (const bad of [
    'a\u0000b',
    { '\ud800': 1 },
    [{ x: '\udc00' }],
    nested(70),
    { a: Number('1e309') },
    Number('-1e309'),
  ])
    expect(found(Metadata, bad)).toEqual([': invalid_json_value']);
});

describe('rules', () => {
  const { create } = ruleSchemas(RULE_KINDS);
  const rule = { planning: 'demo', name: 'r', kind: 'buffer', parameters: { seconds: 600, previousTags: ['t'] } };

  test('are validated by the description of their kind in the engine', () => {
    expect(create.parse(rule)).toEqual(rule);
    expect(found(create, { ...rule, weight: -1, parameters: { seconds: 0.5, nextTag: [] } })).toEqual([
      'weight: weight_negative',
      'parameters.seconds: invalid_type',
      'parameters.nextTag: unknown_member',
    ]);
    expect(found(create, { ...rule, kind: 'magic' })).toEqual(['kind: unknown_rule_kind']);
    expect(found(create, { ...rule, kind: 'adjacency', parameters: { relation: 'far' } })).toEqual([
      'parameters.relation: invalid_value',
    ]);
    expect(found(create, { ...rule, kind: 'usage', hard: true, parameters: {} })).toEqual(['hard: hard_unsupported']);
  });
});

test('a parsed planning document is one that the engine accepts', () => {
  const parsed = planningDocument(ruleSchemas(RULE_KINDS)).parse({
    format: 'tidegate/planning@1',
    planning: { name: 'p' },
    operations: [{ id: 'o', inboundTask: inbound, outboundTask: null }],
  });
  const assignable: EngineDocument = parsed satisfies PlanningDocument;
  expect(assignable.resources).toEqual([]);
});
