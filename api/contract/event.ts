import { z } from 'zod';
import { ConflictRecord } from './conflict.ts';
import { RunRecord } from './optimization.ts';
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

const EVENT_TYPE =
  /^(?:(?:planning|location|resource|tag|rule|group|operation|task|workspace)\.(?:created|updated|deleted)|assignment\.(?:created|deactivated)|conflict\.(?:opened|closed)|optimization\.(?:pending|starting|running|progress|updated|succeeded|failed|cancelled|deleted))$/;

const layer = { planning: Id, workspace: Id.nullable(), change: Id.nullable() };

const Event = z
  .object({
    type: z.string().regex(EVENT_TYPE).meta({
      description: 'What, and what became of it. An assignment is created or deactivated, and never changed.',
      example: 'operation.updated',
    }),
    ...layer,
    sequence: z.int().min(0).meta({ description: 'Index within the change.' }),
    at: Instant,
    data: z.record(z.string(), JsonValue).meta({
      description:
        'Of a change `{ entity, id, changed, before, after }`; of a conflict or an optimization its record; of what was deleted otherwise `{ id }`.',
    }),
  })
  .meta({ id: 'Event' });

/** What a client hears over `/v1/events/`. */
export const ServerMessage = z
  .union([
    z.object({ type: z.literal('subscribed'), ...layer }),
    z.object({ type: z.literal('unsubscribed'), planning: Id, workspace: Id.nullable() }),
    z
      .object({ type: z.literal('reset'), ...layer })
      .meta({ description: 'Too far behind for a replay: read everything again.' }),
    z.object({
      type: z.literal('state'),
      ...layer,
      conflicts: z.array(ConflictRecord).meta({ description: 'Those that are open.' }),
      tasks: z.array(RunRecord).meta({ description: 'Optimizations that are not over.' }),
    }),
    z.object({ type: z.literal('error'), detail: z.string(), code: z.string() }),
    Event,
  ])
  .meta({ id: 'ServerMessage' });
