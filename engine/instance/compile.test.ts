import { isDeepStrictEqual } from 'node:util';
import * as fc from '../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../objective/evaluate.ts';
import { createRandom } from '../random.ts';
import { plainScore } from '../testing/plainScore.ts';
import { randomDocument, randomPlacement } from '../testing/randomInstance.ts';
import { feasiblePlacementOf, placementOf, toAssignments } from './assignments.ts';
import { compile } from './compile.ts';
import { CompileError } from './compileError.ts';
import { PartFlag, NOT_PINNED } from './instance.ts';
import { formatInstant, parseInstant } from './instant.ts';
import type { DocumentOperation, PlanningDocument } from './planningDocument.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const reference = '2026-05-28T20:26:40Z';

const shuffled = <T>(list: readonly T[], seed: number): readonly T[] => {
  const random = createRandom(seed);
  return list
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
};

test('the score of any plan equals a plain evaluation of the document', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const drawn = randomDocument(seed, seed % 3 === 0 ? { operations: 14, resources: 4 } : {});
      const weights = { ...drawn.planning.weights, risk: 0 };
      const document = { ...drawn, planning: { ...drawn.planning, weights } };
      const instance = compile(document, { referenceTime: reference });
      for (const placement of [placementOf(instance), randomPlacement(instance, createRandom(seed))]) {
        const { conflicts, unassigned, reassigned, rules } = evaluate(instance, placement);
        const plain = plainScore(document, toAssignments(instance, placement), reference);
        expect({ conflicts, unassigned, reassigned, rules }).toEqual(plain);
      }
    }),
    { numRuns: 600 },
  );
});

test('every reference time within the reference span compiles to the same instance', () => {
  const ruled = (seed: number): PlanningDocument => {
    const document = randomDocument(seed);
    const rules = [3600, 20_000].map((withinSeconds, i) => ({
      id: `stable${i}`,
      name: 'Late moves',
      kind: 'stability' as const,
      weight: 1,
      operationTags: i === 0 ? [] : document.tags.slice(0, 1).map(({ uuid }) => uuid),
      parameters: { withinSeconds, factor: 2 + i },
    }));
    const planning = { ...document.planning, weights: { reassigned: 1000 } };
    return { ...document, planning, rules: [...document.rules, ...rules] };
  };
  const compiledAt = (document: PlanningDocument, seconds: number) =>
    compile(document, { referenceTime: formatInstant(seconds * 1000) });
  let changes = 0;
  fc.assert(
    fc.property(seeds, fc.integer({ min: -40_000, max: 40_000 }), (seed, offset) => {
      const document = ruled(seed);
      const at = parseInstant(reference) / 1000 + offset;
      const instance = compiledAt(document, at);
      const { since, until } = instance.referenceSpan!;
      expect(since <= at && at < until).toBe(true);
      const others = [since, until - 1, at - 1_000_000, at + 1_000_000].filter((s) => Number.isFinite(s));
      for (const other of others.filter((s) => s >= since && s < until))
        expect(compiledAt(document, other).buffer).toEqual(instance.buffer);
      const outside = [since - 1, until].filter((s) => Number.isFinite(s)).map((s) => compiledAt(document, s));
      changes += outside.filter(
        ({ reassignedCost }) => !isDeepStrictEqual(reassignedCost, instance.reassignedCost),
      ).length;
    }),
    { numRuns: 200 },
  );
  expect(changes).toBeGreaterThan(100);
  expect(compile(ruled(1)).referenceSpan).toBeNull();
  const withReference = { ...ruled(1), parameters: { referenceTime: reference } };
  expect(compile(withReference).referenceSpan).toEqual({
    since: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
  });
});

test('the compiled instance does not depend on the order of the lists in the document', () => {
  fc.assert(
    fc.property(seeds, fc.integer(), (seed, order) => {
      const document = randomDocument(seed);
      const mixed: PlanningDocument = {
        ...document,
        locations: shuffled(document.locations, order),
        tags: shuffled(document.tags, order),
        resources: shuffled(document.resources, order).map((resource) => ({
          ...resource,
          tags: shuffled(resource.tags ?? [], order),
        })),
        groups: shuffled(document.groups, order),
        operations: shuffled(document.operations, order),
        rules: shuffled(document.rules, order),
        assignments: shuffled(document.assignments, order),
      };
      const [a, b] = [compile(document), compile(mixed)];
      expect(new Uint8Array(b.buffer)).toEqual(new Uint8Array(a.buffer));
      expect({ ...b, buffer: null }).toEqual({ ...a, buffer: null });
    }),
    { numRuns: 100 },
  );
});

test('assignments written back compile to the same placement', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const document = randomDocument(seed);
      const instance = compile(document);
      const placement = randomPlacement(instance, createRandom(seed));
      const assignments = toAssignments(instance, placement);
      for (const { resource, parts } of assignments) if (parts !== undefined) expect(parts[0].resource).toBe(resource);
      expect(placementOf(compile({ ...document, assignments }))).toEqual(placement);
    }),
    { numRuns: 200 },
  );
});

test('every array lies on the one shared buffer, in order of start', () => {
  const instance = compile(randomDocument(5, { operations: 30 }));
  const arrays = [...Object.values(instance), ...Object.values(instance.uncertainty)].filter((value) =>
    ArrayBuffer.isView(value),
  );
  expect(arrays.every(({ buffer }) => buffer === instance.buffer)).toBe(true);
  expect([...instance.start]).toEqual([...instance.start].sort((a, b) => a - b));
});

const at = (clock: string): string => `2026-11-20T${clock}:00Z`;
const stay = (id: string, from: string, to: string, more: Partial<DocumentOperation> = {}): DocumentOperation => ({
  id,
  inboundTask: { taskName: 'in', scheduledTime: at(from), expectedTime: at(from) },
  outboundTask: { taskName: 'out', scheduledTime: at(to), expectedTime: at(to) },
  ...more,
});
const day = (more: Partial<PlanningDocument>): PlanningDocument => ({
  format: 'tidegate/planning@1',
  planning: { name: 'Day' },
  locations: [{ id: 'l', name: 'l' }],
  tags: [],
  resources: ['r1', 'r2', 'r3'].map((id) => ({ id, name: id, location: 'l' })),
  groups: [],
  operations: [],
  rules: [],
  assignments: [],
  ...more,
});
const windowsOf = (document: PlanningDocument): readonly string[] => {
  const { start, end, origin, partCount } = compile(document);
  const clock = (seconds: number): string => formatInstant((seconds + origin) * 1000).slice(11, 16);
  return Array.from({ length: partCount }, (_, part) => `${clock(start[part])}-${clock(end[part])}`);
};

describe('windows', () => {
  test('an actual time takes precedence over the expected time, which an imposed delay shifts', () => {
    const operation = stay('o', '10:00', '11:00');
    const late = { ...operation.inboundTask!, actualTime: at('10:20'), imposedDelayInSeconds: 7200 };
    const held = { ...operation.outboundTask!, imposedDelayInSeconds: 600 };
    expect(windowsOf(day({ operations: [{ ...operation, inboundTask: late, outboundTask: held }] }))).toEqual([
      '10:20-11:10',
    ]);
  });

  test('an operation whose times cross keeps its scheduled duration, or at least the minimum stay', () => {
    const crossed = (from: string, to: string, arrival: string): DocumentOperation => {
      const operation = stay('o', from, to);
      return { ...operation, inboundTask: { ...operation.inboundTask!, expectedTime: at(arrival) } };
    };
    expect(windowsOf(day({ operations: [crossed('10:00', '11:00', '12:00')] }))).toEqual(['12:00-13:00']);
    expect(windowsOf(day({ operations: [crossed('10:00', '10:10', '12:00')] }))).toEqual(['12:00-12:30']);
    const long = day({
      operations: [crossed('10:00', '10:10', '10:10')],
      planning: { name: 'Day', minimumStaySeconds: 3600 },
    });
    expect(windowsOf(long)).toEqual(['10:10-11:10']);
    expect(compile(long).flags[0] & PartFlag.crossed).toBe(PartFlag.crossed);
  });

  test('parts are clamped, empty ones occupy nothing, the last one runs to the end', () => {
    const split = (from: string, to: string) =>
      day({
        operations: [stay('o', from, to)],
        assignments: [
          {
            operation: 'o',
            parts: [
              { endAt: at('10:30'), resource: 'r1' },
              { startAt: at('10:40'), endAt: at('11:30'), resource: 'r2' },
              { startAt: at('11:30'), endAt: at('12:00'), resource: 'r3' },
            ],
          },
        ],
      });
    expect(windowsOf(split('10:00', '12:00'))).toEqual(['10:00-10:30', '10:40-11:30', '11:30-12:00']);
    expect(windowsOf(split('10:00', '13:00'))[2]).toBe('11:30-13:00');
    expect(windowsOf(split('10:35', '11:10'))).toEqual(['10:40-11:10']);
    expect(compile(split('10:35', '11:10')).names.skipped).toEqual([
      { operation: 0, part: 0, reason: 'empty part' },
      { operation: 0, part: 2, reason: 'empty part' },
    ]);
  });
});

describe('pins and eligibility', () => {
  const pinnedOf = (more: Partial<PlanningDocument>): number => compile(day(more)).pinned[0];
  const placed = [{ operation: 'o', resource: 'r2' }];

  test('parts that are fixed, started, frozen or blockers are pinned', () => {
    const operation = stay('o', '10:00', '11:00');
    const started = { ...operation, inboundTask: { ...operation.inboundTask!, actualTime: at('10:00') } };
    expect(pinnedOf({ operations: [operation], assignments: placed })).toBe(NOT_PINNED);
    expect(pinnedOf({ operations: [{ ...operation, isFixedToResource: true }], assignments: placed })).toBe(1);
    expect(pinnedOf({ operations: [{ ...operation, isBlocker: true }], assignments: placed })).toBe(1);
    expect(pinnedOf({ operations: [started], assignments: placed })).toBe(1);
    expect(pinnedOf({ operations: [started], assignments: placed, parameters: { moveStarted: true } })).toBe(
      NOT_PINNED,
    );
    expect(pinnedOf({ operations: [started] })).toBe(NOT_PINNED);
    expect(pinnedOf({ operations: [operation], parameters: { frozenOperations: ['o'] } })).toBe(-1);
    expect(pinnedOf({ operations: [operation], assignments: placed, parameters: { frozenBefore: at('10:01') } })).toBe(
      1,
    );
    expect(pinnedOf({ operations: [operation], assignments: placed, parameters: { frozenBefore: at('10:00') } })).toBe(
      -2,
    );
    const window = (from: string, to: string) => ({
      window: { start_timestamp: parseInstant(at(from)) / 1000, end_timestamp: parseInstant(at(to)) / 1000 },
    });
    expect(pinnedOf({ operations: [operation], parameters: window('11:00', '12:00') })).toBe(-1);
    expect(pinnedOf({ operations: [operation], parameters: window('10:59', '12:00') })).toBe(NOT_PINNED);
  });

  test('required tags, hard rules and overrides decide the arcs', () => {
    const tags = ['big', 'quiet'].map((uuid) => ({ uuid, category: 'c', value: uuid, required: uuid === 'big' }));
    const resources = [
      { id: 'r1', name: '', location: 'l', tags: ['big'] },
      { id: 'r2', name: '', location: 'l', tags: [] },
      { id: 'r3', name: '', location: 'l', tags: ['big', 'quiet'] },
    ];
    const task = { taskName: 'in', expectedTime: at('10:00'), tags: ['big'] };
    const operations = [{ ...stay('o', '10:00', '11:00'), inboundTask: task }];
    const arcs = (more: Partial<PlanningDocument>): readonly number[] => [
      ...compile(day({ tags, resources, operations, ...more })).arcResource,
    ];
    const rule = { id: 'x', name: '', kind: 'match', hard: true, resourceTags: ['quiet'] };
    expect(arcs({})).toEqual([0, 2]);
    expect(arcs({ rules: [rule] })).toEqual([0]);
    expect(arcs({ rules: [{ ...rule, kind: 'mismatch' }] })).toEqual([2]);
    expect(arcs({ rules: [{ ...rule, enabled: false }] })).toEqual([0, 2]);
    expect(arcs({ assignments: [{ operation: 'o', resource: 'r2', override: true }] })).toEqual([0, 1, 2]);
    const stuck = compile(
      day({ tags, resources, operations, assignments: placed, parameters: { maxReassignments: 0 } }),
    );
    expect([...placementOf(stuck)]).toEqual([1]);
    expect([...feasiblePlacementOf(stuck)]).toEqual([-1]);
    expect(stuck.maxReassignments).toBe(1);
  });
});

test('a virtual state is an overlay; reassignments may be counted from a baseline', () => {
  const document = day({
    operations: [stay('o', '10:00', '11:00'), stay('p', '10:30', '11:30')],
    assignments: [{ operation: 'o', resource: 'r1' }],
  });
  const virtualState = {
    assignments: [
      { operation: 'p', resource: 'r1' },
      { operation: 'o', resource: 'r2' },
    ],
    operations: [{ id: 'o', outboundTask: { expectedTime: at('11:20') } }],
  };
  const instance = compile(document, { virtualState });
  expect(placementOf(instance)).toEqual(Int32Array.of(1, 0));
  expect(instance.end[0]).toBe(80 * 60);
  expect(evaluate(instance, placementOf(instance)).total).toBe(0);
  const counted = compile(document, { virtualState, baseline: document.assignments });
  expect(evaluate(counted, placementOf(counted)).reassigned).toBe(1000);
  expect(() => compile(document, { virtualState: { operations: [{ id: 'x' }] } })).toThrow(CompileError);
  const bad = { assignments: [{ operation: 'o', resource: 'r9' }] };
  expect(() => compile(document, { virtualState: bad })).toThrow('virtualState.assignments.0.resource');
  const wrong = { operations: [{ id: 'p', inboundTask: { actualTime: 'now' } }] };
  expect(() => compile(document, { virtualState: wrong })).toThrow('virtualState.operations.0.inboundTask.actualTime');
});

test('percentiles move with a virtual expected time, unless the uncertainty is set too', () => {
  const inboundTask = {
    taskName: 'in',
    expectedTime: at('10:00'),
    expectedTimeP10: at('09:50'),
    expectedTimeP90: at('10:30'),
  };
  const document = day({ operations: [{ ...stay('o', '10:00', '11:00'), inboundTask }] });
  const distributionsOf = (change: object) => {
    const virtualState = { operations: [{ id: 'o', inboundTask: change }] };
    return [...compile(document, { virtualState }).uncertainty.distributions];
  };
  const before = [...compile(document).uncertainty.distributions];
  expect(before).toHaveLength(3);
  expect(distributionsOf({ expectedTime: at('10:20') })).toEqual(before);
  expect(distributionsOf({ imposedDelayInSeconds: 600 })).toEqual(before);
  expect(distributionsOf({ actualTime: at('10:20') })).toEqual([]);
  expect(distributionsOf({ sigma: 60, skewFactor: 0 })).toEqual([0, 60, 0]);
});

test('every problem of a bad document is listed with its path', () => {
  const bad = day({
    locations: [{ id: 'l', name: '', parent: 'nowhere' }],
    resources: [
      { id: 'r1', name: '', location: 'moon', adjacent: ['r9'], parent: 'r8', tags: ['t'] },
      { id: 'r1', name: '', location: 'l' },
    ],
    operations: [
      stay('o', '10:00', '11:00', { group: 'g', tags: ['t'] }),
      { ...stay('p', '10:00', '11:00'), inboundTask: { taskName: '', expectedTime: '2026-11-20T10:00:00' } },
    ],
    rules: [
      { id: 'a', name: '', kind: 'magic' },
      { id: 'b', name: '', kind: 'buffer', weight: -1, parameters: { seconds: 1.5, when: 'now' } },
      { id: 'c', name: '', kind: 'usage', hard: true },
      { id: 'd', name: '', kind: 'match', weight: -1, operationTags: ['gone'] },
    ],
    assignments: [
      { operation: 'x', resource: 'r7' },
      { operation: 'o', resource: 'r1', parts: [{ resource: null }] },
      {
        operation: 'o',
        parts: [
          { resource: 'r1', endAt: at('10:30') },
          { resource: 'r6', startAt: at('10:20') },
        ],
      },
    ],
    planning: { name: 'Day', weights: { conflict: -1 } },
    parameters: { frozenOperations: ['y'], frozenBefore: 'soon' },
  });
  let paths: readonly string[] = [];
  try {
    compile(bad);
  } catch (error) {
    paths = error instanceof CompileError ? error.problems.map(({ path }) => path) : [];
  }
  expect(paths.toSorted()).toEqual([
    'assignments.0.operation',
    'assignments.0.resource',
    'assignments.1',
    'assignments.2.operation',
    'assignments.2.parts.1',
    'assignments.2.parts.1.resource',
    'locations.0.parent',
    'operations.0.group',
    'operations.0.tags.0',
    'operations.1.inboundTask.expectedTime',
    'parameters.frozenBefore',
    'parameters.frozenOperations.0',
    'planning.weights.conflict',
    'resources.0.adjacent.0',
    'resources.0.location',
    'resources.0.parent',
    'resources.0.tags.0',
    'resources.1.id',
    'rules.0.kind',
    'rules.1.parameters.seconds',
    'rules.1.parameters.when',
    'rules.1.weight',
    'rules.2.hard',
  ]);
});
