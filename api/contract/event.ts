import { z } from 'zod';
import { Id, Instant, JsonValue, text } from './primitives.ts';

/** What a client sends over `/v1/events/`. */
export const ClientMessage = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('authenticate'), token: text(4096) }),
    z.strictObject({
      type: z.literal('subscribe'),
      planning: Id,
      workspace: Id.nullable().exactOptional(),
      since: Id.nullable().exactOptional().meta({ description: 'Changeset id: replays what came after it.' }),
    }),
    z.strictObject({
      type: z.literal('unsubscribe'),
      planning: Id,
      workspace: Id.nullable().exactOptional(),
    }),
  ])
  .meta({ id: 'ClientMessage' });
export type ClientMessage = z.output<typeof ClientMessage>;

export const ScheduleEvent = z
  .object({
    type: z.string().meta({ description: 'Such as operation.updated or conflict.opened.' }),
    planning: Id,
    workspace: Id.nullable(),
    change: Id.nullable(),
    sequence: z.int(),
    at: Instant,
    data: JsonValue,
  })
  .meta({ id: 'Event' });
export type ScheduleEvent = z.output<typeof ScheduleEvent>;
