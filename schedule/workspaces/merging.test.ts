/** Merging what two sides did independently: cases that random sequences rarely reach, and those that the model does not have. */
import { beforeEach, describe, expect, test } from 'vitest';
import { memberOf } from '../../engine/recordOf.ts';
import { ALL_ROWS } from '../records/page.ts';
import { createSchedule } from '../schedule.ts';
import { at, clashesOf, codeOf, organizationOf, problemsOf } from '../testing/openSchedule.ts';
import { importWithDraft, useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';

let p: string;
let draft: Scope;
let workspace: string;

const { opened, schedule, scope } = await useSchedule();
beforeEach(async () => {
  ({ planning: p, workspace, draft } = await importWithDraft(opened, scope));
});

const publish = (strategy: 'ours' | 'theirs' | null = null) =>
  schedule.publishWorkspace(scope, workspace, { strategy });
const assign = (where: Scope, resource: string) =>
  schedule.createAssignment(where, { operation: `${p}-o1`, resource: `${p}-${resource}` });

describe.each([
  ['ours', 'draft'],
  ['theirs', 'live'],
] as const)('a clash that %s decides', (strategy, winner) => {
  test('keeps what only one side changed of the same record', async () => {
    const before = await schedule.getOperation(scope, `${p}-o1`);
    await schedule.patchOperation(draft, before.id, { description: 'draft', externalId: 'draft' });
    await schedule.patchOperation(scope, before.id, { description: 'live', isFixedToResource: true });
    const times = { draft: at('08:10'), live: at('08:20') };
    await schedule.patchOperation(draft, before.id, {
      inboundTask: { expectedTime: times.draft, imposedDelayInSeconds: 60 },
    });
    await schedule.patchOperation(scope, before.id, {
      inboundTask: { expectedTime: times.live, actualTime: at('08:21') },
    });
    expect((await clashesOf(publish())).map(({ entity, fields }) => [entity, fields])).toEqual([
      ['operation', ['description']],
      ['task', ['expectedTime']],
    ]);
    await publish(strategy);
    expect(await schedule.getOperation(scope, before.id)).toMatchObject({
      description: winner,
      externalId: 'draft',
      isFixedToResource: true,
      inboundTask: { expectedTime: times[winner], actualTime: at('08:21'), imposedDelayInSeconds: 60 },
    });
  });

  test('of times that are out of order together decides all of them', async () => {
    const inbound = (expectedTime: string, P95: string, more: object = {}) => ({
      inboundTask: { expectedTime: at(expectedTime), expectedTimeP05: at('08:00'), expectedTimeP95: at(P95), ...more },
    });
    const { id } = await schedule.patchOperation(scope, `${p}-o1`, inbound('08:10', '08:20'));
    const { id: later } = await schedule.createWorkspace(scope, p, { name: 'Later' });
    const own = { ...scope, workspace: later };
    const ours = await schedule.patchOperation(own, id, inbound('08:10', '08:18', { taskName: 'draft' }));
    const theirs = await schedule.patchOperation(scope, id, inbound('08:19', '08:20'));
    expect(await codeOf(schedule.publishWorkspace(scope, later))).toBe('clash');
    await schedule.publishWorkspace(scope, later, { strategy });
    const { inboundTask } = await schedule.getOperation(scope, id);
    const { expectedTime, expectedTimeP95 } = (strategy === 'ours' ? ours : theirs).inboundTask!;
    expect(inboundTask).toMatchObject({ taskName: 'draft', expectedTime, expectedTimeP95 });
  });
});

// Guarantee: a rule that nobody could have written does not come about by merging, which would leave a planning that does not compile.
describe('the kind of a rule and what it allows', () => {
  const query = { changeId: null, mainline: false, start: null, end: null };
  const rule = (more: object) => schedule.createRule(scope, { planning: p, name: 'R', weight: 1, ...more });
  const read = async (id: string) => {
    const { kind, weight, name } = await schedule.getRule(scope, id);
    expect(await schedule.metrics(scope, p, query)).toMatchObject({ operations: 3 });
    return { kind, weight, name };
  };

  test.each([
    ['ours', { kind: 'match', weight: -5 }],
    ['theirs', { kind: 'usage', weight: 1 }],
  ] as const)('clash if they were changed on two sides; %s decides them together', async (strategy, expected) => {
    const { id } = await rule({ kind: 'match' });
    await schedule.patchRule(draft, id, { weight: -5, name: 'Draft' });
    await schedule.patchRule(scope, id, { kind: 'usage' });
    expect((await clashesOf(publish()))[0]).toMatchObject({ entity: 'rule', fields: ['kind', 'weight'] });
    await publish(strategy);
    expect(await read(id)).toEqual({ ...expected, name: 'Draft' });
  });

  test('are not reverted one without the other', async () => {
    const { id } = await rule({ kind: 'usage' });
    await schedule.patchRule(scope, id, { kind: 'match' });
    const [made] = (await schedule.listChangesets(scope, p, ALL_ROWS)).items;
    await schedule.patchRule(scope, id, { weight: -5 });
    expect(await codeOf(schedule.revertChangeset(scope, p, made.id))).toBe('clash');
    expect(await read(id)).toEqual({ kind: 'match', weight: -5, name: 'R' });
  });
});

// Guarantee: what somebody wrote after a clash was settled is not overwritten unseen.
describe('a resolution that names the version on which it was decided', () => {
  const clashesNow = async (input = {}) => (await schedule.previewPublish(scope, workspace, input)).clashes;
  const settle = async (strategy: 'ours' | 'theirs') => ({
    resolutions: (await clashesNow()).map(({ entity, id, theirs }) => {
      const basedOn = memberOf(theirs, 'versionId');
      return { entity, id, strategy, basedOn: typeof basedOn === 'string' ? basedOn : null };
    }),
  });
  const placeOf = async () => (await schedule.operationAssignment(scope, `${p}-o1`)).resource;

  test.each(['ours', 'theirs'] as const)('does not let %s win over what the mainline has since', async (strategy) => {
    await schedule.createResource(scope, { id: `${p}-r3`, name: 'Stand 3', location: `${p}-apron` });
    await assign(draft, 'r1');
    await assign(scope, 'r2');
    const settled = await settle(strategy);
    await assign(scope, 'r3');
    const later = await clashesOf(schedule.publishWorkspace(scope, workspace, settled));
    expect(later).toMatchObject([{ entity: 'assignment', id: `${p}-o1` }]);
    expect(await clashesOf(schedule.rebaseWorkspace(scope, workspace, settled))).toEqual(later);
    expect(await clashesNow(settled)).toEqual(await clashesNow());
    expect(await placeOf()).toBe(`${p}-r3`);
    await schedule.publishWorkspace(scope, workspace, await settle(strategy));
    expect(await placeOf()).toBe(`${p}-${strategy === 'ours' ? 'r1' : 'r3'}`);
  });

  test('holds for a deletion that is still there', async () => {
    const { id } = await schedule.getOperation(scope, `${p}-o1`);
    await schedule.patchOperation(draft, id, { description: 'draft' });
    await schedule.deleteOperation(scope, id);
    const settled = await settle('ours');
    expect(settled.resolutions).toMatchObject([{ entity: 'operation', basedOn: null }]);
    await schedule.publishWorkspace(scope, workspace, settled);
    expect(await schedule.getOperation(scope, id)).toMatchObject({ description: 'draft' });
  });
});

describe('an operation is deleted as a whole', () => {
  test('deleted in the draft, task changed on the mainline: theirs keeps all of it, ours deletes all of it', async () => {
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

  test('deleting it in the draft deletes an assignment that the mainline has made since', async () => {
    await schedule.deleteOperation(draft, `${p}-o1`);
    const { id } = await assign(scope, 'r1');
    await publish();
    expect((await schedule.getAssignment(scope, id!)).active).toBe(false);
  });

  test('deleted on the mainline, assigned in the draft: ours restores the whole operation, theirs leaves it deleted', async () => {
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

describe('changes that are valid on each side', () => {
  test('may be invalid together: percentiles on the wrong side of a changed time clash', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { inboundTask: { expectedTimeP90: at('08:10') } });
    await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: { expectedTime: at('08:30') } });
    expect(await clashesOf(publish())).toEqual([
      { entity: 'task', id: expect.any(String), fields: expect.arrayContaining(['expectedTime', 'expectedTimeP90']) },
    ]);
    await publish('theirs');
    const { inboundTask } = await schedule.getOperation(scope, `${p}-o1`);
    expect(inboundTask).toMatchObject({ expectedTime: at('08:30'), expectedTimeP90: null });
  });

  test('are refused with their paths if they give two tasks with one role, or a cycle of parents', async () => {
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
    // The draft can still be read and written while its parents form a cycle.
    await schedule.listConflicts(draft, p, { ...ALL_ROWS, start: null, end: null });
    expect(await codeOf(schedule.patchResource(draft, `${p}-r1`, { parent: null }))).toBe('none');
    await schedule.deleteTask(draft, `${p}-x`);
    await publish();
  });
});

test('a draft stays usable while what it refers to is deleted below it', async () => {
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

test('a draft’s diff shows what it would change, not what it has not merged yet', async () => {
  await schedule.patchOperation(draft, `${p}-o1`, { inboundTask: { expectedTime: at('08:20') } });
  await schedule.patchOperation(scope, `${p}-o1`, { description: 'live', outboundTask: { expectedTime: at('09:20') } });
  const { diffs } = await schedule.workspaceDiff(scope, workspace);
  expect(diffs.map(({ entity, changed }) => [entity, changed])).toEqual([['task', ['expectedTime']]]);
});

describe('revert in a draft', () => {
  test('shows the current mainline again', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
    const [made] = (await schedule.listChangesets(draft, p, ALL_ROWS)).items;
    await schedule.revertChangeset(draft, p, made.id);
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'live' });
    expect(await schedule.getOperation(draft, `${p}-o1`)).toMatchObject({ description: 'live', workspace: null });
    const { items: history } = await schedule.operationTasks(draft, `${p}-o1`);
    expect(history).toEqual((await schedule.operationTasks(scope, `${p}-o1`)).items);
  });

  test('undoes a change of the mainline only in the draft', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'live' });
    const [made] = (await schedule.listChangesets(scope, p, ALL_ROWS)).items;
    await schedule.revertChangeset(draft, p, made.id);
    expect((await schedule.getOperation(draft, `${p}-o1`)).description).toBeNull();
    expect((await schedule.getOperation(scope, `${p}-o1`)).description).toBe('live');
  });

  test('refuses what is not an edit of the schedule', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'live' });
    await schedule.rebaseWorkspace(scope, workspace);
    const [rebase] = (await schedule.listChangesets(draft, p, ALL_ROWS)).items;
    const all = (await schedule.listChangesets(scope, p, ALL_ROWS)).items;
    expect(await codeOf(schedule.revertChangeset(draft, p, rebase.id))).toBe('not_revertible');
    for (const { id } of all.slice(1))
      expect(await codeOf(schedule.revertChangeset(scope, p, id))).toBe('not_revertible');
  });
});

test('changesets show what became of their workspace', async () => {
  const statuses = async (where: Scope) =>
    (await schedule.listChangesets(where, p, ALL_ROWS)).items.map(({ status }) => status);
  await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
  expect(await statuses(draft)).toEqual(['draft']);
  await publish();
  expect(await statuses(draft)).toEqual(['published']);
  expect(new Set(await statuses(scope))).toEqual(new Set(['committed']));
});

test('an upload and an applied plan can be undone like any change', async () => {
  const before = (await schedule.exportPlanning(scope, p)).operations;
  const upload = {
    plannings: [],
    operations: [
      { externalId: 'o1', description: 'up' },
      { externalId: 'o2', description: 'up' },
    ],
  };
  await schedule.bulkUpload(scope, p, upload);
  const [made] = (await schedule.listChangesets(scope, p, ALL_ROWS)).items;
  expect(made).toMatchObject({ source: 'upload', counts: { operation: { updated: 2 } } });
  await schedule.revertChangeset(scope, p, made.id);
  expect((await schedule.exportPlanning(scope, p)).operations).toEqual(before);
});

// Guarantee: a merge whose facts are missing ends, for whatever reason they are missing.
describe('a merge during the deletion of its planning', () => {
  /** Reads the draft's diff, with `meanwhile` called between reading both layers and looking up the base versions. */
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

  test('is refused as busy if a fact is missing although the planning exists', async () => {
    expect(await diffBeside(async () => undefined, true)).toBe('busy');
  });

  test('succeeds if nothing is missing', async () => {
    expect(await diffBeside(async () => undefined)).toBe('none');
  });
});
