import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { ask, openAgent, type TestAgent } from '../testing/openAgent.ts';

const task = (taskName: string, at: string) => ({
  taskName,
  scheduledTime: at,
  expectedTime: at,
  expectedTimesSource: 'schedule' as const,
});

/** A vessel, its line, and when its call begins and ends. */
const call = (externalId: string, name: string, line: string, from: string, to: string) => ({
  id: `call-${externalId}`,
  externalId,
  tags: [line],
  inboundTask: task(name, from),
  outboundTask: task(name, to),
});

/** A port in Chicago with three berths, in a week that begins on Wednesday, 16 January; it is Thursday, 13:10. */
const port: PlanningDocument = {
  format: 'tidegate/planning@1',
  planning: { id: 'port', name: 'Port', timezone: 'America/Chicago' },
  locations: [{ id: 'quay', name: 'Quay' }],
  tags: [
    { uuid: 'maersk', category: 'line', value: 'Maersk' },
    { uuid: 'msc', category: 'line', value: 'MSC' },
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
  ],
  rules: [],
  assignments: ['601', '602', '603', '604'].map((id) => ({
    id: `at-${id}`,
    operation: `call-${id}`,
    resource: 'berth-1',
  })),
};

let agent: TestAgent;
beforeAll(async () => {
  agent = await openAgent(() => port);
});
afterAll(() => agent.close());

// Guarantee: a vessel that calls several times is meant by its name and a day, and a call also by a tag and a day.
test.each<readonly [string, string]>([
  ['where is MSC Irina on Sunday?', 'MSC Irina is on Berth 1, Sat 19 Jan 06:00–Sun 20 Jan 12:00'],
  ['where is MSC Irina today?', 'MSC Irina is on Berth 1, Wed 16 Jan 14:00–Thu 17 Jan 17:00'],
  ['move MSC Irina on Sunday to berth 2', 'I propose: MSC Irina from Berth 1 to Berth 2.'],
  [
    'move the Maersk call on Friday to a deep berth',
    'I propose: Maersk Elba to Berth 3, the best other place with depth deep.',
  ],
  [
    'move the Maersk call on Monday to berth 2',
    '1. Maersk Utah (605), Mon 21 Jan 06:00–Tue 22 Jan 00:00\n2. Maersk Elba (606)',
  ],
  ['where is MSC Irina on Friday?', 'I did not understand that'],
  ['where is MSC Irina?', 'Which operation do you mean by "MSC Irina"?\n1. MSC Irina (601)'],
])('%s', async (text, said) => {
  expect((await ask(agent, text)).text).toContain(said);
});

test('a choice may be named by its external id', async () => {
  const answer = await ask(agent, 'where is MSC Irina?', '603');
  expect(answer.text).toContain('MSC Irina is on Berth 1, Tue 22 Jan 06:00–Wed 23 Jan 12:00');
});
