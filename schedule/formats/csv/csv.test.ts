import { expect, test } from 'vitest';
import { ScheduleError } from '../../errors.ts';
import { readWith } from '../testing/readWith.ts';
import { CSV } from './csv.ts';

const readCsv = (text: string | Uint8Array, columns = 200, items = 1000) =>
  readWith(CSV, text, { limits: { columns, items } });
const parseCsv = async (...args: Parameters<typeof readCsv>) => (await readCsv(...args)).items;

test('headers are dotted paths, tags are separated by |, an empty cell is absent', async () => {
  const csv = `externalId,isBlocker,tags,inboundTask.taskName,inboundTask.expectedTime,inboundTask.sigma,metadata.airline\r
"A,1",true,wide|jet,IN,2026-11-20T10:00:00Z,300,TG\r
B,,,IN,,not a number,007\r
`;
  expect(await parseCsv(`\ufeff${csv}`)).toEqual([
    {
      externalId: 'A,1',
      isBlocker: true,
      tags: ['wide', 'jet'],
      inboundTask: { taskName: 'IN', expectedTime: '2026-11-20T10:00:00Z', sigma: 300 },
      metadata: { airline: 'TG' },
    },
    { externalId: 'B', inboundTask: { taskName: 'IN', sigma: 'not a number' }, metadata: { airline: '007' } },
  ]);
});

test('a row of another width is a problem at its line, and left out', async () => {
  expect(await readCsv('externalId,b\n\nA,1\nB\nC,"1\n2"\nD,1,2\nE,1\n')).toMatchObject({
    items: [{ externalId: 'A' }, { externalId: 'C' }, { externalId: 'E' }],
    lines: [3, 5, 8],
    problems: [
      { line: 4, path: '', code: 'invalid_csv', message: 'has 1 columns; the header has 2' },
      { line: 7, path: '', code: 'invalid_csv', message: 'has 3 columns; the header has 2' },
    ],
  });
});

test.each(['', '\ufeff', '\n \n', ',,\n'])('%j is refused as empty', async (csv) => {
  await expect(parseCsv(csv)).rejects.toThrow('The CSV is empty');
});

test('rows without any text are left out, as the empty ones that spreadsheets write', async () => {
  expect(await readCsv(',,\nexternalId,b,c\n,,\nA,1,\n , ,\n\n"","",""\n,,,,,\nB,,2\n,,')).toMatchObject({
    items: [{ externalId: 'A' }, { externalId: 'B' }],
    lines: [4, 9],
    problems: [],
  });
});

test.each(['a,a\n1,2', '__proto__.x\n1', 'a..b\n1', '"a\n1'])('%j is refused', async (csv) => {
  await expect(parseCsv(csv)).rejects.toThrow(/CSV/);
});

test.each([';', '\t', '|'])('a header separated by %j says that all rows are', async (delimiter) => {
  const rows = ['externalId,inboundTask.expectedTime,description', 'A,2026-11-20T10:00:00Z,"2,5 hours"'];
  const csv = rows.join('\n').replaceAll(/,(?!5)/g, delimiter);
  const item = { externalId: 'A', inboundTask: { expectedTime: '2026-11-20T10:00:00Z' }, description: '2,5 hours' };
  expect(await parseCsv(csv)).toEqual([item]);
  expect(await readCsv(`\ufeffsep=${delimiter}\r\n${csv}`)).toMatchObject({ items: [item], lines: [3], problems: [] });
});

test('a first line says the delimiter, which the header alone does not', async () => {
  expect(await readCsv('"sep=;"\nexternalId\n"A,1"\n')).toMatchObject({ items: [{ externalId: 'A,1' }], lines: [3] });
  expect(await parseCsv('SEP=;\r\nexternalId;metadata.a,b\r\nA;1\r\n')).toEqual([
    { externalId: 'A', metadata: { 'a,b': '1' } },
  ]);
});

test('rows may end with a delimiter, whether or not the header does', async () => {
  const expected = { items: [{ externalId: 'A', id: '1' }, { externalId: 'B' }], problems: [{ line: 4 }] };
  for (const header of ['externalId,id', 'externalId,id,', 'externalId,id,,,'])
    expect(await readCsv(`${header}\nA,1,\nB,,,,\nC,1,,2\n`)).toMatchObject(expected);
  await expect(parseCsv('externalId,,id\nA,,1')).rejects.toThrow('Column 2 of the CSV header has no name.');
});

test('a header without any member of an operation is refused as a whole', async () => {
  const csv = 'Flug Nr.;Plan\nOS121;20.11.2026 07:35\n';
  await expect(parseCsv(csv)).rejects.toThrow(
    'the header has "Flug Nr.", "Plan". A CSV with other columns needs a mapping',
  );
});

test('numbers may have a decimal comma, but none that could separate thousands', async () => {
  const cells = ['300,5', '-0,25', '0,125', '1234,567', '1,234', '1.234,5', '2e3', ',5'];
  const csv = `inboundTask.sigma;id\n${cells.map((cell, i) => `${cell};${i}`).join('\n')}`;
  const read = (await parseCsv(csv)) as { inboundTask: { sigma: unknown } }[];
  expect(read.map(({ inboundTask }) => inboundTask.sigma)).toEqual([
    300.5,
    -0.25,
    0.125,
    1234.567,
    '1,234',
    '1.234,5',
    2000,
    ',5',
  ]);
});

test.each([
  ['"B', 'a cell begins with a quote that is never closed'],
  [`"B${'\nmore'.repeat(20_000)}`, 'a row has more than 65536 bytes'],
  ['"B" C,1', 'a cell continues after its closing quote'],
  ['5" B,1', 'a cell without quotes around it has one within'],
])('a row that cannot be read is named by the line before which all is well: %.10j', async (row, reason) => {
  const csv = `externalId,id\r\n"A\r\n",1\r\n${row}\r\nC,1\r\nD,2\r\n`;
  await expect(parseCsv(csv)).rejects.toThrow(`The CSV cannot be read from line 4 on: ${reason}`);
});

test('line ends may differ', async () => {
  const csv = 'externalId,id\r\nA,1\nB,2\r"C\r",3\r\n';
  const items = ['A', 'B', 'C\r'].map((externalId) => ({ externalId }));
  expect(await readCsv(csv)).toMatchObject({ items, lines: [2, 3, 4] });
});

test.each(['\n', '\r\n', '\r'])(
  'a row is named by the line on which it begins, after line breaks of any kind',
  async (end) => {
    const rows = ['externalId,id', '"A\r\n1",1', '"\r\n",', '', 'B', 'C,"1\r\n\n2\r\n"', 'D'];
    expect(await readCsv(rows.join(end))).toMatchObject({ lines: [2, 8], problems: [{ line: 7 }, { line: 12 }] });
  },
);

test('a file with only a header has no operations', async () => {
  expect(await parseCsv('externalId\n')).toEqual([]);
});

test('too many columns are refused at once, however many there are', async () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `c${i}`);
  const before = process.cpuUsage();
  await expect(parseCsv(`${names.join(',')}\n`)).rejects.toThrow(/CSV/);
  await expect(parseCsv(`${names.slice(0, 201).join(',')}\n`)).rejects.toThrow('has 201 columns; at most 200');
  // Processor time does not depend on how busy the machine is. Parsing the columns one by one would take many times as long.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

test('too many rows are refused before the rest is read', async () => {
  const rows = `externalId\n${'A\n'.repeat(200_000)}`;
  expect(await parseCsv(rows.slice(0, 400), 200, 2000)).toHaveLength(195);
  const refusal = parseCsv(`${rows}"`, 200, 1000);
  await expect(refusal).rejects.toMatchObject({ code: 'too_many_items' });
  // A CSV has no days that from and to could choose.
  await expect(refusal).rejects.toThrow('more than the 1000 rows of one request; divide the file');
  await expect(refusal).rejects.toBeInstanceOf(ScheduleError);
});

test('text that is not UTF-8 has another error than text that is not CSV', async () => {
  const bytes = Buffer.concat([Buffer.from('externalId\n'), Buffer.from([0xff, 0xfe])]);
  await expect(readCsv(bytes)).rejects.toMatchObject({ code: 'ERR_ENCODING_INVALID_ENCODED_DATA' });
});
