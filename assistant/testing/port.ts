import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';

const task = (taskName: string, at: string) => ({
  taskName,
  scheduledTime: at,
  expectedTime: at,
  expectedTimesSource: 'schedule' as const,
});

/** A vessel, its line, and when its call begins and ends. */
const call = (externalId: string, name: string, line: string | null, from: string, to: string) => ({
  id: `call-${externalId}`,
  externalId,
  tags: line === null ? [] : [line],
  inboundTask: task(name, from),
  outboundTask: task(name, to),
});

/** A port in Chicago with three berths, in a week that begins on Wednesday, 16 January; it is Thursday, 13:10. */
export const port: PlanningDocument = {
  format: 'tidegate/planning@1',
  planning: { id: 'port', name: 'Port', timezone: 'America/Chicago' },
  locations: [{ id: 'quay', name: 'Quay' }],
  tags: [
    { uuid: 'maersk', category: 'line', value: 'Maersk' },
    { uuid: 'msc', category: 'line', value: 'MSC' },
    { uuid: 'one', category: 'line', value: 'ONE' },
    { uuid: 'deep', category: 'depth', value: 'deep' },
  ],
  resources: [
    { id: 'berth-1', name: 'Berth 1', location: 'quay' },
    { id: 'berth-2', name: 'Berth 2', location: 'quay' },
    { id: 'berth-3', name: 'Berth 3', location: 'quay', tags: ['deep'] },
  ],
  groups: [],
  operations: [
    call('601', 'MSC Irina', 'msc', '2008-01-16T20:00:00Z', '2008-01-17T23:00:00Z'),
    call('602', 'MSC Irina', 'msc', '2008-01-19T12:00:00Z', '2008-01-20T18:00:00Z'),
    call('603', 'MSC Irina', 'msc', '2008-01-22T12:00:00Z', '2008-01-23T18:00:00Z'),
    call('604', 'Maersk Elba', 'maersk', '2008-01-18T12:00:00Z', '2008-01-19T06:00:00Z'),
    call('605', 'Maersk Utah', 'maersk', '2008-01-21T12:00:00Z', '2008-01-22T06:00:00Z'),
    call('606', 'Maersk Elba', 'maersk', '2008-01-21T20:00:00Z', '2008-01-22T20:00:00Z'),
    {
      ...call('607', 'Ever Fit', null, '2008-01-24T12:00:00Z', '2008-01-24T20:00:00Z'),
      metadata: { operator: 'Evergreen' },
    },
    call('609', 'Hamburg Bridge', 'one', '2008-01-23T20:00:00Z', '2008-01-24T06:00:00Z'),
    call('608', 'Evergale', null, '2008-01-24T22:00:00Z', '2008-01-25T20:00:00Z'),
  ],
  rules: [],
  assignments: ['601', '602', '603', '604'].map((id) => ({
    id: `at-${id}`,
    operation: `call-${id}`,
    resource: 'berth-1',
  })),
};
