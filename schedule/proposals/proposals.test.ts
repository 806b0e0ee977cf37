import { describe, expect, test } from 'vitest';
import { ALL_ROWS } from '../records/page.ts';
import { at, codeOf, importSmall, newScope, operationInput, placedOn, problemsOf } from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import { PROPOSAL_LIFETIME_MS } from './createProposal.ts';
import { foldMoves } from '../plans/foldMoves.ts';
import type { PlannedMove } from '../plans/moves.ts';
import { present } from '../../engine/present.ts';
import type { LearningTask } from '../../engine/advice/learningTask.ts';
import { learnHere } from '../../solvers/learning/learnHere.ts';
import { testAdvice } from '../advice/testing/plantedPreferences.ts';
import { resolutionsHere } from '../testing/resolutionsHere.ts';
import { standingRepair, testStandingRepair } from '../repairs/testing/standingRepair.ts';

const EPOCH = Date.parse('2026-11-20T05:00:00Z');
let now = EPOCH;

const resolutions = {
  ...resolutionsHere,
  learn: ({ learning }: { readonly learning: LearningTask }) => learnHere(learning),
};
const { opened, scope } = await useSchedule({ clock: () => now, resolutions });

/** o1 and o2 on stand 2, where they overlap from 08:30 to 09:00; o3 on stand 1. */
const placed = placedOn('r2', 'r2', 'r1');
const setUp = async (): Promise<string> => importSmall(opened, scope, placed);
const moveTo = (p: string, operation: string, resource: string | null): PlannedMove => ({
  kind: resource === null ? 'unassign' : 'reassign',
  operation: `${p}-${operation}`,
  toResource: resource === null ? null : `${p}-${resource}`,
});
const propose = (p: string, moves: readonly PlannedMove[], as = scope) =>
  opened.schedule.createProposal(as, p, { virtualState: {}, moves, explanation: 'Because.' });
const placeOf = async (p: string, operation: string, as = scope): Promise<string | null> =>
  (await opened.schedule.operationAssignment(as, `${p}-${operation}`)).resource;
const changeOf = async (p: string): Promise<string | null> => (await opened.schedule.getPlanning(scope, p)).change;

describe('what if', () => {
  test('says what moves would cost, which conflicts they open and close, and writes nothing', async () => {
    const p = await setUp();
    const before = await changeOf(p);
    const better = await opened.schedule.whatIf(scope, p, { virtualState: {}, moves: [moveTo(p, 'o2', 'r1')] });
    expect(better.score.delta).toBe(-1990);
    expect(better.closed.map(({ operations }) => operations)).toEqual([[`${p}-o1`, `${p}-o2`]]);
    expect(better.opened).toEqual([]);
    const late = await opened.schedule.whatIf(scope, p, {
      virtualState: {},
      moves: [],
      news: [
        { id: `${p}-o2`, inboundTask: { expectedTime: at('09:10') }, outboundTask: { expectedTime: at('10:10') } },
      ],
    });
    expect(late.score.delta).toBe(-2000);
    expect(await changeOf(p)).toBe(before);
  });

  // Guarantee: what is judged is what is written, however often an operation is delayed.
  test('delays of one operation add up, also with those of a virtual state', async () => {
    const p = await setUp();
    const delay: PlannedMove = { kind: 'delay', operation: `${p}-o3`, delaySeconds: 300 };
    const none = await opened.schedule.whatIf(scope, p, { virtualState: {}, moves: [] });
    const twice = await opened.schedule.whatIf(scope, p, { virtualState: {}, moves: [delay, delay] });
    expect(twice.score.after.delay - none.score.after.delay).toBe(20);
    const imposed = { imposedDelayInSeconds: 600 };
    const virtualState = { operations: [{ id: `${p}-o3`, inboundTask: imposed, outboundTask: imposed }] };
    const located = await opened.ports.store.locate(
      scope.actor.memberships.map((one) => one.organization),
      'planning',
      p,
    );
    if (located.found !== 'one') throw new Error('The planning is there.');
    const state = await opened.ports.store.state({ planning: located.planning });
    expect(foldMoves(state, virtualState, [delay]).operations?.at(-1)).toMatchObject({
      inboundTask: { imposedDelayInSeconds: 900 },
      outboundTask: { imposedDelayInSeconds: 900 },
    });
    const { id } = await propose(p, [delay, delay]);
    await opened.schedule.applyProposal(scope, p, id);
    const { inboundTask } = await opened.schedule.getOperation(scope, `${p}-o3`);
    expect(inboundTask).toMatchObject({ imposedDelayInSeconds: 600 });
  });

  test('builds on a virtual state: its places are moves, and its times apply before and after', async () => {
    const p = await setUp();
    const virtualState = {
      assignments: [{ operation: `${p}-o2`, resource: `${p}-r1` }],
      operations: [{ id: `${p}-o3`, inboundTask: { expectedTime: at('09:00') } }],
    };
    const judged = await opened.schedule.whatIf(scope, p, { virtualState, moves: [] });
    expect(judged.moves).toMatchObject([
      { kind: 'reassign', operation: `${p}-o2`, fromResource: `${p}-r2`, toResource: `${p}-r1` },
    ]);
    expect(judged.opened.map(({ operations }) => operations)).toEqual([[`${p}-o2`, `${p}-o3`]]);
    expect(judged.score.delta).toBe(10);
  });

  test('a move replaces the place that a virtual state gave to the same operation', async () => {
    const p = await setUp();
    const virtualState = { assignments: [{ operation: `${p}-o2`, resource: null }] };
    const { moves } = await opened.schedule.whatIf(scope, p, { virtualState, moves: [moveTo(p, 'o2', 'r1')] });
    expect(moves).toMatchObject([{ kind: 'reassign', operation: `${p}-o2`, toResource: `${p}-r1` }]);
  });

  test('names what is not allowed', async () => {
    const p = await setUp();
    await opened.schedule.patchOperation(scope, `${p}-o1`, { isFixedToResource: true });
    await opened.schedule.patchOperation(scope, `${p}-o3`, { tags: [`${p}-wide`] });
    await opened.schedule.patchOperation(scope, `${p}-o2`, { inboundTask: { actualTime: at('08:31') } });
    const moves = [moveTo(p, 'o1', 'r1'), moveTo(p, 'o2', 'r1'), moveTo(p, 'o3', 'r2')];
    const { obstacles } = await opened.schedule.whatIf(scope, p, { virtualState: {}, moves });
    expect(obstacles.map(({ operation, reason }) => [operation, reason])).toEqual([
      [`${p}-o1`, 'fixed'],
      [`${p}-o2`, 'started'],
      [`${p}-o3`, 'ineligible'],
    ]);
    expect(await codeOf(propose(p, [moves[0]]))).toBe('operation_fixed');
    expect(await codeOf(propose(p, [moves[2]]))).toBe('missing_required_tags');
  });

  test('refuses what is not in the planning', async () => {
    const [p, other] = [await setUp(), await setUp()];
    expect(await codeOf(propose(p, [moveTo(other, 'o1', 'r1')]))).toBe('not_in_planning');
    const foreign = { kind: 'reassign' as const, operation: `${p}-o1`, toResource: `${other}-r1` };
    expect(await codeOf(propose(p, [foreign]))).toBe('not_in_planning');
    expect(await codeOf(propose(p, [], await newScope(opened)))).toBe('not_found');
  });

  test('refuses two places of one operation', async () => {
    const p = await setUp();
    const twice = [moveTo(p, 'o2', 'r1'), moveTo(p, 'o3', 'r2'), moveTo(p, 'o2', null)];
    expect(await problemsOf(propose(p, twice))).toEqual([['moves.2.operation', 'duplicate']]);
  });
});

describe('applying a proposal', () => {
  test('writes its moves as one changeset of the assistant, once', async () => {
    const p = await setUp();
    const { id } = await propose(p, [moveTo(p, 'o2', 'r1')]);
    const applied = await opened.schedule.applyProposal(scope, p, id);
    expect(applied).toMatchObject({
      source: 'agent',
      message: 'Because.',
      status: 'committed',
      skipped: [],
      workspace: null,
    });
    expect(await placeOf(p, 'o2')).toBe(`${p}-r1`);
    const change = await changeOf(p);
    expect(await opened.schedule.applyProposal(scope, p, id)).toEqual(applied);
    expect(await changeOf(p)).toBe(change);
  });

  test('concurrent requests make one changeset', async () => {
    const p = await setUp();
    const { id } = await propose(p, [moveTo(p, 'o2', 'r1')]);
    const [a, b] = await Promise.all([1, 2].map(() => opened.schedule.applyProposal(scope, p, id)));
    expect(a.id).toBe(b.id);
    const { items } = await opened.schedule.listChangesets(scope, p, ALL_ROWS);
    expect(items.filter(({ source }) => source === 'agent')).toHaveLength(1);
  });

  test('swaps, delays and unassigns as proposed', async () => {
    const p = await setUp();
    const delay: PlannedMove = { kind: 'delay', operation: `${p}-o3`, delaySeconds: 600 };
    const { id, score } = await propose(p, [moveTo(p, 'o1', null), moveTo(p, 'o3', 'r2'), delay]);
    const { score: before } = await opened.schedule.metrics(scope, p, {
      changeId: null,
      mainline: false,
      start: null,
      end: null,
    });
    expect(score.before.total).toBe(before.total);
    await opened.schedule.applyProposal(scope, p, id);
    expect(await codeOf(placeOf(p, 'o1'))).toBe('unassigned');
    expect(await placeOf(p, 'o3')).toBe(`${p}-r2`);
    const { inboundTask, outboundTask } = await opened.schedule.getOperation(scope, `${p}-o3`);
    expect([inboundTask?.imposedDelayInSeconds, outboundTask?.imposedDelayInSeconds]).toEqual([600, 600]);
    const { score: after } = await opened.schedule.metrics(scope, p, {
      changeId: null,
      mainline: false,
      start: null,
      end: null,
    });
    expect(after.unassigned).toBe(score.after.unassigned);
    expect(after.conflicts).toBe(score.after.conflicts);
  });

  test('a fixed part of a split operation is an obstacle to its own move alone', async () => {
    const p = await setUp();
    const parts = [
      { resource: `${p}-r2`, endAt: at('08:10') },
      { resource: `${p}-r2`, startAt: at('08:10'), isFixed: true },
    ];
    await opened.schedule.createAssignment(scope, { operation: `${p}-o1`, parts });
    const reasonsOf = async (part: string): Promise<string[]> => {
      const moves = [{ ...moveTo(p, 'o1', 'r1'), part }];
      const { obstacles } = await opened.schedule.whatIf(scope, p, { virtualState: {}, moves });
      return obstacles.map(({ reason }) => reason);
    };
    expect(await reasonsOf('0')).toEqual([]);
    expect(await reasonsOf('1')).toEqual(['fixed']);
  });

  test('a split operation without any place keeps its parts, and costs what the proposal said', async () => {
    const p = await setUp();
    const parts = [
      { resource: `${p}-r2`, endAt: at('08:10') },
      { resource: `${p}-r1`, startAt: at('08:10') },
    ];
    await opened.schedule.createAssignment(scope, { operation: `${p}-o1`, parts });
    const { id, score } = await propose(p, [moveTo(p, 'o1', null)]);
    await opened.schedule.applyProposal(scope, p, id);
    const query = { changeId: null, mainline: false, start: null, end: null };
    expect((await opened.schedule.metrics(scope, p, query)).score.unassigned).toBe(score.after.unassigned);
    const back = await propose(p, [{ ...moveTo(p, 'o1', 'r2'), part: '1' }]);
    await opened.schedule.applyProposal(scope, p, back.id);
    expect(await opened.schedule.operationAssignment(scope, `${p}-o1`)).toMatchObject({
      parts: [
        { resource: null, endAt: at('08:10') },
        { resource: `${p}-r2`, startAt: at('08:10') },
      ],
    });
  });

  test('writes to the workspace that it was made on, whatever the request selects', async () => {
    const p = await setUp();
    const { id: workspace } = await opened.schedule.createWorkspace(scope, p, { name: 'Draft' });
    const draft = { ...scope, workspace };
    const { id } = await propose(p, [moveTo(p, 'o2', 'r1')], draft);
    expect(await opened.schedule.applyProposal(scope, p, id)).toMatchObject({ workspace, status: 'draft' });
    expect(await placeOf(p, 'o2')).toBe(`${p}-r2`);
    expect(await placeOf(p, 'o2', draft)).toBe(`${p}-r1`);
    const late = await propose(p, [moveTo(p, 'o1', 'r1')], draft);
    await opened.schedule.archiveWorkspace(scope, workspace);
    expect(await codeOf(opened.schedule.applyProposal(scope, p, late.id))).toBe('not_found');
  });

  test('leaves out moves that later changes made impossible', async () => {
    const p = await setUp();
    const { id } = await propose(p, [moveTo(p, 'o2', 'r1'), moveTo(p, 'o3', 'r2')]);
    await opened.schedule.createAssignment(scope, { operation: `${p}-o3`, resource: null });
    const { skipped, message } = await opened.schedule.applyProposal(scope, p, id);
    expect(skipped).toEqual([{ operation: `${p}-o3`, reason: 'reassigned' }]);
    expect(message).toBe('Because. Not made: o3 in / o3 out has been moved since.');
    expect(await placeOf(p, 'o2')).toBe(`${p}-r1`);
  });

  test('never makes a conflict that it did not have', async () => {
    const p = await setUp();
    const { id } = await propose(p, [moveTo(p, 'o2', 'r1')]);
    const { id: fresh } = await opened.schedule.createOperation(scope, operationInput(p, '08:00', '09:00'));
    await opened.schedule.createAssignment(scope, { operation: fresh, resource: `${p}-r1` });
    expect(await codeOf(opened.schedule.applyProposal(scope, p, id))).toBe('no_plan');
    expect(await placeOf(p, 'o2')).toBe(`${p}-r2`);
  });

  test('keeps a conflict that it was made with', async () => {
    const p = await setUp();
    await opened.schedule.createAssignment(scope, { operation: `${p}-o2`, resource: `${p}-r1` });
    const { id, opened: begun } = await propose(p, [moveTo(p, 'o2', 'r2')]);
    expect(begun).toHaveLength(1);
    expect(await opened.schedule.applyProposal(scope, p, id)).toMatchObject({ skipped: [] });
  });

  test('needs a planner, expires after a day, and belongs to its planning', async () => {
    const [p, other] = [await setUp(), await setUp()];
    const { id } = await propose(p, [moveTo(p, 'o2', 'r1')]);
    const { memberships } = scope.actor;
    const viewer = {
      ...scope,
      actor: { ...scope.actor, memberships: [{ ...memberships[0], role: 'viewer' as const }] },
    };
    expect(await codeOf(opened.schedule.applyProposal(viewer, p, id))).toBe('forbidden');
    expect(await codeOf(opened.schedule.applyProposal(scope, other, id))).toBe('not_found');
    expect(await codeOf(opened.schedule.applyProposal(scope, p, 'nothing'))).toBe('not_found');
    now = Date.now() + PROPOSAL_LIFETIME_MS + 60_000;
    expect(await codeOf(opened.schedule.applyProposal(scope, p, id))).toBe('not_found');
    now = EPOCH;
  });
});

test('clears a resource by moving each operation to the best remaining place, and lists what stays', async () => {
  const p = await setUp();
  const window = { from: Date.parse(at('08:00')), to: Date.parse(at('09:10')) };
  const clear = () =>
    opened.schedule.clearResources(scope, p, { virtualState: {}, closures: [{ resource: `${p}-r2`, ...window }] });
  expect(await clear()).toMatchObject({
    moves: [{ operation: `${p}-o1`, toResource: `${p}-r1` }],
    staying: [{ operation: `${p}-o2`, reason: 'noPlace' }],
  });
  await opened.schedule.patchOperation(scope, `${p}-o1`, { isFixedToResource: true });
  expect(await clear()).toMatchObject({
    moves: [{ operation: `${p}-o2`, toResource: `${p}-r1` }],
    staying: [{ operation: `${p}-o1`, reason: 'fixed' }],
  });
});

test('clears several resources at once, each for its own time, without moving anything to another of them', async () => {
  const p = await setUp();
  const closed = (resource: string, from: string, to: string) => ({
    resource: `${p}-${resource}`,
    from: Date.parse(at(from)),
    to: Date.parse(at(to)),
  });
  const clear = async (...closures: ReturnType<typeof closed>[]) => {
    const { moves, staying } = await opened.schedule.clearResources(scope, p, { virtualState: {}, closures });
    return [moves.map(({ toResource }) => toResource), staying.map(({ reason }) => reason)];
  };
  const r2 = closed('r2', '08:00', '09:10');
  expect(await clear(r2, closed('r1', '08:00', '09:10'))).toEqual([[], ['noPlace', 'noPlace']]);
  expect(await clear(r2, closed('r1', '20:00', '21:00'))).toEqual([[`${p}-r1`], ['noPlace']]);
});

test('moves everything from a resource to another one, also into conflicts, and lists what may not go there', async () => {
  const p = await setUp();
  const window = { from: Date.parse(at('08:00')), to: Date.parse(at('09:10')) };
  const closures = [{ resource: `${p}-r2`, onto: `${p}-r1`, ...window }];
  const clear = () => opened.schedule.clearResources(scope, p, { virtualState: {}, closures });
  expect(await clear()).toMatchObject({
    moves: ['o1', 'o2'].map((name) => ({ operation: `${p}-${name}`, toResource: `${p}-r1` })),
    staying: [],
  });
  const { uuid } = await opened.schedule.createTag(scope, { planning: p, category: 'c', value: 'v', required: true });
  await opened.schedule.patchOperation(scope, `${p}-o1`, { tags: [uuid] });
  expect(await clear()).toMatchObject({
    moves: [{ operation: `${p}-o2` }],
    staying: [{ operation: `${p}-o1`, reason: 'ineligible' }],
  });
});

test('strategies resolve a conflict as a proposal of their moves says', async () => {
  const p = await setUp();
  const { strategies, conflicts } = await opened.schedule.strategiesFor(scope, p, `${p}-o2`, {});
  expect(conflicts).toHaveLength(1);
  const [best] = strategies;
  const { score } = await propose(p, best.moves);
  expect(score.delta).toBe(best.score.delta);
});

test('a repair that was decided is closed to other decisions', async () => {
  const { start, clash, settle, repairs } = standingRepair(opened, scope);
  now = EPOCH;
  const p = await start({ mode: 'propose' });
  await clash(p);
  await settle();
  const { id } = present((await repairs(p, 'open'))[0]);
  await opened.schedule.applyRepair(scope, id);
  expect(await codeOf(opened.schedule.refuseRepair(scope, id, {}))).toBe('repair_closed');
  await clash(p);
  await opened.schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r2` });
  await settle();
  const [open] = await repairs(p, 'open');
  await opened.schedule.putRepairPolicy(scope, p, { mode: 'off' });
  await settle();
  expect(await codeOf(opened.schedule.applyRepair(scope, open?.id ?? ''))).toBe(
    open === undefined ? 'not_found' : 'repair_closed',
  );
});

testStandingRepair(opened, scope, (ms) => {
  now = ms;
});

testAdvice(opened, scope);
