/** Planning documents over HTTP: an export equals the import byte for byte, and an invalid document leaves nothing behind. */
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { useApp } from '../../api/testing/useApp.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { at } from '../../schedule/testing/openSchedule.ts';

type Document = {
  -readonly [K in keyof PlanningDocument]: PlanningDocument[K] extends readonly unknown[]
    ? Record<string, unknown>[]
    : Record<string, unknown>;
};

const api = await useApp();

const imported = (body: unknown) =>
  api.call(`POST /v1/organizations/${api.admin.organization}/plannings/import/`, { body });
const exported = async (id: string): Promise<string> => (await api.call(`GET /v1/plannings/${id}/export/`)).text;
const deleted = (id: string) => api.call(`DELETE /v1/organizations/${api.admin.organization}/plannings/${id}/`);
const plannings = async (): Promise<number> =>
  ((await api.call(`GET /v1/organizations/${api.admin.organization}/plannings/`)).body as unknown[]).length;

const task = (name: string, time: string) => ({ taskName: name, plannedTime: at(time), expectedTime: at(time) });

const small = (id: string): Document =>
  ({
    format: 'tidegate/planning@1',
    planning: { id, name: 'Small' },
    locations: [
      { id: `${id}-north`, name: 'North' },
      { id: `${id}-pier`, name: 'Pier', parent: `${id}-north` },
    ],
    tags: [
      { uuid: `${id}-wide`, category: 'size', value: 'wide' },
      { uuid: `${id}-old`, category: 'size', value: 'old' },
    ],
    resources: [
      { id: `${id}-r1`, name: '1', location: `${id}-pier`, adjacent: [`${id}-r2`], tags: [`${id}-old`] },
      { id: `${id}-r2`, name: '2', location: `${id}-pier`, parent: `${id}-r1` },
      { id: `${id}-r3`, name: '3', location: `${id}-pier`, adjacent: [`${id}-r2`, `${id}-r1`] },
    ],
    groups: [{ id: `${id}-g`, name: 'Call' }],
    operations: ['08:00', '09:00'].map((time, i) => ({
      id: `${id}-o${i}`,
      group: `${id}-g`,
      tags: [`${id}-old`],
      inboundTask: task(`in ${i}`, time),
      outboundTask: task(`out ${i}`, '11:00'),
    })),
    rules: [
      { id: `${id}-rule`, name: 'old', kind: 'match', weight: 3, operationTags: [`${id}-old`], resourceTags: [] },
    ],
    assignments: [{ operation: `${id}-o0`, resource: `${id}-r1` }],
  }) as unknown as Document;

const fresh = (): string => `d${randomUUID().slice(0, 8)}`;

test('an export with dangling references is imported and exported unchanged', async () => {
  const id = fresh();
  expect((await imported(small(id))).status).toBe(201);
  for (const path of [`tags/${id}-old/`, `resources/${id}-r2/`, `operation-groups/${id}-g/`]) {
    expect((await api.call(`DELETE /v1/${path}`)).status).toBe(204);
  }
  const before = await exported(id);
  const metrics = async () => (await api.call(`GET /v1/plannings/${id}/metrics/`)).body as { score: object };
  const { score } = await metrics();
  await deleted(id);
  const answer = await imported(JSON.parse(before) as unknown);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body).toMatchObject({ ids: null });
  expect(await exported(id)).toBe(before);
  expect((await metrics()).score).toEqual(score);
});

// Guarantee: members that a document omits get the same defaults as in REST writes.
test('a dry import says what it would create, or what is wrong, and writes nothing', async () => {
  const dry = (body: unknown) =>
    api.call(`POST /v1/organizations/${api.admin.organization}/plannings/import/?dryRun=true`, { body });
  const before = await plannings();
  const document = small('dry');
  const counts = { locations: 2, tags: 2, resources: 3, groups: 1, operations: 2, rules: 1, assignments: 1 };
  expect(await dry(document)).toMatchObject({ status: 200, body: { name: 'Small', counts, keepsIds: true } });
  const operations = document.operations.map((operation, i) => (i === 0 ? operation : { ...operation, group: 'none' }));
  const [refused, really] = [await dry({ ...document, operations }), await imported({ ...document, operations })];
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ errors: [{ path: 'operations.1.group' }] });
  expect((refused.body as { errors: unknown }).errors).toEqual((really.body as { errors: unknown }).errors);
  expect(await plannings()).toBe(before);
  expect((await imported(document)).status).toBe(201);
  expect(await dry(document)).toMatchObject({ status: 200, body: { keepsIds: false } });
  await deleted('dry');
});

test('an import and its dry run warn of rules whose tags match nothing, by a typo or because nothing has them', async () => {
  const document = small(fresh());
  const { id } = document.planning as { id: string };
  const [wide, old] = [`${id}-wide`, `${id}-old`];
  const rule = (name: string, more: object) => ({ id: `${id}-${name}`, name, kind: 'match', weight: 1, ...more });
  document.rules = [
    rule('matches', { operationTags: [wide, old], resourceTags: [old] }),
    rule('names', { operationTags: [old, 'odl'], resourceTags: ['odl'] }),
    rule('idles', { kind: 'buffer', parameters: { seconds: 60, nextTags: [wide] }, resourceTags: [wide] }),
  ];
  const warnings = [
    { path: 'rules.1.operationTags.1', message: 'names no tag: odl' },
    { path: 'rules.1.resourceTags.0', message: 'names no tag: odl' },
    { path: 'rules.2.resourceTags', message: 'names only tags that no resource has' },
    { path: 'rules.2.parameters.nextTags', message: 'names only tags that no operation has' },
  ];
  const path = `/v1/organizations/${api.admin.organization}/plannings/import/`;
  expect(await api.call(`POST ${path}?dryRun=true`, { body: document })).toMatchObject({ body: { warnings } });
  expect(await imported(document)).toMatchObject({ status: 201, body: { warnings } });
  const early = { ...document, operations: [], assignments: [] };
  expect(await imported(early)).toMatchObject({ status: 201, body: { warnings: warnings.slice(0, 3) } });
});

test('an id may be a name that JavaScript reserves', async () => {
  const document = small(fresh());
  const [first, ...others] = document.operations;
  const inboundTask = { ...task('in', '08:00'), id: '__proto__' };
  const odd = { ...document, operations: [{ ...first, inboundTask }, ...others] };
  expect((await imported(odd)).status).toBe(201);
  const copy = await imported(odd);
  expect([copy.status, copy.text]).toEqual([201, expect.stringContaining('"task":{"__proto__":')]);
});

test('imported records read like records that were written one by one', async () => {
  const id = fresh();
  expect((await imported(small(id))).status).toBe(201);
  const other = fresh();
  const { planning, locations, tags, resources, groups, operations, rules } = small(other);
  const written = await api.call(`POST /v1/organizations/${api.admin.organization}/plannings/`, { body: planning });
  expect(written.status).toBe(201);
  const inPlanning = async (path: string, bodies: readonly object[]): Promise<void> => {
    for (const body of bodies) {
      const { status, text } = await api.call(`POST /v1/${path}/`, { body: { ...body, planning: other } });
      expect([status, text]).toEqual([201, text]);
    }
  };
  await inPlanning('locations', locations);
  await inPlanning('tags', tags);
  for (const { adjacent: _adjacent, ...resource } of resources) await inPlanning('resources', [resource]);
  for (const { id: resource, adjacent } of resources) {
    expect((await api.call(`PATCH /v1/resources/${resource as string}/`, { body: { adjacent } })).status).toBe(200);
  }
  await inPlanning('operation-groups', groups);
  await inPlanning('operations', operations);
  await inPlanning('rules', rules);
  await inPlanning('assignments', [{ operation: `${other}-o0`, resource: `${other}-r1` }]);
  const read = async (of: string): Promise<unknown> => {
    const document = JSON.parse((await exported(of)).replaceAll(of, 'own')) as Document;
    // Sorted by content, because the records of one changeset have no order among themselves.
    const bare = (records: Record<string, unknown>[]): unknown[] =>
      records
        .map((record) => JSON.stringify(record, (key, value: unknown) => (key === 'id' ? undefined : value)))
        .sort();
    return Object.fromEntries(
      Object.entries(document).map(([name, records]) => [name, Array.isArray(records) ? bare(records) : records]),
    );
  };
  expect(await read(id)).toEqual(await read(other));
  const { body } = await api.call(`GET /v1/operations/${id}-o0/`);
  expect(body).toMatchObject({ inboundTask: { expectedTimesSource: 'external' } });
});

const BROKEN: readonly (readonly [string, (document: Document, id: string) => void, string])[] = [
  ['a location below itself', ({ locations }, id) => (locations[0]['parent'] = `${id}-pier`), 'locations.0.parent'],
  ['a resource below itself', ({ resources }, id) => (resources[0]['parent'] = `${id}-r1`), 'resources.0.parent'],
  [
    'two resources below each other',
    ({ resources }, id) => (resources[0]['parent'] = `${id}-r2`),
    'resources.1.parent',
  ],
  [
    'a resource next to itself',
    ({ resources }, id) => (resources[1]['adjacent'] = [`${id}-r2`]),
    'resources.1.adjacent.0',
  ],
  ['an operation twice', ({ operations }) => (operations[1]['id'] = operations[0]['id']), 'operations.1.id'],
  [
    'an operation without a name',
    ({ operations }) => (operations[0]['inboundTask'] = {}),
    'operations.0.inboundTask.taskName',
  ],
  ['a place that is not there', ({ assignments }) => (assignments[0]['resource'] = 'absent'), 'assignments.0.resource'],
  ['a version that is not known', (document) => Object.assign(document, { format: 'tidegate/planning@2' }), 'format'],
  ['a member that is not known', (document) => Object.assign(document, { more: 1 }), 'more'],
];

test.each(BROKEN)(
  'a document with %s is 400 with its path, and nothing of it is written',
  async (_name, spoil, path) => {
    const id = fresh();
    const document = small(id);
    spoil(document, id);
    const before = await plannings();
    const { status, body } = await imported(document);
    expect([status, (body as { errors: { path: string }[] }).errors.map((error) => error.path)]).toEqual([
      400,
      expect.arrayContaining([path]),
    ]);
    expect(await plannings()).toBe(before);
    expect(((await imported(small(id))).body as { ids: unknown }).ids).toBeNull();
  },
);

test('an export names the change that it includes, and is not sent again to a client that has it', async () => {
  const id = randomUUID();
  await imported(small(id));
  const path = `GET /v1/plannings/${id}/export/`;
  const { change } = (await api.call(`GET /v1/plannings/${id}/`)).body as { change: string };
  const first = await api.call(path);
  const tag = first.headers.get('ETag')!;
  expect(first.headers.get('X-Change-Id')).toBe(change);
  expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
  const again = await api.call(path, { headers: { 'If-None-Match': tag } });
  expect([again.status, again.text, again.headers.get('X-Change-Id')]).toEqual([304, '', change]);

  // Another layer, other members, or another change make another document.
  const draft = (await api.call(`POST /v1/plannings/${id}/workspaces/`, { body: { name: 'W' } })).body as {
    id: string;
  };
  const inDraft = { 'X-Workspace-Id': draft.id };
  const body = { operation: `${id}-o1`, resource: `${id}-r2` };
  const written = await api.call('POST /v1/assignments/', { body, headers: inDraft });
  const ownChange = written.headers.get('X-Change-Id');
  const changes = (await api.call(`GET /v1/plannings/${id}/changesets/`, { headers: inDraft })).body as {
    id: string;
  }[];
  expect(ownChange).toBe(changes[0].id);
  // The schema omits members that an import ignores, so this response is read directly.
  const withVersions = await api.app.request(`${path.slice(4)}?versions=true`, {
    headers: { Authorization: `Token ${api.admin.key}` },
  });
  const seen = [
    await api.call(path),
    { headers: withVersions.headers, body: await withVersions.json() },
    await api.call(path, { headers: inDraft }),
    await api.call(`${path}?change_id=${change}`),
  ];
  expect(new Set(seen.map(({ headers }) => headers.get('ETag'))).size).toBe(4);
  expect(seen[2].headers.get('X-Change-Id')).toBe(ownChange);
  // A draft's changes never show in the change that the mainline names.
  const mainline = (await api.call(`GET /v1/plannings/${id}/`)).body as { change: string };
  expect(seen[0].headers.get('X-Change-Id')).toBe(mainline.change);
  expect(seen[3].headers.get('ETag')).toBe(tag);

  const { assignments, operations } = seen[1].body as Record<string, Record<string, unknown>[]>;
  const record = (await api.call(`GET /v1/operations/${id}-o0/`)).body as Record<string, Record<string, unknown>>;
  expect(operations[0]).toMatchObject({ versionId: record['versionId'] });
  expect(operations[0]['inboundTask']).toMatchObject({ versionId: record['inboundTask']['versionId'] });
  const assigned = { assignedBy: api.admin.user, assignedByName: 'Somebody', assignedAt: expect.any(String) as string };
  expect(assignments[0]).toMatchObject(assigned);
  const copy = await imported(seen[1].body);
  expect(copy.status).toBe(201);
  expect(copy.headers.get('X-Change-Id')).toBe((copy.body as { planning: { change: string } }).planning.change);
});

test('every write names its changeset, and a request that writes nothing names none', async () => {
  const id = randomUUID();
  await imported(small(id));
  const patch = (description: string) => api.call(`PATCH /v1/operations/${id}-o0/`, { body: { description } });
  const written = await patch('a');
  const { change } = (await api.call(`GET /v1/plannings/${id}/`)).body as { change: string };
  expect(written.headers.get('X-Change-Id')).toBe(change);
  expect((await patch('a')).headers.get('X-Change-Id')).toBeNull();
  const gone = await api.call(`DELETE /v1/tags/${id}-old/`);
  const [last] = (await api.call(`GET /v1/plannings/${id}/changesets/`)).body as Record<string, unknown>[];
  expect(gone.headers.get('X-Change-Id')).toBe(last['id']);
  expect(last).toMatchObject({ author: api.admin.user, authorName: 'Somebody' });
  const undone = await api.call(`POST /v1/plannings/${id}/changesets/${last['id'] as string}/revert/`, { body: {} });
  expect(undone.headers.get('X-Change-Id')).toBe((undone.body as { id: string }).id);
  const [assignment] = (await api.call(`GET /v1/plannings/${id}/assignments/`)).body as Record<string, unknown>[];
  expect(assignment).toMatchObject({ assignedBy: api.admin.user, assignedByName: 'Somebody' });
  const headers = { Origin: 'https://board.example.org' };
  const exposed = (await api.call(`GET /v1/plannings/${id}/`, { headers })).headers.get(
    'Access-Control-Expose-Headers',
  );
  for (const name of ['X-Change-Id', 'ETag', 'Link', 'X-Request-Id']) expect(exposed).toContain(name);
});

test('the plan as CSV has one line per part, in the format that spreadsheets read', async () => {
  const id = fresh();
  const document = small(id);
  Object.assign(document.operations[1], { externalId: '=HYPERLINK("x")', description: 'a, b' });
  const towed = [
    { resource: `${id}-r1`, endAt: at('09:30') },
    { resource: `${id}-r3`, startAt: at('09:30') },
  ];
  Object.assign(document.assignments[0], { resource: undefined, parts: towed });
  await imported(JSON.parse(JSON.stringify(document)) as unknown);
  const { headers, text } = await api.call(`GET /v1/plannings/${id}/export/csv/`);
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(text.endsWith('\r\n')).toBe(true);
  const rows = parse<Record<string, string>>(text, { columns: true });
  const first = { operation: `${id}-o0`, name: 'in 0 / out 0', location: 'Pier', tags: 'size:old' };
  expect(rows).toMatchObject([
    { ...first, part: '1', resource: `${id}-r1`, resourceName: '1', start: at('08:00'), end: at('09:30') },
    { operation: `${id}-o1`, externalId: `'=HYPERLINK("x")`, resource: '', start: at('09:00'), end: at('11:00') },
    { ...first, part: '2', resource: `${id}-r3`, start: at('09:30'), end: at('11:00'), scheduledEnd: at('11:00') },
  ]);
  const [{ id: change }] = (await api.call(`GET /v1/plannings/${id}/changesets/`)).body as { id: string }[];
  await api.call(`DELETE /v1/operations/${id}-o1/`);
  const now = await api.call(`GET /v1/plannings/${id}/export/csv/`);
  expect(parse(now.text)).toHaveLength(3);
  expect((await api.call(`GET /v1/plannings/${id}/export/csv/?change_id=${change}`)).text).toBe(text);
});

test('the plan of a resource is a calendar with folded lines and escaped texts', async () => {
  const id = fresh();
  const document = small(id);
  const long = `Größe 🛫; \u0007 ${'längs, '.repeat(30)}\nend \\`;
  Object.assign(document.planning, { timezone: 'Europe/Berlin' });
  Object.assign(document.operations[0], { description: long });
  await imported(document);
  const { headers, text } = await api.call(`GET /v1/resources/${id}-r1/calendar/`);
  expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${id}-r1.ics"`);
  expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const value = (name: string): string | undefined => lines.find((line) => line.startsWith(name))?.slice(name.length);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect([value('DTSTART:'), value('DTEND:')]).toEqual(
    ['08:00', '11:00'].map((time) => at(time).replaceAll(/[-:]|\.000/g, '')),
  );
  expect([value('SUMMARY:'), value('LOCATION:')]).toEqual(['in 0 / out 0', '1']);
  const told = value('DESCRIPTION:')?.replaceAll(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one));
  expect(told).toBe(`Scheduled 2026-11-20 09:00 to 2026-11-20 12:00 (Europe/Berlin)\n${long.replace('\u0007', ' ')}`);
  expect((await api.call(`GET /v1/resources/${id}-r3/calendar/`)).text).not.toContain('VEVENT');
});
