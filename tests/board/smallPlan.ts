import type {
  DocumentAssignment,
  DocumentOperation,
  DocumentTask,
  PlanningDocument,
} from '../../engine/instance/planningDocument.ts';

/** A day far from today, so that nothing depends on when the tests run. */
const DAY = '2031-05-14';
const ZONE = 'Europe/Berlin';
const OFFSET = '+02:00';

/** An instant of that day, from hours and minutes by the planning's clocks. */
export const instant = (clock: string): string => new Date(`${DAY}T${clock}:00${OFFSET}`).toISOString();

const task = (taskName: string, clock: string): DocumentTask => ({
  taskName,
  scheduledTime: instant(clock),
  expectedTime: instant(clock),
  expectedTimesSource: 'schedule',
});

/** Name, from, to, resource, size. BA 20 arrives before AZ 10 has left A1, which is the only conflict. */
const STAYS = [
  ['AZ 10', '08:00', '09:30', 'A1', 'c'],
  ['BA 20', '09:10', '10:40', 'A1', 'c'],
  ['CX 30', '08:30', '10:00', 'A2', 'c'],
  ['DL 40', '11:00', '13:00', 'A3', 'c'],
  ['EK 50', '08:00', '10:00', 'B1', 'e'],
  ['FR 60', '09:00', '10:00', null, 'c'],
] as const;
const RESOURCES = ['A1', 'A2', 'A3', 'A4', 'B1'] as const;

/** Six stays on five stands, of which only B1 takes large aircraft. All ids begin with the prefix. */
export const smallPlan = (prefix: string, name = prefix): PlanningDocument => {
  const id = (text: string): string => `${prefix}-${text.replace(' ', '')}`;
  return {
    format: 'tidegate/planning@1',
    planning: { id: prefix, name, timezone: ZONE },
    locations: [
      { id: id('A'), name: 'Pier A', ordering: 1 },
      { id: id('B'), name: 'Pier B', ordering: 2 },
    ],
    tags: [
      { uuid: id('c'), category: 'size', value: 'C', required: true },
      { uuid: id('e'), category: 'size', value: 'E', required: true },
    ],
    resources: RESOURCES.map((resource, ordering) => ({
      id: id(resource),
      name: resource,
      ordering,
      location: id(resource.slice(0, 1)),
      tags: resource === 'B1' ? [id('c'), id('e')] : [id('c')],
    })),
    groups: [],
    operations: STAYS.map(
      ([stay, from, to, , size]): DocumentOperation => ({
        id: id(stay),
        tags: [id(size)],
        inboundTask: task(stay, from),
        outboundTask: task(stay, to),
      }),
    ),
    rules: [],
    assignments: STAYS.flatMap(([stay, , , resource]): DocumentAssignment[] =>
      resource === null ? [] : [{ operation: id(stay), resource: id(resource) }],
    ),
  };
};
