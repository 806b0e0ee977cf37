import { describe, expect, test } from 'vitest';
import type { MovementInput } from '../entities/movement.ts';
import { ALL_ROWS } from '../records/page.ts';
import { at, importSmall, problemsOf } from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';

const { opened, schedule, scope } = await useSchedule();

const EVERYTHING = { start: null, end: null, rangeField: null, version: null, ...ALL_ROWS };

describe('movements', () => {
  const known = (role: 'inbound' | 'outbound', externalId: string, time: string, more: object = {}) =>
    ({
      role,
      externalId,
      taskName: externalId,
      scheduledTime: at(time),
      expectedTimesSource: 'schedule',
      ...more,
    }) as const;
  let planning: string;
  const upload = async (...movements: readonly object[]) => {
    const input = { plannings: [], operations: [], movements: movements as MovementInput[] };
    const { operations, ...counts } = await schedule.bulkUpload(scope, planning, input);
    return { counts, operations: await Promise.all(operations.map((id) => schedule.getOperation(scope, id))) };
  };
  const halves = async () =>
    (await schedule.listOperations(scope, planning, EVERYTHING)).items
      .filter(({ inboundTask, outboundTask }) => (inboundTask?.externalId ?? outboundTask?.externalId) != null)
      .map(({ inboundTask, outboundTask }) => [inboundTask?.externalId, outboundTask?.externalId]);

  test('become operations, and find them again; an estimate outlives a schedule', async () => {
    planning = await importSmall(opened, scope);
    const pair = [known('inbound', 'A1', '12:00', { turnsWith: 'D1' }), known('outbound', 'D1', '13:00')];
    const { counts, operations } = await upload(...pair, known('inbound', 'A2', '15:00'));
    expect(counts).toEqual({ created: 2, updated: 0, unchanged: 0, deleted: 0 });
    expect(operations).toMatchObject([
      { externalId: 'A1', inboundTask: { isMock: false }, outboundTask: { externalId: 'D1', isMock: false } },
      {
        externalId: 'A2',
        outboundTask: { externalId: null, isMock: true, taskName: 'A2', scheduledTime: at('15:30') },
      },
    ]);
    expect((await upload(...pair)).counts).toEqual({ created: 0, updated: 0, unchanged: 1, deleted: 0 });
    const late = {
      role: 'inbound',
      externalId: 'A1',
      taskName: 'A1',
      expectedTime: at('12:20'),
      metadata: { gate: 'B1' },
    };
    expect((await upload(late)).operations).toMatchObject([
      { inboundTask: { scheduledTime: at('12:00'), expectedTime: at('12:20'), expectedTimesSource: 'external' } },
    ]);
    const moved = await upload(
      known('inbound', 'A1', '12:05', { metadata: { type: '359' } }),
      known('inbound', 'A2', '16:00'),
    );
    expect(moved.operations).toMatchObject([
      { inboundTask: { scheduledTime: at('12:05'), expectedTime: at('12:20'), metadata: { gate: 'B1', type: '359' } } },
      { inboundTask: { expectedTime: at('16:00') }, outboundTask: { scheduledTime: at('16:30') } },
    ]);
    const [first] = moved.operations;
    const { items: history } = await schedule.operationTasks(scope, first.id);
    expect(history.filter(({ role }) => role === 'inbound').map(({ expectedTime }) => expectedTime)).toEqual(
      ['12:00', '12:20', '12:20'].map(at),
    );
  });

  test('a new side fills a mock; what is paired stays paired; two halves become one, where one is placed', async () => {
    planning = await importSmall(opened, scope);
    await upload(known('inbound', 'A1', '12:00'), known('outbound', 'D3', '19:00'));
    await upload(known('outbound', 'D1', '13:00', { turnsWith: 'A1' }));
    expect(await halves()).toEqual(
      expect.arrayContaining([
        ['A1', 'D1'],
        [null, 'D3'],
      ]),
    );
    await upload(known('outbound', 'D2', '14:00', { turnsWith: 'A1' }), known('inbound', 'A1', '12:00'));
    expect(await halves()).toEqual(
      expect.arrayContaining([
        ['A1', 'D1'],
        [null, 'D2'],
        [null, 'D3'],
      ]),
    );
    const [half] = await schedule.searchOperations(scope, planning, 'D3');
    await schedule.createAssignment(scope, { operation: half.id, resource: `${planning}-r1` });
    await upload(known('inbound', 'A3', '17:00'));
    const one = await upload(known('inbound', 'A3', '17:00', { turnsWith: 'D3' }), known('outbound', 'D3', '19:00'));
    expect(one).toMatchObject({ counts: { updated: 1, deleted: 1 }, operations: [{ id: half.id }] });
    expect(await halves()).toEqual(expect.arrayContaining([['A3', 'D3']]));
  });

  test('cancelled, one leaves its operation, which ends with its last side', async () => {
    planning = await importSmall(opened, scope);
    await upload(known('inbound', 'A1', '12:00', { turnsWith: 'D1' }), known('outbound', 'D1', '13:00'));
    const gone = (role: 'inbound' | 'outbound', id: string) => known(role, id, '12:00', { cancelled: true });
    expect((await upload(gone('inbound', 'A1'), gone('inbound', 'unknown'))).operations).toMatchObject([
      {
        inboundTask: { isMock: true, externalId: null, scheduledTime: at('12:30') },
        outboundTask: { externalId: 'D1' },
      },
    ]);
    expect((await upload(gone('outbound', 'D1'))).counts).toMatchObject({ updated: 0, deleted: 1 });
    expect(await halves()).toEqual([]);
  });

  test('problems stand at their movement', async () => {
    planning = await importSmall(opened, scope);
    const input = [
      known('inbound', 'A1', '12:00', { turnsWith: 'D1' }),
      known('outbound', 'D1', '11:00', { tags: ['no-tag'] }),
      known('inbound', 'A1', '12:00'),
      { role: 'outbound', externalId: 'D2', taskName: 'D2' } as const,
    ];
    const sent = { plannings: [], operations: [], movements: input as MovementInput[] };
    expect(await problemsOf(schedule.bulkUpload(scope, planning, sent))).toEqual([
      ['movements.2.externalId', 'duplicate'],
      ['movements.1.tags.0', 'unknown_reference'],
      ['movements.3.scheduledTime', 'required'],
    ]);
    const far = [
      known('inbound', 'A3', '12:00'),
      { ...known('outbound', 'D3', ''), scheduledTime: '2190-01-01T08:00Z' },
    ];
    const late = { ...sent, movements: far as MovementInput[] };
    expect(await problemsOf(schedule.bulkUpload(scope, planning, late))).toEqual([
      ['movements.1.expectedTime', 'too_big'],
    ]);
  });
});
