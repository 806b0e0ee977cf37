import { z } from 'zod';
import { ExternalId, Name, Timestamp, writeShape } from './primitives.ts';
import type { Input } from './shape.ts';
import { TASK_MEMBERS, TaskRole } from './task.ts';

const { expectedTime: _expected, scheduledTime: _scheduled, plannedTime: _planned, ...members } = TASK_MEMBERS;

const KEEPS = 'Absent or null: not known; what is stored stays.';

/** What may be said of a movement. */
export const MOVEMENT_MEMBERS = {
  ...members,
  role: TaskRole.meta({ description: 'inbound: it arrives here; outbound: it departs from here.' }),
  externalId: ExternalId.meta({
    description: 'What its carrier knows it by, the same in every upload; the externalId of its task.',
  }),
  taskName: Name.meta({ description: 'The name of its task, such as a flight number.' }),
  scheduledTime: Timestamp.nullable().exactOptional().meta({ description: KEEPS }),
  expectedTime: Timestamp.nullable().exactOptional().meta({ description: KEEPS }),
  turnsWith: ExternalId.nullable().exactOptional().meta({
    description:
      'externalId of the movement of the same aircraft or vessel on the other side: what departs after this arrival, or arrived before this departure.',
  }),
  cancelled: z
    .boolean()
    .exactOptional()
    .meta({ description: 'It does not take place: it leaves its operation, which ends when it has no other side.' }),
};

/**
 * An arrival or a departure as its carrier tells it, each on its own: an upload makes operations of them, or finds those that have them
 * already by `externalId`, which is the task's.
 */
export const MovementUpload = writeShape(MOVEMENT_MEMBERS).meta({
  id: 'MovementUpload',
  description:
    'An arrival or a departure. The operation whose task has its externalId is updated; else it is paired with the movement that turnsWith names, or stands in an operation of its own, whose other side is a mock after (before) the shortest stay of the planning. At least one of scheduledTime, expectedTime and actualTime is known. A time by expectedTimesSource schedule never replaces an estimate.',
  example: {
    role: 'inbound',
    externalId: 'TG920.2026-11-20.BKK-FRA',
    taskName: 'TG920',
    scheduledTime: '2026-11-20T05:30:00Z',
    expectedTime: '2026-11-20T05:45:00Z',
    expectedTimesSource: 'predicted',
    turnsWith: 'TG921.2026-11-20.FRA-BKK',
  },
});
export type MovementInput = Input<typeof MovementUpload>;
