import type { TestApp } from '../../api/testing/openApp.ts';
import { expect, test } from 'vitest';
import {
  ARRIVAL,
  callsOf,
  EXAMPLE_FILES,
  FLIGHT_MAPPING,
  FLIGHTS,
  flightsOf,
  PLANNED_LEG,
  PORT_CALL,
  seasonOf,
} from '../../fixtures/formats/exampleFiles.ts';
import { writeAidx } from '../../fixtures/formats/aidx.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import type { Row, Task } from './sample.ts';

/** One turnaround in each format, and the same with a fault. */
const FIELD_FILES = [
  {
    type: 'application/x-ssim',
    query: '?station=FRA&from=2026-11-20&to=2026-11-20',
    text: EXAMPLE_FILES['season.ssim'],
    bad: seasonOf([{ ...PLANNED_LEG, service: '!' }]),
    problem: { row: 11, path: 'serviceType', code: 'invalid_format' },
  },
  {
    type: 'application/xml',
    query: '?station=FRA',
    text: EXAMPLE_FILES['legs.xml'],
    bad: writeAidx([{ ...ARRIVAL, originDate: 'yesterday' }]),
    problem: { row: 4, path: 'LegIdentifier.OriginDate', code: 'invalid_format' },
  },
  {
    type: 'application/vnd.dcsa.ovs+json',
    query: '?station=NLRTM',
    text: EXAMPLE_FILES['calls.json'],
    bad: callsOf({ ...PORT_CALL, reference: '' }),
    problem: {
      row: 1,
      path: 'schedules.0.vesselSchedules.0.transportCalls.0.transportCallReference',
      code: 'invalid_format',
    },
  },
] as const;

/** What an upload makes of files of airlines, ports and airports. */
export const fileTests = (api: TestApp): void => {
  // Guarantee: a file of the field becomes operations, the same file again finds them, and what is wrong is told by line.
  test('takes the files of airlines and ports by their content type', async () => {
    const planning = await importSmall(api, api.scope);
    const upload = (type: string, body: string, query = '') =>
      api.call(`POST /v1/plannings/${planning}/operations/bulk-upload/${query}`, {
        body,
        headers: { 'Content-Type': type },
      });
    for (const { type, query, text, bad, problem } of FIELD_FILES) {
      const first = await upload(type, text, query);
      expect([first.status, first.body], type).toEqual([
        200,
        expect.objectContaining({ created: 1, updated: 0, deleted: 0 }),
      ]);
      expect((await upload(type, text, query)).body).toEqual({ ...(first.body as Row), created: 0, unchanged: 1 });
      expect((await upload(type, bad, `${query}&dryRun=true`)).body).toMatchObject({ created: 0, problems: [problem] });
      const refused = await upload(type, bad, query);
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { errors: [{ path: `lines.${problem.row}.${problem.path}` }] },
      ]);
      expect((await upload(type, text)).body).toMatchObject({ errors: [{ path: 'station', code: 'required' }] });
    }
  });

  // Guarantee: an airport's own CSV is read by a mapping, saved or not; the same file again finds what it brought, and a later one keeps its history.
  test('takes a CSV by a mapping of its columns', async () => {
    const planning = await importSmall(api, api.scope);
    const mappings = `/v1/organizations/${api.admin.organization}/upload-mappings/`;
    const upload = (bytes: Uint8Array, query: string, type = 'text/csv') =>
      api.call(`POST /v1/plannings/${planning}/operations/bulk-upload/?${query}`, {
        body: bytes,
        headers: { 'Content-Type': type },
      });
    const once = `mapping=${encodeURIComponent(JSON.stringify(FLIGHT_MAPPING))}`;
    expect((await upload(flightsOf(FLIGHTS), `${once}&dryRun=true`)).body).toMatchObject({ created: 3, problems: [] });
    const made = await api.call(`POST ${mappings}`, { body: FLIGHT_MAPPING });
    expect([made.status, made.body]).toMatchObject([201, { ...FLIGHT_MAPPING, createdBy: api.admin.user }]);
    const { id } = made.body as { id: string };
    const byId = `mapping=${id}`;
    const first = (await upload(flightsOf(FLIGHTS), byId)).body as { operations: string[] };
    expect(first).toMatchObject({ created: 3, updated: 0 });
    expect((await upload(flightsOf(FLIGHTS), byId)).body).toEqual({ ...first, created: 0, unchanged: 3 });
    const later = FLIGHTS.map((one, i) => (i === 0 ? { ...one, estimatedMs: one.scheduledMs + 3_600_000 } : one));
    expect((await upload(flightsOf(later), byId)).body).toMatchObject({ updated: 1, unchanged: 2 });
    const history = await api.call(`GET /v1/operations/${first.operations[0]}/tasks/`);
    expect((history.body as Task[]).map((task) => [task['taskName'], task.expectedTime])).toEqual([
      ['OS121', '2026-11-20T06:47:00.000Z'],
      ['OS122', '2026-11-20T07:20:00.000Z'],
      ['OS121', '2026-11-20T07:35:00.000Z'],
    ]);

    const faulty = Buffer.from(
      Buffer.from(flightsOf(FLIGHTS)).toString('latin1').replace('D;AF1419', 'X;AF1419'),
      'latin1',
    );
    expect((await upload(faulty, `${byId}&dryRun=true`)).body).toMatchObject({ problems: [{ row: 5, path: 'A/D' }] });
    const refused = await upload(faulty, byId);
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: 'lines.5.A/D' }] }]);
    expect((await upload(flightsOf(FLIGHTS), 'mapping=absent')).body).toMatchObject({
      errors: [{ path: 'mapping', code: 'unknown_reference' }],
    });
    expect((await upload(Buffer.from('{}'), byId, 'application/json')).body).toMatchObject({
      errors: [{ path: 'mapping' }],
    });
    const wrong = `mapping=${encodeURIComponent(JSON.stringify({ ...FLIGHT_MAPPING, timeFormat: 'noon' }))}`;
    expect((await upload(flightsOf(FLIGHTS), wrong)).body).toMatchObject({
      errors: [{ path: 'mapping.timeFormat', code: 'invalid_format' }],
    });
  });

  // Guarantee: what a file leaves open is told by line, before it is written and when it is.
  test('warns of a local time that occurs twice', async () => {
    const planning = await importSmall(api, api.scope);
    const query = `mapping=${encodeURIComponent(JSON.stringify(FLIGHT_MAPPING))}`;
    const scheduledMs = Date.parse('2026-10-25T00:30:00Z');
    const flights = FLIGHTS.map((one, i) => (i === 1 ? { ...one, scheduledMs, estimatedMs: null } : one));
    for (const dryRun of ['true', 'false']) {
      const answer = await api.call(
        `POST /v1/plannings/${planning}/operations/bulk-upload/?${query}&dryRun=${dryRun}`,
        { body: flightsOf(flights), headers: { 'Content-Type': 'text/csv' } },
      );
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { warnings: [{ row: 3, path: 'Plan', message: expect.stringContaining('twice in Europe/Berlin') }] },
      ]);
    }
  });

  // Guarantee: what is wrong with a column that fills several members is said once.
  test('says once what a column has that fills several members', async () => {
    const planning = await importSmall(api, api.scope);
    const sides = ['inboundTask', 'outboundTask'];
    const mapping = {
      rows: 'operations',
      timeFormat: 'dd.MM.yyyy HH:mm',
      timezone: 'Europe/Berlin',
      fields: [
        { field: 'externalId', columns: ['Call'] },
        ...sides.map((side) => ({ field: `${side}.taskName`, columns: ['Vessel'] })),
        ...['scheduledTime', 'expectedTime'].map((time) => ({ field: `inboundTask.${time}`, columns: ['ETA'] })),
        ...['scheduledTime', 'expectedTime'].map((time) => ({ field: `outboundTask.${time}`, columns: ['ETD'] })),
      ],
      constants: Object.fromEntries(sides.map((side) => [`${side}.expectedTimesSource`, 'predicted'])),
    };
    const rows = ['A,,25.10.2026 02:30,25.10.2026 09:00', 'B,Ever Fit,25.10.2026 8:30,25.10.2026 09:00'];
    const query = `mapping=${encodeURIComponent(JSON.stringify(mapping))}&dryRun=true`;
    const dry = await api.call(`POST /v1/plannings/${planning}/operations/bulk-upload/?${query}`, {
      body: `Call,Vessel,ETA,ETD\n${rows.join('\n')}\n`,
      headers: { 'Content-Type': 'text/csv' },
    });
    const { problems, warnings } = dry.body as { problems: Row[]; warnings: Row[] };
    expect(problems.map((one) => [one['row'], one['path'], one['message']])).toEqual([
      [2, 'Vessel', 'is required'],
      [3, 'ETA', '"25.10.2026 8:30" is not a time of the form dd.MM.yyyy HH:mm'],
    ]);
    expect(warnings).toMatchObject([{ row: 2, path: 'ETA' }]);
  });
};
