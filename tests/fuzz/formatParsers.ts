import assert from 'node:assert/strict';
import { EdgeError } from '../../api/errors.ts';
import { writeAidx } from '../../fixtures/formats/aidx.ts';
import { writeDcsa } from '../../fixtures/formats/dcsa.ts';
import { EXAMPLE_FILES, FLIGHT_MAPPING } from '../../fixtures/formats/exampleFiles.ts';
import { writeSsim } from '../../fixtures/formats/ssim.ts';
import { MovementUpload } from '../../schedule/entities/movement.ts';
import { OperationUpload } from '../../schedule/entities/operation.ts';
import { completeMapping } from '../../schedule/entities/uploadMapping.ts';
import { AIDX } from '../../schedule/formats/aidx/aidx.ts';
import { CSV } from '../../schedule/formats/csv/csv.ts';
import { DCSA } from '../../schedule/formats/dcsa/dcsa.ts';
import { type Format, type ReadingContext, RecordProblems } from '../../schedule/formats/format.ts';
import { SSIM } from '../../schedule/formats/ssim/ssim.ts';
import type { Parser } from './explore.ts';
import { mutateJson } from './mutations.ts';
import { sliced, TIMES, unlessRefused } from './reading.ts';

const DAY = Date.UTC(2026, 10, 20) / 86_400_000;

/** Reads a file, and judges what was made of it by the shapes that judge it next. */
const reading =
  ({ read }: Format, context: Partial<ReadingContext>) =>
  async (input: Buffer): Promise<void> => {
    const problems = new RecordProblems();
    const found = await unlessRefused(() =>
      read(input, {
        timezone: 'Europe/Berlin',
        station: null,
        from: '2026-11-19',
        to: '2026-11-22',
        limits: { items: 200, columns: 20 },
        json: () =>
          sliced(input).catch((error: unknown) =>
            Promise.reject(error instanceof SyntaxError ? new EdgeError('invalid_json', 'x') : error),
          ),
        mapping: null,
        problems,
        ...context,
      }),
    );
    if (found === null) return;
    assert.equal(found.items.length, found.lines.length);
    assert.ok(found.items.length <= 200);
    for (const line of [...found.lines, ...problems.list.map(({ line }) => line ?? 1)])
      assert.ok(Number.isInteger(line) && line > 0, `line ${line}`);
    for (const item of found.items) {
      // What is no operation or movement is refused by these shapes, in words.
      (found.list === 'operations' ? OperationUpload : MovementUpload).safeParse(item);
    }
  };

const LEG = { airline: 'TG', suffix: '', from: 'BKK', to: 'FRA' };
const aidx = writeAidx([
  {
    ...LEG,
    number: '920',
    originDate: '2026-11-20',
    times: [
      { event: 'ONB', type: 'SCT', at: '2026-11-20T04:30:00Z' },
      { event: 'ONB', type: 'EST', at: '2026-11-20T05:45:00+01:00' },
    ],
    registration: 'HSTHB',
    aircraft: '359',
    stand: 'B24',
    status: 'DX',
    sameAircraft: { ...LEG, number: '921', originDate: '2026-11-20' },
  },
]);
const times = [
  { event: 'ARRI' as const, kind: 'PLN' as const, at: '2026-11-20T09:00:00+01:00' },
  { event: 'DEPA' as const, kind: 'EST' as const, at: '2026-11-21T20:00:00+01:00' },
];
const dcsa = writeDcsa([
  {
    imo: '9321483',
    name: 'King of the Seas',
    calls: [{ reference: 'call-1', port: 'NLRTM', terminal: 'ACT', voyage: '2103N', status: 'OMIT', times }],
  },
]);
const PLANNED = {
  ...LEG,
  itinerary: 1,
  sequence: 1,
  firstDay: DAY - 20,
  lastDay: DAY + 90,
  weekdays: [true, true, false, true, true, true, true],
  departsMinute: 1425,
  blockMinutes: 705,
  fromOffset: 420,
  toOffset: 60,
  aircraft: '359',
  service: 'J',
};
const ssim = (mode: 'U' | 'L'): string =>
  writeSsim({
    airline: 'TG',
    season: 'W26',
    mode,
    firstDay: DAY - 30,
    lastDay: DAY + 120,
    legs: [
      { ...PLANNED, number: 920, everyWeeks: 1, onward: { airline: 'TG', number: 921, layover: 0 } },
      { ...PLANNED, number: 921, everyWeeks: 2, from: 'FRA', to: 'BKK', onward: null, isSoldOnly: mode === 'U' },
    ],
  });

const FLIGHT_FILE = Buffer.from(EXAMPLE_FILES['flights.csv']).toString('latin1');
const FLIGHTS_AS_MAPPED = completeMapping({ ...FLIGHT_MAPPING, encoding: 'utf-8' });

/** Files of airlines and ports. */
export const FORMAT_PARSERS: readonly Parser[] = [
  {
    name: 'CSV',
    seeds: [
      'externalId,tags,inboundTask.plannedTime,metadata.gate\na,wide|x,2026-11-20T09:00:00Z,"7,""8"""\nb,,,\n',
      '\ufeffexternalId\r\n"a\r\nb"\r\n\r\nc\r\n',
    ],
    words: [
      ',',
      '"',
      '""',
      '\n',
      '\r\n',
      '\r',
      '|',
      'tags',
      'metadata.a.b',
      'inboundTask.sigma',
      'true',
      '1',
      '__proto__',
      '\u2028',
    ],
    read: reading(CSV, {}),
  },
  {
    name: 'CSV by a mapping',
    seeds: [FLIGHT_FILE, FLIGHT_FILE.replaceAll('20.11.2026 07', '01.01.2026 24')],
    words: [
      ';',
      '"',
      '\r\n',
      'A',
      'D',
      '29.02.2026',
      '24:00',
      '00:60',
      '31.12.9999',
      '99.99.0000 00:00',
      'Plan',
      '\u2028',
    ],
    read: reading(CSV, { mapping: { mapping: FLIGHTS_AS_MAPPED, tagOf: () => undefined } }),
  },
  {
    name: 'SSIM',
    seeds: [ssim('L'), ssim('U')],
    words: [
      '3',
      '4',
      '2',
      '1',
      '5',
      '00XXX00',
      '26OCT26',
      '31FEB26',
      '-0330',
      '2359',
      '2400',
      ' ',
      '\n',
      '0000',
      'FRA',
      'BKK',
      'A',
      '9',
    ],
    read: reading(SSIM, { station: 'FRA' }),
  },
  {
    name: 'AIDX',
    seeds: [aidx],
    words: [
      '<',
      '>',
      '/>',
      '&amp;',
      '&#0;',
      '&x;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '<!DOCTYPE x>',
      '<?x?>',
      'xmlns:a="b"',
      'SCT',
      'ACT',
      'OFB',
      'FRA',
      '2026-11-20',
      'CodeContext="3"',
      'T04:30:00',
      'RepeatIndex="2"',
    ],
    read: reading(AIDX, { station: 'FRA' }),
  },
  {
    name: 'DCSA',
    seeds: [dcsa],
    words: ['ARRI', 'DEPA', 'ACT', 'PLN', 'EST', 'NLRTM', 'PBPL', 'BRTH', 'OMIT', 'BLNK', 'statusCode', ...TIMES],
    mutate: mutateJson,
    read: reading(DCSA, { station: 'NLRTM' }),
  },
];
