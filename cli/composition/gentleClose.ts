import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocketServerLike } from '@hono/node-server';

/**
 * Lets `close` of the server finish every response. Node's own one ends connections whose response was written but is not sent yet, so that the client
 * gets a part of it. Connections without a request are ended at once, the others after their responses. `close` must be followed by
 * `closeAllConnections` for clients that never read theirs.
 */
export const closeGently = (server: Server, sockets: Pick<WebSocketServerLike, 'on'>): void => {
  /** The responses that are not sent completely, by connection. */
  const open = new Map<Socket, Set<ServerResponse>>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  });
  // A connection that was upgraded is ended by its new owner. (With a second listener to `upgrade`, the adaptor would not answer an upgrade that the
  // app refuses.)
  sockets.on('connection', (_, { socket }) => open.delete(socket));
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = open.get(socket);
    if (responses === undefined) return;
    responses.add(response);
    response.once('close', () => {
      responses.delete(response);
      if (isClosing && responses.size === 0 && open.has(socket)) socket.end();
    });
  });
  // `close` calls this method.
  server.closeIdleConnections = () => {
    isClosing = true;
    // Otherwise a client would send its next request on a connection that is about to end, and never learn what became of it.
    for (const responses of open.values()) for (const response of responses) response.shouldKeepAlive = false;
    // Requests that have arrived, but were not read yet, are read first: a turn of the event loop reads what is there.
    setImmediate(() => {
      setImmediate(() => {
        for (const [socket, { size }] of open) if (size === 0) socket.destroy();
      });
    });
  };
};
