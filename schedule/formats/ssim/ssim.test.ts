import { describe, expect, test } from 'vitest';
import { type PlannedLeg, type SeasonFile, writeSsim } from '../../../fixtures/formats/ssim.ts';
import fc from '../../../tests/properties.ts';
import { ScheduleError } from '../../errors.ts';
import type { MovementInput } from '../../entities/movement.ts';
import { MovementUpload } from '../../entities/movement.ts';
import { readWith } from '../testing/readWith.ts';
import { SSIM } from './ssim.ts';

const DAY_MS = 86_400_000;
const day = (text: string): number => Date.parse(text) / DAY_MS;
const DAILY = Array.from({ length: 7 }, () => true);

const leg = (over: Partial<PlannedLeg> = {}): PlannedLeg => ({
  airline: 'TG',
  number: 920,
  suffix: '',
  itinerary: 1,
  sequence: 1,
  from: 'BKK',
  to: 'FRA',
  firstDay: day('2026-10-25'),
  lastDay: day('2027-03-27'),
  weekdays: DAILY,
  everyWeeks: 1,
  departsMinute: 23 * 60 + 45,
  blockMinutes: 705,
  fromOffset: 420,
  toOffset: 60,
  aircraft: '359',
  service: 'J',
  onward: null,
  ...over,
});

const season = (legs: readonly PlannedLeg[], mode: 'U' | 'L' = 'L'): SeasonFile => ({
  airline: 'TG',
  season: 'W26',
  mode,
  firstDay: day('2026-10-25'),
  lastDay: day('2027-03-27'),
  legs,
});

const FRA = { station: 'FRA', timezone: 'Europe/Berlin' };
const read = async (text: string | Uint8Array, context: object = {}) => {
  const answer = await readWith(SSIM, text, { ...FRA, ...context });
  return { ...answer, items: answer.items as MovementInput[] };
};
const back = leg({
  number: 921,
  from: 'FRA',
  to: 'BKK',
  departsMinute: 840,
  blockMinutes: 650,
  fromOffset: 60,
  toOffset: 420,
});
const ONE_DAY = { from: '2026-11-20', to: '2026-11-20' };

test('a leg record by its bytes, as the manual has them', async () => {
  const written = writeSsim(season([leg({ onward: { airline: 'TG', number: 921, layover: 1 } })]));
  expect(written.split('\r\n')[10]).toBe(
    '3 TG  9200101J25OCT2627MAR271234567 BKK23452345+0700  FRA05300530+0100  359' +
      `${' '.repeat(62)}TG  9211${' '.repeat(47)}01000003`,
  );
  const { items, problems } = await read(written, ONE_DAY);
  expect(problems).toEqual([]);
  expect(await read(`\uFEFF${written}`, ONE_DAY)).toMatchObject({ items, problems });
  expect(items).toEqual([
    {
      role: 'inbound',
      externalId: 'TG920.2026-11-19.BKK-FRA',
      taskName: 'TG920',
      scheduledTime: '2026-11-20T04:30:00.000Z',
      expectedTime: '2026-11-20T04:30:00.000Z',
      expectedTimesSource: 'schedule',
      metadata: { airline: 'TG', origin_code: 'BKK', aircraft_type: '359', service_type: 'J' },
    },
  ]);
});

describe('arrivals and departures are paired', () => {
  const turns = async (legs: readonly PlannedLeg[], context: object = ONE_DAY) => {
    const { items } = await read(writeSsim(season(legs)), context);
    return items
      .filter(({ role }) => role === 'inbound')
      .map((one) => [one.externalId.slice(0, 16), one.turnsWith ?? null]);
  };

  test('by the onward flight that was filed, also when another one would come first', async () => {
    const onward = { airline: 'TG', number: 921, layover: 0 };
    const other = { ...back, number: 923, departsMinute: 600 };
    expect(await turns([leg({ onward }), other, back])).toEqual([['TG920.2026-11-19', 'TG921.2026-11-20.FRA-BKK']]);
    // A night later: the arrival of the day before is then part of the wanted day.
    expect(await turns([leg({ onward: { ...onward, layover: 1 } }), other, back])).toEqual([
      ['TG920.2026-11-18', 'TG921.2026-11-20.FRA-BKK'],
      ['TG920.2026-11-19', 'TG921.2026-11-21.FRA-BKK'],
    ]);
  });

  test('by the next leg of the same flight', async () => {
    const on = leg({
      sequence: 2,
      from: 'FRA',
      to: 'LHR',
      firstDay: day('2026-10-26'),
      departsMinute: 420,
      fromOffset: 60,
      toOffset: 0,
    });
    const first = writeSsim(season([leg(), on]));
    // The second leg departs the day after the flight began.
    const text = first.replaceAll(/^(3 TG  920010[2].{179})00/gm, '$111');
    const { items } = await read(text, ONE_DAY);
    expect(items.map(({ externalId, turnsWith }) => [externalId, turnsWith])).toEqual([
      ['TG920.2026-11-19.BKK-FRA', 'TG920.2026-11-19.FRA-LHR'],
      ['TG920.2026-11-19.FRA-LHR', 'TG920.2026-11-19.BKK-FRA'],
    ]);
  });

  test('first in, first out within an airline and a type, not sooner than 20 minutes, not later than a day', async () => {
    const soon = { ...back, number: 901, departsMinute: 330 + 19 };
    const wrongType = { ...back, number: 903, departsMinute: 500, aircraft: '77W' };
    expect(await turns([leg(), soon, wrongType, back])).toEqual([['TG920.2026-11-19', 'TG921.2026-11-20.FRA-BKK']]);
    expect(await turns([leg(), wrongType])).toEqual([['TG920.2026-11-19', null]]);
  });
});

test('a flight that is only sold, a bus, and another airport stay out', async () => {
  const legs = [leg({ isSoldOnly: true }), leg({ number: 1, service: 'U' }), leg({ number: 2, to: 'MUC' })];
  expect(await read(writeSsim(season(legs)))).toMatchObject({ items: [], problems: [] });
});

test('what is wrong stands at its line and field, and the rest is read', async () => {
  const good = leg({ number: 2 });
  const lines = writeSsim(season([leg(), good]), '\n').split('\n');
  lines[10] = `${lines[10].slice(0, 14)}31FEB26${lines[10].slice(21, 43)}2560${lines[10].slice(47)}`;
  const { items, problems } = await read(lines.join('\n'), ONE_DAY);
  expect(items.map(({ taskName }) => taskName)).toEqual(['TG2']);
  expect(problems).toEqual([
    {
      line: 11,
      path: 'periodFrom',
      code: 'invalid_format',
      message: 'must be a date such as 29MAR26 (bytes 15 to 21), not "31FEB26"',
    },
    {
      line: 11,
      path: 'aircraftDeparture',
      code: 'invalid_format',
      message: 'must be a time such as 0930 (bytes 44 to 47), not "2560"',
    },
  ]);
  const cut = await read(
    writeSsim(season([good]), '\n')
      .split('\n')
      .slice(0, 11)
      .join('\n'),
    ONE_DAY,
  );
  expect(cut.problems).toMatchObject([{ line: 11, code: 'required', message: expect.stringContaining('cut off') }]);
  const lost = lines.filter((_, i) => i !== 11).join('\n');
  expect((await read(lost)).problems.at(-1)).toMatchObject({ path: 'serialNumberCheck' });
  const open = writeSsim(season([leg()])).replaceAll('27MAR27', '00XXX00');
  expect((await read(open)).problems).toMatchObject([{ line: 11, path: 'periodTo', code: 'out_of_range' }]);
  expect(await read(open, ONE_DAY)).toMatchObject({ items: [{ taskName: 'TG920' }], problems: [] });
  await expect(read('externalId,x\n')).rejects.toThrow('not an SSIM file');
  await expect(read(writeSsim(season([leg()])), { station: null })).rejects.toMatchObject({
    errors: [{ path: 'station', code: 'required' }],
  });
  await expect(read(writeSsim(season([leg(), back])), { limits: { items: 300, columns: 1 } })).rejects.toMatchObject({
    code: 'too_many_items',
  });
});

const drawnLeg = fc.record({
  number: fc.integer({ min: 1, max: 9999 }),
  suffix: fc.constantFrom('', 'A', 'Z'),
  firstDay: fc.integer({ min: day('2026-10-25'), max: day('2026-12-01') }),
  length: fc.integer({ min: 0, max: 40 }),
  weekdays: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }).filter((days) => days.includes(true)),
  everyWeeks: fc.constantFrom(1 as const, 2 as const),
  departsMinute: fc.integer({ min: 0, max: 1439 }),
  blockMinutes: fc.integer({ min: 20, max: 1000 }),
  otherOffset: fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15),
  arrives: fc.boolean(),
});

test('what was planned is read, whatever the time mode, zone and line ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(drawnLeg, { maxLength: 6, selector: ({ number, suffix }) => `${number}${suffix}` }),
      fc.constantFrom('U' as const, 'L' as const),
      fc.constantFrom('\n', '\r\n', ''),
      async (drawn, mode, newline) => {
        const legs = drawn.map(({ length, otherOffset, arrives, ...one }) => {
          const [here, there] = mode === 'U' ? [0, 0] : [60, otherOffset];
          const ends = arrives ? { from: 'BKK', to: 'FRA' } : { from: 'FRA', to: 'BKK' };
          const offsets = arrives ? { fromOffset: there, toOffset: here } : { fromOffset: here, toOffset: there };
          return leg({ ...one, ...ends, ...offsets, lastDay: one.firstDay + length });
        });
        const planned = legs.flatMap((one) => {
          const times: string[] = [];
          for (let date = one.firstDay; date <= one.lastDay; date++) {
            const weekday = (new Date(date * DAY_MS).getUTCDay() + 6) % 7;
            if (!one.weekdays[weekday] || Math.floor((date - one.firstDay) / 7) % one.everyWeeks !== 0) continue;
            const departsMs = date * DAY_MS + (one.departsMinute - one.fromOffset) * 60_000;
            const atMs = one.to === 'FRA' ? departsMs + one.blockMinutes * 60_000 : departsMs;
            times.push(`${one.airline}${one.number}${one.suffix} ${one.to} ${new Date(atMs).toISOString()}`);
          }
          return times;
        });
        const { items, problems } = await read(writeSsim(season(legs, mode), newline));
        expect(problems).toEqual([]);
        for (const item of items) MovementUpload.parse(item);
        const told = items.map(
          (one) => `${one.taskName} ${one.role === 'inbound' ? 'FRA' : 'BKK'} ${one.scheduledTime}`,
        );
        expect(told.sort()).toEqual(planned.sort());
      },
    ),
    { numRuns: 20 },
  );
});

test('a local time without a variation that occurs twice is taken with a warning', async () => {
  const text = writeSsim(season([{ ...back, departsMinute: 150 }])).replaceAll('+0100', '     ');
  const { items, problems, warnings } = await read(text, { from: '2026-10-24', to: '2026-10-26' });
  expect(problems).toEqual([]);
  expect(items.map(({ scheduledTime }) => scheduledTime)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
  expect(warnings).toMatchObject([
    { path: 'aircraftDeparture', message: expect.stringContaining('occurs twice in Europe/Berlin') },
  ]);
});

test('whatever bytes are changed, there are problems and never a fault', async () => {
  const text = Buffer.from(writeSsim(season([leg(), back, leg({ number: 5, isSoldOnly: true })])));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(text.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
      fc.nat(text.length),
      async (changes, length) => {
        const bytes = Buffer.from(text);
        for (const [at, byte] of changes) bytes[at] = byte;
        try {
          for (const item of (await read(bytes.subarray(0, length), ONE_DAY)).items) MovementUpload.parse(item);
        } catch (error) {
          expect(error).toBeInstanceOf(ScheduleError);
        }
      },
    ),
    { numRuns: 60 },
  );
});
