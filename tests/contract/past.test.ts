/** The past: filtered changesets with their diffs, and metrics over time. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { createRandom } from '../../engine/random.ts';
import { at, importSmall } from '../../schedule/testing/openSchedule.ts';
import { problemsIn, type Row } from './sample.ts';

interface Listed extends Row {
  id: string;
  source: string;
  author: string;
  diffs?: Row[];
}
interface Point extends Row {
  at: string;
  change: string;
}

let other: TestUser;
let p: string;

const api = await useApp();
beforeAll(async () => {
  other = await api.newUser('planner', api.admin.organization);
});
beforeEach(async () => {
  const rule = (kind: string, weight: number, more = {}) => ({ id: randomUUID(), kind, name: kind, weight, ...more });
  p = await importSmall(api, api.scope, (document) => ({
    ...document,
    groups: [{ id: `${document.planning.id}-g`, name: 'Rotation' }],
    rules: [
      rule('mismatch', 5, { resourceTags: [`${document.planning.id}-wide`] }),
      rule('buffer', 3, { parameters: { seconds: 3600 } }),
      rule('group', 2, { parameters: { scope: 'resource' } }),
      rule('usage', 4),
      rule('balance', 1),
      rule('departure', 2, { parameters: { relation: 'adjacent', seconds: 3600 } }),
    ],
  }));
});

const edit = async (body: object, as = api.admin, headers = {}): Promise<string> => {
  const answer = await api.call(`POST /v1/plannings/${p}/edits/`, { body, as, headers });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { change: string }).change;
};
const changesets = async (query: string, headers = {}): Promise<Listed[]> =>
  (await api.call(`GET /v1/plannings/${p}/changesets/?${query}`, { headers })).body;
const ids = async (query: string, headers = {}): Promise<string[]> =>
  (await changesets(query, headers)).map(({ id }) => id);

describe('changesets', () => {
  test('are filtered by author, source, operation and time, all of which must match', async () => {
    const assigned = await edit({ assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }] });
    const delayed = await edit({ operations: [{ id: `${p}-o1`, outboundTask: { imposedDelayInSeconds: 60 } }] }, other);
    const elsewhere = await edit({ operations: [{ id: `${p}-o2`, description: 'x' }] }, other);
    const reverted = await api.call(`POST /v1/plannings/${p}/changesets/${elsewhere}/revert/`, { as: other });
    const revert = (reverted.body as Listed).id;
    expect(reverted.body).toMatchObject({ source: 'revert', reverts: elsewhere });
    const ended = await edit({ assignments: [{ operation: `${p}-o1`, active: false }] });
    expect(await ids(`author=${other.user}`)).toEqual([revert, elsewhere, delayed]);
    expect(await ids('source=revert')).toEqual([revert]);
    expect((await ids(`operation=${p}-o1`)).slice(0, -1)).toEqual([ended, delayed, assigned]);
    expect(await ids(`operation=${p}-o1&author=${other.user}`)).toEqual([delayed]);
    expect(await ids(`operation=${p}-o1&author=${other.user}&source=solver`)).toEqual([]);
    const now = Math.floor(Date.now() / 1000);
    expect(await ids(`from=${now + 60}`)).toEqual([]);
    expect(await ids(`to=${now - 60}`)).toEqual([]);
    expect(await ids(`from=${now - 60}&to=${now + 60}`)).toHaveLength(6);
    const page = await api.call(`GET /v1/plannings/${p}/changesets/?operation=${p}-o1&limit=2`);
    const next = /<([^>]+)>/.exec(page.headers.get('Link')!)![1];
    expect(((await api.call(`GET ${next}`)).body as Listed[])[0].id).toBe(assigned);
    const bad = await api.call(`GET /v1/plannings/${p}/changesets/?source=magic`);
    expect([bad.status, problemsIn(bad.body)]).toEqual([400, ['source: invalid_value']]);
  });

  test('of a draft are its own; with diffs, they equal the single changesets', async () => {
    await edit({ assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }] });
    const made = await api.call(`POST /v1/plannings/${p}/workspaces/`, { body: { name: 'Fog' } });
    const headers = { 'X-Workspace-Id': (made.body as Row)['id'] as string };
    const drafted = await edit({ assignments: [{ operation: `${p}-o1`, resource: `${p}-r2` }] }, other, headers);
    await edit({ assignments: [{ operation: `${p}-o2`, resource: `${p}-r2` }] });
    expect(await ids(`operation=${p}-o1`, headers)).toEqual([drafted]);
    expect(await ids(`author=${other.user}`)).toEqual([]);
    for (const where of [{}, headers]) {
      const listed = await changesets('diffs=true', where);
      expect(listed.length).toBeGreaterThan(0);
      for (const changeset of listed) {
        const one = await api.call(`GET /v1/plannings/${p}/changesets/${changeset.id}/`, { headers: where });
        expect(changeset).toEqual(one.body);
      }
    }
    expect((await changesets('diffs=true&limit=1'))[0].diffs).toHaveLength(1);
    expect((await changesets('limit=1'))[0]).not.toHaveProperty('diffs');
  });

  test('with diffs come at most 200 per page, fewer if they are large', async () => {
    const { scope } = api;
    for (let i = 0; i < 205; i++) await api.schedule.patchOperation(scope, `${p}-o1`, { description: `${i}` });
    const page = await api.call(`GET /v1/plannings/${p}/changesets/?diffs=true`);
    expect(page.body).toHaveLength(200);
    const next = /<([^>]+)>/.exec(page.headers.get('Link')!)![1];
    expect(await api.call(`GET ${next}`)).toMatchObject({ body: { length: 6 } });
    const task = (name: string) => ({ taskName: name, plannedTime: at('08:00'), expectedTime: at('08:00') });
    const operation = { planning: p, inboundTask: task('in'), outboundTask: task('out') };
    await api.schedule.bulkCreateOperations(
      scope,
      Array.from({ length: 700 }, () => operation),
    );
    await edit({ operations: [{ id: `${p}-o1`, description: 'after' }] });
    const cut = await api.call(`GET /v1/plannings/${p}/changesets/?diffs=true`);
    expect(cut.body).toHaveLength(1);
    const rest = await api.call(`GET ${/<([^>]+)>/.exec(cut.headers.get('Link')!)![1]}`);
    expect((rest.body as Listed[]).map(({ counts }) => counts)).toMatchObject([{ operation: { created: 700 } }]);
  });
});

describe('lists', () => {
  const LISTS = [
    'conflicts/?',
    'assignments/?',
    'assignments/?active=false&',
    'resources/?',
    'locations/?',
    'tags/?',
    'rules/?',
    'operation-groups/?',
    'tasks/?external_id=x&',
  ];
  type Headers = Record<string, string>;
  /** Everything that the lists have, page by page. */
  const read = async (past: string, headers: Headers, limit = 2): Promise<unknown> => {
    const found: unknown[] = [];
    for (const list of LISTS) {
      let next: string | undefined = `/v1/plannings/${p}/${list}limit=${limit}${past}`;
      const rows: unknown[] = [];
      while (next !== undefined) {
        const answer = await api.call(`GET ${next}`, { headers });
        expect(answer.status, answer.text).toBe(200);
        rows.push(...(answer.body as unknown[]));
        next = /<([^>]+)>/.exec(answer.headers.get('Link') ?? '')?.[1];
      }
      found.push([list, rows]);
    }
    return found;
  };

  // Guarantee: with change_id, a list has the rows that it had just after that change, on the mainline and in a draft, also after its publication.
  test('with change_id are those of then', async () => {
    const draft = (await api.call(`POST /v1/plannings/${p}/workspaces/`, { body: { name: 'Fog' } })).body as Row;
    const inDraft = { 'X-Workspace-Id': draft['id'] as string };
    const rules = (await api.call(`GET /v1/plannings/${p}/rules/`)).body as Row[];
    const steps: [string, object | undefined, Headers?][] = [
      [`POST /v1/plannings/${p}/edits/`, { assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }] }],
      [
        `POST /v1/plannings/${p}/edits/`,
        { assignments: [{ operation: `${p}-o2`, resource: `${p}-r1`, override: true }] },
      ],
      [`PATCH /v1/operations/${p}-o1/`, { externalId: 'x' }],
      [`POST /v1/plannings/${p}/edits/`, { assignments: [{ operation: `${p}-o1`, resource: `${p}-r2` }] }, inDraft],
      [`PATCH /v1/resources/${p}-r1/`, { name: 'Renamed' }],
      [`DELETE /v1/rules/${rules[0]?.['id'] as string}/`, undefined, inDraft],
      [`POST /v1/plannings/${p}/edits/`, { assignments: [{ operation: `${p}-o2`, active: false }] }],
      [`POST /v1/tags/`, { planning: p, category: 'c', value: 'v' }, inDraft],
      [`DELETE /v1/operation-groups/${p}-g/`, undefined],
      [`POST /v1/plannings/${p}/edits/`, { operations: [{ id: `${p}-o1`, outboundTask: { sigma: 600 } }] }],
      [`PATCH /v1/resources/${p}-r2/`, { name: 'Too' }, inDraft],
    ];
    const then: { past: string; headers: Headers; rows: unknown }[] = [];
    for (const [request, body, headers = {}] of steps) {
      const answer = await api.call(request, body === undefined ? { headers } : { headers, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      const past = `&change_id=${answer.headers.get('X-Change-Id')}`;
      then.push({ past, headers, rows: await read('', headers) });
    }
    const published = await api.call(`POST /v1/workspaces/${draft['id'] as string}/publish/`, { body: {} });
    expect(published.status, published.text).toBe(201);
    for (const { past, headers, rows } of then) {
      expect(await read(past, headers)).toEqual(rows);
      expect(await read(past, headers, 100)).toEqual(rows);
    }
    expect(new Set(then.map(({ rows }) => JSON.stringify(rows))).size).toBe(steps.length);
  });

  test('refuse a changeset that is unknown, or of a draft that is not selected', async () => {
    const draft = (await api.call(`POST /v1/plannings/${p}/workspaces/`, { body: { name: 'Fog' } })).body as Row;
    const headers = { 'X-Workspace-Id': draft['id'] as string };
    const drafted = await edit({ assignments: [{ operation: `${p}-o1`, resource: `${p}-r2` }] }, api.admin, headers);
    for (const list of LISTS)
      for (const id of [drafted, randomUUID(), 'latest'])
        expect((await api.call(`GET /v1/plannings/${p}/${list}change_id=${id}`)).status, `${list} ${id}`).toBe(404);
  });
});

describe('metrics over time', () => {
  // Guarantee: a point equals the metrics of its changeset, whatever was changed in between. A rule that compares operations with each other, such as
  // continuity, makes every plan be computed by itself.
  test.each([[[]], [['continuity']]])('are those of the plan at that time, also with the rules %j', async (kinds) => {
    const named = [1, 2, 3].map((i) => ({ id: `${p}-o${i}`, inboundTask: { taskName: 'KL 1' } }));
    await edit({
      operations: named,
      assignments: named.map(({ id }, i) => ({ operation: id, resource: `${p}-r${1 + (i % 2)}`, override: true })),
    });
    for (const kind of kinds) {
      const rule = { planning: p, kind, name: kind, weight: 7, parameters: { scope: 'resource' } };
      expect((await api.call('POST /v1/rules/', { body: rule })).status).toBe(201);
    }
    const random = createRandom(11);
    const pick = <T>(...list: T[]): T => list[random.below(list.length)];
    const operation = () => `${p}-o${1 + random.below(3)}`;
    const stand = () => `${p}-r${1 + random.below(2)}`;
    const draft = await api.call(`POST /v1/plannings/${p}/workspaces/`, { body: { name: 'Fog' } });
    const headers: Record<string, string> = { 'X-Workspace-Id': (draft.body as Row)['id'] as string };
    const rules = (await api.call(`GET /v1/plannings/${p}/rules/`)).body as Row[];
    const steps: (() => object | (() => Promise<unknown>))[] = [
      () => ({ assignments: [{ operation: operation(), resource: stand(), override: true }] }),
      () => ({ assignments: [{ operation: operation(), active: false }] }),
      () => ({
        assignments: [
          {
            operation: operation(),
            override: true,
            parts: [
              { resource: stand(), startAt: null, endAt: at('08:45') },
              { resource: stand(), startAt: at('08:50'), endAt: null },
            ],
          },
        ],
      }),
      () => ({ operations: [{ id: operation(), outboundTask: { imposedDelayInSeconds: random.below(9000) } }] }),
      () => ({ operations: [{ id: operation(), inboundTask: { sigma: 600 }, group: pick(null, `${p}-g`) }] }),
      () => ({ operations: [{ id: operation(), isBlocker: pick(true, false), tags: pick([], [`${p}-wide`]) }] }),
      () => () =>
        api.call(`PATCH /v1/rules/${rules[random.below(4)]['id'] as string}/`, { body: { weight: random.below(9) } }),
      () => () => api.call(`PATCH /v1/resources/${stand()}/`, { body: { tags: pick([], [`${p}-wide`]) } }),
    ];
    for (let i = 0; i < 30; i++) {
      const step = pick(...steps)();
      if (typeof step === 'function') await step();
      else
        await api.call(`POST /v1/plannings/${p}/edits/`, { body: step, headers: random.below(3) === 0 ? headers : {} });
    }
    await edit({ delete: { operations: [`${p}-o3`] } });
    for (const where of [{}, headers]) {
      const answer = await api.call(`GET /v1/plannings/${p}/metrics/history/?points=200`, { headers: where });
      const points = answer.body as unknown as Point[];
      expect(new Set(points.map(({ change }) => change)).size).toBeGreaterThan(10);
      expect(points.map(({ at: time }) => time)).toEqual(points.map(({ at: time }) => time).sort());
      const byChange = new Map(points.map((point) => [point.change, point]));
      for (const { at: _at, ...point } of [...byChange.values()].filter((_, i) => i % 2 === 0)) {
        const metrics = await api.call(`GET /v1/plannings/${p}/metrics/?change_id=${point.change}`, { headers: where });
        expect(metrics.body).toMatchObject(point);
      }
      const again = await api.call(`GET /v1/plannings/${p}/metrics/history/?points=1`, { headers: where });
      const { at: _at, ...now } = (again.body as Point[])[0];
      expect((await api.call(`GET /v1/plannings/${p}/metrics/`, { headers: where })).body).toMatchObject(now);
    }
  });

  test('are computed only once', async () => {
    const { store } = api.ports;
    const statesAt = store.statesAt.bind(store);
    const asked: number[] = [];
    store.statesAt = (planning, workspace, changes) => {
      asked.push(changes.length);
      return statesAt(planning, workspace, changes);
    };
    await edit({ assignments: [{ operation: `${p}-o1`, resource: `${p}-r1` }] });
    const query = `GET /v1/plannings/${p}/metrics/history/?to=${Math.floor(Date.now() / 1000) + 5}&points=3`;
    const [first, second] = [await api.call(query), await api.call(query)];
    store.statesAt = statesAt;
    expect(asked[0]).toBeGreaterThan(0);
    expect(asked.slice(1)).toEqual([0]);
    const changes = (points: unknown) => new Set((points as Point[]).map(({ change }) => change));
    expect(changes(second.body)).toEqual(changes(first.body));
  });

  test('end now by default, and begin with the oldest stored change', async () => {
    const history = async (query: string) => api.call(`GET /v1/plannings/${p}/metrics/history/?${query}`);
    const now = Math.floor(Date.now() / 1000);
    expect((await history(`from=${now - 1000}&to=${now - 500}&points=5`)).body).toEqual([]);
    const ahead = (await history(`from=${now - 100}&to=${now + 1000}&points=200`)).body as Point[];
    expect(Date.parse(ahead.at(-1)!.at)).toBeLessThanOrEqual(Date.now());
    expect(problemsIn((await history(`from=${now}&to=${now - 1}`)).body)).toEqual(['to: invalid_value']);
    expect(problemsIn((await history('points=201')).body)).toEqual(['points: invalid_value']);
  });
});
