import { beforeEach, describe, expect, test } from 'vitest';
import { ALL_ROWS } from '../records/page.ts';
import { at, codeOf, importSmall, operationInput, organizationOf, problemsOf } from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';

let p: string;

const { opened, schedule, scope } = await useSchedule();
beforeEach(async () => {
  p = await importSmall(opened, scope);
});

const ALL = { active: true, operation: null, start: null, end: null, ...ALL_ROWS } as const;

/** The latest changeset of the planning. */
const latest = async () => {
  const ref = (await opened.ports.store.plannings(organizationOf(scope))).find(({ id }) => id === p)!;
  return (await opened.ports.store.changesets(ref, { workspace: null, limit: 1 })).items[0];
};

describe('assigning', () => {
  test("replaces the operation's assignment, both in one changeset", async () => {
    const first = await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1`, planning: p });
    expect(first).toMatchObject({
      active: true,
      tombstone: false,
      validTo: null,
      resource: `${p}-r1`,
      location: `${p}-apron`,
      assignedBy: scope.actor.user,
      parts: [{ resource: `${p}-r1`, startAt: null, endAt: null, isFixed: false }],
    });
    const second = await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r2` });
    expect(second.id).not.toBe(first.id);
    expect((await latest()).counts).toEqual({ assignment: { created: 1, updated: 0, deleted: 1 } });
    expect((await schedule.operationAssignment(scope, `${p}-o1`)).id).toBe(second.id);
    const ended = await schedule.getAssignment(scope, first.id!);
    expect(ended).toMatchObject({ active: false, tombstone: true, resource: `${p}-r1` });
    expect(ended.validTo).not.toBeNull();
    const inactive = await schedule.listAssignments(scope, p, { ...ALL, active: false });
    expect(inactive.items.map(({ id, active }) => [id, active])).toEqual([[first.id, false]]);
  });

  test('an operation whose assignment has no resource reads as unassigned', async () => {
    const place = async (resource: string | null) =>
      schedule.createAssignment(scope, {
        operation: `${p}-o1`,
        parts: [
          { resource: null, endAt: at('08:20') },
          { resource, startAt: at('08:20') },
        ],
      });
    await place(`${p}-r1`);
    expect((await schedule.operationAssignment(scope, `${p}-o1`)).parts).toHaveLength(2);
    await place(null);
    expect(await codeOf(schedule.operationAssignment(scope, `${p}-o1`))).toBe('unassigned');
  });

  test('a resource without a required tag is refused by name; override is noted in the message', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { tags: [`${p}-wide`] });
    const input = { operation: `${p}-o1`, resource: `${p}-r2` };
    await expect(schedule.createAssignment(scope, input)).rejects.toThrow(/size=wide/);
    expect(await codeOf(schedule.createAssignment(scope, input))).toBe('missing_required_tags');
    const record = await schedule.createAssignment({ ...scope, message: 'By hand' }, { ...input, override: true });
    expect(record.override).toBe(true);
    expect((await latest()).message).toBe('By hand\nOverride: o1 in / o1 out on Stand 2, which lacks size=wide.');
    const { items: places } = await schedule.candidates(scope, `${p}-o1`);
    expect(places.find(({ resource }) => resource === `${p}-r2`)).toMatchObject({ current: true });
  });

  test('required tags of a task count, too', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: { tags: [`${p}-wide`] } });
    const refused = schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r2` });
    expect(await codeOf(refused)).toBe('missing_required_tags');
  });

  test('parts are in order; a gap is a tow', async () => {
    const assign = (...parts: readonly [string | null, string | null][]) =>
      schedule.createAssignment(scope, {
        operation: `${p}-o1`,
        parts: parts.map(([from, to], i) => ({
          resource: `${p}-r${1 + (i % 2)}`,
          startAt: from === null ? null : at(from),
          endAt: to === null ? null : at(to),
        })),
      });
    expect((await assign([null, '08:20'], ['08:30', null])).parts).toHaveLength(2);
    expect(await problemsOf(assign([null, '08:30'], ['08:20', null]))).toEqual([
      ['parts.1.startAt', 'parts_out_of_order'],
    ]);
    expect(await problemsOf(assign([null, null], ['08:20', null]))).toEqual([
      ['parts.1.startAt', 'parts_out_of_order'],
    ]);
    expect(await problemsOf(assign(['08:20', '08:10']))).toEqual([['parts.0.endAt', 'parts_out_of_order']]);
    expect((await schedule.operationAssignment(scope, `${p}-o1`)).parts).toHaveLength(2);
  });

  test('unknown, foreign and contradictory references are refused', async () => {
    const other = await importSmall(opened, scope);
    const assign = (input: object) =>
      problemsOf(schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1`, ...input }));
    expect(await assign({ operation: 'ghost' })).toEqual([['operation', 'unknown_reference']]);
    expect(await assign({ resource: 'ghost' })).toEqual([['resource', 'unknown_reference']]);
    expect(await assign({ resource: `${other}-r1` })).toEqual([['resource', 'not_in_planning']]);
    expect(await assign({ planning: other })).toEqual([['planning', 'not_in_planning']]);
    expect(await assign({ resource: undefined })).toEqual([['resource', 'required']]);
    expect(await assign({ parts: [{ resource: `${p}-r2` }] })).toEqual([['resource', 'resource_and_parts']]);
    const { id } = await schedule.createAssignment(scope, { operation: `${p}-o2`, resource: `${p}-r1` });
    expect(await assign({ id: id! })).toEqual([['id', 'id_taken']]);
  });

  test('a fixed operation can still be moved by a user', async () => {
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    await schedule.patchOperation(scope, `${p}-o1`, { isFixedToResource: true });
    const moved = await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r2` });
    expect(moved.resource).toBe(`${p}-r2`);
  });

  test('an overlap is a conflict, not an error', async () => {
    for (const operation of ['o1', 'o2']) {
      await schedule.createAssignment(scope, { operation: `${p}-${operation}`, resource: `${p}-r1` });
    }
    const window = { start: null, end: null, ...ALL_ROWS };
    const { items } = await schedule.listConflicts(scope, p, window);
    expect(items).toMatchObject([
      {
        kind: 'overlap',
        operations: [`${p}-o1`, `${p}-o2`],
        startAt: at('08:30'),
        endAt: at('09:00'),
        overlapSeconds: 1800,
      },
    ]);
    const [start, end] = [Date.parse(at('09:00')) / 1000, Date.parse(at('10:00')) / 1000];
    expect((await schedule.listConflicts(scope, p, { ...window, start, end })).items).toEqual([]);
  });
});

describe('deactivating', () => {
  test('ends it once; repeating this returns it unchanged', async () => {
    const { id } = await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    const ended = await schedule.deactivateAssignment(scope, id!);
    expect(ended).toMatchObject({ id, active: false, tombstone: true, resource: `${p}-r1` });
    expect(await codeOf(schedule.operationAssignment(scope, `${p}-o1`))).toBe('unassigned');
    const change = (await latest()).id;
    const again = await schedule.deactivateAssignment(scope, id!);
    expect(again).toMatchObject({ id, active: false, validTo: ended.validTo });
    expect((await latest()).id).toBe(change);
    expect(await codeOf(schedule.deactivateAssignment(scope, 'ghost'))).toBe('not_found');
  });

  test('If-Match is honored', async () => {
    const { id } = await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    const stale = { ...scope, ifMatch: ['01890a5d-ac96-774b-bcce-b302099a8057'] };
    expect(await codeOf(schedule.deactivateAssignment(stale, id!))).toBe('version_mismatch');
  });
});

describe('in bulk', () => {
  test('applies all or nothing, in the given order; active: false unassigns', async () => {
    const { id } = await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    const inputs = [
      { operation: `${p}-o3`, resource: `${p}-r1` },
      { operation: `${p}-o1`, active: false },
      { operation: `${p}-o2`, active: false },
    ];
    const bad = { operation: `${p}-o2`, resource: 'ghost' };
    expect(await problemsOf(schedule.bulkAssign(scope, [inputs[0], bad]))).toEqual([
      ['assignments.1.resource', 'unknown_reference'],
    ]);
    expect(await problemsOf(schedule.bulkAssign(scope, [inputs[0], inputs[0]]))).toEqual([
      ['assignments.1.operation', 'duplicate'],
    ]);
    const records = await schedule.bulkAssign(scope, inputs);
    expect(records.map((record) => [record.operation, record.active, record.id === id])).toEqual([
      [`${p}-o3`, true, false],
      [`${p}-o1`, false, true],
      [`${p}-o2`, false, false],
    ]);
    expect((await latest()).counts).toEqual({ assignment: { created: 1, updated: 0, deleted: 1 } });
  });

  test('an id of the operation’s own assignment edits that one', async () => {
    const { id } = await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    const [record] = await schedule.bulkAssign(scope, [{ id: id!, operation: `${p}-o1`, resource: `${p}-r2` }]);
    expect(record).toMatchObject({ id, resource: `${p}-r2` });
  });
});

describe('listing', () => {
  test('the window selects assignments with a part that overlaps it', async () => {
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    await schedule.createAssignment(scope, { operation: `${p}-o3`, resource: `${p}-r1` });
    const from = (start: string, end: string) =>
      schedule.listAssignments(scope, p, {
        ...ALL,
        start: Date.parse(at(start)) / 1000,
        end: Date.parse(at(end)) / 1000,
      });
    expect((await from('08:59', '10:00')).items.map(({ operation }) => operation)).toEqual([`${p}-o1`]);
    expect((await from('09:00', '10:01')).items.map(({ operation }) => operation)).toEqual([`${p}-o3`]);
    const one = await schedule.listAssignments(scope, p, { ...ALL, operation: `${p}-o3` });
    expect(one.items).toHaveLength(1);
  });
});

describe('score of a virtual state', () => {
  test('returns what it would cost, and writes nothing', async () => {
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    const before = (await latest()).id;
    const virtual = { assignments: [{ operation: `${p}-o2`, resource: `${p}-r1` }] };
    const { metrics, delta } = await schedule.score(scope, p, virtual);
    expect(metrics).toMatchObject({ conflicts: { pairs: 1 }, assigned: 2, unassigned: 1 });
    expect(delta).toBe(2000 - 1000);
    const late = { ...virtual, operations: [{ id: `${p}-o1`, outboundTask: { expectedTime: at('08:30') } }] };
    expect((await schedule.score(scope, p, late)).metrics.conflicts.pairs).toBe(0);
    expect(
      await problemsOf(schedule.score(scope, p, { assignments: [{ operation: 'ghost', resource: null }] })),
    ).toEqual([['virtualState.assignments.0.operation', 'unknown_reference']]);
    expect((await latest()).id).toBe(before);
  });
});

test('a blocker is not counted as an operation', async () => {
  await schedule.createOperation(scope, operationInput(p, '08:00', '09:00', { isBlocker: true }));
  const query = { changeId: null, mainline: false, start: null, end: null };
  expect(await schedule.metrics(scope, p, query)).toMatchObject({ operations: 3, blockers: 1, unassigned: 3 });
});
