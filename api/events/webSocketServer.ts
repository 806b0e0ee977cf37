import type { IncomingMessage } from 'node:http';
import type { WebSocketServerLike } from '@hono/node-server';
import { WebSocketServer } from 'ws';

/** The largest message of a client, uncompressed. */
const LARGEST_MESSAGE_BYTES = 4 * 1024;

/**
 * Messages are compressed with the largest window; a client that asks for a smaller one gets them uncompressed (the package's types do not know
 * `false`).
 */
const DEFLATE: object = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: false,
};

/**
 * The server for the `websocket` option of the adaptor, which passes upgrades to it. Context takeover is off, so no message depends on earlier ones:
 * a message that is compressed once can be sent to many clients, and an idle socket keeps no compression window.
 */
export const webSocketServer = (): WebSocketServerLike => {
  const server: object = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE_BYTES,
    perMessageDeflate: DEFLATE,
  });
  return server as WebSocketServerLike;
};

/**
 * For the option `shouldUpgradeCallback` of the server: whether a request that asks for an upgrade gets one. Any other is answered as if it did not ask,
 * as HTTP allows, so that it gets an error of the usual form; some clients ask for HTTP/2 with each request (curl --http2, Java's HttpClient). Node knows
 * the option from version 24.9.
 */
export const isEventSocket = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  /^\/v1\/events\/?(?:\?|$)/.test(url ?? '') &&
  isHost(headers.host) &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
  /^(?:13|8)$/.test(String(headers['sec-websocket-version']));

/** Whether a request to this host has an address that can be read. */
const isHost = (host = ''): boolean =>
  /^[a-z0-9._-]+(?::\d+)?$/i.test(host) ||
  URL.parse(`http://${host}`)?.hostname === host.toLowerCase().replace(/:\d+$/, '');
