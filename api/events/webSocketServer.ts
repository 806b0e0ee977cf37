import type { WebSocketServerLike } from '@hono/node-server';
import { WebSocketServer } from 'ws';

const LARGEST_MESSAGE_BYTES = 64 * 1024;

/** For the `websocket` option of the server's adaptor, which hands it the upgrades. */
export const webSocketServer = (): WebSocketServerLike =>
  new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES }) as unknown as WebSocketServerLike;
