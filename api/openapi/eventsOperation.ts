import { ClientMessage, ServerMessage } from '../contract/event.ts';
import type { ComponentSchemas, JsonSchema } from './componentSchemas.ts';

export const EVENTS_PATH = '/v1/events/';
export const EVENTS_TAG = 'Events';
/** Before the upgrade. What is refused after it is a message, or a close code. */
export const EVENTS_FAILURES: readonly number[] = [400, 401, 403, 404, 426, 429, 500];

const DESCRIPTION = `A WebSocket. Authenticate in the head of the request, or with the first message within 5 s; whoever does neither is closed with 4401, as is
one whose token expires or whose membership ends.

\`subscribe\` is answered with \`subscribed\`, then what came after \`since\` (more than 10 000 changes: \`reset\`, so read everything again), then
\`state\`: open conflicts and live optimizations. From then on every event comes once and in order of change; \`sequence\` counts within a
change. A workspace's subscriber hears its own changes, and the mainline's of whatever the draft does not override.
\`optimization.*\` and \`conflict.*\` are told as they happen and never replayed. Where there come to be more than 10 000 conflicts,
\`conflict.truncated\` says so once, \`state\` has \`truncated\` and none of them, and \`/conflicts/\` lists them; once there are fewer, all of them are told as opened.

With \`batch: true\` a changeset is one message, \`change\`, with the conflicts that it opened and closed; every changeset of the layer has one.
\`subscribed.change\` is the last changeset of the layer, as \`X-Change-Id\` of an export is. To join without a hole: subscribe, load the export, leave
out what came up to its \`X-Change-Id\` (where that is not \`subscribed.change\` itself, wait for its message), then take every message.

An operation's event has the whole record, and comes also where only a task of it changed, and where a deleted tag or group that it names comes
back. What else changes how it is read is told by the tag's own event, and by those of the operations next to it in its group.

\`presence\` says to the others who listen to the planning, on any node, which operation the user looks at, at most five times a second (of more, the
last counts); when the socket closes they hear null. \`conflict.marked\` says that somebody marked a conflict, or took the mark away.

A message that is refused is answered with \`error\`. A message may have 4 KiB; of a client that has more than 16 waiting none is read until they are
done. A client that takes nothing for 30 s (a setting) is closed with 1013 and comes back with \`since\`: the last change but one that it heard of,
when it cannot know whether it has all of the last. One that takes less than there is gets it later, and \`state\` again when it has all of it.
Messages over 1 KiB are compressed for clients that offer permessage-deflate.`;

/** What the document has once for all operations. */
export interface SharedParts {
  readonly parameters: readonly JsonSchema[];
  readonly headers: JsonSchema;
  /** By status. */
  readonly failures: JsonSchema;
}

/** The upgrade, which no zod route can describe: messages go both ways after it. */
export const eventsOperation = (schemas: ComponentSchemas, { parameters, headers, failures }: SharedParts) => ({
  operationId: 'getEvents',
  tags: [EVENTS_TAG],
  summary: 'Live events over a WebSocket',
  description: DESCRIPTION,
  security: [{ tokenAuth: [] }, { bearerAuth: [] }, {}],
  'x-access': 'viewer',
  'x-websocket': { send: schemas.add(ClientMessage), receive: schemas.add(ServerMessage) },
  parameters,
  responses: {
    101: {
      description: 'The connection is a WebSocket from here on; its messages are described in x-websocket.',
      headers,
    },
    ...failures,
  },
});
