/** Guarantee: an airport's own CSV becomes what its mapping says, and what cannot be read is named by line and column. */
import { expect, test } from 'vitest';
import { type CsvFlavor, flightMapping, MADE_FORMATS, writeFlights } from '../../../fixtures/formats/csv.ts';
import fc from '../../../tests/properties.ts';
import { type MovementInput, MovementUpload } from '../../entities/movement.ts';
import { completeMapping, type UploadMappingInput, UploadMappingOnce } from '../../entities/uploadMapping.ts';
import { toInstant, toWallTime } from '../../../engine/zonedTime.ts';
import { readWith } from '../testing/readWith.ts';
import { CSV } from './csv.ts';

type Sent = Omit<UploadMappingInput, 'name'>;

const tagOf = (category: string, value: string): string | undefined =>
  category === 'size' && /^wide$/i.test(value) ? 'tag-wide' : undefined;
const read = async (text: string | Uint8Array, sent: Sent, timezone = 'Europe/Berlin') => {
  const mapping = completeMapping(UploadMappingOnce.parse(sent));
  const answer = await readWith(CSV, text, { timezone, mapping: { mapping, tagOf } });
  return { ...answer, items: answer.items as MovementInput[] };
};

const day: Sent = {
  rows: 'movements',
  delimiter: ';',
  timeFormat: 'dd.MM.yyyy HH:mm',
  fields: [
    { field: 'role', columns: ['A/D'], values: { A: 'inbound', D: 'outbound' } },
    { field: 'externalId', columns: ['Flight', 'Date'] },
    { field: 'taskName', columns: ['flight'] },
    { field: 'scheduledTime', columns: ['Date', 'Time'] },
    { field: 'expectedTime', columns: ['ETA'], timeFormat: 'HH:mm' },
    { field: 'tags', columns: ['Body'], tagCategory: 'size', values: { W: 'Wide', N: '' } },
  ],
  constants: { expectedTimesSource: 'predicted' },
  join: { columns: ['Turn'], by: 'value' },
};
const file = (...rows: string[]): string => ['A/D;Flight;Date;Time;ETA;Body;Turn;Gate', ...rows, ''].join('\n');

test.each(['utf-8', 'utf-16le', 'utf-16be'])(
  'a byte order mark of %s counts, not the encoding of the mapping',
  async (marked) => {
    const rows = file('A;Zürich 1;20.11.2026;23:50;;W;7;B1');
    const bytes = Buffer.from(`\ufeff${rows}`, marked === 'utf-8' ? 'utf8' : 'utf16le');
    if (marked === 'utf-16be') bytes.swap16();
    for (const encoding of ['windows-1252', 'utf-8', 'utf-16le'] as const) {
      const { items, problems } = await read(bytes, { ...day, encoding });
      expect(problems).toEqual([]);
      expect(items).toMatchObject([{ taskName: 'Zürich 1', role: 'inbound' }]);
    }
  },
);

test('columns become fields: joined, in local time, of the day that is meant, with tags by name', async () => {
  const rows = file(
    'A;TG920;20.11.2026;23:50;00:20;W;7;B1',
    'D;TG921;21.11.2026;02:10;;N;7;',
    'D;X 1;21.11.2026;24:00;;;;',
  );
  const { items, lines, problems } = await read(rows, day);
  expect(problems).toEqual([]);
  expect(lines).toEqual([2, 3, 4]);
  expect(items).toEqual([
    {
      role: 'inbound',
      externalId: 'TG920.20.11.2026',
      taskName: 'TG920',
      scheduledTime: '2026-11-20T22:50:00.000Z',
      expectedTime: '2026-11-20T23:20:00.000Z',
      expectedTimesSource: 'predicted',
      tags: ['tag-wide'],
      turnsWith: 'TG921.21.11.2026',
    },
    {
      role: 'outbound',
      externalId: 'TG921.21.11.2026',
      taskName: 'TG921',
      scheduledTime: '2026-11-21T01:10:00.000Z',
      expectedTimesSource: 'predicted',
    },
    {
      role: 'outbound',
      externalId: 'X 1.21.11.2026',
      taskName: 'X 1',
      scheduledTime: '2026-11-21T23:00:00.000Z',
      expectedTimesSource: 'predicted',
    },
  ]);
});

test('a local time that occurs twice, or never, is taken with a warning', async () => {
  const { items, problems, warnings } = await read(
    file('A;A1;25.10.2026;02:30;03:00;;;', 'A;A2;29.03.2026;02:30;04:00;;;', 'A;A3;25.10.2026;01:59;02:00;;;'),
    day,
  );
  expect(problems).toEqual([]);
  expect(items.map(({ scheduledTime, expectedTime }) => [scheduledTime, expectedTime])).toEqual([
    ['2026-10-25T00:30:00.000Z', '2026-10-25T02:00:00.000Z'],
    ['2026-03-29T01:30:00.000Z', '2026-03-29T02:00:00.000Z'],
    ['2026-10-24T23:59:00.000Z', '2026-10-25T00:00:00.000Z'],
  ]);
  const twice = 'occurs twice in Europe/Berlin, where clocks are set back; it is taken as the first, 2026-10-25T';
  const never = 'does not occur in Europe/Berlin, where clocks are set forward; it is taken as 2026-03-29T';
  expect(warnings).toEqual([
    { line: 2, path: 'Date + Time', message: `"25.10.2026 02:30" ${twice}00:30:00.000Z` },
    { line: 3, path: 'Date + Time', message: `"29.03.2026 02:30" ${never}01:30:00.000Z` },
    { line: 4, path: 'ETA', message: `"02:00" ${twice}00:00:00.000Z` },
  ]);
});

test('a time with an offset, or in a zone whose clocks do not change, is certain', async () => {
  const row = file('A;A1;25.10.2026;02:30;;;;');
  expect((await read(row, { ...day, timezone: 'Asia/Kathmandu' })).warnings).toEqual([]);
  const iso: Sent = { ...day, timeFormat: 'iso' };
  const times = (...all: string[]) => file(...all.map((time, i) => `A;A${i};${time};;;;;`));
  const fields = iso.fields.map((one) => (one.field === 'scheduledTime' ? { ...one, columns: ['Date'] } : one));
  const { warnings } = await read(times('2026-10-25T02:30:00+01:00', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00'), {
    ...iso,
    fields,
  });
  expect(warnings.map(({ line }) => line)).toEqual([4]);
});

test('what is wrong is named by line and column, and the other rows are read', async () => {
  const { items, problems } = await read(
    file(
      'A;A1;31.02.2026;10:00;;;1;',
      'A;A2;20.11.2026;10:00;soon;;2;',
      'A;A3;20.11.2026;10:00;;huge;3;',
      'A;A4;20.11.2026;;10:00;;4;',
      'A;A5;20.11.2026;10:00;;;5;',
      'A;A6;20.11.2026;11:00;;;5;',
      'A;A7',
    ),
    day,
  );
  expect(items.map(({ taskName }) => taskName)).toEqual(['A5', 'A6']);
  expect(problems.map(({ line, path, code }) => [line, path, code])).toEqual([
    [2, 'Date + Time', 'invalid_timestamp'],
    [3, 'ETA', 'invalid_timestamp'],
    [4, 'Body', 'unknown_reference'],
    [5, 'ETA', 'invalid_timestamp'],
    [8, '', 'invalid_csv'],
    [7, 'Turn', 'duplicate'],
  ]);
  expect(problems.slice(0, 2).map(({ message }) => message)).toEqual([
    '"31.02.2026 10:00" is not a time of the form dd.MM.yyyy HH:mm',
    '"soon" is not a time of the form HH:mm',
  ]);
});

test('a column that the file does not have, and an encoding that it is not in, are refused', async () => {
  await expect(read('A/D;Flight\nA;X\n', day)).rejects.toThrow(/no column "Date", "Time", "ETA", "Body", "Turn"/);
  await expect(read(Buffer.from(file('A;Å;;;;;;'), 'latin1'), day)).rejects.toThrow(
    'not in the encoding of the mapping, utf-8',
  );
});

test('a row may be an operation with both sides', async () => {
  const mapping: Sent = {
    rows: 'operations',
    delimiter: '\t',
    timeFormat: 'unix',
    fields: [
      { field: 'externalId', columns: ['ID'] },
      { field: 'inboundTask.expectedTime', columns: ['In'] },
      { field: 'outboundTask.expectedTime', columns: ['Out'] },
      { field: 'outboundTask.sigma', columns: ['Spread'] },
      { field: 'metadata.berth', columns: ['Place'] },
    ],
  };
  expect((await read('ID\tIn\tSpread\tOut\tPlace\n1\t0\t\t60\t7\n', mapping)).items).toEqual([
    {
      externalId: '1',
      inboundTask: { expectedTime: '1970-01-01T00:00:00.000Z' },
      outboundTask: { expectedTime: '1970-01-01T00:01:00.000Z' },
      metadata: { berth: '7' },
    },
  ]);
});

test.each<[string, Partial<Sent>, string]>([
  ['an unknown field', { fields: [...day.fields, { field: 'gate', columns: ['Gate'] }] }, 'fields.6.field'],
  ['a field twice', { fields: [...day.fields, { field: 'role', columns: ['Gate'] }] }, 'fields.6.field'],
  ['a prototype', { fields: [...day.fields, { field: 'metadata.__proto__', columns: ['Gate'] }] }, 'fields.6.field'],
  ['no identifier', { fields: day.fields.filter(({ field }) => field !== 'externalId') }, 'fields'],
  ['no time', { fields: day.fields.filter(({ field }) => !field.endsWith('Time')) }, 'fields'],
  ['a time format of unknown letters', { timeFormat: 'dd.MM.yyyy uu:mm' }, 'timeFormat'],
  ['a time format without minutes', { timeFormat: 'dd.MM.yyyy' }, 'timeFormat'],
  ['a time format of half a date', { timeFormat: 'dd.MM. HH:mm' }, 'timeFormat'],
  [
    'tags by category for a text',
    { fields: [...day.fields, { field: 'metadata.gate', columns: ['Gate'], tagCategory: 'x' }] },
    'fields.6.tagCategory',
  ],
  ['an unknown constant', { constants: { color: 'red' } }, 'constants.color'],
  ['an unknown encoding', { encoding: 'ebcdic' as 'utf-8' }, 'encoding'],
])('a mapping with %s is refused', (_, change, path) => {
  const { error } = UploadMappingOnce.safeParse({ ...day, ...change });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});

const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu'];
const flavor: fc.Arbitrary<CsvFlavor> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'windows-1252'),
  timeFormat: fc.constantFrom(...Object.keys(MADE_FORMATS)),
  timezone: fc.constantFrom(...ZONES),
  newline: fc.constantFrom('\n', '\r\n'),
});
/** A whole minute that the zone's clock shows only once. */
const minute = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2026, 11, 31) / 60_000 });
const line = fc.record({
  isArrival: fc.boolean(),
  flight: fc.stringMatching(/^[A-Z]{2}[1-9]\d{0,3}$/),
  registration: fc.constantFrom('D-AIMA', 'HS-THB', ''),
  airline: fc.stringMatching(/^[A-Za-zäöüÅ"';,|]{1,12}$/),
  scheduled: minute,
  estimated: fc.option(minute),
});

test('what was written in any flavor is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      flavor,
      fc.uniqueArray(line, { maxLength: 12, selector: ({ flight }) => flight }),
      async (as, drawn) => {
        const isOnce = (ms: number): boolean => toInstant(toWallTime(ms, as.timezone), as.timezone) === ms;
        const lines = drawn
          .map(({ scheduled, estimated, ...rest }) => ({
            ...rest,
            scheduledMs: scheduled * 60_000,
            estimatedMs: estimated === null ? null : estimated * 60_000,
          }))
          .filter(
            ({ scheduledMs, estimatedMs }) => isOnce(scheduledMs) && (estimatedMs === null || isOnce(estimatedMs)),
          );
        const { items, problems } = await read(writeFlights(lines, as), flightMapping(as), 'Pacific/Auckland');
        expect(problems).toEqual([]);
        for (const item of items) MovementUpload.parse(item);
        expect(
          items.map(({ role, taskName, scheduledTime, expectedTime, metadata }) => ({
            role,
            taskName,
            scheduledTime,
            expectedTime,
            metadata,
          })),
        ).toEqual(
          lines.map(({ isArrival, flight, airline, scheduledMs, estimatedMs }) => ({
            role: isArrival ? 'inbound' : 'outbound',
            taskName: flight,
            scheduledTime: new Date(scheduledMs).toISOString(),
            expectedTime: estimatedMs === null ? undefined : new Date(estimatedMs).toISOString(),
            metadata: { airline },
          })),
        );
        const pairs = items.filter(({ turnsWith }) => turnsWith !== undefined).map(({ turnsWith }) => turnsWith);
        expect(new Set(pairs).size).toBe(pairs.length);
      },
    ),
    { numRuns: 40 },
  );
});
