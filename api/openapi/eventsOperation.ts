import { ClientMessage, ServerMessage } from '../contract/event.ts';
import type { ComponentSchemas, JsonSchema } from './componentSchemas.ts';

export const EVENTS_PATH = '/v1/events/';
export const EVENTS_TAG = 'Events';
/** The statuses of failures before the upgrade. After it, a refusal is a message or a close code. */
export const EVENTS_FAILURES: readonly number[] = [400, 401, 403, 404, 426, 429, 500];

const DESCRIPTION = `A WebSocket. Authenticate in a header of the request, or with the first message within 5 s. The service closes a socket that does neither
with 4401, and also one whose token expires or whose user leaves the organization. \`authenticate\` with a new token, sent before the old one expires, keeps
the socket open. Where an id exists in two organizations of the user, \`X-Organization-Id\` or \`organization\` of \`authenticate\` says which one is meant.
\`planning.deleted\` is the last event of a subscription; an \`error\` with \`not_found\` follows when it ends, and the others of the socket go on.

The service answers \`subscribe\` with \`subscribed\`, then sends the changes after \`since\` (if there are more than 10,000, \`reset\`: read everything
again), then \`state\`: open conflicts and live optimizations. From then on every event is sent once, in order of change; \`sequence\` is its index
within the change. A subscriber of a workspace receives the changes of the workspace, and those of the mainline that the draft does not override.
\`optimization.*\` and \`conflict.*\` are sent as they happen and are never replayed. When there are more than 10,000 conflicts,
\`conflict.truncated\` is sent once, \`state\` has \`truncated\` and no conflicts, and \`/conflicts/\` lists them; once there are fewer, all are sent as opened.

With \`batch: true\`, each changeset of the layer is one message, \`change\`, with the conflicts that it opened and closed.
\`subscribed.change\` is the last changeset of the layer, as \`X-Change-Id\` of an export is. To start without a gap: subscribe, load the export, skip
the messages up to its \`X-Change-Id\` (if that is not \`subscribed.change\` itself, wait for its message), then apply every message after it.

The event of an operation has the whole record. It is also sent when only one of its tasks or its neighbors in its group changed, and when a deleted tag or
group that it names is restored. A change of a tag that it has is sent only as the event of the tag.

\`repair.*\` says that a repair was proposed, applied, refused or withdrawn, or became stale, with its record. It is never replayed; \`/repairs/\` lists
repairs. When the standing repair pauses, \`planning.updated\` says why in the \`repairPolicy\` of its record.

\`presence\` tells the other subscribers of the planning, on any node, which operation the user is looking at, at most five times a second (the last
message counts); when the socket closes, they receive null. \`conflict.marked\` says that somebody marked a conflict or removed the mark.

The service answers a message that it refuses with \`error\`. A message may have 4 KiB. While more than 16 messages of a client are waiting, the service
reads no more of them. A client that reads nothing for 30 s (a setting) is closed with 1013 and should reconnect with \`since\`. Unless it
knows that it has received the last change completely, it names the one before it. A client that reads too slowly receives messages late, and \`state\` again once it has
caught up. Messages over 1 KiB are compressed for clients that offer permessage-deflate.

A credential may have 1,000 open sockets on a server, and a server 5,000 (settings). A further one is closed with 1013; the reason says which limit it is.`;

/** The parts of the OpenAPI document that all operations share. */
export interface SharedParts {
  readonly parameters: readonly JsonSchema[];
  readonly headers: JsonSchema;
  /** Responses by status. */
  readonly failures: JsonSchema;
}

/** The operation of the upgrade to a WebSocket. No route value can describe it, since messages flow both ways after it. */
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
