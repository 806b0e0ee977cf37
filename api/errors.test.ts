/** Guarantees: every code is documented, and the interface and the engine report the same fault with the same code and path. */
import { ruleSchemas } from '../schedule/entities/rule.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { present } from '../engine/present.ts';
import { compile } from '../engine/instance/compile.ts';
import { CompileError } from '../engine/instance/compileError.ts';
import type { PlanningDocument } from '../engine/instance/planningDocument.ts';
import { RULE_KINDS } from '../engine/objective/rules/ruleKinds.ts';
import { StoreError } from '../db/storeError.ts';
import { FORM_CODES, ScheduleError } from '../schedule/errors.ts';
import { toError } from '../schedule/problems.ts';
import { planningDocument } from './contract/document.ts';
import { checked } from '../schedule/entities/checked.ts';
import { Timestamp } from '../schedule/entities/primitives.ts';
import { problemsOf } from './contract/error.ts';
import { ANSWER_CODES, type ErrorEntry, ERRORS } from './contract/errorList.ts';
import { EdgeError, failureOf } from './errors.ts';

const HEAD = `# Errors

Every error response has the form \`{ "detail", "code" }\`. Let programs decide by \`code\`; \`detail\` is a sentence for people, with the names and values involved.

When values of the request are at fault, \`errors\` lists all of them as \`{ "path": "operations.3.inboundTask.expectedTime", "code", "message" }\`; an empty \`path\` means the whole body. If all of them have the same code, and it is in the
first table, this is also the code of the response; otherwise the code of the response is \`validation_failed\`. \`Retry-After\` is a header of the response, in seconds.

*The list in \`api/contract/errorList.ts\` is the source of this page; \`npx vitest run api/errors.test.ts -u\` writes it again.*
`;

const table = (title: string, codes: readonly string[], columns: readonly (keyof ErrorEntry)[]): string => {
  const entries: Readonly<Record<string, ErrorEntry>> = ERRORS;
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const head = ['code', ...columns];
  const rows = codes
    .toSorted()
    .map((code) => [`\`${code}\``, ...columns.map((column) => entries[code]?.[column] ?? '')]);
  return [`\n## ${title}\n`, line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
};

test('the page of the documentation says what the list says', async () => {
  const page =
    HEAD +
    table('Codes of a response', ANSWER_CODES, ['status', 'cause', 'fix']) +
    table('Codes that occur only in `errors`', FORM_CODES, ['cause', 'fix']);
  await expect(page).toMatchFileSnapshot('../docs/errors.md');
});

test('causes and fixes are whole sentences', () => {
  const texts = Object.values(ERRORS).flatMap(({ cause, fix }: ErrorEntry) => [cause, fix]);
  expect(texts.filter((text) => !/^[A-Z`][^|\n]*\.$/.test(text))).toEqual([]);
});

describe('an error response', () => {
  const codeOf = (error: unknown): unknown[] => {
    const { status, body, expected } = failureOf(error, 'request-1');
    return [status, body.code, expected];
  };

  test('has the code that its problems share, unless that only says that a value has a bad form', () => {
    const taken = { path: '0.id', code: 'id_taken', message: 'is taken' } as const;
    const absent = { path: '1.name', code: 'required', message: 'is required' } as const;
    expect(codeOf(toError([taken, { ...taken, path: '2.id' }]))).toEqual([400, 'id_taken', true]);
    expect(codeOf(toError([absent]))).toEqual([400, 'validation_failed', true]);
    expect(codeOf(toError([taken, absent]))).toEqual([400, 'validation_failed', true]);
  });

  test('says that the database is at fault where it is, however the error is wrapped', () => {
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const ended = new StoreError('database_failed', 'The thread ended.');
    for (const error of [lost, ended, new Error('query failed', { cause: lost })]) {
      expect(codeOf(error)).toEqual([503, 'database_unavailable', false]);
    }
    const canceled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    expect(failureOf(canceled, 'request-1')).toMatchObject({
      status: 503,
      body: { code: 'database_unavailable', detail: expect.stringContaining('took too long') },
      headers: { 'Retry-After': '5' },
    });
    expect(codeOf(new StoreError('planning_not_found', 'Gone.'))).toEqual([404, 'not_found', true]);
    expect(codeOf(new StoreError('reference_gone', 'Gone.'))).toEqual([400, 'unknown_reference', true]);
  });

  test('says when to try again only where that helps', () => {
    const after = (code: 'clash' | 'idempotency_in_flight' | 'busy' | 'id_taken') =>
      failureOf(new ScheduleError(code, 'x'), 'r-1').headers['Retry-After'];
    expect([after('idempotency_in_flight'), after('busy')]).toEqual(['5', '5']);
    expect([after('clash'), after('id_taken')]).toEqual([undefined, undefined]);
  });

  test('says a limit in words', () => {
    const schema = z.object({
      name: z.string().min(1),
      seconds: z.int().min(0),
      share: z.number().gt(0).lt(1),
      tags: z.array(z.string()).max(2),
      gap: z.number().max(1, 'must be a ratio'),
    });
    const { error } = checked(schema, { name: '', seconds: -1, share: 1, tags: ['a', 'b', 'c'], gap: 2 });
    expect(problemsOf(present(error)).map(({ path, code, message }) => `${path} ${message} (${code})`)).toEqual([
      'name must have at least 1 character (too_small)',
      'seconds must be at least 0 (too_small)',
      'share must be less than 1 (too_big)',
      'tags must have at most 2 items (too_big)',
      'gap must be a ratio (too_big)',
    ]);
  });

  test('says of a value of the wrong type only that, in the words of JSON', () => {
    const schema = z.object({
      name: z.string().min(1),
      tags: z.array(z.string()).max(2),
      seconds: z.int().min(0),
      count: z.int(),
      data: z.record(z.string(), z.unknown()),
    });
    const { error } = checked(schema, { name: [], tags: 'abc', seconds: 0.5, count: 'x', data: 1 });
    expect(problemsOf(present(error)).map(({ path, code, message }) => `${path} ${message} (${code})`)).toEqual([
      'name expected string, received array (invalid_type)',
      'tags expected array, received "abc" (invalid_type)',
      'seconds must be a whole number (invalid_type)',
      'count expected number, received "x" (invalid_type)',
      'data expected object, received number (invalid_type)',
    ]);
  });

  test('quotes the text that is something else than allowed', () => {
    const schema = z.object({ kind: z.enum(['a', 'b']), format: z.literal('x'), at: Timestamp, count: z.int() });
    const { error } = checked(schema, { kind: 'c', format: 'y', at: '20.11.2026', count: 'n'.repeat(200) });
    expect(problemsOf(present(error)).map(({ path, message }) => `${path} ${message}`)).toEqual([
      'kind must be a or b, not "c"',
      'format must be x, not "y"',
      expect.stringMatching(/^at must be an ISO 8601 instant .*, not "20\.11\.2026"$/),
      `count expected number, received "${'n'.repeat(98)}…`,
    ]);
  });

  test('calls every member that is absent required, whatever values it may have', () => {
    const schema = z.object({ text: z.string(), kind: z.enum(['a', 'b']), format: z.literal('x') });
    const { error } = checked(schema, {});
    expect(problemsOf(present(error)).map(({ path, code, message }) => `${path} ${message} (${code})`)).toEqual([
      'text is required (required)',
      'kind is required (required)',
      'format is required (required)',
    ]);
    const { error: other } = checked(schema, { text: '', kind: null, format: 'x' });
    expect(problemsOf(present(other)).map(({ code }) => code)).toEqual(['invalid_value']);
  });

  test('says which values are allowed, whatever was sent instead', () => {
    const schema = z.object({
      kind: z.enum(['a', 'b']),
      format: z.literal('x'),
      side: z.enum(['a', 'b']),
      move: z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
    });
    const said = (value: unknown) =>
      problemsOf(present(checked(schema, value).error)).map(
        ({ path, code, message }) => `${path} ${message} (${code})`,
      );
    expect(said({ kind: null, format: 1, side: ['a'], move: { type: 'c' } })).toEqual([
      'kind must be a or b, not null (invalid_value)',
      'format must be x, not 1 (invalid_value)',
      'side must be a or b, not an array (invalid_value)',
      'move.type must be a or b, not "c" (invalid_value)',
    ]);
    expect(said({ kind: 'a', format: 'x', side: 'a', move: {} })).toEqual(['move.type is required (required)']);
  });

  test('discloses nothing about an unexpected error', () => {
    expect(failureOf(new TypeError('x is undefined'), 'request-1')).toMatchObject({
      status: 500,
      body: { code: 'unexpected', detail: expect.not.stringContaining('undefined') },
      expected: false,
    });
    expect(codeOf(new EdgeError('rate_limited', 'Too many.'))).toEqual([429, 'rate_limited', true]);
  });
});

const task = { taskName: 'T', expectedTime: '2026-01-01T00:00:00.000Z', expectedTimesSource: 'external' };
const DOCUMENT = {
  format: 'tidegate/planning@1',
  planning: { id: 'p', name: 'P' },
  locations: [{ id: 'l', name: 'L' }],
  tags: [],
  resources: [{ id: 'r', name: 'R', location: 'l' }],
  groups: [],
  operations: [
    {
      id: 'o',
      inboundTask: { id: 'i', scheduledTime: task.expectedTime, ...task },
      outboundTask: { id: 'u', scheduledTime: task.expectedTime, ...task, expectedTime: '2026-01-01T02:00:00.000Z' },
    },
  ],
  rules: [] as unknown[],
  assignments: [] as unknown[],
};
const rule = { id: 'x', name: 'X', kind: 'usage', weight: 1, parameters: {} };
const operation = DOCUMENT.operations[0];

// Each document has one fault, which the interface's schemas and the engine's own reader both find.
test.each<[string, object]>([
  ['rules.0.kind: unknown_rule_kind', { rules: [{ ...rule, kind: 'magic' }] }],
  ['rules.0.hard: hard_unsupported', { rules: [{ ...rule, hard: true }] }],
  ['rules.0.weight: weight_negative', { rules: [{ ...rule, weight: -1 }] }],
  ['rules.0.weight: too_big', { rules: [{ ...rule, weight: 1e7 }] }],
  ['rules.0.parameters.seconds: required', { rules: [{ ...rule, kind: 'buffer' }] }],
  ['rules.0.parameters.relation: required', { rules: [{ ...rule, kind: 'adjacency' }] }],
  ['rules.0.parameters.sides: unknown_member', { rules: [{ ...rule, parameters: { sides: 1 } }] }],
  ['planning.weights.conflict: weight_negative', { planning: { ...DOCUMENT.planning, weights: { conflict: -1 } } }],
  ['planning.weights.conflict: too_big', { planning: { ...DOCUMENT.planning, weights: { conflict: 1e7 } } }],
  [
    'operations.0.inboundTask.expectedTime: invalid_timestamp',
    { operations: [{ ...operation, inboundTask: { ...operation.inboundTask, expectedTime: 'soon' } }] },
  ],
])('the interface and the engine find the same: %s', (expected, change) => {
  const document = { ...DOCUMENT, ...change };
  const said = ({ path, code }: { readonly path: string; readonly code: string }): string => `${path}: ${code}`;
  const parsed = checked(planningDocument(ruleSchemas(RULE_KINDS)), document);
  expect(parsed.error && problemsOf(parsed.error).map(said)).toEqual([expected]);
  let found: readonly string[] = [];
  try {
    compile(document as unknown as PlanningDocument);
  } catch (error) {
    if (error instanceof CompileError) found = error.problems.map(said);
  }
  expect(found).toEqual([expected]);
});
