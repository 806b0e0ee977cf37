import { beforeEach, describe, expect, test } from 'vitest';
import { ALL_ROWS } from '../records/page.ts';
import { at, clashesOf, codeOf, importSmall, operationInput, problemsOf, scopeOf } from '../testing/openSchedule.ts';
import { importWithDraft, useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';

let p: string;
let draft: Scope;
let workspace: string;

const { opened, schedule, scope } = await useSchedule();
beforeEach(async () => {
  ({ planning: p, workspace, draft } = await importWithDraft(opened, scope));
});

const describeOperation = async (where: Scope) => (await schedule.getOperation(where, `${p}-o1`)).description;

describe('a workspace', () => {
  test('branches on the first write, and shows the mainline elsewhere', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
    await schedule.patchOperation(scope, `${p}-o2`, { description: 'live' });
    expect(await describeOperation(scope)).toBeNull();
    expect(await schedule.getOperation(draft, `${p}-o1`)).toMatchObject({ description: 'draft', workspace });
    expect(await schedule.getOperation(draft, `${p}-o2`)).toMatchObject({ description: 'live', workspace: null });
  });

  test('does not branch for a patch without a difference', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: null, inboundTask: { taskName: 'o1 in' } });
    expect((await schedule.workspaceDiff(scope, workspace)).diffs).toEqual([]);
  });

  test('keeps deletions and deactivations in the draft', async () => {
    const { id } = await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    expect(await schedule.deactivateAssignment(draft, id!)).toMatchObject({ active: false, workspace });
    await schedule.deleteOperation(draft, `${p}-o2`);
    expect(await codeOf(schedule.operationAssignment(draft, `${p}-o1`))).toBe('unassigned');
    expect(await codeOf(schedule.getOperation(draft, `${p}-o2`))).toBe('not_found');
    expect((await schedule.operationAssignment(scope, `${p}-o1`)).id).toBe(id);
    expect((await schedule.getOperation(scope, `${p}-o2`)).id).toBe(`${p}-o2`);
    const { items } = await schedule.listLocations(draft, p, ALL_ROWS);
    expect(items[0].resources).toHaveLength(2);
  });

  test('is found only in its planning, and can be written only while it is DRAFT', async () => {
    const other = await importSmall(opened, scope);
    expect(await codeOf(schedule.getPlanning(draft, other))).toBe('not_found');
    expect(await codeOf(schedule.getPlanning({ ...scope, workspace: 'ghost' }, p))).toBe('not_found');
    await schedule.publishWorkspace(scope, workspace);
    expect(await codeOf(schedule.patchOperation(draft, `${p}-o1`, { description: 'x' }))).toBe('workspace_not_draft');
    expect(await codeOf(schedule.startOptimization(draft, p, { solver: 'external' }))).toBe('workspace_not_draft');
    expect((await schedule.getOperation(draft, `${p}-o1`)).id).toBe(`${p}-o1`);
    await schedule.archiveWorkspace(scope, workspace);
    expect(await codeOf(schedule.getOperation(draft, `${p}-o1`))).toBe('not_found');
    expect((await schedule.getWorkspace(scope, workspace)).state).toBe('ARCHIVED');
    expect((await schedule.archiveWorkspace(scope, workspace)).state).toBe('ARCHIVED');
    expect((await schedule.restoreWorkspace(scope, workspace)).state).toBe('PUBLISHED');
    expect((await schedule.getOperation(draft, `${p}-o1`)).id).toBe(`${p}-o1`);
  });

  test('is restored with its changes, on what is live by then', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'drafted' });
    await schedule.archiveWorkspace(scope, workspace);
    await schedule.patchOperation(scope, `${p}-o2`, { description: 'live' });
    const restored = await schedule.restoreWorkspace(scope, workspace);
    expect([restored.state, (await schedule.restoreWorkspace(scope, workspace)).versionId]).toEqual([
      'DRAFT',
      restored.versionId,
    ]);
    const read = async (id: string) => (await schedule.getOperation(draft, `${p}-${id}`)).description;
    expect([await read('o1'), await read('o2')]).toEqual(['drafted', 'live']);
    const [own] = (await schedule.listChangesets(draft, p, ALL_ROWS)).items;
    expect(own?.status).toBe('draft');
    await schedule.patchOperation(draft, `${p}-o2`, { isBlocker: true });
    await schedule.publishWorkspace(scope, workspace);
    expect((await schedule.getOperation(scope, `${p}-o1`)).description).toBe('drafted');
  });

  test('can bring back an operation that the mainline deleted long before HISTORY_DAYS', async () => {
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    await schedule.patchOperation(draft, `${p}-o1`, { inboundTask: { taskName: 'draft' } });
    await schedule.deleteOperation(scope, `${p}-o1`);
    await schedule.patchOperation(scope, `${p}-o2`, { description: 'live' });
    const before = await schedule.workspaceDiff(scope, workspace);
    expect(before.diffs.map(({ entity, action }) => `${entity} ${action}`).toSorted()).toEqual([
      'assignment created',
      'operation created',
      'task created',
      'task created',
    ]);
    expect(await opened.ports.store.forget(Date.now() + 86_400_000)).toBeGreaterThan(0);
    expect(await schedule.workspaceDiff(scope, workspace)).toEqual(before);
    await schedule.publishWorkspace(scope, workspace, { strategy: 'ours' });
    expect(await schedule.getOperation(scope, `${p}-o1`)).toMatchObject({ inboundTask: { taskName: 'draft' } });
    expect(await schedule.operationAssignment(scope, `${p}-o1`)).toMatchObject({ resource: `${p}-r1` });
  });

  test('has a record that can be created, renamed and listed', async () => {
    const { change } = await schedule.getPlanning(scope, p);
    const made = await schedule.createWorkspace(scope, p, { name: 'Second', description: 'why' });
    expect(made).toMatchObject({ state: 'DRAFT', description: 'why', baseChange: change, createdBy: scope.actor.user });
    expect((await schedule.patchWorkspace(scope, made.id, { name: 'Renamed' })).name).toBe('Renamed');
    expect((await schedule.listWorkspaces(scope, p, ALL_ROWS)).items.map(({ name }) => name)).toEqual([
      'Draft',
      'Renamed',
    ]);
    const viewer = scopeOf(scope.actor.user, scope.actor.memberships[0].organization, 'viewer');
    expect(await codeOf(schedule.publishWorkspace(viewer, workspace))).toBe('forbidden');
  });

  test('has a diff that shows what changed, and both scores', async () => {
    await schedule.createAssignment(draft, { operation: `${p}-o1`, resource: `${p}-r1` });
    await schedule.patchOperation(draft, `${p}-o2`, { inboundTask: { expectedTime: at('08:40') } });
    await schedule.deleteOperation(draft, `${p}-o3`);
    const { diffs, score } = await schedule.workspaceDiff(scope, workspace);
    const brief = diffs.map(({ entity, action, changed }) => [entity, action, action === 'updated' ? changed : null]);
    expect(brief).toEqual([
      ['operation', 'deleted', null],
      ['task', 'updated', ['expectedTime']],
      ['task', 'deleted', null],
      ['task', 'deleted', null],
      ['assignment', 'created', null],
    ]);
    expect(score).toMatchObject({ mainline: { total: 3000 }, workspace: { total: 1000 }, delta: -2000 });
  });

  test('has a history of a task that is the mainline’s up to its base, then its own', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: { expectedTime: at('08:01') } });
    await schedule.patchOperation(draft, `${p}-o1`, { inboundTask: { expectedTime: at('08:02') } });
    await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: { expectedTime: at('08:03') } });
    const times = async (where: Scope) =>
      (await schedule.operationTasks(where, `${p}-o1`)).items
        .filter(({ role }) => role === 'inbound')
        .map(({ expectedTime }) => expectedTime.slice(11, 16));
    expect(await times(draft)).toEqual(['08:00', '08:01', '08:02']);
    expect(await times(scope)).toEqual(['08:00', '08:01', '08:03']);
  });
});

describe('publish', () => {
  test('makes one changeset of the mainline; one-sided changes are merged', async () => {
    const made = await schedule.createOperation(draft, operationInput(p, '12:00', '13:00'));
    await schedule.patchOperation(draft, `${p}-o1`, {
      description: 'draft',
      inboundTask: { expectedTime: at('08:10') },
    });
    await schedule.deleteOperation(draft, `${p}-o3`);
    await schedule.createAssignment(draft, { operation: `${p}-o2`, resource: `${p}-r2` });
    await schedule.patchOperation(scope, `${p}-o1`, { externalId: 'live' });
    const before = (await schedule.exportPlanning(draft, p)).operations.length;
    const changeset = await schedule.publishWorkspace(scope, workspace);
    expect(changeset).toMatchObject({
      source: 'publish',
      workspace: null,
      status: 'committed',
      message: 'Publish Draft',
    });
    expect(await schedule.getOperation(scope, `${p}-o1`)).toMatchObject({
      description: 'draft',
      externalId: 'live',
      inboundTask: { expectedTime: at('08:10') },
      workspace: null,
    });
    expect((await schedule.getOperation(scope, made.id)).workspace).toBeNull();
    expect(await codeOf(schedule.getOperation(scope, `${p}-o3`))).toBe('not_found');
    expect((await schedule.operationAssignment(scope, `${p}-o2`)).resource).toBe(`${p}-r2`);
    expect((await schedule.exportPlanning(scope, p)).operations).toHaveLength(before);
    expect(await codeOf(schedule.publishWorkspace(scope, workspace))).toBe('workspace_not_draft');
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'later' });
    expect(await describeOperation(draft)).toBe('draft');
  });

  test.each([
    ['ours', 'draft'],
    ['theirs', 'live'],
  ] as const)('the same field on both sides clashes; %s decides', async (strategy, expected) => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'live' });
    expect(await codeOf(schedule.publishWorkspace(scope, workspace))).toBe('clash');
    expect(await clashesOf(schedule.publishWorkspace(scope, workspace))).toEqual([
      { entity: 'operation', id: `${p}-o1`, fields: ['description'] },
    ]);
    await schedule.publishWorkspace(scope, workspace, { strategy });
    expect(await describeOperation(scope)).toBe(expected);
  });

  test('equal changes on both sides do not clash', async () => {
    for (const where of [draft, scope]) await schedule.patchOperation(where, `${p}-o1`, { description: 'same' });
    await schedule.publishWorkspace(scope, workspace);
    expect(await describeOperation(scope)).toBe('same');
  });

  test('assignments clash as a whole', async () => {
    await schedule.createAssignment(draft, { operation: `${p}-o1`, resource: `${p}-r1` });
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r2` });
    expect((await clashesOf(schedule.publishWorkspace(scope, workspace)))[0]).toMatchObject({ entity: 'assignment' });
    await schedule.publishWorkspace(scope, workspace, { strategy: 'ours' });
    expect((await schedule.operationAssignment(scope, `${p}-o1`)).resource).toBe(`${p}-r1`);
  });

  test('an edit of what the mainline deleted reads as deleted, and clashes', async () => {
    await schedule.patchTag(draft, `${p}-wide`, { color: '#ff0000' });
    await schedule.deleteTag(scope, `${p}-wide`);
    expect(await codeOf(schedule.getTag(draft, `${p}-wide`))).toBe('not_found');
    expect(await clashesOf(schedule.publishWorkspace(scope, workspace))).toMatchObject([
      { entity: 'tag', id: `${p}-wide` },
    ]);
    await schedule.publishWorkspace(scope, workspace, { strategy: 'ours' });
    expect((await schedule.getTag(scope, `${p}-wide`)).color).toBe('#ff0000');
  });

  test('a deletion of what the mainline changed clashes', async () => {
    await schedule.deleteTag(draft, `${p}-wide`);
    await schedule.patchTag(scope, `${p}-wide`, { color: '#00ff00' });
    expect(await clashesOf(schedule.publishWorkspace(scope, workspace))).toMatchObject([{ entity: 'tag' }]);
    await schedule.publishWorkspace(scope, workspace, { strategy: 'theirs' });
    expect((await schedule.getTag(scope, `${p}-wide`)).color).toBe('#00ff00');
  });

  test('dangling references and duplicates are 409 with errors', async () => {
    const group = await schedule.createGroup(scope, { planning: p, name: 'G' });
    await schedule.patchOperation(draft, `${p}-o1`, { group: group.id });
    await schedule.deleteGroup(scope, group.id);
    await schedule.createTag(draft, { planning: p, category: 'size', value: 'narrow' });
    const twin = await schedule.createTag(scope, { planning: p, category: 'size', value: 'narrow' });
    const publish = () => schedule.publishWorkspace(scope, workspace);
    expect(await codeOf(publish())).toBe('clash');
    expect((await problemsOf(publish())).map(([, code]) => code).sort()).toEqual([
      'tag_not_unique',
      'unknown_reference',
    ]);
    await schedule.deleteTag(scope, twin.uuid);
    await schedule.patchOperation(draft, `${p}-o1`, { group: null });
    await publish();
  });
});

describe('rebase', () => {
  test('merges the mainline’s side, so that publishing does not clash later', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
    await schedule.patchOperation(scope, `${p}-o1`, { externalId: 'live' });
    expect((await schedule.getOperation(draft, `${p}-o1`)).externalId).toBe('o1');
    await schedule.rebaseWorkspace(scope, workspace);
    expect(await schedule.getOperation(draft, `${p}-o1`)).toMatchObject({ description: 'draft', externalId: 'live' });
    expect((await schedule.workspaceDiff(scope, workspace)).diffs).toMatchObject([{ changed: ['description'] }]);
    await schedule.publishWorkspace(scope, workspace);
    expect(await describeOperation(scope)).toBe('draft');
  });

  test('decides each clash once', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
    await schedule.patchOperation(draft, `${p}-o2`, { description: 'draft' });
    for (const o of ['o1', 'o2']) await schedule.patchOperation(scope, `${p}-${o}`, { description: 'live' });
    expect(await codeOf(schedule.rebaseWorkspace(scope, workspace))).toBe('clash');
    await schedule.rebaseWorkspace(scope, workspace, { strategy: 'theirs' });
    expect(await describeOperation(draft)).toBe('live');
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'again' });
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'live 2' });
    await schedule.rebaseWorkspace(scope, workspace, { strategy: 'ours' });
    expect(await describeOperation(draft)).toBe('again');
    await schedule.publishWorkspace(scope, workspace);
    expect(await describeOperation(scope)).toBe('again');
  });
});

describe('changesets', () => {
  test('are listed newest first, per layer, with their status', async () => {
    await schedule.patchOperation({ ...scope, message: 'Why not' }, `${p}-o1`, { description: 'x' });
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
    const mine = await schedule.listChangesets(scope, p, ALL_ROWS);
    expect(mine.items[0]).toMatchObject({
      status: 'committed',
      source: 'api',
      message: 'Why not',
      author: scope.actor.user,
      counts: { operation: { created: 0, updated: 1, deleted: 0 } },
    });
    const [own] = (await schedule.listChangesets(draft, p, ALL_ROWS)).items;
    expect(own).toMatchObject({ status: 'draft', workspace });
    const first = await schedule.listChangesets(scope, p, { limit: 1, cursor: null });
    const second = await schedule.listChangesets(scope, p, { limit: 1, cursor: first.next });
    expect(second.items[0].id).toBe(mine.items[1].id);
    expect(await codeOf(schedule.getChangeset(scope, p, own.id))).toBe('not_found');
    expect((await schedule.getChangeset(draft, p, own.id)).diffs).toMatchObject([
      {
        entity: 'operation',
        id: `${p}-o1`,
        action: 'updated',
        changed: ['description'],
        after: { description: 'draft' },
      },
    ]);
    await schedule.archiveWorkspace(scope, workspace);
    expect(await codeOf(schedule.listChangesets(draft, p, ALL_ROWS))).toBe('not_found');
  });

  test('give metrics with the weights and rules of that time', async () => {
    const { change } = await schedule.getPlanning(scope, p);
    await schedule.patchPlanning(scope, scope.actor.memberships[0].organization, p, { weights: { unassigned: 1 } });
    await schedule.createAssignment(draft, { operation: `${p}-o1`, resource: `${p}-r1` });
    const query = { changeId: null, mainline: false, start: null, end: null };
    const total = async (where: Scope, more: object) =>
      (await schedule.metrics(where, p, { ...query, ...more })).score.total;
    expect(await total(scope, {})).toBe(3);
    expect(await total(scope, { changeId: change })).toBe(3000);
    expect(await total(draft, {})).toBe(2);
    expect(await total(draft, { mainline: true })).toBe(3);
  });
});

describe('revert', () => {
  const undo = async () => {
    const [last] = (await schedule.listChangesets(scope, p, ALL_ROWS)).items;
    return schedule.revertChangeset(scope, p, last.id);
  };
  const document = () => schedule.exportPlanning(scope, p);

  test.each([
    [
      'an update',
      () => schedule.patchOperation(scope, `${p}-o1`, { description: 'x', inboundTask: { taskName: 'y' } }),
    ],
    ['a create', () => schedule.createOperation(scope, operationInput(p, '12:00', '13:00'))],
    ['a delete with its dependents', () => schedule.deleteOperation(scope, `${p}-o1`)],
    [
      'a bulk change',
      () =>
        schedule.bulkAssign(scope, [
          { operation: `${p}-o1`, resource: `${p}-r2` },
          { operation: `${p}-o2`, active: false },
        ]),
    ],
    ['a deleted resource', () => schedule.deleteResource(scope, `${p}-r1`)],
    ['a deleted tag', () => schedule.deleteTag(scope, `${p}-wide`)],
    [
      'the planning’s fields',
      () => schedule.patchPlanning(scope, scope.actor.memberships[0].organization, p, { name: 'New' }),
    ],
  ])('undoes %s', async (_name, write) => {
    for (const o of ['o1', 'o2'])
      await schedule.createAssignment(scope, { operation: `${p}-${o}`, resource: `${p}-r1` });
    const before = await document();
    await write();
    expect(await document()).not.toEqual(before);
    const changeset = await undo();
    expect(changeset).toMatchObject({ source: 'revert', status: 'committed' });
    // In order, too: restored records keep their creation time.
    expect(await document()).toEqual(before);
    await undo();
    expect(await document()).not.toEqual(before);
  });

  test('keeps later changes of other fields, and clashes on the same ones', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { description: 'x' });
    const [first] = (await schedule.listChangesets(scope, p, ALL_ROWS)).items;
    await schedule.patchOperation(scope, `${p}-o1`, { externalId: 'later' });
    await schedule.revertChangeset(scope, p, first.id);
    expect(await schedule.getOperation(scope, `${p}-o1`)).toMatchObject({ description: null, externalId: 'later' });
    expect(await clashesOf(schedule.revertChangeset(scope, p, first.id))).toEqual([
      { entity: 'operation', id: `${p}-o1`, fields: ['description'] },
    ]);
    // What came later is another assignment, so the clash is named by the operation.
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    const [placed] = (await schedule.listChangesets(scope, p, ALL_ROWS)).items;
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r2` });
    expect(await clashesOf(schedule.revertChangeset(scope, p, placed.id))).toMatchObject([
      { entity: 'assignment', id: `${p}-o1` },
    ]);
  });

  test('leaves no dangling references', async () => {
    const group = await schedule.createGroup(scope, { planning: p, name: 'G' });
    const [made] = (await schedule.listChangesets(scope, p, ALL_ROWS)).items;
    await schedule.patchOperation(scope, `${p}-o1`, { group: group.id });
    expect(await problemsOf(schedule.revertChangeset(scope, p, made.id))).toEqual([
      [`operation.${p}-o1.group`, 'unknown_reference'],
    ]);
  });

  test('undoes a publish, in the layer in which it was made', async () => {
    await schedule.patchOperation(draft, `${p}-o1`, { description: 'draft' });
    const published = await schedule.publishWorkspace(scope, workspace);
    await schedule.revertChangeset(scope, p, published.id);
    expect(await describeOperation(scope)).toBeNull();
    const other = (await schedule.createWorkspace(scope, p, { name: 'Other' })).id;
    const elsewhere = { ...scope, workspace: other };
    await schedule.patchOperation(elsewhere, `${p}-o1`, { description: 'z' });
    const [own] = (await schedule.listChangesets(elsewhere, p, ALL_ROWS)).items;
    expect(await codeOf(schedule.revertChangeset(scope, p, own.id))).toBe('not_found');
    await schedule.revertChangeset(elsewhere, p, own.id);
    expect(await describeOperation(elsewhere)).toBeNull();
  });
});
