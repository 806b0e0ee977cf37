import { z } from 'zod';
import { ConflictRecord } from './conflict.ts';
import { AnswerCode, EntityName } from './error.ts';
import { RunRecord } from './optimization.ts';
import { lineType } from './resolution.ts';
import { Id, Instant, JsonValue, text } from '../../schedule/entities/primitives.ts';
import { ChangesetRecord } from './workspace.ts';

/** What a client sends over `/v1/events/`. */
export const ClientMessage = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: lineType('authenticate', 'The first message of a socket that has no Authorization header.'),
      token: text(4000).meta({ description: 'An access token or an API key.' }),
      organization: Id.exactOptional().meta({
        description: 'What X-Organization-Id says for requests. Default: that header of the connection.',
      }),
    }),
    z.strictObject({
      type: lineType('subscribe', 'Asks for the events of a planning.'),
      planning: Id,
      workspace: Id.nullable().exactOptional(),
      since: Id.nullable()
        .exactOptional()
        .meta({ description: 'The id of a changeset; the changes after it are replayed.' }),
      batch: z
        .boolean()
        .exactOptional()
        .meta({ description: 'True for one message per change instead of one per event. Default: false.' }),
    }),
    z.strictObject({
      type: lineType('presence', 'Tells others what the user is looking at.'),
      operation: Id.nullable().meta({
        description: 'The operation that the user is looking at; null when there is none.',
      }),
      planning: Id.exactOptional().meta({
        description: 'Required on a socket that is subscribed to several plannings.',
      }),
    }),
    z.strictObject({
      type: lineType('unsubscribe', 'Ends a subscription.'),
      planning: Id,
      workspace: Id.nullable().exactOptional(),
    }),
  ])
  .meta({ id: 'ClientMessage' });
export type ClientMessage = z.output<typeof ClientMessage>;

/** Records that are created and deleted within a planning. Nobody hears of the creation of a planning, and workspaces are never deleted. */
const RECORDS = ['location', 'resource', 'tag', 'rule', 'group', 'operation', 'task'] as const;
const EventType = z
  .enum([
    ...RECORDS.flatMap((entity) => [`${entity}.created`, `${entity}.updated`, `${entity}.deleted`] as const),
    'planning.updated',
    'planning.deleted',
    'workspace.created',
    'workspace.updated',
    'assignment.created',
    'assignment.deactivated',
    'conflict.opened',
    'conflict.closed',
    'conflict.marked',
    'conflict.truncated',
    'repair.proposed',
    'repair.applied',
    'repair.refused',
    'repair.stale',
    'repair.withdrawn',
    'optimization.pending',
    'optimization.starting',
    'optimization.running',
    'optimization.progress',
    'optimization.updated',
    'optimization.succeeded',
    'optimization.failed',
    'optimization.cancelled',
    'optimization.deleted',
  ])
  .meta({
    id: 'EventType',
    description:
      'What an event is about and what happened to it. An assignment is created or deactivated, never updated.',
    example: 'operation.updated',
  });

const layer = { planning: Id, workspace: Id.nullable(), change: Id.nullable() };

const Author = z
  .object({
    id: z.string().meta({ description: 'The id of the user.' }),
    name: z.string().nullable().meta({ description: 'The name of the user; null when the user no longer exists.' }),
  })
  .meta({ id: 'Author', description: 'A user.' });

const Event = z
  .object({
    type: EventType,
    ...layer,
    sequence: z.int().min(0).meta({ description: 'The index of this event within its change.' }),
    at: Instant,
    author: Author.nullable().meta({
      description: 'The user who made the change; null when the event is not about a change.',
    }),
    data: z.record(z.string(), JsonValue).meta({
      description:
        'For a change, `{ entity, id, changed, before, after }`; for a conflict or an optimization, its record; for any other deletion, `{ id }`. An operation is always sent whole, with its tasks, even when only one of its tasks changed, or only its neighbors in its group (`changed` is then `operationDependencies`). `changed` also names what an operation derives from its tasks (`operationName`, `timesCrossed`). A change of a tag, or of the planning’s minimum stay, may affect thousands of operations and is therefore only one event, that of the tag or planning. No events are sent for the members of operations that follow from it: `tags`, `tagsDetails`, `requiredTags`, and the neighbors of an operation with crossed times. Likewise, when a resource or tag is deleted, it disappears from the lists of other resources and of rules (`adjacent`, `tags`, `operationTags`, `resourceTags`, `parameters`) without events for them. A conflict keeps its id while the same two parts are in it: nothing is sent when only its times, its probability or its resource change.',
    }),
  })
  .meta({ id: 'Event' });

const Change = z
  .object({
    type: lineType('change', 'A changeset was written.'),
    planning: Id,
    workspace: Id.nullable().meta({ description: 'The workspace that was subscribed to; null for the mainline.' }),
    change: Id,
    author: Author.nullable(),
    source: ChangesetRecord.shape.source,
    message: ChangesetRecord.shape.message,
    reverts: ChangesetRecord.shape.reverts,
    at: Instant,
    events: z
      .array(
        z.object({
          type: EventType,
          data: z
            .object({
              entity: EntityName,
              id: z.string().meta({ description: 'The id of the record.' }),
              operation: Id.exactOptional().meta({ description: 'When an assignment ends, the id of its operation.' }),
              changed: z.array(z.string()).exactOptional().meta({ description: 'The members that an update changed.' }),
              after: z
                .record(z.string(), JsonValue)
                .nullable()
                .meta({ description: 'The record after the change; null when the change deleted it.' }),
            })
            .meta({ description: 'What happened to the record.' }),
        }),
      )
      .meta({
        description: 'The events of the change, in order. Empty when no part of it is visible in the subscribed layer.',
      }),
    conflicts: z
      .object({
        opened: z.array(ConflictRecord).meta({
          description: 'Conflicts that are new. One whose times, probability or resource change is the same conflict.',
        }),
        closed: z.array(ConflictRecord).meta({ description: 'Conflicts that are gone.' }),
        truncated: z.boolean().exactOptional().meta({
          description:
            'There are more than 10,000 conflicts now: none are sent until there are fewer; then all are sent as opened.',
        }),
      })
      .meta({ description: 'What changed since the previous message; empty in a replay, which ends with `state`.' }),
  })
  .meta({ id: 'ChangeMessage', description: 'One changeset, sent to subscribers with `batch: true`.' });

/** What the service sends over `/v1/events/`. */
export const ServerMessage = z
  .union([
    z.object({ type: lineType('subscribed', 'The subscription holds from this change on.'), ...layer }),
    z.object({ type: lineType('unsubscribed', 'The subscription has ended.'), planning: Id, workspace: Id.nullable() }),
    z
      .object({ type: lineType('reset', 'Nothing is replayed.'), ...layer })
      .meta({ description: 'The subscriber is too far behind for a replay: read everything again.' }),
    z.object({
      type: lineType('state', 'The replay is complete.'),
      ...layer,
      conflicts: z.array(ConflictRecord).meta({
        description: 'The open conflicts. When there are more than 10,000, none are listed and `truncated` is set.',
      }),
      truncated: z
        .object({ conflicts: z.int().meta({ description: 'At most this many conflicts are listed one by one.' }) })
        .optional()
        .meta({ description: 'Present when there are too many conflicts to list.' }),
      tasks: z.array(RunRecord).meta({ description: 'Optimizations that have not ended.' }),
    }),
    z
      .object({
        type: lineType('presence', 'What another user is looking at.'),
        planning: Id,
        workspace: Id.nullable(),
        session: z.string().meta({ description: "The id of the socket's session; a user may have several." }),
        user: Author,
        operation: Id.nullable(),
        at: Instant,
      })
      .meta({
        description:
          'The operation that another subscriber of the planning is looking at. It is not stored, and not sent to later subscribers.',
      }),
    z.object({
      type: lineType('error', 'A message was refused.'),
      detail: z.string().meta({ description: 'What is wrong.' }),
      code: AnswerCode,
    }),
    Change,
    Event,
  ])
  .meta({ id: 'ServerMessage' });
