import { type ClientOptions, WebSocket } from 'ws';

/** Opens the event socket of a server that runs in another process. */
export const openEventSocket = (url: string, key: string, options: ClientOptions = {}): WebSocket =>
  new WebSocket(`${url.replace('http', 'ws')}/v1/events/`, { headers: { Authorization: `Token ${key}` }, ...options });
