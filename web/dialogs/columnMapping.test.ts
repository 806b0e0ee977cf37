/** Guarantee: the proposed meaning of columns fits what airports and ports export, and dates are not read with day and month swapped. */
import { expect, test } from 'vitest';
import {
  categoriesIn,
  fittedTo,
  hasColumnsOf,
  mappingOf,
  proposed,
  type SavedMapping,
  seenFormat,
} from './columnMapping.ts';
import { csvSample, speaksOurNames } from './csvSample.ts';

const sampleOf = (...lines: readonly string[]) => csvSample(new TextEncoder().encode(lines.join('\n')));

const CALLS = sampleOf(
  'Vessel,Voyage,Line,Planned arrival,Planned departure,ETA,ETD,Remarks',
  'Ever Fit,601E,ONE,11/03/2026 05:00,11/04/2026 01:30,11/03/2026 10:15,11/04/2026 06:45,',
  'Ever Far,602E,ONE,10/31/2026 13:45,11/01/2026 22:15,10/31/2026 13:45,11/01/2026 22:15,',
);

test('a row with both sides of a call is an operation, whose name is that of both tasks', () => {
  const chosen = proposed(CALLS, ['length', 'line']);
  expect(chosen.rows).toBe('operations');
  expect(chosen.fields.at(-1)).toBe('nothing');
  const { fields, constants, join } = mappingOf('Calls', CALLS, chosen);
  const timeFormat = 'MM/dd/yyyy HH:mm';
  expect(fields).toEqual([
    { field: 'externalId', columns: ['Voyage'] },
    { field: 'tags', columns: ['Line'], tagCategory: 'line' },
    { field: 'inboundTask.scheduledTime', columns: ['Planned arrival'], timeFormat },
    { field: 'outboundTask.scheduledTime', columns: ['Planned departure'], timeFormat },
    { field: 'inboundTask.expectedTime', columns: ['ETA'], timeFormat },
    { field: 'outboundTask.expectedTime', columns: ['ETD'], timeFormat },
    { field: 'inboundTask.taskName', columns: ['Vessel'] },
    { field: 'outboundTask.taskName', columns: ['Vessel'] },
  ]);
  expect(constants).toEqual({
    'inboundTask.expectedTimesSource': 'external',
    'outboundTask.expectedTimesSource': 'external',
  });
  expect(join).toBeNull();
});

test('rows of arrivals and departures stay movements', () => {
  const flights = sampleOf('A/D;Flight;Date;STA/STD;ETA;Reg', 'A;LX 1;14.05.2031;11:30;11:40;HB-1');
  expect(proposed(flights, [])).toMatchObject({
    rows: 'movements',
    fields: ['role', 'taskName', 'scheduledTime', 'scheduledTime', 'expectedTime', 'nothing'],
    joinColumn: 'Reg',
  });
});

test('headers that only begin like another one, such as "Stand" like "STA", mean nothing', () => {
  const flights = sampleOf('A/D;Flight;STA local;ETA;Stand;Status;Plane', 'A;LX 1;11:30;11:40;B4;landed;HB-1');
  expect(proposed(flights, []).fields).toEqual([
    'role',
    'taskName',
    'scheduledTime',
    'expectedTime',
    'nothing',
    'nothing',
    'nothing',
  ]);
  const calls = sampleOf('Vessel,Carrier,Depth,ETA,ETD', 'Ever Fit,ONE,11.5,2026-11-30 06:00,2026-11-30 07:30');
  expect(proposed(calls, []).fields).toEqual([
    'taskName',
    'nothing',
    'nothing',
    'inboundTask.expectedTime',
    'outboundTask.expectedTime',
  ]);
});

test('a column "Type" says which rows are arrivals only if it contains directions, and no types of aircraft', () => {
  const turnarounds = sampleOf('Flight,Type,STA,STD', 'DL 1,A320,2026-11-30 06:00,2026-11-30 07:30');
  expect(proposed(turnarounds, [])).toMatchObject({
    rows: 'operations',
    fields: ['taskName', 'nothing', 'inboundTask.scheduledTime', 'outboundTask.scheduledTime'],
  });
  const legs = sampleOf('Flight,Type,STA/STD', 'DL 1,Arr,2026-11-30 06:00', 'DL 2,Dep,2026-11-30 07:30');
  expect(proposed(legs, [])).toMatchObject({ rows: 'movements', fields: ['taskName', 'role', 'scheduledTime'] });
});

test('a mistyped time does not change how the others of its column are read', () => {
  const flights = sampleOf(
    'A/D;Flight;STD;ETA',
    'A;LX 1;14.05.2031 9:30;08:10',
    'A;LX 2;1.6.2031;11:0x',
    'A;LX 3;14.05.2031 12:30;',
  );
  expect(seenFormat(flights, proposed(flights, []))).toBe('d.M.yyyy H:mm, HH:mm');
});

test('a first line says the delimiter, and rows may end with one', () => {
  const flights = sampleOf('sep=;', 'A/D;Flight, operator;', 'A;LX 1;');
  expect(flights).toMatchObject({ delimiter: ';', headers: ['A/D', 'Flight, operator'] });
  expect(speaksOurNames(sampleOf('externalId;tags;', 'A;wide;'))).toBe(true);
});

test('one date that can be read in one way only says how all of them are read', () => {
  expect(seenFormat(CALLS, proposed(CALLS, []))).toBe('MM/dd/yyyy HH:mm');
  const british = sampleOf(
    'Vessel,ETA,ETD',
    'A,03/11/2026 05:00,04/11/2026 05:00',
    'B,31/10/2026 05:00,01/11/2026 05:00',
  );
  expect(seenFormat(british, proposed(british, []))).toBe('dd/MM/yyyy HH:mm');
});

test('a column is a tag only if it contains one of its category; flights of both sides are names', () => {
  const flights = sampleOf('Inbound,Outbound,STA,STD,Stand,Size', 'DL 1,DL 2,2026-11-30 06:00,2026-11-30 07:30,T1,C');
  const tags = [
    { category: 'stand', value: 'ramp' },
    { category: 'size', value: 'C' },
  ];
  const categories = categoriesIn(flights, tags);
  expect(categories).toEqual(['size']);
  expect(proposed(flights, categories).fields).toEqual([
    'inboundTask.taskName',
    'outboundTask.taskName',
    'inboundTask.scheduledTime',
    'outboundTask.scheduledTime',
    'nothing',
    'tag:size',
  ]);
});

test('what the first rows do not show, later ones do: departures, times of few rows, and the order of day and month', () => {
  const row = (kind: string, day: number, estimate: string): string =>
    `${kind};LH ${day};11/${String(day).padStart(2, '0')}/2026;08:00;${estimate}`;
  const arrivals = Array.from({ length: 9 }, (_, i) => row('Ankunft', i + 1, ''));
  const flights = sampleOf('A/D;Flug;Datum;Plan;Erwartet', ';;;;', ...arrivals, row('Abflug', 23, '11/23/2026 08:10'));
  const chosen = proposed(flights, []);
  expect(chosen).toMatchObject({ rows: 'movements', arrival: 'Ankunft' });
  const { fields } = mappingOf('Flights', flights, chosen);
  expect(fields).toContainEqual({
    field: 'role',
    columns: ['A/D'],
    values: expect.objectContaining({ Ankunft: 'inbound', Abflug: 'outbound' }) as unknown,
  });
  const scheduled = { field: 'scheduledTime', columns: ['Datum', 'Plan'], timeFormat: 'MM/dd/yyyy HH:mm' };
  expect(fields).toContainEqual(scheduled);
  expect(fields).toContainEqual({ ...scheduled, field: 'expectedTime', columns: ['Erwartet'] });
});

test('the last row of a sample, which may be half of one, does not count', () => {
  const line = 'A;LX 1;14.05.2031;11:30;;HB-1';
  const flights = sampleOf('A/D;Flight;Date;STA/STD;ETA;Reg', ...Array.from({ length: 5000 }, () => line));
  expect(flights.rows.length).toBeGreaterThan(1000);
  expect(new Set(flights.rows.map((cells) => cells.join(';')))).toEqual(new Set([line]));
});

const bytesOf = (text: string, encoding: 'utf8' | 'latin1'): Uint8Array => new Uint8Array(Buffer.from(text, encoding));

test.each<[string, Uint8Array, string, string, string]>([
  ['ASCII', bytesOf('A/D;Flug\nA;LX 1', 'utf8'), ';', 'windows-1252', 'windows-1252'],
  ['ASCII, with commas', bytesOf('A/D,Flug\nA,LX 1', 'utf8'), ',', 'windows-1252', 'windows-1252'],
  ['UTF-8', bytesOf('A/D;Flug\nA;Zürich', 'utf8'), ';', 'windows-1252', 'utf-8'],
  ['UTF-8', bytesOf('A/D;Flug\nA;Zürich', 'utf8'), ';', 'shift_jis', 'utf-8'],
  ['no UTF-8', bytesOf('A/D;Flug\nA;Zürich', 'latin1'), ';', 'utf-8', 'windows-1252'],
  ['no UTF-8', bytesOf('A/D;Flug\nA;Zürich', 'latin1'), ';', 'iso-8859-2', 'iso-8859-2'],
])(
  'a saved mapping is read with the delimiter and the encoding of the file: %s',
  (_, bytes, delimiter, saved, read) => {
    const known = { delimiter: ';', encoding: saved, name: 'Day' } as SavedMapping;
    const fitted = fittedTo(csvSample(bytes), known);
    expect(fitted).toEqual({ ...known, delimiter, encoding: read });
    expect(fitted === known).toBe(delimiter === ';' && saved === read);
  },
);

test('a saved mapping fits a file that has its columns, in whatever order and case', () => {
  const fields = [{ field: 'externalId' as const, columns: ['Flight ', 'Date'] }];
  const join = { columns: ['Reg'], by: 'order' as const };
  expect(hasColumnsOf({ fields, join }, ['REG', 'date', 'FLIGHT', 'Gate'])).toBe(true);
  expect(hasColumnsOf({ fields, join }, ['REG', 'FLIGHT', 'Gate'])).toBe(false);
  expect(hasColumnsOf({ fields, join }, ['date', 'FLIGHT'])).toBe(false);
  expect(hasColumnsOf({ fields, join: null }, ['date', 'FLIGHT'])).toBe(true);
});

test.each([
  [['12/1/2026 7:05', '12/13/2026 11:30'], 'M/d/yyyy H:mm'],
  [['10/11/2026 11:30', '31/1/2026 7:05'], 'd/M/yyyy H:mm'],
  [['12/13/26 7:05'], 'M/d/yy H:mm'],
  [['12/13/2026 12:05 PM', '12/13/2026 1:05 PM'], 'M/d/yyyy h:mm a'],
  [['13/12/2026 12:05 PM'], 'dd/MM/yyyy h:mm a'],
  [['12/13/2026 11:05:00 AM'], 'MM/dd/yyyy h:mm:ss a'],
  [['20.11.2026 07:35', '1.12.2026 7:35'], 'd.M.yyyy H:mm'],
  [['20.11.2026 07:35'], 'dd.MM.yyyy HH:mm'],
  [['20.11.26 07:35:00'], 'dd.MM.yy HH:mm:ss'],
  [['2026-1-9 7:35'], 'yyyy-M-d H:mm'],
  [['2026-11-20 07:35'], 'yyyy-MM-dd HH:mm'],
  [['2026-11-20T07:35:00Z'], 'iso'],
  [['2026-11-20T07:35:00.5Z'], 'iso'],
  [['20-11-2026 07:35'], 'dd-MM-yyyy HH:mm'],
  [['1-Dec-2026 07:35'], 'd-MMM-yyyy H:mm'],
  [['01DEC26 0735'], 'iso'],
  [['20NOV2026 07:35'], 'ddMMMyyyy HH:mm'],
  [['7:35'], 'H:mm'],
  [['0735'], 'HHmm'],
  [['Friday'], 'iso'],
])('times such as %j are read as %s', (times, format) => {
  const sample = sampleOf('Flight,STA', ...times.map((time, i) => `LX ${i},${time}`));
  expect(seenFormat(sample, proposed(sample, []))).toBe(format);
});
