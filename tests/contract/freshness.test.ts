/** Writes that name the version that they are based on never overwrite a later one. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../../api/testing/openApp.ts';
import { useApp } from '../../api/testing/useApp.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { type Assignment, placing } from './placing.ts';
import type { Row } from './sample.ts';

let other: TestUser;
let p: string;

const api = await useApp();
beforeAll(async () => {
  other = await api.newUser('planner', api.admin.organization);
});
beforeEach(async () => {
  p = await importSmall(api, api.scope);
});

const { post, assign, edit, latest, where } = placing(api, () => p);

describe('If-Match on an assignment', () => {
  test('refers to the operation’s current assignment; 412 says what that is, and whose', async () => {
    const seen = (await assign('o1', 'r1')).body as Assignment;
    const theirs = (await assign('o1', 'r2', { 'If-Match': `"${seen.versionId}"` }, other)).body as Assignment;
    expect(theirs.resource).toBe(`${p}-r2`);
    const before = await latest();
    const refused = await assign('o1', 'r1', { 'If-Match': `"${seen.versionId}"` });
    expect([refused.status, refused.body]).toMatchObject([
      412,
      {
        code: 'version_mismatch',
        current: {
          resource: `${p}-r2`,
          versionId: theirs.versionId,
          author: { id: other.user, name: 'Somebody' },
        },
        stale: [{ path: '', entity: 'assignment', id: `${p}-o1` }],
      },
    ]);
    expect(await latest()).toBe(before);
    expect((await assign('o1', 'r1')).status).toBe(201);
  });

  test('`*` matches any existing assignment, and none if there is none', async () => {
    expect([(await assign('o1', 'r1', { 'If-Match': '*' })).body]).toMatchObject([
      { code: 'version_mismatch', current: { resource: null, versionId: null, author: null } },
    ]);
    const { id, versionId } = (await assign('o1', 'r1')).body as Assignment;
    expect((await assign('o1', 'r2', { 'If-Match': '*' })).status).toBe(201);
    const { body } = await post(`assignments/${id}/deactivate`, {}, { 'If-Match': '"x"' });
    expect(body).toMatchObject({ id, active: false });
    await post('assignments/bulk', { assignments: [{ operation: `${p}-o1`, active: false }] }, {}, other);
    const ended = await assign('o1', 'r1', { 'If-Match': `"${versionId}"` });
    expect([ended.status, ended.body]).toMatchObject([
      412,
      { current: { resource: null, versionId: null, author: { id: other.user } } },
    ]);
  });

  test('in a draft, it refers to what the draft shows', async () => {
    const mainline = (await assign('o1', 'r1')).body as Assignment;
    const draft = (await post(`plannings/${p}/workspaces`, { name: 'Fog' })).body as Row;
    const headers = { 'X-Workspace-Id': draft['id'] as string };
    const drafted = await assign('o1', 'r2', { ...headers, 'If-Match': `"${mainline.versionId}"` });
    expect(drafted.status).toBe(201);
    expect((await assign('o1', 'r1', { ...headers, 'If-Match': `"${mainline.versionId}"` })).status).toBe(412);
    expect((await assign('o1', 'r2', { 'If-Match': `"${mainline.versionId}"` })).status).toBe(201);
  });

  test('on other records, 412 names the author as well', async () => {
    const { versionId } = (await api.call(`GET /v1/operations/${p}-o1/`)).body as Row;
    const headers = { 'If-Match': `"${versionId as string}"` };
    const patch = (description: string, as: TestUser) =>
      api.call(`PATCH /v1/operations/${p}-o1/`, { body: { description }, headers, as });
    expect((await patch('first', other)).status).toBe(200);
    const { status, body } = await patch('second', api.admin);
    expect([status, body]).toMatchObject([412, { current: { author: { id: other.user } } }]);
    expect((body as { current: Row }).current).not.toHaveProperty('resource');
  });
});

describe('basedOn in bulk', () => {
  test('applies all or none, and names every item that is based on another version', async () => {
    const { versionId } = (await assign('o1', 'r1')).body as Assignment;
    await assign('o2', 'r2', {}, other);
    const before = await latest();
    const items = (first: string | null) => ({
      assignments: [
        { operation: `${p}-o1`, resource: `${p}-r2`, basedOn: first },
        { operation: `${p}-o2`, active: false, basedOn: versionId },
        { operation: `${p}-o3`, resource: `${p}-r1`, basedOn: null },
      ],
    });
    const refused = await post('assignments/bulk', items(null));
    expect([refused.status, refused.body]).toMatchObject([
      412,
      {
        current: { resource: `${p}-r1`, author: { id: api.admin.user } },
        stale: [
          { path: 'assignments.0.basedOn', id: `${p}-o1` },
          { path: 'assignments.1.basedOn', current: { author: { id: other.user } } },
        ],
      },
    ]);
    expect(await latest()).toBe(before);
    const last = items(versionId);
    last.assignments.splice(1, 1);
    expect((await post('assignments/bulk', last)).status).toBe(201);
    expect([await where('o1'), await where('o3')]).toEqual(['r2', 'r1']);
  });
});

// Guarantee: of two clients that drag the same operations, neither ever replaces a version that it has not seen.
test('two clients that drag the same operations at the same time lose nothing silently', async () => {
  const names = ['o1', 'o2', 'o3'];
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  /** By operation, for each accepted write, the version that it was based on and the one that it made. */
  const writes: { operation: string; basedOn: string | null; made: string; author: string }[] = [];
  let refusals = 0;
  const client = async (as: TestUser): Promise<void> => {
    const seen = new Map<string, string | null>(names.map((name) => [`${p}-${name}`, null]));
    const learn = ({
      stale,
    }: {
      stale: { id: string; current: { versionId: string | null; author: Row | null } }[];
    }) => {
      for (const { id, current } of stale) {
        expect(current.author === null).toBe(current.versionId === null);
        seen.set(id, current.versionId);
      }
    };
    for (let drag = 0; drag < 40; drag++) {
      const operations = names.filter(() => random(2) === 0).map((name) => `${p}-${name}`);
      if (operations.length === 0) operations.push(`${p}-o1`);
      const items = operations.map((operation) => ({
        operation,
        resource: `${p}-r${1 + random(2)}`,
        basedOn: seen.get(operation)!,
      }));
      const [first] = items;
      const way = items.length === 1 && first.basedOn !== null ? random(3) : random(2);
      const answer =
        way === 0
          ? await post('assignments/bulk', { assignments: items }, {}, as)
          : way === 1
            ? await edit({ assignments: items }, {}, as)
            : await post(
                'assignments',
                { operation: first.operation, resource: first.resource },
                { 'If-Match': `"${first.basedOn}"` },
                as,
              );
      if (answer.status === 412) {
        refusals++;
        const body = answer.body as { stale: { id: string; current: { versionId: string | null; author: Row } }[] };
        learn(body);
        continue;
      }
      expect(answer.status, answer.text).toBe(201);
      const records: Assignment[] =
        way === 0
          ? answer.body
          : way === 1
            ? (answer.body as { assignments: Assignment[] }).assignments
            : [answer.body];
      for (const [i, { operation, versionId }] of records.entries()) {
        writes.push({ operation, basedOn: items[i].basedOn, made: versionId, author: as.user });
        seen.set(operation, versionId);
      }
    }
  };
  await Promise.all([client(api.admin), client(other)]);
  expect(refusals).toBeGreaterThan(5);
  expect(writes.length).toBeGreaterThan(20);
  const versions = new Map<string, string>();
  const changesets = (await api.call(`GET /v1/plannings/${p}/changesets/`)).body as Row[];
  for (const { id, author } of changesets.toReversed()) {
    const { diffs } = (await api.call(`GET /v1/plannings/${p}/changesets/${id as string}/`)).body as {
      diffs: { entity: string; after: Row | null }[];
    };
    for (const { entity, after } of diffs) {
      if (entity !== 'assignment' || after === null) continue;
      const operation = after['operation'] as string;
      const write = writes.find(({ made }) => made === after['versionId'])!;
      expect([write.basedOn, write.author]).toEqual([versions.get(operation) ?? null, author]);
      versions.set(operation, write.made);
      writes.splice(writes.indexOf(write), 1);
    }
  }
  expect(writes).toEqual([]);
});
