/** Resources, locations, tags, rules, groups and standalone tasks: what deletions do to dependents, and what is refused. */
import { beforeEach, describe, expect, test } from 'vitest';
import { ALL_ROWS } from '../records/page.ts';
import { at, codeOf, importSmall, operationInput, problemsOf } from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';

let p: string;

const { opened, schedule, scope } = await useSchedule();
beforeEach(async () => {
  p = await importSmall(opened, scope);
});

describe('resources', () => {
  test('find their planning through the location, and can be read, edited and written back', async () => {
    const record = await schedule.createResource(scope, { name: 'New', location: `${p}-apron`, tags: [`${p}-wide`] });
    expect(record).toMatchObject({ planning: p, name: 'New', tagsDetails: [{ category: 'size', value: 'wide' }] });
    const { tagsDetails: _details, versionId: _version, workspace: _workspace, ...written } = record;
    expect(await schedule.patchResource(scope, record.id, written)).toEqual(record);
    expect((await schedule.listResources(scope, p, ALL_ROWS)).items).toHaveLength(3);
  });

  test('are refused with bad references, by name', async () => {
    const other = await importSmall(opened, scope);
    const input = { name: 'New', location: `${p}-apron`, parent: 'ghost', adjacent: [`${other}-r1`], tags: ['ghost'] };
    expect(await problemsOf(schedule.createResource(scope, input))).toEqual([
      ['parent', 'unknown_reference'],
      ['adjacent.0', 'not_in_planning'],
      ['tags.0', 'unknown_reference'],
    ]);
    expect(await problemsOf(schedule.createResource(scope, { name: 'New', location: 'ghost' }))).toEqual([
      ['location', 'unknown_reference'],
    ]);
    expect(await problemsOf(schedule.createResource(scope, {}))).toEqual([['location', 'required']]);
  });

  test('cannot be their own ancestors', async () => {
    await schedule.patchResource(scope, `${p}-r1`, { parent: `${p}-r2` });
    expect(await codeOf(schedule.patchResource(scope, `${p}-r2`, { parent: `${p}-r1` }))).toBe('cycle');
    expect(await codeOf(schedule.patchResource(scope, `${p}-r1`, { adjacent: [`${p}-r1`] }))).toBe('cycle');
  });

  test('when deleted, end their assignments, leave children without a parent, and vanish from neighbors', async () => {
    await schedule.patchResource(scope, `${p}-r1`, { parent: `${p}-r2`, adjacent: [`${p}-r2`] });
    const { id } = await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r2` });
    await schedule.deleteResource(scope, `${p}-r2`);
    expect(await codeOf(schedule.getResource(scope, `${p}-r2`))).toBe('not_found');
    expect((await schedule.getAssignment(scope, id!)).active).toBe(false);
    const neighbor = await schedule.getResource(scope, `${p}-r1`);
    expect(neighbor).toMatchObject({ parent: null, adjacent: [] });
    expect((await schedule.patchResource(scope, `${p}-r1`, { adjacent: [] })).versionId).toBe(neighbor.versionId);
  });
});

describe('locations', () => {
  test('are listed with their resources in order', async () => {
    await schedule.patchResource(scope, `${p}-r1`, { ordering: 2 });
    await schedule.patchResource(scope, `${p}-r2`, { ordering: 1 });
    await schedule.createLocation(scope, { planning: p, name: 'Below', parent: `${p}-apron` });
    const { items } = await schedule.listLocations(scope, p, ALL_ROWS);
    expect(items.map(({ name, resources }) => [name, resources.map(({ id }) => id)])).toEqual([
      ['Apron', [`${p}-r2`, `${p}-r1`]],
      ['Below', []],
    ]);
  });

  test('cannot be deleted while in use; their children stay without a parent', async () => {
    expect(await codeOf(schedule.deleteLocation(scope, `${p}-apron`))).toBe('in_use');
    const child = await schedule.createLocation(scope, { planning: p, name: 'Below', parent: `${p}-apron` });
    expect(await codeOf(schedule.patchLocation(scope, `${p}-apron`, { parent: child.id }))).toBe('cycle');
    await schedule.deleteResource(scope, `${p}-r1`);
    await schedule.deleteResource(scope, `${p}-r2`);
    await schedule.deleteLocation(scope, `${p}-apron`);
    expect((await schedule.getLocation(scope, child.id)).parent).toBeNull();
  });
});

describe('tags', () => {
  test('are unique in category and value together', async () => {
    const input = { planning: p, category: 'size', value: 'wide' };
    expect(await codeOf(schedule.createTag(scope, input))).toBe('tag_not_unique');
    const { uuid } = await schedule.createTag(scope, { ...input, value: 'narrow' });
    expect(await codeOf(schedule.patchTag(scope, uuid, { value: 'wide' }))).toBe('tag_not_unique');
    await schedule.deleteTag(scope, `${p}-wide`);
    expect((await schedule.patchTag(scope, uuid, { value: 'wide' })).value).toBe('wide');
  });

  test('when deleted, vanish from reads at once; writing back what was read neither restores nor clears them', async () => {
    await schedule.patchOperation(scope, `${p}-o1`, { tags: [`${p}-wide`] });
    const rule = await schedule.createRule(scope, {
      planning: p,
      name: 'Wide here',
      kind: 'match',
      weight: 50,
      operationTags: [`${p}-wide`],
    });
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    const cost = async () =>
      (await schedule.metrics(scope, p, { changeId: null, mainline: false, start: null, end: null })).score.rules;
    expect(await cost()).toBe(50);
    await schedule.deleteTag(scope, `${p}-wide`);
    expect(await schedule.getOperation(scope, `${p}-o1`)).toMatchObject({
      tags: [],
      tagsDetails: [],
      requiredTags: [],
    });
    expect(await cost()).toBe(0);
    const read = await schedule.getRule(scope, rule.id);
    expect(read.operationTags).toEqual([]);
    await schedule.patchRule(scope, rule.id, { operationTags: [...read.operationTags], name: 'Same' });
    expect(await cost()).toBe(0);
  });
});

describe('rules', () => {
  const rule = (more: object) => ({ planning: p, name: 'R', kind: 'match', weight: 1, ...more });

  test('must satisfy the description of their kind', async () => {
    const problems = (more: object) => problemsOf(schedule.createRule(scope, rule(more)));
    expect(await problems({ kind: 'magic' })).toEqual([['kind', 'unknown_rule_kind']]);
    expect(await problems({ kind: 'usage', weight: -1 })).toEqual([['weight', 'weight_negative']]);
    expect(await problems({ kind: 'usage', hard: true })).toEqual([['hard', 'hard_unsupported']]);
    expect(await problems({ kind: 'buffer', parameters: {} })).toEqual([['parameters.seconds', 'required']]);
    expect(await problems({ kind: 'buffer', parameters: { seconds: 60, nextTags: ['ghost'] } })).toEqual([
      ['parameters.nextTags.0', 'unknown_reference'],
    ]);
    expect(await problems({ weight: -1 })).toEqual([]);
  });

  test('are created, changed, listed and deleted', async () => {
    const { id } = await schedule.createRule(scope, rule({}));
    expect(await schedule.patchRule(scope, id, { enabled: false })).toMatchObject({ enabled: false, weight: 1 });
    expect((await schedule.listRules(scope, p, ALL_ROWS)).items).toHaveLength(1);
    await schedule.deleteRule(scope, id);
    expect(await codeOf(schedule.getRule(scope, id))).toBe('not_found');
  });
});

describe('groups', () => {
  test('list their operations in order of time', async () => {
    const group = await schedule.createGroup(scope, { planning: p, name: 'Call' });
    for (const operation of ['o1', 'o2', 'o3']) {
      await schedule.patchOperation(scope, `${p}-${operation}`, { group: group.id });
    }
    const { versionId, items } = await schedule.groupOperations(scope, group.id);
    expect(versionId).toBe(group.versionId);
    expect(items.map(({ id, operationDependencies }) => [id, operationDependencies])).toEqual([
      [`${p}-o1`, [{ operation: `${p}-o2`, relation: 'overlaps' }]],
      [
        `${p}-o2`,
        [
          { operation: `${p}-o1`, relation: 'overlaps' },
          { operation: `${p}-o3`, relation: 'precedes' },
        ],
      ],
      [`${p}-o3`, [{ operation: `${p}-o2`, relation: 'follows' }]],
    ]);
    await schedule.deleteGroup(scope, group.id);
    expect(await codeOf(schedule.groupOperations(scope, group.id))).toBe('not_found');
    expect((await schedule.getOperation(scope, `${p}-o1`)).group).toBeNull();
  });
});

describe('tasks', () => {
  const input = { taskName: 'Free', plannedTime: at('08:00'), expectedTime: at('08:05'), externalId: 'T1' };

  test('stand alone until an operation links them; a replaced task stands alone again', async () => {
    const free = await schedule.createTask(scope, { ...input, planning: p });
    expect(free).toMatchObject({ operation: null, role: null, persisted: true, plannedTime: at('08:00') });
    const before = await schedule.getOperation(scope, `${p}-o1`);
    const linked = await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: { id: free.id } });
    expect(linked.inboundTask).toMatchObject({ id: free.id, expectedTime: at('08:05') });
    expect((await schedule.getTask(scope, before.inboundTask!.id)).operation).toBeNull();
    expect(await schedule.getTask(scope, free.id)).toMatchObject({ operation: `${p}-o1`, role: 'inbound' });
    const again = schedule.patchOperation(scope, `${p}-o2`, { inboundTask: { id: free.id } });
    expect(await problemsOf(again)).toEqual([['inboundTask.id', 'task_linked']]);
    const unknown = schedule.patchOperation(scope, `${p}-o2`, { inboundTask: { id: 'ghost' } });
    expect(await problemsOf(unknown)).toEqual([['inboundTask.id', 'unknown_reference']]);
  });

  test('can be linked, or created with an id, by a new operation', async () => {
    const free = await schedule.createTask(scope, { ...input, planning: p });
    const base = operationInput(p, '08:00', '09:00');
    const record = await schedule.createOperation(scope, {
      ...base,
      inboundTask: { id: free.id },
      outboundTask: { ...base.outboundTask!, id: `${p}-mine` },
    });
    expect([record.inboundTask!.id, record.outboundTask!.id]).toEqual([free.id, `${p}-mine`]);
    const bare = schedule.createOperation(scope, { ...base, inboundTask: { id: 'ghost' } });
    expect(await problemsOf(bare)).toEqual([['inboundTask.id', 'unknown_reference']]);
  });

  test('make a version of themselves and of their operation when changed; their history is in order', async () => {
    const before = await schedule.getOperation(scope, `${p}-o1`);
    await schedule.patchTask(scope, before.inboundTask!.id, { expectedTime: at('08:10') });
    await schedule.patchTask(scope, before.inboundTask!.id, { expectedTime: at('08:10') });
    expect((await schedule.getOperation(scope, `${p}-o1`)).versionId).not.toBe(before.versionId);
    const { items: history } = await schedule.operationTasks(scope, `${p}-o1`);
    const inbound = history.filter(({ role }) => role === 'inbound');
    expect(inbound.map(({ expectedTime }) => expectedTime)).toEqual([at('08:00'), at('08:10')]);
    expect(inbound[0].validTo).toBe(inbound[1].validFrom);
    expect(inbound[1].validTo).toBeNull();
  });

  test('are found by their own or their operation’s external id', async () => {
    await schedule.createTask(scope, { ...input, planning: p });
    const names = async (id: string) =>
      (await schedule.listTasks(scope, p, id, ALL_ROWS)).items.map(({ taskName }) => taskName);
    expect(await names('T1')).toEqual(['Free']);
    expect((await names('o1')).sort()).toEqual(['o1 in', 'o1 out']);
  });

  test('when deleted, leave their side null: the operation is listed without a window, and another task can take the side', async () => {
    const { inboundTask, versionId } = await schedule.getOperation(scope, `${p}-o1`);
    await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r1` });
    await schedule.deleteTask(scope, inboundTask!.id);
    const record = await schedule.getOperation(scope, `${p}-o1`);
    expect(record).toMatchObject({ inboundTask: null, operationName: 'o1 out', timesCrossed: false });
    expect(record.versionId).not.toBe(versionId);
    const query = { start: null, end: null, rangeField: null, version: null, ...ALL_ROWS };
    expect((await schedule.listOperations(scope, p, query)).items).toHaveLength(3);
    expect((await schedule.listConflicts(scope, p, query)).items).toEqual([]);
    const { inboundTask: fresh } = operationInput(p, '08:00', '09:00');
    expect((await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: fresh })).inboundTask).not.toBeNull();
    expect(await codeOf(schedule.patchOperation(scope, `${p}-o1`, { inboundTask: null }))).toBe('validation_failed');
  });
});
