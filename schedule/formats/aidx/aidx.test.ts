import { expect, test } from 'vitest';
import { type FlightLeg, type LegTime, writeAidx } from '../../../fixtures/formats/aidx.ts';
import fc from '../../../tests/properties.ts';
import { type MovementInput, MovementUpload } from '../../entities/movement.ts';
import { ScheduleError } from '../../errors.ts';
import { readWith } from '../testing/readWith.ts';
import { AIDX } from './aidx.ts';

const read = async (text: string | Uint8Array, context: object = {}) => {
  const answer = await readWith(AIDX, text, { station: 'FRA', ...context });
  return { ...answer, items: answer.items as MovementInput[] };
};

const leg = (over: Partial<FlightLeg> = {}): FlightLeg => ({
  airline: 'TG',
  number: '920',
  suffix: '',
  originDate: '2026-11-19',
  from: 'BKK',
  to: 'FRA',
  times: [{ event: 'ONB', type: 'SCT', at: '2026-11-20T04:30:00Z' }],
  registration: 'HSTHB',
  aircraft: '359',
  stand: 'B24',
  status: null,
  sameAircraft: null,
  ...over,
});

test('a leg says when it is at the stand, and what the aircraft flies next', async () => {
  const next = { airline: 'TG', number: '021', suffix: '', originDate: '2026-11-20', from: 'FRA', to: 'BKK' };
  const times: LegTime[] = [
    { event: 'ONB', type: 'SCT', at: '2026-11-20T04:30:00Z' },
    { event: 'ONB', type: 'EST', at: '2026-11-20T05:45:00+01:00' },
    { event: 'TDN', type: 'ACT', at: '2026-11-20T04:38:00' },
    { event: 'OFB', type: 'ACT', at: '2026-11-19T16:50:00Z' },
  ];
  const { items, lines } = await read(writeAidx([leg({ times, sameAircraft: next }), leg({ to: 'MUC' })]));
  expect(lines).toEqual([4]);
  expect(items).toEqual([
    {
      role: 'inbound',
      externalId: 'TG920.2026-11-19.BKK-FRA',
      taskName: 'TG920',
      scheduledTime: '2026-11-20T04:30:00.000Z',
      expectedTime: '2026-11-20T04:45:00.000Z',
      expectedTimesSource: 'external',
      turnsWith: 'TG21.2026-11-20.FRA-BKK',
      metadata: { airline: 'TG', origin_code: 'BKK', aircraft_type: '359', registration: 'HSTHB', stand_told: 'B24' },
    },
  ]);
  const landed = leg({ times: [...times, { event: 'ONB', type: 'ACT', at: '2026-11-20T04:44:00Z' }] });
  expect((await read(writeAidx([leg(), landed]))).items).toMatchObject([{ actualTime: '2026-11-20T04:44:00.000Z' }]);
  expect((await read(writeAidx([leg({ status: 'DX' })]))).items).toMatchObject([{ cancelled: true }]);
});

test('what is wrong stands at its line and member, and the other legs are read', async () => {
  const bad = leg({ number: '12X', originDate: '20NOV' });
  const late = leg({ number: '5', times: [{ event: 'ONB', type: 'EST', at: 'soon' }] });
  const { items, problems } = await read(writeAidx([bad, late, leg()]));
  expect(items.map(({ taskName }) => taskName)).toEqual(['TG920']);
  expect(problems.map(({ line, path }) => [line, path])).toEqual([
    [4, 'LegIdentifier.OriginDate'],
    [4, 'LegIdentifier.FlightNumber'],
    [16, 'LegData.OperationTime (ONB EST)'],
  ]);
});

test('a document type, entities, depth, another root and broken text are refused', async () => {
  const good = writeAidx([leg()]);
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>';
  await expect(read(good.replace('?>', `?>${bomb}`))).rejects.toThrow('DOCTYPE');
  await expect(read(good.replace('>TG<', '>&a;<'))).rejects.toThrow(/line \d+: undefined entity/);
  await expect(read(good.replace('<LegData>', `<LegData>${'<a>'.repeat(40)}${'</a>'.repeat(40)}`))).rejects.toThrow(
    'deeper than 32',
  );
  await expect(read(good.replace('<LegData>', `<LegData>${'<a/>'.repeat(30_000)}`))).rejects.toThrow(
    'more than 20000 parts',
  );
  await expect(read('<html/>')).rejects.toThrow('its root is html');
  await expect(read(good.slice(0, -40))).rejects.toThrow('not an AIDX message');
  await expect(read('')).rejects.toBeInstanceOf(ScheduleError);
  await expect(read(good, { limits: { items: 0, columns: 1 } })).rejects.toMatchObject({ code: 'too_many_items' });
});

const code = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'ABCXYZ'.split('')), minLength: length, maxLength: length });
const drawn = fc.record({
  number: fc.integer({ min: 1, max: 9999 }).map(String),
  suffix: fc.constantFrom('', 'A'),
  other: code(3),
  arrives: fc.boolean(),
  minutes: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 3, maxLength: 3 }),
});

test('what was written is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(drawn, { maxLength: 8, selector: ({ number }) => number }), async (all) => {
      const at = (minute: number): string => new Date(Date.UTC(2026, 10, 1) + minute * 60_000).toISOString();
      const legs = all.map(({ number, suffix, other, arrives, minutes }) => {
        const event = arrives ? ('ONB' as const) : ('OFB' as const);
        const times = (['SCT', 'EST', 'ACT'] as const).map((type, i) => ({ event, type, at: at(minutes[i] ?? 0) }));
        return leg({ number, suffix, times, ...(arrives ? { from: other } : { from: 'FRA', to: other }) });
      });
      const { items, problems } = await read(writeAidx(legs));
      expect(problems).toEqual([]);
      for (const item of items) MovementUpload.parse(item);
      expect(items).toMatchObject(
        all.map(({ number, suffix, arrives, minutes: [scheduled = 0, expected = 0, actual = 0] }) => ({
          role: arrives ? 'inbound' : 'outbound',
          taskName: `TG${number}${suffix}`,
          scheduledTime: at(scheduled),
          expectedTime: at(expected),
          actualTime: at(actual),
        })),
      );
    }),
    { numRuns: 20 },
  );
});

test('whatever bytes are changed, there are problems and never a fault', async () => {
  const text = Buffer.from(writeAidx([leg(), leg({ number: '921', from: 'FRA', to: 'BKK' })]));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(text.length - 1), fc.nat(127)), { minLength: 1, maxLength: 8 }),
      fc.nat(text.length),
      async (changes, length) => {
        const bytes = Buffer.from(text);
        for (const [at, byte] of changes) bytes[at] = byte;
        try {
          for (const item of (await read(length % 2 === 0 ? bytes : bytes.subarray(0, length))).items)
            MovementUpload.parse(item);
        } catch (error) {
          expect(error).toBeInstanceOf(ScheduleError);
        }
      },
    ),
    { numRuns: 80 },
  );
});
