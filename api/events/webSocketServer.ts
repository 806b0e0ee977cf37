import type { WebSocketServerLike } from '@hono/node-server';
import { WebSocketServer } from 'ws';

/** Of a client, inflated. */
export const LARGEST_MESSAGE_BYTES = 4 * 1024;

/**
 * For the `websocket` option of the server's adaptor, which hands it the upgrades. No message depends on those before it (context takeover), so
 * that what is compressed once can be sent to many, and an idle socket keeps no window.
 */
export const webSocketServer = (): WebSocketServerLike =>
  new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE_BYTES,
    perMessageDeflate: {
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      // Messages are compressed with the largest window: a client that asks for another gets them as they are.
      serverMaxWindowBits: false as unknown as number,
    },
  }) as unknown as WebSocketServerLike;
