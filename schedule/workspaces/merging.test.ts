/** What two sides did apart, brought together: the cases that random sequences seldom meet, and those that the model does not have. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createSchedule } from '../schedule.ts';
import { at, clashesOf, codeOf, organizationOf, problemsOf } from '../testing/openSchedule.ts';
import { importWithDraft, useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';

let p: string;
let draft: Scope;
let workspace: string;
const PAGE = { limit: null, cursor: null };

const { opened, schedule, scope } = await useSchedule();
beforeEach(async () => {
  ({ planning: p, workspace, draft } = await importWithDraft(opened, scope));
});

const publish = (strategy: 'ours' | 'theirs' | null = null) =>
  schedule.publishWorkspace(scope, workspace, { strategy });
const assign = (where: Scope, resource: string) =>
  schedule.createAssignment(where, { operation: `${p}-o1`, resource: `${p}-${resource}` });

describe('an operation is deleted as a whole', () => {
  test('a delete here and a changed task there: theirs keeps all of it, ours deletes all of it', async () => {
    await assign(scope, 'r1');
    await schedule.deleteOperation(draft, `${p}-o1`);
    await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: { expectedTime: at('08:20') } });
    expect((await clashesOf(publish())).map(({ entity }) => entity)).toEqual(['task']);
    await schedule.rebaseWorkspace(scope, workspace, { strategy: 'theirs' });
    expect(await schedule.getOperation(draft, `${p}-o1`)).toMatchObject({ inboundTask: { expectedTime: at('08:20') } });
    expect((await schedule.operationAssignment(draft, `${p}-o1`)).resource).toBe(`${p}-r1`);
    await schedule.deleteOperation(draft, `${p}-o1`);
    await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: { expectedTime: at('08:25') } });
    await publish('ours');
    expect(await codeOf(schedule.getOperation(scope, `${p}-o1`))).toBe('not_found');
  });

  test('a delete here takes along the assignment that was made there since', async () => {
    await schedule.deleteOperation(draft, `${p}-o1`);
    const { id } = await assign(scope, 'r1');
    await publish();
    expect((await schedule.getAssignment(scope, id!)).active).toBe(false);
  });

  test('a delete there and an assignment here: ours brings back the whole operation, theirs lets it go', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'last' });
    await assign(draft, 'r1');
    await schedule.deleteOperation(scope, `${p}-o1`);
    expect(await codeOf(schedule.getOperation(draft, `${p}-o1`))).toBe('not_found');
    expect((await clashesOf(publish())).map(({ entity }) => entity)).toEqual(['assignment']);
    await schedule.rebaseWorkspace(scope, workspace, { strategy: 'ours' });
    const back = { description: 'last', inboundTask: { taskName: 'o1 in' }, outboundTask: { taskName: 'o1 out' } };
    expect(await schedule.getOperation(draft, `${p}-o1`)).toMatchObject(back);
    expect((await schedule.operationAssignment(draft, `${p}-o1`)).resource).toBe(`${p}-r1`);
    await publish();
    expect(await schedule.getOperation(scope, `${p}-o1`)).toMatchObject(back);
    const other = { ...scope, workspace: (await schedule.createWorkspace(scope, p, { name: 'Other' })).id };
    await schedule.patchOperation(other, `${p}-o1`, { description: 'other' });
    await schedule.deleteOperation(scope, `${p}-o1`);
    await schedule.publishWorkspace(scope, other.workspace, { strategy: 'theirs' });
    expect(await codeOf(schedule.getOperation(scope, `${p}-o1`))).toBe('not_found');
  });
});

describe('what is right on each side', () => {
  test('may be wrong together: percentiles on the wrong side of a moved time clash', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { inboundTask: { expectedTimeP90: at('08:10') } });
    await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: { expectedTime: at('08:30') } });
    expect(await clashesOf(publish())).toEqual([
      { entity: 'task', id: expect.any(String), fields: expect.arrayContaining(['expectedTime', 'expectedTimeP90']) },
    ]);
    await publish('theirs');
    const { inboundTask } = await schedule.getOperation(scope, `${p}-o1`);
    expect(inboundTask).toMatchObject({ expectedTime: at('08:30'), expectedTimeP90: null });
  });

  test('two tasks on one side, and circles of parents, are refused with their paths', async () => {
    for (const [where, id] of [
      [draft, `${p}-x`],
      [scope, `${p}-y`],
    ] as const) {
      await schedule.createTask(where, {
        id,
        planning: p,
        taskName: id,
        plannedTime: at('08:00'),
        expectedTime: at('08:00'),
      });
      await schedule.patchOperation(where, `${p}-o1`, { inboundTask: { id } });
    }
    await schedule.patchResource(draft, `${p}-r1`, { parent: `${p}-r2` });
    await schedule.patchResource(scope, `${p}-r2`, { parent: `${p}-r1` });
    const codes = (await problemsOf(publish())).map(([, code]) => code);
    expect([...new Set(codes)].sort()).toEqual(['cycle', 'task_linked']);
    // The draft goes on reading and writing while its parents lead in a circle.
    await schedule.listConflicts(draft, p, { ...PAGE, start: null, end: null });
    expect(await codeOf(schedule.patchResource(draft, `${p}-r1`, { parent: null }))).toBe('none');
    await schedule.deleteTask(draft, `${p}-x`);
    await publish();
  });
});

test('a draft goes on while what it refers to is deleted below it', async () => {
  await assign(draft, 'r1');
  await schedule.deleteResource(scope, `${p}-r1`);
  const query = { changeId: null, mainline: false, start: null, end: null };
  expect(await schedule.metrics(draft, p, query)).toMatchObject({ assigned: 0, operations: 3 });
  expect((await schedule.exportPlanning(draft, p)).assignments[0]).toMatchObject({ parts: [{ resource: null }] });
  expect((await problemsOf(publish())).map(([, code]) => code)).toEqual(['unknown_reference']);
  await assign(draft, 'r2');
  await publish();
});

test('a deactivation that ours has decided stays decided', async () => {
  const { id } = await assign(scope, 'r1');
  await schedule.deactivateAssignment(draft, id!);
  await assign(scope, 'r2');
  expect((await clashesOf(publish())).map(({ entity }) => entity)).toEqual(['assignment']);
  await schedule.rebaseWorkspace(scope, workspace, { strategy: 'ours' });
  await publish();
  expect(await codeOf(schedule.operationAssignment(scope, `${p}-o1`))).toBe('unassigned');
});

test('a draft’s diff is what it would change, and not what it has yet to take in', async () => {
  await schedule.patchOperation(draft, `${p}-o1`, { inboundTask: { expectedTime: at('08:20') } });
  await schedule.patchOperation(scope, `${p}-o1`, { description: 'live', outboundTask: { expectedTime: at('09:20') } });
  const { diffs } = await schedule.workspaceDiff(scope, workspace);
  expect(diffs.map(({ entity, changed }) => [entity, changed])).toEqual([['task', ['expectedTime']]]);
});

describe('revert in a draft', () => {
  test('lets the live mainline show through again', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
    const [made] = (await schedule.listChangesets(draft, p, PAGE)).items;
    await schedule.revertChangeset(draft, p, made.id);
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'live' });
    expect(await schedule.getOperation(draft, `${p}-o1`)).toMatchObject({ description: 'live', workspace: null });
    const history = await schedule.operationTasks(draft, `${p}-o1`);
    expect(history).toEqual(await schedule.operationTasks(scope, `${p}-o1`));
  });

  test('undoes a change of the mainline there alone', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'live' });
    const [made] = (await schedule.listChangesets(scope, p, PAGE)).items;
    await schedule.revertChangeset(draft, p, made.id);
    expect((await schedule.getOperation(draft, `${p}-o1`)).description).toBeNull();
    expect((await schedule.getOperation(scope, `${p}-o1`)).description).toBe('live');
  });

  test('what is no edit of the schedule cannot be undone', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'live' });
    await schedule.rebaseWorkspace(scope, workspace);
    const [rebase] = (await schedule.listChangesets(draft, p, PAGE)).items;
    const all = (await schedule.listChangesets(scope, p, PAGE)).items;
    expect(await codeOf(schedule.revertChangeset(draft, p, rebase.id))).toBe('not_revertible');
    for (const { id } of all.slice(1))
      expect(await codeOf(schedule.revertChangeset(scope, p, id))).toBe('not_revertible');
  });
});

test('changesets say what became of their workspace', async () => {
  const statuses = async (where: Scope) =>
    (await schedule.listChangesets(where, p, PAGE)).items.map(({ status }) => status);
  await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
  expect(await statuses(draft)).toEqual(['draft']);
  await publish();
  expect(await statuses(draft)).toEqual(['published']);
  expect(new Set(await statuses(scope))).toEqual(new Set(['committed']));
});

test('an upload and an applied plan are undone like any change', async () => {
  const before = (await schedule.exportPlanning(scope, p)).operations;
  const upload = {
    plannings: [],
    operations: [
      { externalId: 'o1', description: 'up' },
      { externalId: 'o2', description: 'up' },
    ],
  };
  await schedule.bulkUpload(scope, p, upload);
  const [made] = (await schedule.listChangesets(scope, p, PAGE)).items;
  expect(made).toMatchObject({ source: 'upload', counts: { operation: { updated: 2 } } });
  await schedule.revertChangeset(scope, p, made.id);
  expect((await schedule.exportPlanning(scope, p)).operations).toEqual(before);
});

// Guarantee: a merge whose facts are gone ends, whatever took them away.
describe('a merge that runs beside the deletion of its planning', () => {
  /** The draft's diff, with `meanwhile` between the reading of both layers and the looking up of what they branched from. */
  const diffBeside = async (meanwhile: () => Promise<unknown>, hidesBases = false): Promise<string> => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'live' });
    const { store } = opened.ports;
    let looks = 0;
    const versions: typeof store.versions = async (planning, kind, wanted) => {
      if (++looks > 100) throw new Error('It looks for ever.');
      await meanwhile();
      return hidesBases ? [] : store.versions(planning, kind, wanted);
    };
    const beside = createSchedule({ ...opened.ports, store: { ...store, versions } });
    return codeOf(beside.workspaceDiff(scope, workspace));
  };

  test('is not found', async () => {
    expect(
      await diffBeside(() => schedule.deletePlanning(scope, organizationOf(scope), p).catch(() => undefined)),
    ).toBe('not_found');
  });

  test('is put off when a fact cannot be found although the planning is there', async () => {
    expect(await diffBeside(async () => undefined, true)).toBe('busy');
  });

  test('is made when nothing is gone', async () => {
    expect(await diffBeside(async () => undefined)).toBe('none');
  });
});
