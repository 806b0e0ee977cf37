import { expect, test } from 'vitest';
import { type PortCall, writeDcsa } from '../../../fixtures/formats/dcsa.ts';
import { PORT_CALL } from '../../../fixtures/formats/exampleFiles.ts';
import fc from '../../../tests/properties.ts';
import { type MovementInput, MovementUpload } from '../../entities/movement.ts';
import { ScheduleError } from '../../errors.ts';
import { readWith } from '../testing/readWith.ts';
import { DCSA } from './dcsa.ts';

const read = async (text: string, context: object = {}) => {
  const answer = await readWith(DCSA, text, { station: 'NLRTM', ...context });
  return { ...answer, items: answer.items as MovementInput[] };
};

const call = (over: Partial<PortCall> = {}): PortCall => ({
  ...PORT_CALL,
  times: [
    { event: 'ARRI', kind: 'PLN', at: '2026-11-20T09:00:00+01:00' },
    { event: 'ARRI', kind: 'EST', at: '2026-11-20T11:00:00+01:00' },
    { event: 'DEPA', kind: 'PLN', at: '2026-11-21T20:00:00+01:00' },
  ],
  ...over,
});
const vessels = (...calls: PortCall[]): string => writeDcsa([{ imo: '9321483', name: 'King of the Seas', calls }]);

test('a call is an arrival and a departure that belong together', async () => {
  const { items, lines } = await read(vessels(call({ port: 'BEANR', reference: 'other' }), call()));
  const common = { externalId: call().reference, turnsWith: call().reference, taskName: 'King of the Seas' };
  expect(lines).toEqual([2, 2]);
  expect(items).toMatchObject([
    { ...common, role: 'inbound', scheduledTime: '2026-11-20T08:00:00.000Z', expectedTime: '2026-11-20T10:00:00.000Z' },
    {
      ...common,
      role: 'outbound',
      scheduledTime: '2026-11-21T19:00:00.000Z',
      metadata: { vessel_imo: '9321483', terminal: 'ACT' },
    },
  ]);
  expect(items[1]).not.toHaveProperty('expectedTime');
  expect((await read(vessels(call()), { from: '2026-11-21', to: '2026-11-21' })).items).toHaveLength(2);
  expect((await read(vessels(call()), { from: '2026-11-22' })).items).toEqual([]);
  expect((await read(vessels(call({ status: 'OMIT', times: [] })))).items).toMatchObject([
    { cancelled: true },
    { cancelled: true },
  ]);
});

test('what is wrong stands at its call and path, and the others are read', async () => {
  const late = call({ reference: 'B', times: [{ event: 'ARRI', kind: 'EST', at: 'soon' }] });
  const { items, problems } = await read(vessels(call({ reference: '' }), late, call(), call()));
  expect(items).toHaveLength(2);
  const path = 'schedules.0.vesselSchedules.0.transportCalls';
  expect(problems.map((one) => [one.line, one.path])).toEqual([
    [1, `${path}.0.transportCallReference`],
    [2, `${path}.1.timestamps.0.eventDateTime`],
    [4, `${path}.3.transportCallReference`],
  ]);
  expect((await read('{"vesselSchedules":[]}')).problems).toMatchObject([
    { line: null, path: 'schedules', code: 'invalid_type' },
  ]);
  await expect(read(vessels(call()), { station: null })).rejects.toMatchObject({ errors: [{ path: 'station' }] });
  await expect(read(vessels(call()), { limits: { items: 1, columns: 1 } })).rejects.toMatchObject({
    code: 'too_many_items',
  });
});

test('whatever JSON it is, there are problems and never a fault; what was written is read', async () => {
  const minute = fc.integer({ min: 0, max: 500_000 });
  const iso = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(minute, minute), { maxLength: 10 }), fc.json(), async (times, json) => {
      const calls = times.map(([arrives, departs], i) =>
        call({
          reference: `call-${i}`,
          times: [
            { event: 'ARRI', kind: 'PLN', at: iso(arrives) },
            { event: 'DEPA', kind: 'ACT', at: iso(departs) },
          ],
        }),
      );
      const { items, problems } = await read(vessels(...calls));
      expect(problems).toEqual([]);
      for (const item of items) MovementUpload.parse(item);
      expect(items.map((one) => one.scheduledTime ?? one.actualTime)).toEqual(times.flatMap((one) => one.map(iso)));
      for (const text of [
        json,
        `[{"vesselSchedules":[{"transportCalls":[${json},{"location":{"UNLocationCode":"NLRTM"},"timestamps":${json}}]}]}]`,
      ]) {
        await read(text).catch((error: unknown) => expect(error).toBeInstanceOf(ScheduleError));
      }
    }),
    { numRuns: 30 },
  );
});
