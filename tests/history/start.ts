import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { P, time } from './commands.ts';
import { Model, type Put } from './model.ts';

const OPERATIONS = ['oa', 'ob', 'oc'];

/** The planning with which every sequence begins: two stands, three operations, a tag, a group, an assignment. */
export function start(): Model {
  const model = new Model();
  const task = (operation: string, role: string, hour: number): Put => ({
    kind: 'task',
    id: `${operation}-${role}`,
    fields: { operation, role, taskName: 'n', expectedTime: time(hour) },
  });
  model.write(null, 'first', [
    { kind: 'planning', id: P, fields: { name: 'P' } },
    { kind: 'location', id: 'la', fields: { name: 'L', parent: null } },
    { kind: 'tag', id: 'ga', fields: { value: 'v0' } },
    ...['ra', 'rb'].map((id) => ({
      kind: 'resource',
      id,
      fields: { name: 'R', location: 'la', parent: null, tags: ['ga'] },
    })),
    { kind: 'group', id: 'ua', fields: { name: 'G' } },
    ...OPERATIONS.flatMap((id, i) => [
      { kind: 'operation', id, fields: { description: null, externalId: null, group: i === 0 ? 'ua' : null } },
      task(id, 'inbound', i),
      task(id, 'outbound', i + 2),
    ]),
    { kind: 'assignment', id: 'aa', fields: { operation: 'oa', resource: 'ra' } },
  ]);
  return model;
}

export const startDocument = (): PlanningDocument => {
  const task = (id: string, hour: number) => ({
    id,
    taskName: 'n',
    externalId: 't',
    scheduledTime: time(hour),
    expectedTimesSource: 'external' as const,
    expectedTime: time(hour),
  });
  return {
    format: 'tidegate/planning@1',
    planning: { id: P, name: 'P' },
    locations: [{ id: 'la', name: 'L' }],
    tags: [{ uuid: 'ga', category: 'c', value: 'v0' }],
    resources: ['ra', 'rb'].map((id) => ({ id, name: 'R', location: 'la', tags: ['ga'] })),
    groups: [{ id: 'ua', name: 'G' }],
    operations: OPERATIONS.map((id, i) => ({
      id,
      group: i === 0 ? 'ua' : null,
      inboundTask: task(`${id}-inbound`, i),
      outboundTask: task(`${id}-outbound`, i + 2),
    })),
    rules: [],
    assignments: [{ id: 'aa', operation: 'oa', resource: 'ra' }],
  };
};
