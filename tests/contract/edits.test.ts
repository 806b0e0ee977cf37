/** Several edits as one changeset. */
import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../api/testing/useApp.ts';
import { at, importSmall } from '../../schedule/testing/openSchedule.ts';
import { type Assignment, placing } from './placing.ts';
import { problemsIn, type Row } from './sample.ts';

interface Result {
  change: string | null;
  operations: Row[];
  tasks: Row[];
  assignments: Assignment[];
}

let p: string;

const api = await useApp();
beforeEach(async () => {
  p = await importSmall(api, api.scope);
});

const { post, assign, edit, latest, where } = placing(api, () => p);
const edited = async (body: unknown, headers = {}): Promise<Result> => {
  const answer = await edit(body, headers);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
/** The planning as its document shows it. */
const exported = async (): Promise<Row> => (await api.call(`GET /v1/plannings/${p}/export/`)).body;
const blocker = (from: string, to: string) => ({
  id: `${p}-closed`,
  isBlocker: true,
  isFixedToResource: true,
  inboundTask: { taskName: 'Closed', plannedTime: at(from), expectedTime: at(from) },
  outboundTask: { taskName: 'Open again', plannedTime: at(to), expectedTime: at(to) },
});

describe('edits', () => {
  test('close a stand and move what must leave it, as one changeset that is undone as one', async () => {
    const { versionId } = (await assign('o1', 'r1')).body as Assignment;
    const before = await exported();
    const made = await edited({
      operations: [blocker('07:00', '12:00')],
      assignments: [
        { operation: `${p}-closed`, resource: `${p}-r1`, basedOn: null },
        { operation: `${p}-o1`, resource: `${p}-r2`, basedOn: versionId },
      ],
      message: 'Stand 1 is closed',
    });
    expect(made.operations).toMatchObject([{ id: `${p}-closed`, isBlocker: true }]);
    expect(made.assignments.map(({ operation, resource }) => [operation, resource])).toEqual([
      [`${p}-closed`, `${p}-r1`],
      [`${p}-o1`, `${p}-r2`],
    ]);
    const changeset = (await api.call(`GET /v1/plannings/${p}/changesets/${made.change!}/`)).body as Row;
    expect(changeset).toMatchObject({
      message: 'Stand 1 is closed',
      author: api.admin.user,
      counts: { operation: { created: 1 }, task: { created: 2 }, assignment: { created: 2, deleted: 1 } },
    });
    expect((await post(`plannings/${p}/changesets/${made.change!}/revert`, {})).status).toBe(201);
    expect(await exported()).toEqual(before);
  });

  test('move with a delay, a tow, and several bars at once; each is undone by its changeset', async () => {
    await edited({ assignments: ['o1', 'o2'].map((name) => ({ operation: `${p}-${name}`, resource: `${p}-r1` })) });
    const before = await exported();
    const delayed = await edited({
      operations: [{ id: `${p}-o1`, outboundTask: { imposedDelayInSeconds: 900 } }],
      assignments: [{ operation: `${p}-o1`, resource: `${p}-r2` }],
    });
    expect(delayed.operations).toMatchObject([{ outboundTask: { derivedExpectedTime: at('09:15') } }]);
    const towed = await edited({
      assignments: [
        {
          operation: `${p}-o2`,
          parts: [
            { resource: `${p}-r1`, startAt: null, endAt: at('08:50') },
            { resource: `${p}-r2`, startAt: at('09:00'), endAt: null },
          ],
        },
      ],
    });
    expect(towed.assignments[0]['parts']).toHaveLength(2);
    const several = await edited({
      assignments: [
        { operation: `${p}-o1`, resource: `${p}-r1` },
        { operation: `${p}-o2`, active: false },
        { operation: `${p}-o3`, resource: `${p}-r2` },
      ],
    });
    expect(several.assignments.map(({ resource }) => resource)).toEqual([`${p}-r1`, `${p}-r1`, `${p}-r2`]);
    expect(several.assignments.map(({ active }) => active)).toEqual([true, false, true]);
    for (const { change } of [several, towed, delayed]) {
      expect((await post(`plannings/${p}/changesets/${change!}/revert`, {})).status).toBe(201);
    }
    expect(await exported()).toEqual(before);
  });

  test('create tasks and the operation that links them, and delete', async () => {
    const task = (name: string, time: string) => ({
      id: `${p}-${name}`,
      taskName: name,
      plannedTime: at(time),
      expectedTime: at(time),
    });
    const made = await edited({
      tasks: [task('in', '13:00'), task('out', '14:00')],
      operations: [{ externalId: 'new', inboundTask: { id: `${p}-in` }, outboundTask: { id: `${p}-out` } }],
      delete: { operations: [`${p}-o1`] },
    });
    const [operation] = made.operations;
    expect(operation).toMatchObject({ externalId: 'new', inboundTask: { id: `${p}-in` } });
    expect(made.tasks).toMatchObject([
      { id: `${p}-in`, operation: operation['id'], role: 'inbound' },
      { id: `${p}-out`, role: 'outbound' },
    ]);
    expect((await api.call(`GET /v1/operations/${p}-o1/`)).status).toBe(404);
    const moved = await edited({ tasks: [{ id: `${p}-in`, expectedTime: at('13:10') }] });
    expect(moved.tasks).toMatchObject([{ expectedTime: at('13:10'), operation: operation['id'] }]);
  });

  test('are checked like single edits: every problem is reported, and nothing is written', async () => {
    const before = await latest();
    const refused = await edit({
      operations: [
        { id: 'gone', description: 'a patch of nothing' },
        { externalId: 'half', inboundTask: { taskName: 'in', plannedTime: at('08:00') } },
        { id: `${p}-o1`, group: 'ghost', planning: 'elsewhere' },
      ],
      tasks: [{ id: 'nothing', expectedTime: at('08:00') }],
      assignments: [
        { operation: 'ghost', resource: `${p}-r1` },
        { operation: `${p}-o2`, resource: 'ghost' },
      ],
      delete: { operations: ['never'] },
    });
    expect([refused.status, problemsIn(refused.body)]).toEqual([
      400,
      [
        'tasks.0.id: unknown_reference',
        'operations.0.id: unknown_reference',
        'operations.1.inboundTask.expectedTime: required',
        'operations.1.outboundTask: required',
        'operations.2.planning: planning_immutable',
        'operations.2.group: unknown_reference',
        'assignments.0.operation: unknown_reference',
        'assignments.1.resource: unknown_reference',
        'delete.operations.0: unknown_reference',
      ],
    ]);
    const twice = await edit({
      operations: [{ id: `${p}-o1` }, { id: `${p}-o1` }],
      delete: { operations: [`${p}-o1`] },
    });
    expect(problemsIn(twice.body)).toEqual(['operations.1.id: duplicate', 'delete.operations.0: duplicate']);
    const tagged = await edit({
      operations: [{ id: `${p}-o2`, tags: [`${p}-wide`] }],
      assignments: [{ operation: `${p}-o2`, resource: `${p}-r2` }],
    });
    expect(tagged.body).toMatchObject({ code: 'missing_required_tags' });
    expect(await latest()).toBe(before);
  });

  test('write a task once: not by itself and with its operation, and not where it is deleted with it', async () => {
    const { inboundTask } = (await api.call(`GET /v1/operations/${p}-o1/`)).body as { inboundTask: { id: string } };
    const tasks = [{ id: inboundTask.id, expectedTime: at('08:10') }];
    const before = await latest();
    const problems = async (body: object): Promise<unknown> => {
      const { status, body: refused } = await edit({ tasks, ...body });
      expect(status).toBe(400);
      return problemsIn(refused);
    };
    const operations = [{ id: `${p}-o1`, inboundTask: { expectedTime: at('08:20') } }];
    expect(await problems({ operations })).toEqual(['operations.0.inboundTask: duplicate']);
    expect(await problems({ delete: { operations: [`${p}-o1`] } })).toEqual(['delete.operations.0: duplicate']);
    expect(await latest()).toBe(before);
    const { operations: both } = await edited({ tasks, operations: [{ id: `${p}-o1`, description: 'late' }] });
    expect(both).toMatchObject([{ description: 'late', inboundTask: { expectedTime: at('08:10') } }]);
  });

  test('based on outdated versions are 412: operations, tasks, assignments and deletions', async () => {
    const stale = '0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44';
    const { inboundTask } = (await api.call(`GET /v1/operations/${p}-o1/`)).body as { inboundTask: Row };
    const refused = await edit({
      tasks: [{ id: inboundTask['id'], basedOn: stale, expectedTime: at('08:05') }],
      operations: [{ id: `${p}-o2`, basedOn: stale, description: 'mine' }],
      assignments: [{ operation: `${p}-o2`, resource: `${p}-r1`, basedOn: stale }],
      delete: { operations: [{ id: `${p}-o3`, basedOn: stale }] },
    });
    expect([refused.status, (refused.body as { stale: Row[] }).stale.map(({ path }) => path)]).toEqual([
      412,
      ['tasks.0.basedOn', 'operations.0.basedOn', 'assignments.0.basedOn', 'delete.operations.0.basedOn'],
    ]);
  });

  test('are applied once per key, and return null if nothing differs', async () => {
    const body = {
      operations: [blocker('07:00', '08:00')],
      assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }],
    };
    const headers = { 'Idempotency-Key': 'close' };
    const first = await edit(body, headers);
    await assign('o1', 'r2');
    const again = await edit(body, headers);
    expect([again.status, again.headers.get('Idempotency-Replayed'), again.body]).toEqual([201, 'true', first.body]);
    const changes = [first, again].map((answer) => answer.headers.get('X-Change-Id'));
    expect(changes).toEqual([first.body, first.body].map((body) => (body as Row)['change']));
    const unchanged = { operations: [{ id: `${p}-o1`, isBlocker: false }] };
    for (let tries = 0; tries < 2; tries++) {
      const { headers: said } = await edit(unchanged, { 'Idempotency-Key': 'unchanged' });
      expect(said.get('X-Change-Id')).toBeNull();
      // Another change gets its number.
      await assign('o1', ['r1', 'r2'][tries]);
    }
    expect(await where('o1')).toBe('r2');
    const nothing = await edited({ operations: [{ id: `${p}-o1`, isBlocker: false }] });
    expect(nothing).toMatchObject({ change: null, operations: [{ id: `${p}-o1` }] });
    expect(await edited({})).toEqual({ change: null, operations: [], tasks: [], assignments: [] });
  });

  test('go to the selected draft; viewers are refused; the limit counts all items', async () => {
    const draft = (await post(`plannings/${p}/workspaces`, { name: 'Fog' })).body as Row;
    const headers = { 'X-Workspace-Id': draft['id'] as string };
    const body = { assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }] };
    expect((await edited(body, headers)).assignments).toMatchObject([{ workspace: draft['id'] }]);
    expect(await where('o1')).toBeNull();
    const viewer = await api.newUser('viewer', api.admin.organization);
    expect((await edit(body, {}, viewer)).status).toBe(403);
    expect((await edit(body, {}, await api.newUser('planner'))).status).toBe(404);
    const many = Array.from({ length: 5001 }, (_, i) => ({ id: `x${i}` }));
    const refused = await edit({ operations: many, delete: { operations: many.map(({ id }) => id) } });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'too_many_items' }]);
  });
});
