/** Operations and assignments over HTTP: both vocabularies, round trips, atomic bulk requests, uploads. */
import { describe, expect, test } from 'vitest';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { fileTests } from './fieldFiles.ts';
import { openSample, type Operation, problemsIn, type Row, type Task } from './sample.ts';

const { api, p, operation, create, changes } = await openSample();

describe('operations', () => {
  test('return both vocabularies, whichever was written', async () => {
    const made = await create({ description: 'x', metadata: { kind: 'aviation_stand', airline: 'TG' } });
    expect(made).toMatchObject({
      isBlocker: false,
      operationName: 'TG920 / TG921',
      workspace: null,
      timesCrossed: false,
    });
    expect(made.inboundTask).toMatchObject({
      scheduledTime: '2026-11-20T12:00:00.000Z',
      plannedTime: '2026-11-20T12:00:00.000Z',
      expectedTime: '2026-11-20T12:10:00.000Z',
      derivedExpectedTime: '2026-11-20T12:10:00.000Z',
      distributionEarliest: '2026-11-20T12:05:00.000Z',
      expectedTimesSource: 'predicted',
      persisted: true,
      validTo: null,
    });
    expect(made.inboundTask['sigma']).toBeGreaterThan(0);
    expect(made.outboundTask).toMatchObject({ sigma: 300, skewFactor: 0.5, expectedTimesSource: 'external' });
    for (const name of [
      'expectedTimeP05',
      'expectedTimeP10',
      'expectedTimeP90',
      'expectedTimeP95',
      'distributionMean',
    ]) {
      expect(made.outboundTask[name]).toEqual(expect.any(String));
    }
  });

  test('can be read and sent back unchanged, which changes nothing', async () => {
    const made = await create();
    const before = await changes();
    const same = await api.call(`PATCH /v1/operations/${made.id}/`, { body: made });
    expect(same.body).toEqual(made);
    expect(await changes()).toBe(before);
  });

  test('can be read, edited in one place, and sent back', async () => {
    const made = await create();
    const edited = { ...made, inboundTask: { ...made.inboundTask, plannedTime: '2026-11-20T12:02:00Z' } };
    const patched = (await api.call(`PATCH /v1/operations/${made.id}/`, { body: edited })).body as Operation;
    expect(patched.inboundTask).toMatchObject({
      scheduledTime: '2026-11-20T12:02:00.000Z',
      plannedTime: '2026-11-20T12:02:00.000Z',
    });
    const history = (await api.call(`GET /v1/operations/${made.id}/tasks/`)).body as Task[];
    const versions = history.filter(({ role }) => role === 'inbound');
    expect(versions.map(({ scheduledTime }) => scheduledTime)).toEqual([
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T12:02:00.000Z',
    ]);
    expect(versions[0]['validTo']).toBe(versions[1]['validFrom']);
    const query = 'version=first';
    const first = (await api.call(`GET /v1/plannings/${p}/operations/?${query}`)).body as Operation[];
    expect(first.find(({ id }) => id === made.id)!.inboundTask['scheduledTime']).toBe('2026-11-20T12:00:00.000Z');
  });

  test('are found by exact externalId', async () => {
    const made = await create({ externalId: 'EXT 1' });
    const search = async (externalId: string): Promise<string[]> => {
      const found = await api.call(`POST /v1/plannings/${p}/operations/search/`, { body: { externalId } });
      return (found.body as Operation[]).map(({ id }) => id);
    };
    expect(await search('EXT 1')).toEqual([made.id]);
    expect(await search('ext 1')).toEqual([]);
    const tasks = await api.call(`GET /v1/plannings/${p}/tasks/?external_id=EXT%201`);
    expect(tasks.body).toHaveLength(2);
    expect((await api.call(`GET /v1/plannings/${p}/tasks/`)).status).toBe(400);
  });

  test.each(['expectedTime95Interval', 'expectedTime90Interval', 'expectedTime', 'scheduledTime'])(
    'are selected by %s only with both timestamps',
    async (field) => {
      const seconds = (text: string): number => Date.parse(text) / 1000;
      const count = async (query: string): Promise<number> =>
        ((await api.call(`GET /v1/plannings/${p}/operations/?${query}&range_field=${field}`)).body as Row[]).length;
      const all = await count('');
      expect(await count(`start_timestamp=${seconds('2030-01-01T00:00:00Z')}`)).toBe(all);
      expect(
        await count(
          `start_timestamp=${seconds('2030-01-01T00:00:00Z')}&end_timestamp=${seconds('2030-01-02T00:00:00Z')}`,
        ),
      ).toBe(0);
      expect(
        await count(
          `start_timestamp=${seconds('2026-11-20T07:00:00Z')}&end_timestamp=${seconds('2026-11-20T08:00:00Z')}`,
        ),
      ).toBe(1);
    },
  );
});

describe('bulk', () => {
  test('creates all or none; every problem names its item', async () => {
    const before = await changes();
    const bad = [
      operation({ isBlocker: false }),
      operation({ isBlocker: false, group: 'no-group' }),
      operation({ isBlocker: false, tags: ['no-tag'] }),
    ];
    const refused = await api.call('POST /v1/operations/bulk/', { body: bad });
    expect(refused.status).toBe(400);
    expect(problemsIn(refused.body).sort()).toEqual(['1.group: unknown_reference', '2.tags.0: unknown_reference']);
    const shape = await api.call('POST /v1/operations/bulk/', {
      body: [operation({ isBlocker: false }), operation({ inboundTask: {} })],
    });
    expect(problemsIn(shape.body)).toContain('1.isBlocker: required');
    expect(await changes()).toBe(before);
    const made = await api.call('POST /v1/operations/bulk/', {
      body: { operations: [operation({ isBlocker: true })] },
    });
    expect([made.status, (made.body as Row[]).length]).toEqual([201, 1]);
  });

  test('patches all or none', async () => {
    const [a, b] = [await create(), await create()];
    const refused = await api.call('PATCH /v1/operations/bulk/', {
      body: [
        { id: a.id, description: 'new' },
        { id: 'absent', description: 'new' },
      ],
    });
    expect([refused.status, problemsIn(refused.body)]).toEqual([400, ['1.id: unknown_reference']]);
    expect(((await api.call(`GET /v1/operations/${a.id}/`)).body as Row)['description']).toBeNull();
    const done = await api.call('PATCH /v1/operations/bulk/', {
      body: [
        { id: b.id, description: 'b' },
        { id: a.id, description: 'a' },
      ],
    });
    expect((done.body as Row[]).map(({ description }) => description)).toEqual(['b', 'a']);
  });

  test('updates tasks; the window limits what is returned', async () => {
    const made = await create();
    const body = {
      operations: [
        { operationId: made.id, inboundTask: { plannedTime: '2026-11-20T12:01:00Z', sigma: 60, skewFactor: 0 } },
      ],
    };
    const far = await api.call('PATCH /v1/operations/tasks/bulk/?start_timestamp=0&end_timestamp=1', { body });
    expect([far.status, far.body]).toEqual([200, []]);
    const near = await api.call('PATCH /v1/operations/tasks/bulk/', { body });
    expect((near.body as Operation[])[0].inboundTask).toMatchObject({
      sigma: 60,
      scheduledTime: '2026-11-20T12:01:00.000Z',
    });
  });
});

describe('upload', () => {
  const row = (n: number): Row => ({
    externalId: `UP-${n}`,
    inboundTask: { taskName: 'IN', plannedTime: `2026-11-20T1${n}:00:00Z`, expectedTime: `2026-11-20T1${n}:05:00Z` },
    outboundTask: { taskName: 'OUT', plannedTime: `2026-11-20T1${n}:30:00Z`, expectedTime: `2026-11-20T1${n}:30:00Z` },
    tags: [`${p}-wide`],
  });
  const csv = (rows: Row[]): string =>
    [
      'externalId,inboundTask.taskName,inboundTask.plannedTime,inboundTask.expectedTime,outboundTask.taskName,outboundTask.plannedTime,outboundTask.expectedTime,tags',
      ...rows.map(({ externalId, inboundTask, outboundTask, tags }) => {
        const [a, b] = [inboundTask, outboundTask] as Row[];
        return [
          externalId,
          a['taskName'],
          a['plannedTime'],
          a['expectedTime'],
          b['taskName'],
          b['plannedTime'],
          b['expectedTime'],
          (tags as string[]).join('|'),
        ].join(',');
      }),
    ].join('\n');
  const path = (): string => `POST /v1/plannings/${p}/operations/bulk-upload/`;

  test.each(['text/csv', 'application/x-ndjson', 'application/x-ssim', 'application/vnd.dcsa.ovs+json'])(
    'of an empty body as %s says that it is empty',
    async (type) => {
      const headers = { 'Content-Type': type };
      for (const query of ['', '?dryRun=true']) {
        const { status, body } = await api.call(path() + query, { body: '', headers });
        expect([status, body]).toMatchObject([
          400,
          { code: 'validation_failed', detail: expect.stringContaining('is empty') },
        ]);
      }
    },
  );

  test('names the line, the column and the text of a wrong cell', async () => {
    const wrong = 'externalId,isBlocker,inboundTask.sigma\nA,false,300\nB,maybe,n/a\n';
    const { body } = await api.call(path(), { body: wrong, headers: { 'Content-Type': 'text/csv' } });
    const { errors } = body as { errors: { path: string; message: string }[] };
    expect(errors.map(({ path: at, message }) => `${at} ${message}`)).toEqual(
      expect.arrayContaining([
        'lines.3.isBlocker expected boolean, received "maybe"',
        'lines.3.inboundTask.sigma expected number, received "n/a"',
      ]),
    );
  });

  test('works the same in JSON, CSV and NDJSON', async () => {
    const rows = [row(1), row(2)];
    const first = await api.call(path(), { body: { operations: rows } });
    expect(first.body).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
    const again = await api.call(path(), { body: csv(rows), headers: { 'Content-Type': 'text/csv' } });
    expect(again.body).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      operations: (first.body as Row)['operations'],
    });
    const lines = [row(1), { ...row(2), description: 'new' }, row(3)].map((line) => JSON.stringify(line)).join('\n');
    const third = await api.call(path(), { body: lines, headers: { 'Content-Type': 'application/x-ndjson' } });
    expect(third.body).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
  });

  test('of lines that are not JSON is refused as a whole, with each of them', async () => {
    const count = async (): Promise<number> =>
      ((await api.call(`GET /v1/plannings/${p}/operations/`)).body as []).length;
    const before = await count();
    const lines = [JSON.stringify(row(7)), '{', '', JSON.stringify(row(8)), '}', JSON.stringify(row(9))].join('\n');
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const answer = await api.call(path(), { body: lines, headers });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        code: 'invalid_json',
        errors: [
          { path: 'operations.1', code: 'invalid_json', message: expect.stringContaining('line 2') },
          { path: 'operations.4', code: 'invalid_json', message: expect.stringContaining('line 5') },
        ],
      },
    ]);
    expect(await count()).toBe(before);
    const dry = await api.call(`${path()}?dryRun=true`, { body: lines, headers });
    expect(dry.body).toMatchObject({ created: 3, problems: [{ row: 2 }, { row: 5 }] });
  });

  test('changes single members of metadata by columns, and all of it otherwise', async () => {
    const [header = '', line = ''] = csv([row(1)]).split('\n');
    const send = (body: unknown, type: string) => api.call(path(), { body, headers: { 'Content-Type': type } });
    const metadata = { kind: 'aviation_stand', airline: 'TG', crew: { first: 'A', second: 'B' } };
    const { inboundTask } = row(1);
    const whole = { ...row(1), metadata, inboundTask: { ...(inboundTask as Row), metadata: { gate: '7' } } };
    const { operations } = (await send(JSON.stringify(whole), 'application/x-ndjson')).body as { operations: [string] };
    const [id] = operations;
    const columns = ['metadata.airline', 'metadata.crew.second', 'inboundTask.metadata.belt', 'metadata.kind'];
    const table = [[header, ...columns].join(','), [line, 'LH', 'C', '3', ''].join(',')].join('\n');
    const dry = await api.call(`${path()}?dryRun=true`, { body: table, headers: { 'Content-Type': 'text/csv' } });
    expect(dry.body).toMatchObject({ updated: 1, problems: [] });
    expect((await send(table, 'text/csv')).body).toMatchObject({ updated: 1 });
    expect((await send(table, 'text/csv')).body).toMatchObject({ unchanged: 1 });
    expect((await api.call(`GET /v1/operations/${id}/`)).body).toMatchObject({
      metadata: { kind: 'aviation_stand', airline: 'LH', crew: { first: 'A', second: 'C' } },
      inboundTask: { metadata: { gate: '7', belt: '3' } },
    });
    await api.call(path(), { body: { operations: [{ ...row(1), metadata: { airline: 'OS' } }] } });
    expect(((await api.call(`GET /v1/operations/${id}/`)).body as Row)['metadata']).toEqual({ airline: 'OS' });
  });

  // Guarantee: a dry run counts what a real upload would write, names each row that it would refuse, and writes nothing.
  test('reports in a dry run what it would do, and what is wrong, by row', async () => {
    const dry = (body: unknown, type?: string) =>
      api.call(`${path()}?dryRun=true`, { body, ...(type === undefined ? {} : { headers: { 'Content-Type': type } }) });
    const late = {
      ...row(5),
      outboundTask: { ...(row(5)['outboundTask'] as Row), expectedTime: '2026-11-19T00:00:00Z' },
    };
    const rows = [row(9), { ...row(6), inboundTask: {} }, { ...row(7), group: 'nowhere' }, late, row(8)];
    const answer = await dry({ operations: rows });
    expect([answer.status, answer.headers.get('X-Change-Id')]).toEqual([200, null]);
    expect(answer.body).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
    const problems = (answer.body as { problems: { row: number; path: string; code: string }[] }).problems;
    expect(new Set(problems.map((one) => one.row))).toEqual(new Set([2, 3, 4]));
    expect(problems).toContainEqual(expect.objectContaining({ row: 3, path: 'group', code: 'unknown_reference' }));
    expect(problems).toContainEqual(
      expect.objectContaining({ row: 4, path: 'outboundTask.expectedTime', code: 'times_crossed' }),
    );
    expect((await api.call(path(), { body: { operations: rows } })).status).toBe(400);
    const [header, first, second] = csv([row(9), row(8)]).split('\n') as [string, string, string];
    const table = await dry([header, '', first, 'short,row', second].join('\n'), 'text/csv');
    expect(table.body).toMatchObject({ created: 2, problems: [{ row: 4, path: '', code: 'invalid_csv' }] });
    const lines = await dry(
      [JSON.stringify(row(9)), '{', JSON.stringify({ sigma: 1 })].join('\n'),
      'application/x-ndjson',
    );
    expect(lines.body).toMatchObject({ created: 1 });
    expect(new Set((lines.body as { problems: { row: number }[] }).problems.map((one) => one.row))).toEqual(
      new Set([2, 3]),
    );
    const real = await api.call(path(), { body: { operations: [row(9), row(8)] } });
    expect(real.body).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
  });

  test('warns of an externalId that it names twice, by row', async () => {
    const rows = [row(5), row(6), { ...row(5), tags: [] }];
    const headers = { 'Content-Type': 'text/csv' };
    const warnings = [{ row: 4, path: 'externalId', message: expect.stringContaining('row 2') }];
    const dry = await api.call(`${path()}?dryRun=true`, { body: csv(rows), headers });
    expect(dry.body).toMatchObject({ created: 2, unchanged: 1, problems: [], warnings });
    const real = await api.call(path(), { body: csv(rows), headers });
    expect(real.body).toMatchObject({ created: 2, unchanged: 1, warnings });
    const array = await api.call(path(), { body: { operations: rows } });
    expect(array.body).toMatchObject({ warnings: [{ row: 3, path: 'externalId' }] });
  });

  fileTests(api);

  test('is all or nothing across all named plannings', async () => {
    const other = await importSmall(api, api.scope, (document) => ({
      ...document,
      operations: [],
    }));
    const upload = (plannings: string, rows: Row[]) =>
      api.call(`${path()}?plannings=${plannings}`, { body: { operations: rows } });
    const tagless = ({ tags: _tags, ...rest }: Row): Row => rest;
    const missing = await upload('absent', [tagless(row(4))]);
    expect(missing.status).toBe(404);
    expect((await upload(other, [tagless(row(4)), row(5)])).status).toBe(400);
    expect((await api.call(`GET /v1/plannings/${other}/operations/`)).body).toEqual([]);
    expect((await upload(other, [tagless(row(4))])).body).toMatchObject({ created: 2 });
    const bad = await upload('', [{ ...row(6), nonsense: 1 }]);
    expect(problemsIn(bad.body)).toEqual(['operations.0.nonsense: unknown_member']);
  });
});

describe('assignments', () => {
  test('replace one another, are returned in both vocabularies, and can be sent back', async () => {
    const [first, second] = [await create(), `${p}-r2`];
    const assign = (body: Row) => api.call('POST /v1/assignments/', { body: { operation: first.id, ...body } });
    expect((await api.call(`GET /v1/operations/${first.id}/assignment/`)).body).toMatchObject({ code: 'unassigned' });
    const a = (await assign({ resource: `${p}-r1`, metadata: { kind: 'maritime_berth', position: null } })).body as Row;
    expect(a).toMatchObject({
      active: true,
      tombstone: false,
      resource: `${p}-r1`,
      location: `${p}-apron`,
      assignedBy: api.admin.user,
      validTo: null,
    });
    const b = (
      await assign({
        parts: [
          { resource: `${p}-r1`, endAt: '2026-11-20T13:00:00Z' },
          { resource: second, startAt: '2026-11-20T13:00:00Z' },
        ],
      })
    ).body as Row;
    expect((b['parts'] as Row[]).map(({ resource }) => resource)).toEqual([`${p}-r1`, second]);
    const ended = (await api.call(`GET /v1/plannings/${p}/assignments/?active=false&operation=${first.id}`))
      .body as Row[];
    expect(ended).toMatchObject([{ id: a['id'], active: false }]);
    const { id: _id, ...withoutId } = b;
    const again = await api.call('POST /v1/assignments/', { body: withoutId });
    expect(again.body).toMatchObject({
      parts: (b['parts'] as Row[]).map(({ resource, startAt, endAt }) => ({ resource, startAt, endAt })),
    });
    const deactivated = await api.call(`POST /v1/assignments/${(again.body as Row)['id'] as string}/deactivate/`);
    expect([deactivated.status, deactivated.body]).toMatchObject([200, { active: false }]);
    expect((await api.call(`GET /v1/operations/${first.id}/assignment/`)).status).toBe(404);
  });

  test('without a required tag need override; an overlap is a conflict', async () => {
    const [a, b] = [await create({ tags: [`${p}-wide`] }), await create()];
    const refused = await api.call('POST /v1/assignments/', { body: { operation: a.id, resource: `${p}-r2` } });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'missing_required_tags' }]);
    const bulk = await api.call('POST /v1/assignments/bulk/', {
      body: {
        assignments: [
          { operation: a.id, resource: `${p}-r2`, override: true, active: true },
          { operation: b.id, resource: `${p}-r2` },
        ],
      },
    });
    expect([bulk.status, (bulk.body as Row[]).map(({ operation }) => operation)]).toEqual([201, [a.id, b.id]]);
    const conflicts = (await api.call(`GET /v1/plannings/${p}/conflicts/`)).body as { operations: string[] }[];
    expect(conflicts.some(({ operations }) => operations.includes(a.id) && operations.includes(b.id))).toBe(true);
    const off = await api.call('POST /v1/assignments/bulk/', {
      body: { assignments: [a.id, b.id].map((id) => ({ operation: id, active: false })) },
    });
    expect(off.status).toBe(201);
  });
});
