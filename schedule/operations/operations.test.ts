import { beforeAll, describe, expect, test } from 'vitest';
import {
  at,
  codeOf,
  importSmall,
  newScope,
  operationInput,
  organizationOf,
  problemsOf,
  scopeOf,
} from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';

let p: string;

const { opened, schedule, scope } = await useSchedule();
beforeAll(async () => {
  p = await importSmall(opened, scope);
});

describe('an operation', () => {
  test('reads back in both vocabularies, and can be written back unchanged', async () => {
    const record = await schedule.createOperation(scope, operationInput(p, '12:00', '13:00', { externalId: 'x1' }));
    expect(record).toMatchObject({
      externalId: 'x1',
      planning: p,
      isBlocker: false,
      operationName: 'IN / OUT',
      timesCrossed: false,
      inboundTask: { scheduledTime: at('12:00'), plannedTime: at('12:00'), expectedTimesSource: 'external' },
      workspace: null,
    });
    const written = await schedule.patchOperation(scope, record.id, {
      externalId: record.externalId,
      planning: record.planning,
      inboundTask: record.inboundTask!,
      outboundTask: record.outboundTask!,
    });
    expect(written).toEqual(record);
  });

  test('every bad member is reported at once, with its path', async () => {
    const input = operationInput(p, '12:00', '13:00', {
      group: 'no-group',
      tags: [`${p}-wide`, 'no-tag'],
      inboundTask: { taskName: 'IN', scheduledTime: at('12:00'), expectedTime: 'noon' },
      outboundTask: { plannedTime: at('13:00'), expectedTime: at('13:00'), expectedTimeP95: at('12:00') },
    });
    expect(await problemsOf(schedule.createOperation(scope, input))).toEqual([
      ['group', 'unknown_reference'],
      ['tags.1', 'unknown_reference'],
      ['inboundTask.expectedTime', 'invalid_timestamp'],
      ['inboundTask.expectedTimesSource', 'required'],
      ['outboundTask.taskName', 'required'],
      ['outboundTask.expectedTimeP95', 'percentiles_out_of_order'],
    ]);
  });

  test('cannot be created with crossed times; crossed by an update, they are kept and flagged', async () => {
    expect(await codeOf(schedule.createOperation(scope, operationInput(p, '13:00', '12:00')))).toBe('times_crossed');
    const { id } = await schedule.createOperation(scope, operationInput(p, '12:00', '13:00'));
    const late = await schedule.patchOperation(scope, id, { inboundTask: { expectedTime: at('14:00') } });
    expect(late.timesCrossed).toBe(true);
  });

  test('ids that are taken, reserved or malformed are refused', async () => {
    const withId = (id: string) => codeOf(schedule.createOperation(scope, operationInput(p, '12:00', '13:00', { id })));
    expect(await withId(`${p}-o1`)).toBe('id_taken');
    expect(await withId('search')).toBe('id_reserved');
    expect(await withId('a b')).toBe('validation_failed');
    const gone = await schedule.createOperation(scope, operationInput(p, '12:00', '13:00', { id: `${p}-gone` }));
    await schedule.deleteOperation(scope, gone.id);
    expect(await withId(gone.id)).toBe('id_taken');
    const again = schedule.createOperation(scope, operationInput(p, '12:00', '13:00', { id: gone.id }));
    await expect(again).rejects.toThrow(/or had it before it was deleted/);
  });

  test('stays in its planning, and so do its references', async () => {
    const other = await importSmall(opened, scope);
    expect(await codeOf(schedule.patchOperation(scope, `${p}-o1`, { planning: other }))).toBe('planning_immutable');
    const tags = [`${other}-wide`];
    expect(await problemsOf(schedule.patchOperation(scope, `${p}-o1`, { tags }))).toEqual([
      ['tags.0', 'not_in_planning'],
    ]);
    expect(await codeOf(schedule.createOperation(scope, operationInput('nowhere', '12:00', '13:00')))).toBe(
      'unknown_reference',
    );
  });

  test('a nested task change makes a new version of the operation for If-Match', async () => {
    const { id, versionId } = await schedule.createOperation(scope, operationInput(p, '12:00', '13:00'));
    const first = { ...scope, ifMatch: [versionId] };
    const changed = await schedule.patchOperation(first, id, { inboundTask: { expectedTime: at('12:10') } });
    expect(changed.versionId).not.toBe(versionId);
    expect(await codeOf(schedule.patchOperation(first, id, { description: 'late' }))).toBe('version_mismatch');
    expect(await codeOf(schedule.deleteOperation(first, id))).toBe('version_mismatch');
  });

  test('a write without a difference writes nothing', async () => {
    const before = await schedule.getOperation(scope, `${p}-o1`);
    const head = await opened.ports.store.head((await opened.ports.store.plannings(organizationOf(scope)))[0]);
    await schedule.patchOperation(scope, `${p}-o1`, { externalId: 'o1', inboundTask: { taskName: 'o1 in' } });
    expect(await schedule.getOperation(scope, `${p}-o1`)).toEqual(before);
    expect(await opened.ports.store.head((await opened.ports.store.plannings(organizationOf(scope)))[0])).toBe(head);
  });

  test('is deleted with its tasks and assignment', async () => {
    const { id, inboundTask } = await schedule.createOperation(scope, operationInput(p, '15:00', '16:00'));
    const assignment = await schedule.createAssignment(scope, { operation: id, resource: `${p}-r2` });
    await schedule.deleteOperation(scope, id);
    expect(await codeOf(schedule.getOperation(scope, id))).toBe('not_found');
    expect(await codeOf(schedule.getTask(scope, inboundTask!.id))).toBe('not_found');
    expect(await codeOf(schedule.operationTasks(scope, id))).toBe('not_found');
    expect((await schedule.getAssignment(scope, assignment.id!)).active).toBe(false);
  });

  test('is invisible to other organizations', async () => {
    const stranger = await newScope(opened);
    expect(await codeOf(schedule.getOperation(stranger, `${p}-o1`))).toBe('not_found');
    expect(await codeOf(schedule.createOperation(stranger, operationInput(p, '12:00', '13:00')))).toBe(
      'unknown_reference',
    );
    const viewer = scopeOf(scope.actor.user, organizationOf(scope), 'viewer');
    expect((await schedule.getOperation(viewer, `${p}-o1`)).id).toBe(`${p}-o1`);
    expect(await codeOf(schedule.patchOperation(viewer, `${p}-o1`, { description: 'x' }))).toBe('forbidden');
  });

  test('an id in two organizations needs X-Organization-Id', async () => {
    const other = await newScope(opened);
    await schedule.createPlanning(other, organizationOf(other), { id: p, name: 'Same id' });
    const both: Scope = {
      ...scope,
      actor: { ...scope.actor, memberships: [...scope.actor.memberships, ...other.actor.memberships] },
    };
    expect(await codeOf(schedule.getPlanning(both, p))).toBe('id_ambiguous');
    const named = { ...both, organization: organizationOf(other) };
    expect((await schedule.getPlanning(named, p)).name).toBe('Same id');
  });
});

describe('listing', () => {
  test('each range field selects by the specification’s rule, both ends included', async () => {
    const planning = await importSmall(opened, scope);
    const { id } = await schedule.createOperation(scope, {
      planning,
      inboundTask: {
        taskName: 'IN',
        plannedTime: at('10:00'),
        expectedTime: at('12:00'),
        expectedTimeP05: at('11:00'),
        expectedTimeP10: at('11:30'),
      },
      outboundTask: {
        taskName: 'OUT',
        plannedTime: at('15:00'),
        expectedTime: at('17:00'),
        expectedTimeP90: at('17:30'),
        expectedTimeP95: at('18:00'),
      },
    });
    const seconds = (time: string): number => Date.parse(at(time)) / 1000;
    const found = async (
      start: string,
      end: string,
      rangeField: 'expectedTime95Interval' | 'expectedTime90Interval' | 'expectedTime' | 'scheduledTime' | null,
    ) =>
      (
        await schedule.listOperations(scope, planning, {
          start: seconds(start),
          end: seconds(end),
          rangeField,
          version: null,
          limit: null,
          cursor: null,
        })
      ).items.some((operation) => operation.id === id);
    const edges = [
      ['scheduledTime', '10:00', '15:00'],
      ['expectedTime', '12:00', '17:00'],
      ['expectedTime90Interval', '11:30', '17:30'],
      ['expectedTime95Interval', '11:00', '18:00'],
    ] as const;
    const minute = (time: string, by: number): string =>
      new Date(Date.parse(at(time)) + by * 60_000).toISOString().slice(11, 16);
    for (const [field, from, to] of edges) {
      expect(await found('00:00', from, field)).toBe(true);
      expect(await found('00:00', minute(from, -1), field)).toBe(false);
      expect(await found(to, '23:59', field)).toBe(true);
      expect(await found(minute(to, 1), '23:59', field)).toBe(false);
    }
    expect(await found('00:00', '11:59', null)).toBe(false);
  });

  test('version is first, latest or a changeset, and nothing else', async () => {
    const planning = await importSmall(opened, scope);
    const list = async (version: string | null) =>
      schedule.listOperations(scope, planning, {
        start: null,
        end: null,
        rangeField: null,
        version,
        limit: null,
        cursor: null,
      });
    const { change } = await schedule.getPlanning(scope, planning);
    await schedule.patchOperation(scope, `${planning}-o1`, { inboundTask: { expectedTime: at('08:10') } });
    const times = async (version: string | null) => (await list(version)).items[0].inboundTask!.expectedTime;
    expect(await times(null)).toBe(at('08:10'));
    expect(await times('latest')).toBe(at('08:10'));
    expect(await times('first')).toBe(at('08:00'));
    expect(await times(change)).toBe(at('08:00'));
    expect(await codeOf(list('yesterday'))).toBe('invalid_version');
    const foreign = await schedule.getPlanning(scope, p);
    expect(await codeOf(list(foreign.change))).toBe('not_found');
  });

  test('later pages use the state of the first page', async () => {
    const planning = await importSmall(opened, scope);
    const page = (limit: number | null, cursor: string | null) =>
      schedule.listOperations(scope, planning, {
        start: null,
        end: null,
        rangeField: null,
        version: null,
        limit,
        cursor,
      });
    const first = await page(2, null);
    await schedule.deleteOperation(scope, `${planning}-o1`);
    const second = await page(2, first.next);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      ['o1', 'o2', 'o3'].map((o) => `${planning}-${o}`),
    );
    expect(second.next).toBeNull();
    expect((await page(null, null)).items).toHaveLength(2);
    expect(await codeOf(page(2, 'bogus'))).toBe('invalid_cursor');
  });

  test('search is by exact external id', async () => {
    expect((await schedule.searchOperations(scope, p, 'o2')).map(({ id }) => id)).toEqual([`${p}-o2`]);
    expect(await schedule.searchOperations(scope, p, 'o')).toEqual([]);
  });
});

describe('bulk', () => {
  test('creates all or nothing, in several plannings', async () => {
    const [a, b] = [await importSmall(opened, scope), await importSmall(opened, scope)];
    const inputs = [operationInput(a, '12:00', '13:00'), operationInput(b, '12:00', '13:00')];
    const bad = operationInput(a, '12:00', '13:00', { group: 'nope' });
    expect(await problemsOf(schedule.bulkCreateOperations(scope, [...inputs, bad]))).toEqual([
      ['2.group', 'unknown_reference'],
    ]);
    expect(await schedule.searchOperations(scope, a, 'none')).toEqual([]);
    const records = await schedule.bulkCreateOperations(scope, inputs);
    expect(records.map(({ planning }) => planning)).toEqual([a, b]);
  });

  test('patches all or nothing, naming the failing item', async () => {
    const planning = await importSmall(opened, scope);
    const good = { id: `${planning}-o1`, description: 'changed' };
    const bad = { id: `${planning}-o2`, inboundTask: { plannedTime: at('08:31'), scheduledTime: at('08:32') } };
    expect(await problemsOf(schedule.bulkPatchOperations(scope, [good, bad, { id: 'ghost' }]))).toEqual([
      ['2.id', 'unknown_reference'],
    ]);
    expect(await problemsOf(schedule.bulkPatchOperations(scope, [good, bad]))).toEqual([
      ['1.inboundTask.plannedTime', 'names_disagree'],
    ]);
    expect(await problemsOf(schedule.bulkPatchOperations(scope, [good, good]))).toEqual([['1.id', 'duplicate']]);
    expect((await schedule.getOperation(scope, good.id)).description).toBeNull();
    expect((await schedule.bulkPatchOperations(scope, [good]))[0].description).toBe('changed');
  });

  test('task updates return the operations in the window, with the requested version', async () => {
    const planning = await importSmall(opened, scope);
    const input = {
      operations: [
        { operationId: `${planning}-o1`, inboundTask: { expectedTime: at('07:50') } },
        { operationId: `${planning}-o3`, outboundTask: { expectedTime: at('11:30') } },
      ],
    };
    const query = { start: Date.parse(at('09:45')) / 1000, end: Date.parse(at('12:00')) / 1000, rangeField: null };
    const records = await schedule.bulkUpdateTasks(scope, input, { ...query, version: null });
    expect(records.map(({ id }) => id)).toEqual([`${planning}-o3`]);
    const all = { start: null, end: null, rangeField: null, version: 'first' };
    const [first] = await schedule.bulkUpdateTasks(scope, input, all);
    expect(first.inboundTask!.expectedTime).toBe(at('08:00'));
    expect((await schedule.getOperation(scope, `${planning}-o1`)).inboundTask!.expectedTime).toBe(at('07:50'));
    expect(await codeOf(schedule.bulkUpdateTasks(scope, input, { ...all, version: 'x' }))).toBe('invalid_version');
  });

  test('task updates in several plannings write nothing when one of them lacks the requested version', async () => {
    const [a, b] = [await importSmall(opened, scope), await importSmall(opened, scope)];
    const inboundTask = { expectedTime: at('07:50') };
    const operations = [a, b].map((planning) => ({ operationId: `${planning}-o1`, inboundTask }));
    const { change } = await schedule.getPlanning(scope, a);
    const query = { start: null, end: null, rangeField: null, version: change };
    expect(await codeOf(schedule.bulkUpdateTasks(scope, { operations }, query))).toBe('not_found');
    for (const { operationId } of operations) {
      expect((await schedule.getOperation(scope, operationId)).inboundTask!.expectedTime).toBe(at('08:00'));
    }
    const ghost = { operations: [{ operationId: 'ghost', inboundTask }] };
    expect(await problemsOf(schedule.bulkUpdateTasks(scope, ghost, query))).toEqual([
      ['operations.0.operationId', 'unknown_reference'],
    ]);
  });

  test('upload updates by external id or creates, in several plannings in one transaction', async () => {
    const [a, b] = [await importSmall(opened, scope), await importSmall(opened, scope)];
    const { planning: _a, ...fresh } = operationInput(a, '12:00', '13:00', { externalId: 'new' });
    const { planning: _b, ...moved } = operationInput(a, '08:05', '09:00', { externalId: 'o1' });
    const upload = (operations: readonly object[], plannings: readonly string[] = [b]) =>
      schedule.bulkUpload(scope, a, { plannings, operations });
    const first = await upload([fresh, moved, fresh]);
    expect({ ...first, operations: first.operations.length }).toEqual({
      created: 2,
      updated: 2,
      unchanged: 2,
      deleted: 0,
      operations: 6,
    });
    expect(await upload([fresh, moved])).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
    expect((await schedule.searchOperations(scope, b, 'o1'))[0].inboundTask!.expectedTime).toBe(at('08:05'));
    const noted = { ...fresh, externalId: 'noted' };
    const later = { ...noted, description: 'later' };
    const repeated = await upload(
      [noted, later, { ...moved, description: 'now' }, { ...moved, description: null }],
      [],
    );
    expect(repeated).toMatchObject({ created: 1, updated: 3, unchanged: 0 });
    expect(await codeOf(upload([{ ...fresh, id: 'mine' }]))).toBe('validation_failed');
    expect(await codeOf(upload([fresh], ['nowhere']))).toBe('not_found');
    await schedule.createOperation(scope, operationInput(a, '12:00', '13:00', { externalId: 'o1' }));
    expect(await problemsOf(upload([moved], []))).toEqual([['operations.0.externalId', 'external_id_ambiguous']]);
  });
});

describe('idempotency', () => {
  test('replays what was created in a draft also when the draft was archived since', async () => {
    const { id: workspace } = await schedule.createWorkspace(scope, p, { name: 'Draft' });
    const keyed = (key: string): Scope => ({ ...scope, workspace, idempotency: { key, route: key, fingerprint: 'f' } });
    const send = async () => [
      await schedule.createOperation(keyed('one'), operationInput(p, '12:00', '13:00', { id: `${p}-draft` })),
      await schedule.bulkCreateOperations(keyed('bulk'), [operationInput(p, '12:00', '13:00')]),
      await schedule.bulkAssign(keyed('assign'), [{ operation: `${p}-draft`, resource: `${p}-r1` }]),
    ];
    const first = await send();
    await schedule.archiveWorkspace(scope, workspace);
    expect(await send()).toEqual(first);
    expect(await codeOf(schedule.createOperation(keyed('new'), operationInput(p, '12:00', '13:00')))).toBe('not_found');
    expect(
      await codeOf(
        schedule.bulkAssign(
          keyed('newer'),
          [`${p}-o1`, 'ghost'].map((operation) => ({ operation, resource: null })),
        ),
      ),
    ).toBe('not_found');
  });

  test('the same key and body replays the answer, another body is refused', async () => {
    let replays = 0;
    const keyed: Scope = {
      ...scope,
      idempotency: { key: 'k1', route: 'POST /v1/operations/', fingerprint: 'f1', onReplay: () => replays++ },
    };
    const first = await schedule.createOperation(keyed, operationInput(p, '12:00', '13:00'));
    await schedule.patchOperation(scope, first.id, { description: 'later' });
    const again = await schedule.createOperation(keyed, operationInput(p, '12:00', '13:00'));
    expect(again).toEqual(first);
    expect(replays).toBe(1);
    const other: Scope = { ...keyed, idempotency: { ...keyed.idempotency!, fingerprint: 'f2' } };
    expect(await codeOf(schedule.createOperation(other, operationInput(p, '12:00', '13:00')))).toBe(
      'idempotency_reused',
    );
  });

  test('a refused write stores no answer', async () => {
    const keyed: Scope = { ...scope, idempotency: { key: 'k2', route: 'POST /v1/operations/', fingerprint: 'f' } };
    expect(await codeOf(schedule.createOperation(keyed, operationInput(p, '13:00', '12:00')))).toBe('times_crossed');
    expect((await schedule.createOperation(keyed, operationInput(p, '12:00', '13:00'))).planning).toBe(p);
  });
});
