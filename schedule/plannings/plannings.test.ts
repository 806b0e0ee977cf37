/** Plannings, their documents, organizations and users. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { ALL_ROWS } from '../records/page.ts';
import {
  at,
  codeOf,
  importSmall,
  operationInput,
  organizationOf,
  problemsOf,
  scopeOf,
  smallDocument,
} from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';

let organization: string;

const { opened, schedule, scope } = await useSchedule();
beforeAll(async () => {
  organization = organizationOf(scope);
});

describe('a planning', () => {
  test('is created with defaults, changed by difference, and deleted with everything', async () => {
    const created = await schedule.createPlanning(scope, organization, { name: 'Day', weights: { conflict: 5 } });
    expect(created).toMatchObject({
      timezone: 'UTC',
      minimumStaySeconds: 1800,
      weights: { conflict: 5 },
      organization,
    });
    expect(created.change).not.toBeNull();
    const patched = await schedule.patchPlanning(scope, organization, created.id, { weights: { unassigned: 7 } });
    expect(patched.weights).toEqual({ conflict: 5, unassigned: 7 });
    expect(patched.change).not.toBe(created.change);
    const stale = { ...scope, ifMatch: [created.versionId] };
    expect(await codeOf(schedule.patchPlanning(stale, organization, created.id, { name: 'X' }))).toBe(
      'version_mismatch',
    );
    const refused = schedule.patchPlanning(scope, organization, created.id, { weights: { unassigned: -1 } });
    expect(await problemsOf(refused)).toEqual([['weights.unassigned', 'weight_negative']]);
    await schedule.createLocation(scope, { planning: created.id, name: 'Apron' });
    await schedule.deletePlanning(scope, organization, created.id);
    expect(await codeOf(schedule.getPlanning(scope, created.id))).toBe('not_found');
    expect((await schedule.createPlanning(scope, organization, { id: created.id, name: 'Again' })).id).toBe(created.id);
    expect(await codeOf(schedule.createPlanning(scope, organization, { id: created.id, name: 'Twice' }))).toBe(
      'id_taken',
    );
  });

  test('that is renamed while it is deleted is not lost with a name that nobody saw', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, versionId } = await schedule.createPlanning(scope, organization, { name: 'Day' });
      const deleted = schedule.deletePlanning({ ...scope, ifMatch: [versionId] }, organization, id).then(() => true);
      const renamed = schedule.patchPlanning(scope, organization, id, { name: 'Night' }).then(() => true);
      const ends = await Promise.allSettled([deleted, renamed]);
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test('can be created by admins and read by viewers', async () => {
    const p = await importSmall(opened, scope);
    const planner = scopeOf(scope.actor.user, organization, 'planner');
    expect(await codeOf(schedule.createPlanning(planner, organization, { name: 'No' }))).toBe('forbidden');
    expect(await codeOf(schedule.patchPlanning(planner, organization, p, { name: 'No' }))).toBe('forbidden');
    expect(await codeOf(schedule.deletePlanning(planner, organization, p))).toBe('forbidden');
    expect(await codeOf(schedule.listPlannings(planner, 'elsewhere', ALL_ROWS))).toBe('not_found');
    const viewer = scopeOf(scope.actor.user, organization, 'viewer');
    expect((await schedule.listPlannings(viewer, organization, ALL_ROWS)).items.map(({ id }) => id)).toContain(p);
    expect((await schedule.meta(viewer, p)).solvers.map(({ id }) => id)).toEqual(['external']);
  });

  test('lists what a client may choose from', async () => {
    const p = await importSmall(opened, scope);
    const { ruleKinds, tagCategories, weights } = await schedule.meta(scope, p);
    expect(ruleKinds.map(({ kind }) => kind)).toContain('match');
    expect(tagCategories).toEqual(['size']);
    expect(weights).toMatchObject({ conflict: 2000 });
  });
});

describe('a document', () => {
  const rich = (id: string): PlanningDocument => ({
    ...smallDocument(id),
    groups: [{ id: `${id}-g`, name: 'Call' }],
    rules: [
      {
        id: `${id}-rule`,
        name: 'Gap',
        kind: 'buffer',
        weight: 5,
        parameters: { seconds: 600, previousTags: [`${id}-wide`] },
      },
    ],
    operations: smallDocument(id).operations.map((operation, i) => ({
      ...operation,
      group: `${id}-g`,
      inboundTask: { ...operation.inboundTask!, sigma: 60 * (i + 1), skewFactor: 0.3 },
    })),
    assignments: [
      {
        operation: `${id}-o1`,
        parts: [
          { resource: `${id}-r1`, endAt: at('08:20') },
          { resource: `${id}-r2`, startAt: at('08:30') },
        ],
      },
    ],
  });

  test('is exported as it was imported, at any change, and gets other ids if its own are taken', async () => {
    const id = `p${randomUUID().slice(0, 8)}`;
    const first = await schedule.importPlanning(scope, organization, rich(id));
    expect(first.ids).toBeNull();
    const exported = await schedule.exportPlanning(scope, id);
    await schedule.deleteOperation(scope, `${id}-o1`);
    expect(await schedule.exportPlanning(scope, id, { change: first.planning.change })).toEqual(exported);
    expect((await schedule.exportPlanning(scope, id)).operations).toHaveLength(2);
    const second = await schedule.importPlanning(scope, organization, exported);
    const ids = second.ids!;
    expect(Object.keys(ids.operation!)).toEqual([`${id}-o1`, `${id}-o2`, `${id}-o3`]);
    expect(second.planning.id).toBe(ids.planning![id]);
    const again = await schedule.exportPlanning(scope, second.planning.id);
    const names = Object.values(ids).flatMap((map) => Object.entries(map ?? {}));
    const renamed = names.reduce(
      (text, [from, to]) => text.replaceAll(`"${from}"`, `"${to}"`),
      JSON.stringify(exported),
    );
    const sorted = (document: PlanningDocument) => ({
      ...document,
      operations: [...document.operations].sort((a, b) => a.externalId!.localeCompare(b.externalId!)),
      resources: [...document.resources].sort((a, b) => a.name.localeCompare(b.name)),
    });
    const strip = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'parts' ? undefined : part)));
    expect(strip(sorted(again))).toEqual(strip(sorted(JSON.parse(renamed) as PlanningDocument)));
  });

  test('with problems is refused with all of them, and nothing is written', async () => {
    const id = `p${randomUUID().slice(0, 8)}`;
    const document = rich(id);
    const [o1, o2, o3] = document.operations;
    const bad: PlanningDocument = {
      ...document,
      tags: [...document.tags, { uuid: 'bulk', category: 'size', value: 'wide' }],
      operations: [
        { ...o1, group: 'ghost' },
        { ...o2, inboundTask: { ...o2.inboundTask!, expectedTimeP95: at('08:00') } },
        { ...o3, inboundTask: { taskName: 'x', expectedTime: 'noon' } },
      ],
    };
    const problems = await problemsOf(schedule.importPlanning(scope, organization, bad));
    expect(problems).toEqual(
      expect.arrayContaining([
        ['operations.0.group', 'unknown_reference'],
        ['operations.2.inboundTask.expectedTime', 'invalid_timestamp'],
        ['tags.1.uuid', 'id_reserved'],
        ['tags.1', 'tag_not_unique'],
      ]),
    );
    expect(problems.map(([path]) => path)).toContain('operations.2.inboundTask.scheduledTime');
    expect(problems.map(([, code]) => code)).toContain('percentiles_out_of_order');
    expect(await codeOf(schedule.getPlanning(scope, id))).toBe('not_found');
  });

  test('keeps crossed times, because live data has them', async () => {
    const p = await importSmall(opened, scope, (document) => ({
      ...document,
      operations: document.operations.map((operation) => ({
        ...operation,
        inboundTask: { ...operation.inboundTask!, expectedTime: at('23:00') },
      })),
    }));
    expect((await schedule.getOperation(scope, `${p}-o1`)).timesCrossed).toBe(true);
  });
});

describe('organizations', () => {
  test('make their creator an admin', async () => {
    const made = await schedule.createOrganization(scope, { name: 'New' });
    const members = await schedule.listMembers(scopeOf(scope.actor.user, made.id, 'admin'), made.id, ALL_ROWS);
    expect(members.items).toMatchObject([{ user: scope.actor.user, role: 'admin' }]);
    expect((await schedule.listOrganizations(scope, ALL_ROWS)).items.map(({ id }) => id)).toEqual([organization]);
  });

  test('get members by email, always have an admin, and lose members', async () => {
    const email = `${randomUUID()}@Example.org`;
    const member = await schedule.addMember(scope, organization, { email, role: 'viewer', password: 'secret' });
    expect(member).toMatchObject({ email: email.toLowerCase(), role: 'viewer' });
    const { accounts } = opened.ports;
    expect((await accounts.user(member.user))!.passwordHash).toBe('hash of secret');
    expect(await codeOf(schedule.addMember(scope, organization, { email, role: 'admin' }))).toBe('already_member');
    const { user } = scope.actor;
    expect(await codeOf(schedule.patchMember(scope, organization, user, { role: 'viewer' }))).toBe('last_admin');
    expect(await codeOf(schedule.removeMember(scope, organization, user))).toBe('last_admin');
    expect((await schedule.patchMember(scope, organization, member.user, { role: 'planner' })).role).toBe('planner');
    const planner = scopeOf(member.user, organization, 'planner');
    expect(await codeOf(schedule.removeMember(planner, organization, user))).toBe('forbidden');
    await schedule.removeMember(scope, organization, member.user);
    expect(await codeOf(schedule.removeMember(scope, organization, member.user))).toBe('not_found');
  });
});

describe('users', () => {
  test('see themselves with the role of their credential', async () => {
    const viewer = scopeOf(scope.actor.user, organization, 'viewer');
    expect(await schedule.currentUser(viewer)).toMatchObject({
      id: scope.actor.user,
      organizations: [{ id: organization, name: 'Organization', role: 'viewer' }],
    });
  });

  test('have preferences for each planning', async () => {
    const p = await importSmall(opened, scope);
    expect((await schedule.getPreferences(scope, p)).data).toEqual({});
    await schedule.putPreferences(scopeOf(scope.actor.user, organization, 'viewer'), p, { zoom: 2 });
    expect((await schedule.getPreferences(scope, p)).data).toEqual({ zoom: 2 });
  });
});

// Guarantee: no writer makes a planning that cannot be compiled, and one that cannot be can be repaired.
describe('values that cannot be computed with', () => {
  const LONG_AGO = '1971-03-04T05:06:07.000Z';
  const longAgo = { inboundTask: { expectedTime: LONG_AGO } };
  const metricsOf = (p: string) =>
    schedule.metrics(scope, p, { changeId: null, mainline: false, start: null, end: null });
  const stability = (p: string, factor: number) =>
    schedule.createRule(scope, {
      planning: p,
      name: 'Late',
      kind: 'stability',
      parameters: { withinSeconds: 60, factor },
    });

  test('a time decades away is refused by every writer, also in a draft', async () => {
    const p = await importSmall(opened, scope);
    const o1 = `${p}-o1`;
    const draft = { ...scope, workspace: (await schedule.createWorkspace(scope, p, { name: 'D' })).id };
    const once = operationInput(p, '07:00', '07:30');
    const early = { ...once, inboundTask: { ...once.inboundTask, plannedTime: LONG_AGO, expectedTime: LONG_AGO } };
    const attempts = [
      () => schedule.patchOperation(scope, o1, longAgo),
      () => schedule.patchOperation(draft, o1, longAgo),
      () => schedule.createOperation(scope, early),
      () => schedule.bulkCreateOperations(scope, [early]),
      () => schedule.bulkUpload(scope, p, { plannings: [], operations: [early] }),
    ];
    for (const attempt of attempts) expect(await codeOf(attempt())).toBe('validation_failed');
    expect((await metricsOf(p)).operations).toBe(3);
  });

  test('factors that make a reassignment too expensive are refused, also together with the weight', async () => {
    const p = await importSmall(opened, scope);
    await stability(p, 1000);
    expect(await problemsOf(stability(p, 2000))).toEqual([['parameters.factor', 'too_big']]);
    expect(
      await problemsOf(schedule.patchPlanning(scope, organization, p, { weights: { reassigned: 100_000 } })),
    ).toEqual([['weights.reassigned', 'too_big']]);
    expect((await metricsOf(p)).operations).toBe(3);
  });

  // Guarantee: rules that together cost too much are refused exactly where compiling would fail, by every writer.
  test('rules that together cost too much are refused, also per hour, by publishing and by reverting', async () => {
    const p = await importSmall(opened, scope);
    const rule = (by: Scope, weight: number, more: object = {}) =>
      schedule.createRule(by, { planning: p, name: 'Dear', kind: 'match', weight, ...more });
    for (let i = 0; i < 21; i++) await rule(scope, 1_000_000);
    expect((await metricsOf(p)).operations).toBe(3);
    expect(await problemsOf(rule(scope, 1_000_000))).toEqual([['weight', 'too_big']]);
    // Rules for other resources than those.
    const tag = await schedule.createTag(scope, { planning: p, category: 'c', value: 'v' });
    const elsewhere = await rule(scope, 1_000_000, { resourceTags: [tag.uuid] });
    expect((await metricsOf(p)).operations).toBe(3);
    const [resource] = (await schedule.listResources(scope, p, { limit: 1, cursor: null })).items;
    expect(await codeOf(schedule.patchResource(scope, resource.id, { tags: [tag.uuid] }))).toBe('validation_failed');
    await schedule.deleteRule(scope, elsewhere.id);
    // Weakened on the mainline, so that reverting in the draft would be too much together.
    const [first] = (await schedule.listRules(scope, p, { limit: 1, cursor: null })).items;
    await schedule.patchRule(scope, first.id, { weight: 1 });
    const { change } = await metricsOf(p);
    const draft = { ...scope, workspace: (await schedule.createWorkspace(scope, p, { name: 'D' })).id };
    await rule(draft, 1_000_000);
    await schedule.patchRule(scope, first.id, { weight: 1_000_000 });
    expect(await codeOf(schedule.publishWorkspace(scope, draft.workspace, {}))).toBe('clash');
    expect((await metricsOf(p)).operations).toBe(3);
    await schedule.revertChangeset(scope, p, (await metricsOf(p)).change!);
    expect((await schedule.getRule(scope, first.id)).weight).toBe(1);
    const second = await rule(scope, 1_000_000);
    expect(await codeOf(schedule.revertChangeset(scope, p, change!))).toBe('validation_failed');
    await schedule.deleteRule(scope, second.id);
    // The draft's and the mainline's changes of one rule.
    const third = await rule(scope, 1, { enabled: false });
    const other = { ...scope, workspace: (await schedule.createWorkspace(scope, p, { name: 'E' })).id };
    await schedule.patchRule(other, third.id, { weight: 1_000_000 });
    await schedule.patchRule(scope, third.id, { enabled: true });
    await rule(scope, 1_000_000);
    expect(await codeOf(schedule.rebaseWorkspace(scope, other.workspace, {}))).toBe('clash');
    // A day costs too much where an hour does not.
    await rule(scope, 40_000, { parameters: { perHour: true } });
    expect((await metricsOf(p)).operations).toBe(3);
    const longer = { outboundTask: { expectedTime: '2026-11-29T12:00:00Z' } };
    expect(await codeOf(schedule.patchOperation(scope, `${p}-o1`, longer))).toBe('validation_failed');
    const document = await schedule.exportPlanning(scope, p);
    const dear = Array.from({ length: 30 }, (_, i) => ({ id: `x${i}`, name: 'x', kind: 'match', weight: 1_000_000 }));
    const planning = { ...document.planning, id: `${p}-copy` };
    const imported = schedule.importPlanning(scope, organization, { ...document, planning, rules: dear });
    expect(await codeOf(imported)).toBe('validation_failed');
  });

  test('a planning that already has such values can be read, repaired, and imported from its export', async () => {
    const p = await importSmall(opened, scope);
    const { store } = opened.ports;
    const planning = (await store.plannings(organization)).find(({ id }) => id === p)!;
    await store.write({ planning, workspace: null, source: 'api', author: null, message: null }, (state) => {
      const { id, fields } = state.taskOf(`${p}-o1`, 'inbound')!;
      const expectedTime = Date.parse(LONG_AGO);
      return { writes: [{ entity: 'task', id, fields: { ...fields, expectedTime } }], result: null };
    });
    expect(await codeOf(metricsOf(p))).toBe('validation_failed');
    expect((await schedule.getOperation(scope, `${p}-o1`)).inboundTask).toMatchObject({ expectedTime: LONG_AGO });
    // Changes that make it no worse are accepted.
    await schedule.patchOperation(scope, `${p}-o2`, { inboundTask: { expectedTime: at('08:31') } });
    await schedule.patchOperation(scope, `${p}-o1`, { inboundTask: { expectedTime: at('08:00') } });
    expect((await metricsOf(p)).operations).toBe(3);
    const copy = await schedule.importPlanning(scope, organization, await schedule.exportPlanning(scope, p));
    expect((await metricsOf(copy.planning.id)).operations).toBe(3);
  });
});
