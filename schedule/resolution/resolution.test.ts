import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { PlannedMove } from '../plans/moves.ts';
import { ALL_ROWS } from '../records/page.ts';
import {
  at,
  codeOf,
  importSmall,
  newScope,
  openSchedule,
  operationInput,
  organizationOf,
  problemsOf,
  type TestSchedule,
} from '../testing/openSchedule.ts';
import type { Scope, VirtualState } from '../types.ts';
import type { ResolveLine } from './resolveConflictStream.ts';

describe.each(testPlaces())('resolution on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of a schedule', () => {
    let opened: TestSchedule;
    let scope: Scope;
    /** A planning whose o1 and o2 are in conflict on r2, while o3 has no conflict. All its ids begin with `p`. */
    let p: string;

    beforeAll(async () => {
      opened = await openSchedule({}, place);
      scope = await newScope(opened);
    });
    afterAll(() => opened?.close());
    beforeEach(async () => {
      p = await importSmall(opened, scope);
      for (const name of ['o1', 'o2', 'o3']) {
        await opened.schedule.createAssignment(scope, { operation: `${p}-${name}`, resource: `${p}-r2` });
      }
    });

    const imposed = { imposedDelayInSeconds: 3600 };
    const o2Late = () => [{ id: `${p}-o2`, inboundTask: imposed, outboundTask: imposed }];
    const resolve = (name: string, virtualState: VirtualState = {}, within = scope, part = '0') =>
      opened.schedule.resolveConflict(within, `${p}-${name}`, part, { virtualState });
    const bestOf = async (name: string, virtualState: VirtualState = {}, within = scope) =>
      (await resolve(name, virtualState, within)).strategies[0];
    const apply = (moves: readonly PlannedMove[], virtualState: VirtualState = {}, within = scope) =>
      opened.schedule.applyStrategy(within, `${p}-o2`, { moves, virtualState });
    const metrics = (within = scope) =>
      opened.schedule.metrics(within, p, { changeId: null, mainline: false, start: null, end: null });
    const placeOf = async (name: string, within = scope): Promise<string | null> =>
      (await opened.schedule.operationAssignment(within, `${p}-${name}`)).resource;
    /** Everything in the planning; the order of assignments shows when they were created. */
    const documentOf = async (within = scope): Promise<unknown> => {
      const document = await opened.schedule.exportPlanning(within, p);
      const assignments = document.assignments.toSorted((a, b) => (a.operation < b.operation ? -1 : 1));
      return { ...document, assignments };
    };
    const linesOf = async (lines: AsyncIterable<ResolveLine>): Promise<ResolveLine[]> => {
      const all: ResolveLine[] = [];
      for await (const line of lines) all.push(line);
      return all;
    };

    describe('resolving', () => {
      test('returns the conflict and its strategies, the same each time, and writes nothing', async () => {
        const before = await opened.schedule.listChangesets(scope, p, ALL_ROWS);
        const answer = await resolve('o2');
        const [{ mark, ...conflict }] = (
          await opened.schedule.listConflicts(scope, p, { start: null, end: null, ...ALL_ROWS })
        ).items;
        expect(mark).toBeNull();
        expect(answer).toMatchObject({
          operation: `${p}-o2`,
          window: { startAt: at('08:30'), endAt: at('09:30') },
          conflicts: [conflict],
          complete: true,
        });
        const [best] = answer.strategies;
        const told = { rank: 1, resolves: [conflict.id], creates: [], reassigned: 1, delayed: 0 };
        expect(best).toMatchObject({ ...told, soonestStartAt: best.moves[0].startAt });
        expect(best.moves).toMatchObject([{ kind: 'reassign', fromResource: `${p}-r2`, toResource: `${p}-r1` }]);
        expect(await resolve('o2')).toEqual(answer);
        expect(await opened.schedule.listChangesets(scope, p, ALL_ROWS)).toEqual(before);
      });

      test('a stream includes the strategies of the list', async () => {
        const { strategies } = await resolve('o2');
        const lines = await linesOf(
          await opened.schedule.resolveConflictStream(scope, `${p}-o2`, '0', { virtualState: {} }),
        );
        expect(lines[0]).toMatchObject({ type: 'start', operation: `${p}-o2`, conflicts: [{ kind: 'overlap' }] });
        expect(lines.at(-1)).toEqual({ type: 'done', complete: true, strategies: strategies.length });
        const streamed = lines.flatMap((line) => (line.type === 'strategy' ? [{ ...line.strategy, rank: 0 }] : []));
        expect(streamed).toEqual(expect.arrayContaining(strategies.map((one) => ({ ...one, rank: 0 }))));
        expect(lines.some((line) => line.type === 'strategy' && line.best)).toBe(true);
      });

      test('accepts parts by id or index', async () => {
        const { parts } = await opened.schedule.operationAssignment(scope, `${p}-o2`);
        expect(await resolve('o2', {}, scope, parts[0].id)).toEqual(await resolve('o2'));
        expect(await codeOf(resolve('o2', {}, scope, '1'))).toBe('not_found');
      });

      test('refuses operations that are unassigned, fixed, started or blockers', async () => {
        const { deactivateAssignment, operationAssignment, patchOperation } = opened.schedule;
        await deactivateAssignment(scope, (await operationAssignment(scope, `${p}-o1`)).id ?? '');
        expect(await codeOf(resolve('o1'))).toBe('unassigned');
        expect(await codeOf(resolve('none'))).toBe('not_found');
        await patchOperation(scope, `${p}-o2`, { isFixedToResource: true });
        expect(await codeOf(resolve('o2'))).toBe('operation_fixed');
        await patchOperation(scope, `${p}-o2`, { isFixedToResource: false, inboundTask: { actualTime: at('08:30') } });
        await expect(resolve('o2')).rejects.toMatchObject({
          code: 'operation_fixed',
          message: `Operation ${p}-o2 has already arrived and can no longer be moved; resolve the conflict by moving the other operation.`,
        });
        await patchOperation(scope, `${p}-o3`, { isBlocker: true });
        expect(await codeOf(resolve('o3'))).toBe('operation_blocker');
      });

      test('finds no strategy without a conflict', async () => {
        expect(await resolve('o3')).toMatchObject({ conflicts: [], strategies: [], complete: true });
      });

      test('applies a virtual state: places, times, delays and unassignments at once', async () => {
        const o1Away: VirtualState = { assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }] };
        expect(await resolve('o2', o1Away)).toMatchObject({ conflicts: [], strategies: [] });
        expect(await resolve('o2', { assignments: [{ operation: `${p}-o1`, resource: null }] })).toMatchObject({
          conflicts: [],
        });
        expect(await codeOf(resolve('o2', { assignments: [{ operation: `${p}-o2`, resource: null }] }))).toBe(
          'unassigned',
        );
        const late: VirtualState = {
          ...o1Away,
          operations: [
            {
              id: `${p}-o2`,
              inboundTask: { imposedDelayInSeconds: 3600 },
              outboundTask: { imposedDelayInSeconds: 3600 },
            },
          ],
        };
        const answer = await resolve('o2', late);
        expect(answer).toMatchObject({
          window: { startAt: at('09:30'), endAt: at('10:30') },
          conflicts: [{ operations: [`${p}-o2`, `${p}-o3`] }],
        });
        expect(await resolve('o2', late)).toEqual(answer);
        expect(await problemsOf(resolve('o2', { operations: [{ id: 'nobody' }] }))).toEqual([
          ['virtualState.operations.0.id', 'unknown_reference'],
        ]);
      });

      test('uses the selected workspace', async () => {
        const { id: workspace } = await opened.schedule.createWorkspace(scope, p, { name: 'Draft' });
        const draft = { ...scope, workspace };
        await opened.schedule.createAssignment(draft, { operation: `${p}-o1`, resource: `${p}-r1` });
        expect((await resolve('o2', {}, draft)).conflicts).toEqual([]);
        expect((await resolve('o2')).conflicts).toHaveLength(1);
        expect(await codeOf(resolve('o2', {}, { ...scope, workspace: 'none' }))).toBe('not_found');
      });
    });

    describe('applying a strategy', () => {
      test('results in the announced score, as one changeset, and its revert restores the plan', async () => {
        const before = await documentOf();
        const { strategies } = await resolve('o2');
        for (const { moves, score } of strategies) {
          expect((await metrics()).score).toEqual(score.before);
          const { id, source, skipped, status, counts, message } = await apply(moves);
          expect(message).toMatch(/^Resolve the conflicts of (?!operation)./);
          expect(message).not.toContain(`${p}-o2`);
          expect({ source, skipped, status }).toEqual({ source: 'resolution', skipped: [], status: 'committed' });
          expect(Object.keys(counts).every((entity) => ['assignment', 'task', 'operation'].includes(entity))).toBe(
            true,
          );
          const after = await metrics();
          expect(after.conflicts.pairs).toBe(0);
          // In the new plan nothing counts as reassigned, and its delays are facts.
          expect(after.score.total).toBe(score.after.total - score.after.reassigned - score.after.delay);
          await opened.schedule.revertChangeset(scope, p, id);
          expect(await documentOf()).toEqual(before);
        }
        expect(strategies.length).toBeGreaterThan(1);
        expect(strategies.some(({ delayed }) => delayed > 0)).toBe(true);
      });

      test('costs what the score of its moves as a virtual state is, delays included', async () => {
        const { strategies } = await resolve('o2');
        for (const { moves, score } of strategies) {
          const { metrics: found, delta } = await opened.schedule.score(scope, p, {
            assignments: moves.flatMap(({ kind, operation, toResource }) =>
              kind === 'delay' ? [] : [{ operation, resource: toResource }],
            ),
            operations: moves.flatMap(({ kind, operation, delaySeconds }) => {
              const imposed = { imposedDelayInSeconds: delaySeconds };
              return kind === 'delay' ? [{ id: operation, inboundTask: imposed, outboundTask: imposed }] : [];
            }),
          });
          expect([found.score, delta]).toEqual([score.after, score.delta]);
        }
        expect(strategies.some(({ delayed }) => delayed > 0)).toBe(true);
        const [best] = (await resolve('o2', { operations: o2Late() })).strategies;
        const late = await opened.schedule.score(scope, p, { operations: o2Late() });
        expect(late.metrics.score.delay).toBe(60 * 2);
        expect(late.metrics.score).toEqual(best?.score.before);
      });

      test('in a draft counts from the plan of the draft; once it is published, no move counts', async () => {
        const { id: workspace } = await opened.schedule.createWorkspace(scope, p, { name: 'Draft' });
        const draft = { ...scope, workspace };
        await opened.schedule.createAssignment(draft, { operation: `${p}-o3`, resource: `${p}-r1` });
        const [best] = (await resolve('o2', {}, draft)).strategies;
        const { before, after } = best.score;
        expect(before.reassigned).toBe(0);
        expect(after.reassigned).toBe(10 * best.reassigned);
        await apply(best.moves, {}, draft);
        const { reassignments, score } = await metrics(draft);
        expect(score.reassigned).toBe(10 * reassignments);
        expect(reassignments).toBe(best.reassigned + 1);
        await opened.schedule.publishWorkspace(scope, workspace, {});
        expect((await metrics()).score).toEqual({ ...after, total: after.total - after.reassigned, reassigned: 0 });
      });

      test('writes to the selected workspace', async () => {
        const { id: workspace } = await opened.schedule.createWorkspace(scope, p, { name: 'Draft' });
        const draft = { ...scope, workspace };
        const { moves } = await bestOf('o2', {}, draft);
        expect(await apply(moves, {}, draft)).toMatchObject({ workspace, status: 'draft' });
        expect((await metrics(draft)).conflicts.pairs).toBe(0);
        expect((await metrics()).conflicts.pairs).toBe(1);
        await opened.schedule.archiveWorkspace(scope, workspace);
        expect(await codeOf(apply(moves, {}, draft))).toBe('not_found');
      });

      test('writes the places of its virtual state, and none of its times', async () => {
        const virtualState: VirtualState = {
          assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }],
          operations: o2Late(),
        };
        const { moves } = await bestOf('o2', virtualState);
        await apply(moves, virtualState);
        expect(await placeOf('o1')).toBe(`${p}-r1`);
        expect((await opened.schedule.getOperation(scope, `${p}-o2`)).inboundTask?.imposedDelayInSeconds).toBe(0);
      });

      test('writes a place of its virtual state without a required tag if this says so', async () => {
        const { uuid } = await opened.schedule.createTag(scope, {
          planning: p,
          category: 'size',
          value: 'wider',
          required: true,
        });
        await opened.schedule.patchOperation(scope, `${p}-o1`, { tags: [uuid] });
        const away = (override: boolean): VirtualState => ({
          assignments: [{ operation: `${p}-o1`, resource: `${p}-r1`, ...(override && { override }) }],
          operations: o2Late(),
        });
        const { moves } = await bestOf('o2', away(true));
        expect(await codeOf(apply(moves, away(false)))).toBe('missing_required_tags');
        await apply(moves, away(true));
        expect(await placeOf('o1')).toBe(`${p}-r1`);
      });

      test('moves back what its virtual state had moved away', async () => {
        const virtualState: VirtualState = { assignments: [{ operation: `${p}-o3`, resource: `${p}-r1` }] };
        const move = (name: string, from: string, to: string): PlannedMove => ({
          kind: 'reassign',
          operation: `${p}-${name}`,
          fromResource: `${p}-${from}`,
          toResource: `${p}-${to}`,
        });
        await apply([move('o2', 'r2', 'r1'), move('o3', 'r1', 'r2')], virtualState);
        expect([await placeOf('o2'), await placeOf('o3')]).toEqual([`${p}-r1`, `${p}-r2`]);
      });

      test('is refused when no move is left', async () => {
        const move = (name: string, to: string, from = 'r2'): PlannedMove => ({
          kind: 'reassign',
          operation: `${p}-${name}`,
          fromResource: `${p}-${from}`,
          toResource: `${p}-${to}`,
        });
        expect(await codeOf(apply([move('o2', 'r2')]))).toBe('no_plan');
        expect(await codeOf(apply([move('o2', 'r1', 'r1')]))).toBe('no_plan');
        // A move that only costs.
        expect(await codeOf(apply([move('o3', 'r1')]))).toBe('no_plan');
        const { id: fresh } = await opened.schedule.createOperation(scope, operationInput(p, '08:00', '09:30'));
        await opened.schedule.createAssignment(scope, { operation: fresh, resource: `${p}-r1` });
        expect(await codeOf(apply([move('o2', 'r1')]))).toBe('no_plan');
        await opened.schedule.patchOperation(scope, `${p}-o1`, { isFixedToResource: true });
        expect(await codeOf(apply([move('o1', 'r1')]))).toBe('no_plan');
        expect((await metrics()).conflicts.pairs).toBe(1);
      });

      test('leaves out moves that later changes made impossible, and says so', async () => {
        const { moves } = await bestOf('o2');
        const extra: PlannedMove = { kind: 'unassign', operation: `${p}-o3`, fromResource: `${p}-r1` };
        expect((await apply([...moves, extra])).skipped).toEqual([{ operation: `${p}-o3`, reason: 'reassigned' }]);
        expect(await placeOf('o3')).toBe(`${p}-r2`);
      });

      test('reports every move that is incomplete, is repeated or has an unknown reference', async () => {
        const moves: PlannedMove[] = [
          { kind: 'reassign', operation: `${p}-o2` },
          { kind: 'delay', operation: 'nobody' },
          { kind: 'swap', operation: `${p}-o2`, toResource: 'nowhere' },
        ];
        expect(await problemsOf(apply(moves))).toEqual([
          ['moves.0.toResource', 'required'],
          ['moves.1.operation', 'unknown_reference'],
          ['moves.1.delaySeconds', 'required'],
          ['moves.2.toResource', 'unknown_reference'],
          ['moves.2.operation', 'duplicate'],
        ]);
      });

      test('needs a planner, and is applied once per idempotency key', async () => {
        const { moves } = await bestOf('o2');
        const { memberships } = scope.actor;
        const viewer = {
          ...scope,
          actor: { ...scope.actor, memberships: [{ ...memberships[0], role: 'viewer' as const }] },
        };
        expect(await codeOf(apply(moves, {}, viewer))).toBe('forbidden');
        const keyed = { ...scope, idempotency: { key: p, route: 'apply', fingerprint: 'f' } };
        expect((await apply(moves, {}, keyed)).id).toBe((await apply(moves, {}, keyed)).id);
      });
    });

    test('on a disrupted plan, each strategy does what it announced, and its revert restores the plan', async () => {
      const document = generatePlan({ operations: 150, resources: 8, days: 1, seed: 5, disrupted: true });
      const { planning, ids } = await opened.schedule.importPlanning(scope, organizationOf(scope), document);
      expect(ids).toBeNull();
      const conflictIds = async (): Promise<string[]> => {
        const query = { start: null, end: null, ...ALL_ROWS };
        const { items } = await opened.schedule.listConflicts(scope, planning.id, query);
        return items.map(({ id }) => id).sort();
      };
      const { items } = await opened.schedule.listConflicts(scope, planning.id, {
        start: null,
        end: null,
        limit: null,
        cursor: null,
      });
      const before = await conflictIds();
      let applied = 0;
      for (const { operations } of items.slice(0, 12)) {
        const answer = await opened.schedule
          .resolveConflict(scope, operations[1], '0', { virtualState: {}, parameters: { maxMoves: 3 } })
          .catch(() => ({ strategies: [] }));
        for (const { moves, resolves, creates } of answer.strategies.slice(0, 2)) {
          const { id, skipped } = await opened.schedule.applyStrategy(scope, operations[1], { moves });
          expect(skipped).toEqual([]);
          const expected = [...before.filter((one) => !resolves.includes(one)), ...creates.map((one) => one.id)];
          expect(await conflictIds()).toEqual(expected.sort());
          await opened.schedule.revertChangeset(scope, planning.id, id);
          expect(await conflictIds()).toEqual(before);
          applied++;
        }
      }
      expect(applied).toBeGreaterThan(5);
    });

    test('stress results depend only on the seed', async () => {
      const report = await opened.schedule.stress(scope, p, { samples: 50, seed: 3 });
      expect(report).toMatchObject({
        planning: p,
        samples: 50,
        complete: true,
        histogram: [{ conflicts: 1, samples: 50 }],
      });
      expect(report.operations.map(({ operation }) => operation).sort()).toEqual([`${p}-o1`, `${p}-o2`]);
      expect(report.resources).toEqual([{ resource: `${p}-r2`, probability: 1, meanConflicts: 1 }]);
      const away: VirtualState = { assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }] };
      expect((await opened.schedule.stress(scope, p, { samples: 5, virtualState: away })).conflicts.mean).toBe(0);
    });

    test('slots are the best places and starts in a range, without conflict first', async () => {
      const seconds = (time: string): number => Date.parse(at(time)) / 1000;
      const query = { from: seconds('08:30'), to: seconds('10:00'), slots: 3, ...ALL_ROWS };
      const [first, second] = (await opened.schedule.slotsFor(scope, `${p}-o2`, query)).items;
      expect(first).toMatchObject({ resource: `${p}-r1`, startAt: at('08:30'), feasible: true, current: false });
      expect(second).toMatchObject({ resource: `${p}-r2`, startAt: at('09:00'), endAt: at('10:00'), feasible: true });
      expect(first.delta).toBeLessThan(second.delta);
      expect(await codeOf(opened.schedule.slotsFor(scope, `${p}-o2`, { ...query, from: 0 }))).toBe('validation_failed');
    });
  });
});
