import { z } from 'zod';
import { ExternalId, Name, Timestamp, writeShape } from './primitives.ts';
import type { Input } from './shape.ts';
import { TASK_MEMBERS, TaskRole } from './task.ts';

const { expectedTime: _expected, scheduledTime: _scheduled, plannedTime: _planned, ...members } = TASK_MEMBERS;

const KEEPS = 'Absent or null if it is not known; then the stored value stays.';

/** What may be said of a movement. */
export const MOVEMENT_MEMBERS = {
  ...members,
  role: TaskRole.meta({ description: 'inbound: an arrival; outbound: a departure.' }),
  externalId: ExternalId.meta({
    description:
      'The carrier’s identifier of it, which must be the same in every upload. It becomes the externalId of the task.',
  }),
  taskName: Name.meta({ description: 'The name of its task, such as a flight number.' }),
  scheduledTime: Timestamp.nullable().exactOptional().meta({ description: KEEPS }),
  expectedTime: Timestamp.nullable().exactOptional().meta({ description: KEEPS }),
  turnsWith: ExternalId.nullable().exactOptional().meta({
    description:
      'The externalId of the movement of the same aircraft or vessel on the other side: the departure after this arrival, or the arrival before this departure.',
  }),
  cancelled: z.boolean().exactOptional().meta({
    description:
      'True if the movement is canceled: it is removed from its operation, which is deleted if it has no other side.',
  }),
};

/**
 * An arrival or a departure as its carrier tells it, each on its own: an upload makes operations of them, or finds those that have them
 * already by `externalId`, which is the task's.
 */
export const MovementUpload = writeShape(MOVEMENT_MEMBERS).meta({
  id: 'MovementUpload',
  description:
    'An arrival or a departure. If a task of the planning has its externalId, that operation is updated. Otherwise it is paired with the movement that turnsWith names, or it becomes an operation of its own: a mock (a placeholder) is the other side, after or before the shortest stay of the planning. At least one of scheduledTime, expectedTime and actualTime is required. A time with the expectedTimesSource schedule never replaces an estimate.',
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
